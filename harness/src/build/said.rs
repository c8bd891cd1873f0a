//! What a compiler says, made readable: paths as the user writes them, and what it cannot say itself.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files;
use crate::model::{Encoding, Name, Source};

/// Bytes of the first words of a compiler that are told where it says too much for a person, and for a record of many
/// runs.
const FIRST: usize = 48 << 10;

/// The same of its last words, among which it counts its errors.
const LAST: usize = 16 << 10;

/// The beginning and the end of what is too long.
pub fn shortened(text: String) -> String {
    if text.len() <= FIRST + LAST {
        return text;
    }
    let first = &text[..text.floor_char_boundary(FIRST)];
    let first = first.rfind('\n').map_or(first, |end| &first[..end]);
    let last = &text[text.ceil_char_boundary(text.len() - LAST)..];
    let last = last.find('\n').map_or(last, |end| &last[end + 1..]);
    let left_out = (text.len() - first.len() - last.len()) >> 10;
    format!("{first}\n… {left_out} KiB of what the compiler says are left out …\n{last}")
}

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
    shortened(match odd {
        Some((encoding, path)) => {
            format!("{}: error: this source {encoding}; save it as UTF-8\n{text}", shown(&path))
        }
        None => text,
    })
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
    use super::{FIRST, LAST, readable, shortened};
    use crate::model::Source;
    use std::fs;

    #[test]
    fn of_what_is_too_long_the_beginning_and_the_end_are_told() {
        let short = "ä\n".repeat(10_000);
        assert_eq!(shortened(short.clone()), short);
        let lines: String = (0..1_000_000).map(|number| number.to_string() + ": error\n").collect();
        let told = shortened(lines.clone());
        assert!(told.starts_with("0: error\n1: error\n") && told.ends_with("\n999999: error\n"));
        assert!(told.len() < FIRST + LAST + 100);
        let (mark, whole): (Vec<&str>, Vec<&str>) = told.lines().partition(|line| line.starts_with('…'));
        let left_out = (lines.len() - FIRST - LAST) >> 10;
        assert_eq!(mark, [format!("… {left_out} KiB of what the compiler says are left out …")]);
        assert!(whole.iter().all(|line| line.ends_with(": error")));
        // A line without an end is cut between two characters.
        let told = shortened("€".repeat(1_000_000));
        assert!(told.len() < FIRST + LAST + 100 && told.contains("€\n… 2865 KiB of"));
    }

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
