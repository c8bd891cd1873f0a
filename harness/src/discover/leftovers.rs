//! What lies among solutions and is known to be none, so that no word is lost about it.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use crate::discover::classify::split_extension;
use crate::discover::walk::is_left_behind;
use crate::files;
use crate::files::nested::{is_folder_of_by_products, is_ignored};

/// Extensions of headers and parts.
const HEADERS: [&str; 10] = ["h", "hh", "hpp", "hxx", "h++", "inc", "inl", "ipp", "tpp", "tcc"];

/// Extensions of what compilers leave.
const COMPILED: [&str; 20] = [
    "o", "obj", "a", "so", "d", "gch", "pch", "exe", "out", "class", "jar", "pyc", "pyo", "hi", "rlib",
    "rmeta", "pdb", "ilk", "cmi", "cmo",
];

/// Extensions of texts, which no program reads.
const TEXTS: [&str; 7] = ["md", "markdown", "rst", "adoc", "pdf", "html", "log"];

/// Extensions of data and settings beside a solution.
const DATA: [&str; 9] = ["in", "ans", "toml", "yaml", "yml", "json", "lock", "csv", "mk"];

/// Names of files beside solutions.
const NAMES: [&str; 7] =
    ["readme", "license", "licence", "makefile", "cmakelists.txt", "desktop.ini", "thumbs.db"];

/// Whether a file is known to be no solution.
pub fn is_by_product(folder: &Path, file: &[u8]) -> bool {
    let name = String::from_utf8_lossy(file).to_ascii_lowercase();
    let stem = name.split('.').next().unwrap_or_default();
    if NAMES.contains(&name.as_str())
        || (NAMES.contains(&stem) && name.split('.').nth(1) == Some("txt"))
        || name.contains(".kate-swp")
    {
        return true;
    }
    match split_extension(name.as_bytes()) {
        Some((_, extension)) => {
            [&HEADERS[..], &COMPILED, &TEXTS, &DATA].into_iter().any(|list| is_in(list, extension))
        }
        // A number is a file by which an editor tries whether it may write.
        None => file.iter().all(u8::is_ascii_digit) || is_machine_code(&folder.join(OsStr::from_bytes(file))),
    }
}

fn is_in(extensions: &[&str], extension: &[u8]) -> bool {
    extensions.iter().any(|known| known.as_bytes() == extension)
}

/// Whether nothing that is judged lies at this path below the root of a workspace: it is hidden, belongs to a
/// tool, or an editor leaves it for a while.
#[must_use]
pub fn is_of_tools(path: &Path) -> bool {
    path.iter().any(|name| {
        is_left_behind(name)
            || name == "target"
            || is_folder_of_by_products(name.as_bytes())
            || name.as_bytes().ends_with(b".swx")
            || String::from_utf8_lossy(name.as_bytes()).contains(".kate-swp")
    })
}

/// Whether a file beside solutions is made from them, or is a text: nothing that is judged depends on it.
#[must_use]
pub fn is_made_or_text(name: &OsStr) -> bool {
    let name = name.to_ascii_lowercase();
    match split_extension(name.as_bytes()) {
        Some((_, extension)) => is_in(&COMPILED, extension) || is_in(&TEXTS, extension),
        // A number is a file by which an editor tries whether it may write.
        None => {
            name.as_bytes().iter().all(u8::is_ascii_digit) || NAMES[..3].iter().any(|text| name == **text)
        }
    }
}

/// Whether a file is a header or a part of a source, which sources include.
#[must_use]
pub fn is_header(name: &OsStr) -> bool {
    let name = name.to_ascii_lowercase();
    split_extension(name.as_bytes()).is_some_and(|(_, extension)| is_in(&HEADERS, extension))
}

/// The names that sources below a folder have in quotes, as `#include "x.inc"`, `include_str!("x.txt")` and
/// `open('x.txt')`: files of these names are data of a solution. Each source is read once.
pub fn names_in_quotes(top: &Path, is_source: &dyn Fn(&Path) -> bool) -> BTreeSet<Vec<u8>> {
    const MOST: usize = 500;
    const LARGEST: u64 = 1 << 20;
    let is_wanted = |entry: &DirEntry| entry.depth() == 0 || !is_ignored(entry.file_name());
    let entries = WalkDir::new(top).max_depth(3).sort_by_file_name().into_iter().filter_entry(is_wanted);
    let sources = entries.flatten().filter(|entry| {
        entry.file_type().is_file()
            && is_source(entry.path())
            && entry.metadata().is_ok_and(|facts| facts.len() <= LARGEST)
    });
    let mut names = BTreeSet::new();
    for source in sources.take(MOST) {
        let text = files::read(source.path(), LARGEST).unwrap_or_default();
        let is_end = |byte: &u8| matches!(byte, b'"' | b'\'' | b'/' | b'<' | b'>' | b'\n');
        // What stands between two of these marks, the second of which ends a literal.
        let pieces = text.split_inclusive(is_end);
        let quoted = pieces.filter_map(|piece| match piece.split_last() {
            Some((b'"' | b'\'' | b'>', name)) if !name.is_empty() => Some(name.to_vec()),
            _ => None,
        });
        names.extend(quoted);
    }
    names
}

/// Whether a file is a list that a compiler wrote for `make`, and no source of a language with that extension.
pub fn is_dependency_list(path: &Path) -> bool {
    if path.extension() != Some(OsStr::new("d")) {
        return false;
    }
    let start = files::start_of(path, 4096).ok().and_then(|start| String::from_utf8(start).ok());
    let Some(start) = start else { return false };
    let target = start.lines().next().and_then(|line| line.split_once(':'));
    let is_path = |word: &str| word.contains(['.', '/']) && !word.contains([';', '(', '{', '"']);
    target.is_some_and(|(target, _)| target.split_whitespace().all(is_path))
}

/// Whether the first line of a file names an interpreter.
pub fn names_interpreter(path: &Path) -> bool {
    files::start_of(path, 2).is_ok_and(|start| start == b"#!")
}

/// What a compiler makes of a source if it is not told where to put it.
fn is_machine_code(path: &Path) -> bool {
    let is_of = |start: Vec<u8>| start.starts_with(b"ELF") || start.starts_with(b"\x7fELF");
    files::start_of(path, 4).is_ok_and(is_of)
}

#[cfg(test)]
mod tests {
    use super::{is_by_product, is_folder_of_by_products, is_header, is_made_or_text, is_of_tools};
    use std::path::Path;

    #[test]
    fn leftovers_are_known_and_solutions_are_not() {
        let top = tempfile::tempdir().unwrap();
        std::fs::write(top.path().join("sol"), b"\x7fELF\x02").unwrap();
        std::fs::write(top.path().join("script"), "#!/bin/sh\n").unwrap();
        for name in ["x.h", "X.HPP", "a.out", "Add$Node.class", "sol", "README", "notes.md", "4913", "x.in"] {
            assert!(is_by_product(top.path(), name.as_bytes()), "{name}");
        }
        for name in ["x.txt", "x.java", "x.py3", "script", "x.cpp.txt", "solution"] {
            assert!(!is_by_product(top.path(), name.as_bytes()), "{name}");
        }
        assert!(is_folder_of_by_products(b"__pycache__") && is_folder_of_by_products(b"sol.dSYM"));
        assert!(!is_folder_of_by_products(b"alice"));
    }

    #[test]
    fn what_tools_and_editors_leave_is_of_no_interest() {
        for path in [
            ".judge/build/x",
            "solutions/p/.a.py.swp",
            "solutions/p/a.py~",
            "solutions/p/#a.py#",
            "solutions/p/__pycache__/a.pyc",
            "target/debug/x.d",
            "cases/p/.1.in.kate-swp",
            "cases/.git",
        ] {
            assert!(is_of_tools(Path::new(path)), "{path}");
        }
        for path in ["judge.toml", "solutions/p/a.py", "solutions/p/4913", "cases/p/4913", "cases/p/1.out"] {
            assert!(!is_of_tools(Path::new(path)), "{path}");
        }
        for name in ["4913", "a.out", "A.class", "notes.md", "README", "x.o"] {
            assert!(is_made_or_text(name.as_ref()), "{name}");
        }
        for name in ["a.py", "x.h", "data.txt", "Cargo.toml", "solution"] {
            assert!(!is_made_or_text(name.as_ref()), "{name}");
        }
        assert!(is_header("A.HPP".as_ref()) && !is_header("a.cpp".as_ref()));
    }
}
