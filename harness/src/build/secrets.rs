//! What of a workspace no build may see: the cases wherever they are, what the judge keeps, what
//! was built, and all hidden folders.

use std::fs;
use std::path::{Path, PathBuf};

use harness_sandbox::is_of_the_system;
use walkdir::{DirEntry, WalkDir};

/// How deep a folder outside of the workspace is looked through for what is hidden there.
const DEEPEST: usize = 6;

/// Files and folders of it that are looked at.
const MOST_ENTRIES: usize = 50_000;

/// The end of the name of a pack.
const PACK: &[u8] = b".tar.zst";

/// Where the parts of a workspace really are.
#[derive(Clone, Debug)]
pub struct Secrets {
    /// The workspace.
    pub root: PathBuf,
    /// Files and folders that hold cases: never shown to any build.
    cases: Vec<PathBuf>,
    /// What else is hidden where it lies in a folder that is shown.
    others: Vec<PathBuf>,
    /// Folders in which students have their submissions: the build of one sees none of the others.
    submissions: Vec<PathBuf>,
}

impl Secrets {
    /// Looks through a workspace whose cases are in these places, and submissions in these folders.
    pub fn of(root: &Path, cases: &[PathBuf], submissions: &[PathBuf]) -> Self {
        let root = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
        let mut others = hidden_in(&root);
        // Packs of the workspace have all cases in them.
        others.extend(
            entries(&root).into_iter().filter(|path| path.as_os_str().as_encoded_bytes().ends_with(PACK)),
        );
        for problem in entries(&root.join("solutions")) {
            others.extend(hidden_in(&problem));
            for package in entries(&problem) {
                others.extend(built_in(&package));
            }
        }
        Self { root, cases: cases.to_vec(), others, submissions: submissions.to_vec() }
    }

    /// Whether no build may see this path.
    pub fn is_case(&self, path: &Path) -> bool {
        self.cases.iter().any(|case| path.starts_with(case))
    }

    /// Whether this is a submission, or lies in one.
    pub fn is_submission(&self, path: &Path) -> bool {
        lies_in_one_of(&self.submissions, path)
    }

    /// Whether what is built from `own` is a submission, and this is, or holds, another.
    pub fn is_of_another(&self, path: &Path, own: &Path) -> bool {
        let holds = self.submissions.iter().any(|folder| folder.starts_with(path) && own.starts_with(folder));
        self.is_submission(own) && !path.starts_with(own) && (holds || self.is_submission(path))
    }

    /// Those of these packages in the workspace that any build may see: neither solutions nor what holds such.
    pub fn shared<'p>(&self, packages: impl IntoIterator<Item = &'p PathBuf>) -> Vec<PathBuf> {
        let solutions = fs::canonicalize(self.root.join("solutions")).ok();
        let is_shared = |path: &&PathBuf| {
            let is_solution =
                solutions.as_ref().is_some_and(|all| path.starts_with(all) || all.starts_with(path));
            let is_hidden = self.others.iter().any(|hidden| path.starts_with(hidden));
            let is_inside = path.starts_with(&self.root) && **path != self.root;
            is_inside && !is_solution && !is_hidden && !self.is_submission(path)
        };
        packages.into_iter().filter(is_shared).cloned().collect()
    }

    /// What to hide of what lies in these folders from a build of `own`.
    pub fn hidden_in(&self, readable: &[PathBuf], own: &Path) -> Vec<PathBuf> {
        // Every build sees the folders of the system, in which a workspace may lie.
        let is_shown =
            |path: &&PathBuf| is_of_the_system(path) || readable.iter().any(|shown| path.starts_with(shown));
        let submissions = self.submissions.iter().filter(|_| self.is_submission(own));
        let all = self.cases.iter().chain(&self.others).chain(submissions);
        // All of the workspace that is not shown.
        let root = Some(&self.root).filter(|root| !readable.contains(root));
        all.chain(root).filter(is_shown).cloned().collect()
    }
}

/// What to hide of a folder that lies outside of the workspace and is shown: hidden files, what was built, and all
/// cases, which may be those of another workspace of the judge.
pub fn hidden_outside(shown: &Path) -> Vec<PathBuf> {
    let is_hidden = |entry: &DirEntry| {
        let name = entry.file_name().as_encoded_bytes();
        let is_of_judge =
            name == b"cases" && (entry.depth() == 1 || entry.path().with_file_name("judge.toml").exists());
        entry.depth() > 0
            && ((name.starts_with(b".") && name != b".cargo")
                || is_of_judge
                || (name == b"target" && entry.file_type().is_dir()))
    };
    let mut hidden = Vec::new();
    let mut walk = WalkDir::new(shown).max_depth(DEEPEST).into_iter();
    // What is beyond these is not looked at, and not hidden: a crate is smaller.
    for _ in 0..MOST_ENTRIES {
        match walk.next() {
            None => break,
            Some(Ok(entry)) if is_hidden(&entry) => {
                if entry.file_type().is_dir() {
                    walk.skip_current_dir();
                }
                hidden.push(entry.into_path());
            }
            Some(_) => {}
        }
    }
    hidden
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

/// Whether a path is a submission, or lies in one; these are the folders of submissions.
pub fn lies_in_one_of(submissions: &[PathBuf], path: &Path) -> bool {
    submissions.iter().any(|folder| path != folder && path.starts_with(folder))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::Secrets;
    use std::fs;
    use std::path::{Path, PathBuf};

    #[test]
    fn what_is_shown_of_other_folders_has_no_cases_and_no_hidden_files() {
        let top = tempfile::tempdir().unwrap();
        for folder in
            ["src/deep", "cases/p", ".git/x", ".cargo", "target/release", "other/cases/q", "plain/cases"]
        {
            fs::create_dir_all(top.path().join(folder)).unwrap();
        }
        for file in ["src/deep/.env", "src/lib.rs", "other/judge.toml"] {
            fs::write(top.path().join(file), "").unwrap();
        }
        let mut hidden = super::hidden_outside(top.path());
        hidden.sort();
        let expect = [".git", "cases", "other/cases", "src/deep/.env", "target"];
        assert_eq!(hidden, expect.map(|path| top.path().join(path)));
    }

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
        fs::write(top.join("w/judge-pack.tar.zst"), "").unwrap();
        let places = ["w/cases", "data", "elsewhere"].map(|place| top.join(place));
        let secrets = Secrets::of(&top.join("w"), &places, &[top.join("w/lib"), top.join("class")]);
        for case in ["w/cases/p", "data/deep/x", "elsewhere"] {
            assert!(secrets.is_case(&top.join(case)), "{case}");
        }
        assert!(!secrets.is_case(&top.join("w/solutions/p")));
        let hidden = |shown: &Path, own: &str| {
            let mut hidden = secrets.hidden_in(&[shown.to_owned()], &top.join(own));
            hidden.sort();
            hidden
                .iter()
                .map(|path| path.strip_prefix(&top).unwrap().display().to_string())
                .collect::<Vec<_>>()
        };
        let always = ["w/.judge", "w/cases", "w/judge-pack.tar.zst", "w/solutions/p/target"];
        assert_eq!(hidden(&top.join("w"), "w/solutions/p"), always);
        assert_eq!(hidden(&top.join("data"), "w/solutions/p"), ["data"]);
        // Other submissions are hidden from that of a student.
        let of_student = ["w/.judge", "w/cases", "w/judge-pack.tar.zst", "w/lib", "w/solutions/p/target"];
        for own in ["w/lib/ann", "w/lib/ann/src", "class/bob.py"] {
            assert_eq!(hidden(&top.join("w"), own), of_student);
            assert!(secrets.is_submission(&top.join(own)));
        }
        assert!(!secrets.is_submission(&top.join("w/lib")));
        // What lies in a folder of the system is seen by each build, unless it is hidden.
        let [root, cases, class] = ["/opt/none", "/opt/data/cases", "/opt/class"].map(PathBuf::from);
        let of_system =
            Secrets::of(&root, &[root.join("cases"), cases.clone()], std::slice::from_ref(&class));
        let hidden = |shown: &Path, own: &Path| of_system.hidden_in(&[shown.to_owned()], own);
        assert_eq!(hidden(&root, &root.join("solutions/p/x.c")), [root.join("cases"), cases.clone()]);
        let own = class.join("ann");
        assert_eq!(hidden(&own, &own), [root.join("cases"), cases, class, root]);
        let is_of_another = |path: &str, own: &str| secrets.is_of_another(&top.join(path), &top.join(own));
        assert!(is_of_another("w/lib/bob", "w/lib/ann") && is_of_another("w/lib", "w/lib/ann"));
        assert!(is_of_another("class", "class/bob.py") && is_of_another("class/ann", "w/lib/bob"));
        assert!(!is_of_another("w/lib/ann/src", "w/lib/ann") && !is_of_another("w/solutions", "w/lib/ann"));
        assert!(!is_of_another("w/lib/ann", "w/solutions/p"));
        let packages = ["w", "w/solutions/p", "w/lib/bob", "w/.judge/x", "w/shared/crate", "far"]
            .map(|path| top.join(path));
        assert_eq!(secrets.shared(&packages), [top.join("w/shared/crate")]);
    }
}
