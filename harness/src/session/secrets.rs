//! What programs must not see, by its real name.
//!
//! A workspace can be named by a link, and so can each folder and file of its cases. A program that
//! may read the folder in which such a thing really stands would find it there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

/// The real places of a workspace and of all that links in its cases lead to; none lies in another.
pub fn secrets(root: &Path) -> Vec<PathBuf> {
    let mut found = BTreeSet::from([root.to_owned()]);
    let mut unread: Vec<PathBuf> = [root.to_owned(), root.join("cases")].into();
    while let Some(path) = unread.pop() {
        let Ok(real) = fs::canonicalize(&path) else { continue };
        let is_new = found.insert(real.clone());
        if path == *root || (!is_new && path != real) {
            continue;
        }
        let entries = WalkDir::new(&real).into_iter().flatten();
        unread.extend(entries.filter(DirEntry::path_is_symlink).map(DirEntry::into_path));
    }
    outermost(found)
}

/// Without what lies in another.
fn outermost(paths: BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let mut kept: Vec<PathBuf> = Vec::new();
    // A folder comes before what lies in it.
    for path in paths {
        if !kept.last().is_some_and(|last| path.starts_with(last)) {
            kept.push(path);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::secrets;

    #[test]
    fn links_are_followed_to_where_cases_really_are() {
        let folder = tempfile::tempdir().unwrap();
        let base = fs::canonicalize(folder.path()).unwrap();
        let at = |name: &str| base.join(name);
        for made in ["ws/cases/p", "answers", "group/deep", "more"] {
            fs::create_dir_all(at(made)).unwrap();
        }
        for file in ["ws/cases/p/1.in", "answers/1.ans", "answers/unrelated", "group/2.in", "more/2.ans"] {
            fs::write(at(file), "").unwrap();
        }
        symlink(at("ws"), at("link")).unwrap();
        symlink(at("answers/1.ans"), at("ws/cases/p/1.ans")).unwrap();
        symlink("../../../group", at("ws/cases/p/group")).unwrap();
        symlink(at("more/2.ans"), at("group/2.ans")).unwrap();
        // Circles and links to nowhere are no trouble.
        symlink(at("ws/cases"), at("ws/cases/p/all")).unwrap();
        symlink(at("nowhere"), at("ws/cases/p/none")).unwrap();
        let expect = ["answers/1.ans", "group", "link", "more/2.ans", "ws"].map(at);
        assert_eq!(secrets(&at("link")), expect);
        fs::rename(at("ws/cases"), at("cases")).unwrap();
        symlink(at("cases"), at("ws/cases")).unwrap();
        assert!(secrets(&at("ws")).contains(&at("cases")));
    }
}
