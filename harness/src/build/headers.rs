//! Headers that programs of setters include and that no compiler brings along.
//!
//! The compiler itself looks beside the source and in the system's folders. Between these it is told to look in
//! the folders above the source up to that of the problem, and in a folder of the user for all problems. A
//! folder that has none of the headers is not named to it, nor is any to a solution that includes none, so that
//! no other build depends on it.

use std::path::{Path, PathBuf};

use crate::build::command::includes;
use crate::build::compiler::takes_include_folders;
use crate::files;

/// A header, and where it is published.
struct Header {
    name: &'static str,
    home: &'static str,
}

/// The headers.
const HEADERS: [Header; 1] =
    [Header { name: "testlib.h", home: "https://github.com/MikeMirzayanov/testlib" }];

/// The user's folder for headers, in the folder for data of programs.
const SHARED: &str = "harness/include";

/// What GCC and Clang say of a header that they do not find.
const NOT_FOUND: [&str; 2] = ["No such file or directory", "file not found"];

/// Where a program finds headers.
pub struct Headers {
    /// The folder of the problem, as the user writes it.
    problem: PathBuf,
    /// The user's folder for all problems.
    shared: Option<PathBuf>,
    /// The folders that have a header, the first to be searched first.
    folders: Vec<PathBuf>,
}

impl Headers {
    /// Those of a program beside the cases, or of another source that includes one, if this command takes folders
    /// of headers.
    pub fn of(main: &Path, root: &Path, command: &[String]) -> Option<Self> {
        Self::with_shared(main, root, command, shared())
    }

    fn with_shared(main: &Path, root: &Path, command: &[String], shared: Option<PathBuf>) -> Option<Self> {
        let mut inside = main.strip_prefix(root).ok()?.iter();
        let (top, problem) = (inside.next()?, inside.next()?);
        if !takes_include_folders(command) || (top != "cases" && !includes_any(main)) {
            return None;
        }
        let problem = Path::new(top).join(problem);
        let above = main.ancestors().skip(2).take_while(|folder| folder.starts_with(root.join(&problem)));
        let searched = above.map(Path::to_owned).chain(shared.clone());
        let has_header = |folder: &PathBuf| HEADERS.iter().any(|header| folder.join(header.name).is_file());
        let folders = searched.filter(has_header).filter_map(|folder| folder.canonicalize().ok()).collect();
        Some(Self { problem, shared, folders })
    }

    /// The words of a command that name the folders.
    pub fn arguments(&self) -> impl Iterator<Item = String> {
        let folders = self.folders.iter().filter_map(|folder| folder.to_str());
        // Before the system's folders for `"…"`, behind them for `<…>`, which names the system's headers.
        folders.flat_map(|folder| ["-iquote", folder, "-idirafter", folder].map(str::to_owned))
    }

    /// Where to put a header that the compiler does not find, and where to get it.
    pub fn hint(&self, said: &str) -> Option<String> {
        let is_missing = |name: &str| {
            let mut lines = said.lines().filter(|line| line.contains(name));
            lines.any(|line| NOT_FOUND.iter().any(|phrase| line.contains(phrase)))
        };
        let Header { name, home } = HEADERS.iter().find(|header| is_missing(header.name))?;
        let problem = self.problem.display();
        let shared = self.shared.as_ref();
        let shared = shared.map(|folder| format!(", or for all problems into `{}`", folder.display()));
        let shared = shared.unwrap_or_default();
        Some(format!("hint: put `{name}` from {home} into `{problem}`{shared}"))
    }
}

/// Whether a source names one of the headers itself.
fn includes_any(main: &Path) -> bool {
    files::source(main).is_ok_and(|text| HEADERS.iter().any(|header| includes(&text, Path::new(header.name))))
}

/// The user's folder for headers, whether it is there or not.
fn shared() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")))?;
    Some(data.join(SHARED))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use crate::build::headers::Headers;

    fn headers(main: &str, root: &Path, compiler: &str) -> Option<Headers> {
        Headers::with_shared(&root.join(main), root, &[compiler.to_owned()], Some(root.join("shared")))
    }

    #[test]
    fn the_folders_above_a_source_and_the_shared_one_are_searched() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        for folder in ["cases/p/check/deep", "cases/q", "shared"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        let found = |main: &str| {
            let arguments: Vec<String> = headers(main, &root, "g++").unwrap().arguments().collect();
            arguments.join(" ").replace(&format!("{}/", root.display()), "")
        };
        assert_eq!(found("cases/p/check/deep/main.cpp"), "");
        fs::write(root.join("shared/testlib.h"), "").unwrap();
        assert_eq!(found("cases/p/check.cpp"), "-iquote shared -idirafter shared");
        for above in ["cases/testlib.h", "cases/p/testlib.h", "cases/p/check/testlib.h"] {
            fs::write(root.join(above), "").unwrap();
        }
        let all = "-iquote cases/p/check -idirafter cases/p/check -iquote cases/p -idirafter cases/p \
            -iquote shared -idirafter shared";
        assert_eq!(found("cases/p/check/deep/main.cpp"), all);
        assert_eq!(found("cases/q/check.cpp"), "-iquote shared -idirafter shared");
    }

    #[test]
    fn solutions_without_these_headers_and_other_compilers_are_told_nothing() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        fs::create_dir_all(root.join("solutions/p")).unwrap();
        fs::write(root.join("solutions/p/a.cpp"), "#include <vector>\n#include \"mine.h\"\n").unwrap();
        fs::write(root.join("solutions/p/generate.cpp"), "# include \"testlib.h\"\n").unwrap();
        assert!(headers("solutions/p/a.cpp", root, "g++").is_none());
        assert!(headers("solutions/p/generate.cpp", root, "g++").is_some());
        assert!(headers("cases/p/check.rs", root, "rustc").is_none());
        assert!(headers("cases/p/check.cpp", root, "clang++-15").is_some());
    }

    #[test]
    fn a_header_that_is_not_found_is_told_with_its_place() {
        let headers = headers("cases/p/check.cpp", Path::new("/workspace"), "g++").unwrap();
        let hint = "hint: put `testlib.h` from https://github.com/MikeMirzayanov/testlib into `cases/p`, or for all \
            problems into `/workspace/shared`";
        for said in [
            "a.cpp:1:10: fatal error: testlib.h: No such file or directory\n",
            "a.cpp:1:10: fatal error: 'testlib.h' file not found\n",
        ] {
            assert_eq!(headers.hint(said).as_deref(), Some(hint), "{said}");
        }
        for said in ["testlib.h:7: error: x", "a.h: No such file or directory", ""] {
            assert_eq!(headers.hint(said), None, "{said}");
        }
    }
}
