//! Traces that name files, and what of these is shown.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::grading::explaining::sources::{OwnSources, unescaped};
use crate::trace::traces;

/// A workspace with a solution of two files in a folder, and another solution beside it.
struct Workspace {
    top: TempDir,
    sources: OwnSources,
}

impl Workspace {
    fn new() -> Self {
        let top = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(top.path()).unwrap();
        let folder = root.join("solutions/p/ü s");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("main.py"), "import sys\n\tx = a[i + 1]\n").unwrap();
        fs::write(folder.join("more.py"), "one\ntwo  \n").unwrap();
        fs::write(root.join("solutions/p/other.py"), "secret\n").unwrap();
        let main = folder.join("main.py");
        let roots = [root.clone(), root];
        let sources = OwnSources { roots, main, own: folder, copy: None, has_names_of_classes: false };
        Self { top, sources }
    }

    fn path(&self, relative: &str) -> PathBuf {
        fs::canonicalize(self.top.path()).unwrap().join(relative)
    }

    /// The place that is told, with the text of its line.
    fn told(&self, file: &Path, line: u64) -> Option<String> {
        let text = format!(
            "Traceback (most recent call last):\n  File \"{}\", line {line}, in f\n    x\n    ~^\nE: x\n",
            file.display()
        );
        let fault = self.sources.fault(&traces(&text)[0]);
        let place = fault.place?;
        Some(format!("{}:{}:{:?} {:?}", place.path, place.line, place.column, place.text.as_deref()))
    }
}

#[test]
fn a_line_of_the_solution_is_shown_with_its_column() {
    let workspace = Workspace::new();
    let main = "solutions/p/ü s/main.py";
    let expect = Some(format!("{main}:2:Some(3) Some(\"\\tx = a[i + 1]\")"));
    assert_eq!(workspace.told(&workspace.path(main), 2), expect);
    // As the fault handler of Python, and compilers that stand in the root, write it.
    let escaped = workspace.path(main).display().to_string().replace('ü', "\\xfc");
    assert_eq!(workspace.told(Path::new(&escaped), 2), expect);
    assert_eq!(workspace.told(Path::new(main), 2), expect);
    assert_eq!(workspace.told(Path::new("main.py"), 2), expect);
    let more = workspace.told(&workspace.path("solutions/p/ü s/more.py"), 2);
    assert_eq!(more.as_deref(), Some("solutions/p/ü s/more.py:2:Some(2) Some(\"two\")"));
    assert_eq!(workspace.told(&workspace.path(main), 9), Some(format!("{main}:9:Some(2) None")));
}

#[test]
fn no_other_file_is_read_whatever_a_program_says() {
    let workspace = Workspace::new();
    std::os::unix::fs::symlink(
        workspace.path("solutions/p/other.py"),
        workspace.path("solutions/p/ü s/link.py"),
    )
    .unwrap();
    for file in [
        workspace.path("solutions/p/other.py"),
        workspace.path("solutions/p/ü s/../other.py"),
        workspace.path("solutions/p/ü s/link.py"),
        workspace.path("solutions/p/ü s"),
        PathBuf::from("../other.py"),
        PathBuf::from("other.py"),
        PathBuf::from("/etc/passwd"),
        PathBuf::from("/proc/self/environ"),
        PathBuf::from(""),
    ] {
        assert_eq!(workspace.told(&file, 1), None, "{}", file.display());
    }
}

#[test]
fn calls_of_libraries_are_counted() {
    let workspace = Workspace::new();
    let main = workspace.path("solutions/p/ü s/main.py");
    let calls = |file: &str| {
        format!(
            "{main}:1:3: runtime error: shift\n    #0 0x1 in f {file}:2\n    #1 0x2 in std::g /usr/include/c++/x:5\n    #2 0x3 in h (/lib/c.so+0x5)\n",
            main = main.display()
        )
    };
    let fault = workspace.sources.fault(&traces(&calls(&main.display().to_string()))[0]);
    assert_eq!((fault.stack.len(), fault.library_calls, fault.stack[0].function.as_str()), (1, 2, "f"));
    let place = fault.place.unwrap();
    assert_eq!((place.line, place.column, place.text.as_deref()), (1, Some(3), Some("import sys")));
    // Where none is in the sources, the innermost are told.
    let fault = workspace.sources.fault(&traces(&calls("/usr/lib/x"))[0]);
    let functions: Vec<&str> = fault.stack.iter().map(|frame| frame.function.as_str()).collect();
    assert_eq!((functions, fault.library_calls), (vec!["f", "std::g", "h"], 0));
}

#[test]
fn copies_and_classes_are_told_as_what_they_were() {
    let workspace = Workspace::new();
    let told = |sources: &OwnSources, file: &str| {
        sources.file(file).map(|path| path.strip_prefix(&sources.roots[0]).unwrap().to_owned())
    };
    let main = PathBuf::from("solutions/p/ü s/main.py");
    assert_eq!(told(&workspace.sources, "/judge/build/driver.py"), None);
    let copy = OwnSources { copy: Some("driver.py".to_owned()), ..Workspace::new().sources };
    assert!(copy.file("/judge/build/driver.py").is_some());
    let class =
        OwnSources { has_names_of_classes: true, own: workspace.sources.main.clone(), ..workspace.sources };
    assert_eq!(told(&class, "Main.py"), Some(main));
    assert_eq!(told(&class, "Main.rs"), None);
    assert_eq!(told(&class, "a/Main.py"), None);
}

#[test]
fn paths_may_be_escaped() {
    assert_eq!(unescaped("/a\\xfc/\\u26c4\\U0001f40d.py"), "/aü/⛄🐍.py");
    assert_eq!(unescaped("/a\\b\\xzz\\"), "/a\\b\\xzz\\");
}
