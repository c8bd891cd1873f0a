//! The files in the folders below another, but for what tools leave there.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

/// Deeper folders are not searched.
const DEEPEST: usize = 12;

/// So many entries are looked at.
const MOST: usize = 20_000;

/// Folders that tools make.
const FOLDERS: [&str; 6] = ["__pycache__", "node_modules", "__macosx", "cmakefiles", "venv", "site-packages"];

/// Whether a folder is known to hold no solution.
#[must_use]
pub fn is_folder_of_by_products(name: &[u8]) -> bool {
    let name = String::from_utf8_lossy(name).to_ascii_lowercase();
    FOLDERS.contains(&name.as_str())
        || Path::new(&name).extension().is_some_and(|extension| extension == "dsym")
        || name.starts_with("cmake-build-")
}

/// The files in the folders below this one, relative to it and in order. What is hidden, what Cargo builds and the
/// folders of tools are left out; links are not followed.
#[must_use]
pub fn nested(folder: &Path) -> Vec<PathBuf> {
    let is_shown = |entry: &DirEntry| entry.depth() == 0 || !is_ignored(entry.file_name());
    let walk = WalkDir::new(folder).min_depth(1).max_depth(DEEPEST).sort_by_file_name().into_iter();
    let entries = walk.filter_entry(is_shown).take(MOST).flatten();
    let files = entries.filter(|entry| entry.depth() > 1 && entry.file_type().is_file());
    files.filter_map(|entry| entry.path().strip_prefix(folder).map(Path::to_owned).ok()).collect()
}

/// Whether what has this name is no part of a program: hidden files, what compilers and interpreters leave, and the
/// folders in which Cargo builds. Its settings in `.cargo` are part of it, and so is what may be imported, such as
/// `node_modules`.
#[must_use]
pub fn is_by_product(name: &OsStr) -> bool {
    let is_hidden = name.as_bytes().starts_with(b".") && name != ".cargo";
    is_hidden || name == "target" || name == "__pycache__"
}

/// Whether what lies in a folder of solutions under this name is hidden, or made by a tool. That is more than
/// [`is_by_product`]: nothing there is a solution, though it may be a part of one.
#[must_use]
pub fn is_ignored(name: &OsStr) -> bool {
    is_by_product(name) || name == ".cargo" || is_folder_of_by_products(name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::{is_by_product, is_ignored, nested};
    use std::ffi::OsStr;
    use std::fs;
    use std::path::Path;

    #[test]
    fn what_is_no_solution_may_be_a_part_of_one() {
        for (name, by_product, ignored) in [
            (".git", true, true),
            (".x.swp", true, true),
            ("target", true, true),
            ("__pycache__", true, true),
            (".cargo", false, true),
            ("node_modules", false, true),
            ("venv", false, true),
            ("cmake-build-debug", false, true),
            ("targets", false, false),
            ("main.cpp", false, false),
        ] {
            let name = OsStr::new(name);
            assert_eq!((is_by_product(name), is_ignored(name)), (by_product, ignored), "{name:?}");
        }
    }

    #[test]
    fn files_of_tools_and_those_beside_the_folders_are_left_out() {
        let top = tempfile::tempdir().unwrap();
        for name in [
            "main.c",
            "b/c/deep.c",
            "a/near.c",
            "a/.hidden.c",
            ".git/x.c",
            "target/x.c",
            "__MACOSX/x.c",
            "a/cmake-build-debug/x.c",
        ] {
            let path = top.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        std::os::unix::fs::symlink("near.c", top.path().join("a/link.c")).unwrap();
        assert_eq!(nested(top.path()), ["a/near.c", "b/c/deep.c"].map(Path::new));
    }
}
