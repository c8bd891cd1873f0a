//! What a compiler says, made readable: paths as the user writes them, and what it cannot say itself.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files;
use crate::model::{Encoding, Name, Source};

/// The words of a compiler about this source, with paths relative to the root of the workspace. No compiler
/// names UTF-16 and UTF-32, which is then the cause of all that it says.
pub fn readable(said: &str, root: &Path, source: &Source) -> String {
    let mut text = said.to_owned();
    let real = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    for root in [root, &real] {
        let start = format!("{}/", root.display());
        if start != "/" {
            text = text.replace(&start, "");
        }
    }
    let shown = |path: &Path| {
        let relative = path.strip_prefix(root).or_else(|_| path.strip_prefix(&real)).unwrap_or(path);
        Name::from_os(relative.as_os_str()).to_string()
    };
    let odd = sources(source).into_iter().find_map(|path| Some((odd_encoding(&path)?, path)));
    match odd {
        Some((encoding, path)) => {
            format!("{}: error: this source {encoding}; save it as UTF-8\n{text}", shown(&path))
        }
        None => text,
    }
}

/// The files in which a mistake of encoding may be.
fn sources(source: &Source) -> Vec<PathBuf> {
    match source {
        Source::File(path) => vec![path.clone()],
        Source::Folder { folder, .. } => {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            files.sort();
            files
        }
        Source::Absent(_) => Vec::new(),
        Source::CargoBinary { package, binary } => {
            vec![
                package.join(format!("src/bin/{binary}.rs")),
                package.join("src/main.rs"),
                package.join("src/lib.rs"),
            ]
        }
    }
}

/// An encoding that no compiler reads.
fn odd_encoding(path: &Path) -> Option<Encoding> {
    let is_file = path.symlink_metadata().is_ok_and(|facts| facts.is_file());
    let start = files::start_of(path, Encoding::START as u64).ok().filter(|_| is_file)?;
    Encoding::of(&start).filter(|encoding| *encoding != Encoding::ByteOrderMark)
}

#[cfg(test)]
mod tests {
    use super::readable;
    use crate::model::Source;
    use std::fs;

    #[test]
    fn paths_are_relative_and_utf_16_is_named() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("a.cpp");
        fs::write(&path, "x").unwrap();
        let said = format!("{}:1:1: error: no\nfrom /usr/include/x.h", path.display());
        let source = Source::File(path.clone());
        assert_eq!(readable(&said, top.path(), &source), "a.cpp:1:1: error: no\nfrom /usr/include/x.h");
        fs::write(&path, b"\xff\xfe#\0i\0").unwrap();
        assert_eq!(
            readable("no", top.path(), &source),
            "a.cpp: error: this source is UTF-16; save it as UTF-8\nno"
        );
    }
}
