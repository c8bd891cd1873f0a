//! One TOML file: its text, its syntax errors, and which line a byte stands on.
//!
//! The file is parsed to TOML's own tree with the position of every key and value, and read from
//! there by hand. Serde would stop at the first mistake, sorts what must keep its written order, and
//! says "data did not match any variant" where a key takes a name, a list or a table.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::config::error::SettingsError;
use crate::config::origin::Origin;
use crate::files;
use crate::model::{is_plain, plain};

/// The largest settings file that is read.
const LARGEST: u64 = 4 << 20;

/// The text of a settings file.
#[derive(Debug)]
pub struct SettingsFile {
    pub(super) path: Arc<Path>,
    pub(super) text: String,
    /// Where its lines end, so that they are not counted for each of many keys.
    line_ends: Vec<usize>,
}

impl SettingsFile {
    /// Reads `root/path`; `None` where there is no such file.
    ///
    /// # Errors
    /// The file cannot be read, or is no UTF-8.
    pub fn read(root: &Path, path: &Path) -> Result<Option<Self>, SettingsError> {
        let shown: Arc<Path> = path.into();
        match read_small(&root.join(path)) {
            Ok(bytes) => Self::from_bytes(shown, bytes).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(SettingsError {
                path: shown,
                line: None,
                column: None,
                what: format!("failed to read it: {error}"),
                hint: None,
            }),
        }
    }

    /// A file with this content.
    ///
    /// # Errors
    /// The bytes are no UTF-8.
    pub fn from_bytes(path: Arc<Path>, bytes: Vec<u8>) -> Result<Self, SettingsError> {
        match String::from_utf8(bytes) {
            Ok(text) => {
                let line_ends = memchr::memchr_iter(b'\n', text.as_bytes()).collect();
                Ok(Self { path, text, line_ends })
            }
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let (line, column) = position(error.as_bytes(), good);
                Err(SettingsError {
                    path,
                    line: Some(line),
                    column: Some(column),
                    what: "this byte is not UTF-8".to_owned(),
                    hint: Some("save the file as UTF-8".to_owned()),
                })
            }
        }
    }

    /// A mistake at this byte.
    #[must_use]
    pub fn error(&self, at: usize, what: String, hint: Option<String>) -> SettingsError {
        let line = self.line(at);
        // What was wrong with a text quotes it, and a TOML text may hold what a terminal obeys.
        let what = if what.chars().all(is_plain) { what } else { plain(&what) };
        SettingsError { path: Arc::clone(&self.path), line: Some(line), column: None, what, hint }
    }

    /// The line of this byte, as an origin.
    #[must_use]
    pub fn origin(&self, at: usize) -> Origin {
        Origin::Line(Arc::clone(&self.path), self.line(at))
    }

    /// The line of this byte, from 1.
    fn line(&self, at: usize) -> usize {
        self.line_ends.partition_point(|end| *end < at) + 1
    }
}

/// Reads a regular file; no settings file has megabytes.
fn read_small(path: &Path) -> io::Result<Vec<u8>> {
    files::read(path, LARGEST).map_err(|error| match files::refusal(&error) {
        Some(why) => io::Error::other(format!("it {why}")),
        None => error,
    })
}

/// Line and column of a byte, both from 1.
pub(super) fn position(text: &[u8], at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    (before.split(|&byte| byte == b'\n').count(), before.len() - line_start + 1)
}

#[cfg(test)]
mod tests {
    use super::SettingsFile;
    use crate::config::error::SettingsErrors;
    use insta::assert_snapshot;
    use proptest::collection::vec;
    use proptest::prelude::{any, proptest};
    use std::path::Path;

    fn complaints(bytes: &[u8]) -> String {
        let mut errors = SettingsErrors::default();
        let file = SettingsFile::from_bytes(Path::new("judge.toml").into(), bytes.to_vec());
        if let Some(file) = errors.keep(file) {
            _ = file.table(&mut errors);
        }
        errors.sorted().to_string()
    }

    #[test]
    fn syntax_errors_have_a_line_and_a_column() {
        assert_snapshot!(complaints(b"[defaults]\ntime_limit = \n[x\n"), @"
        judge.toml:2:14: string values must be quoted, expected literal string
        judge.toml:3:3: unclosed table, expected `]`
        ");
        assert_snapshot!(complaints(b"a = 1\na = 2\n"), @"judge.toml:2:1: duplicate key");
        assert_snapshot!(complaints(b"a = 1\nb = \"\xff\"\n"), @"judge.toml:2:6: this byte is not UTF-8; save the file as UTF-8");
    }

    #[test]
    fn empty_files_and_windows_files_are_fine() {
        assert_eq!(complaints(b""), "");
        assert_eq!(complaints(b"\xef\xbb\xbfa = 1\r\n[b]\r\n"), "");
    }

    #[test]
    fn what_is_no_ordinary_file_is_not_read() {
        let root = tempfile::tempdir().unwrap();
        let read = |name: &str| SettingsFile::read(root.path(), Path::new(name));
        std::fs::create_dir(root.path().join("folder")).unwrap();
        assert_snapshot!(read("folder").unwrap_err(), @"folder: failed to read it: it is not a regular file");
        std::fs::write(root.path().join("huge"), vec![b'#'; 5 << 20]).unwrap();
        assert_snapshot!(read("huge").unwrap_err(), @"huge: failed to read it: it is larger than 4 MiB");
        assert!(read("none").unwrap().is_none());
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(bytes in vec(any::<u8>(), 0..200)) {
            _ = complaints(&bytes);
        }
    }
}
