//! What of a workspace no build may see: the cases wherever they are, what the judge keeps, what
//! was built, and all hidden folders.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the parts of a workspace really are.
#[derive(Clone, Debug)]
pub struct Secrets {
    /// The workspace.
    pub root: PathBuf,
    /// Files and folders that hold cases: never shown to any build.
    cases: Vec<PathBuf>,
    /// What else is hidden where it lies in a folder that is shown.
    others: Vec<PathBuf>,
}

impl Secrets {
    /// Looks through a workspace whose cases are in these places.
    pub fn of(root: &Path, cases: &[PathBuf]) -> Self {
        let root = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
        let mut others = hidden_in(&root);
        for problem in entries(&root.join("solutions")) {
            others.extend(hidden_in(&problem));
            for package in entries(&problem) {
                others.extend(built_in(&package));
            }
        }
        Self { root, cases: cases.to_vec(), others }
    }

    /// Whether no build may see this path.
    pub fn is_case(&self, path: &Path) -> bool {
        self.cases.iter().any(|case| path.starts_with(case))
    }

    /// What to hide of what lies in these folders.
    pub fn hidden_in(&self, readable: &[PathBuf]) -> Vec<PathBuf> {
        let is_shown = |path: &&PathBuf| readable.iter().any(|shown| path.starts_with(shown));
        self.cases.iter().chain(&self.others).filter(is_shown).cloned().collect()
    }
}

/// Hidden files of a folder, and Cargo's build folder.
fn hidden_in(folder: &Path) -> Vec<PathBuf> {
    let is_hidden = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        name.starts_with(b".") && name != b".cargo"
    };
    let mut found: Vec<PathBuf> = entries(folder).into_iter().filter(is_hidden).collect();
    found.extend(built_in(folder));
    found
}

fn built_in(folder: &Path) -> Option<PathBuf> {
    Some(folder.join("target")).filter(|target| target.is_dir() && !target.is_symlink())
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::Secrets;
    use std::fs;
    use std::path::Path;

    #[test]
    fn cases_are_hidden_wherever_they_are_and_what_was_built_is() {
        let top = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(top.path()).unwrap();
        for folder in
            ["w/solutions/p/target", "w/solutions/p/src", "w/.judge", "w/.cargo", "w/lib", "data/deep"]
        {
            fs::create_dir_all(top.join(folder)).unwrap();
        }
        fs::create_dir(top.join("w/cases")).unwrap();
        let places = ["w/cases", "data", "elsewhere"].map(|place| top.join(place));
        let secrets = Secrets::of(&top.join("w"), &places);
        for case in ["w/cases/p", "data/deep/x", "elsewhere"] {
            assert!(secrets.is_case(&top.join(case)), "{case}");
        }
        assert!(!secrets.is_case(&top.join("w/solutions/p")));
        let hidden = |shown: &Path| {
            let mut hidden = secrets.hidden_in(&[shown.to_owned()]);
            hidden.sort();
            hidden
                .iter()
                .map(|path| path.strip_prefix(&top).unwrap().display().to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(hidden(&top.join("w")), ["w/.judge", "w/cases", "w/solutions/p/target"]);
        assert_eq!(hidden(&top.join("data")), ["data"]);
    }
}
