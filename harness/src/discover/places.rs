//! Where the cases of a workspace really are.
//!
//! A workspace can be named by a link, and so can each folder and file of its cases. To hide cases is to
//! hide the places that these links lead to.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::discover::cases::DEEPEST;
use crate::discover::problem::CASES;

/// The real paths of the folder with all cases and of everything outside of it that links in it lead to;
/// none lies in another. A link to a folder that holds the workspace itself is left out.
#[must_use]
pub fn case_places(root: &Path) -> Vec<PathBuf> {
    let root = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    let mut found = BTreeSet::new();
    let mut unread = vec![root.join(CASES)];
    while let Some(path) = unread.pop() {
        let Ok(real) = fs::canonicalize(&path) else { continue };
        if root.starts_with(&real) || !found.insert(real.clone()) {
            continue;
        }
        // One more for the folder of the problem.
        let entries = WalkDir::new(&real).max_depth(DEEPEST + 1).into_iter().flatten();
        unread.extend(entries.filter(DirEntry::path_is_symlink).map(DirEntry::into_path));
    }
    let mut outermost: Vec<PathBuf> = Vec::new();
    // A folder comes before what lies in it.
    for path in found {
        if !outermost.last().is_some_and(|last| path.starts_with(last)) {
            outermost.push(path);
        }
    }
    outermost
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::case_places;

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
        symlink(&base, at("ws/cases/p/above")).unwrap();
        let expect = ["answers/1.ans", "group", "more/2.ans", "ws/cases"].map(at);
        assert_eq!(case_places(&at("link")), expect);
        assert_eq!(case_places(&at("ws")), expect);
        fs::rename(at("ws/cases"), at("cases")).unwrap();
        symlink(at("cases"), at("ws/cases")).unwrap();
        assert!(case_places(&at("ws")).contains(&at("cases")));
    }
}
