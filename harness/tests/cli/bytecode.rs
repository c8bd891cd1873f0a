//! What is kept of sources that an interpreter compiles: found at the next run, and never out of date.

use std::fs::{self, File};
use std::path::PathBuf;

use crate::session::{Workspace, is_here, workspace};

/// A module can be imported only if it was compiled before.
const MAIN: &str = "import builtins, os, sys\n\ndef refused(*given, **named):\n    raise RuntimeError('it is compiled here')\n\n\
    builtins.compile = refused\nimport helper\nimport package.inner as inner\nassert 'PYTHONUSERBASE' not in os.environ\n\
    assert not any('site-packages' in path and '.judge' in path for path in sys.path)\n\
    assert os.path.realpath(helper.__file__) == os.path.join(os.path.dirname(os.path.realpath(__file__)), 'helper.py')\n\
    print(helper.value() + inner.NOTHING)\n";

fn with_helper(interpreter: &str) -> Workspace {
    workspace()
        .setting(&format!("[language.python]\nrun = [\"{interpreter}\", \"{{source}}\"]\n"))
        .case("p", "1", "", "3\n")
        .file("solutions/p/a/main.py", MAIN)
        .file("solutions/p/a/helper.py", "def value():\n    return 3\n")
        .file("solutions/p/a/package/__init__.py", "")
        .file("solutions/p/a/package/inner.py", "NOTHING = 0\n")
        // What is never imported need not be right.
        .file("solutions/p/a/unused.py", "def\n")
}

/// The interpreters that are here.
fn interpreters() -> impl Iterator<Item = &'static str> {
    ["python3", "pypy3"].into_iter().filter(|program| is_here(program))
}

#[test]
fn a_module_of_a_folder_is_compiled_once_and_again_when_it_has_changed() {
    for interpreter in interpreters() {
        let workspace = with_helper(interpreter);
        for _ in 0..2 {
            workspace.run("-j 1").only_exits(0);
        }
        assert!(!workspace.root().join("solutions/p/a/__pycache__").exists());
        let path = workspace.root().join("solutions/p/a/helper.py");
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        let workspace = workspace.file("solutions/p/a/helper.py", "def value():\n    return 2\n");
        File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
        for _ in 0..2 {
            workspace.run("-j 1").exits(1).says("expected `3`, got `2`");
        }
    }
}

/// Python itself would believe what lies beside a source that has the same size and time.
#[test]
fn what_lies_beside_the_sources_is_not_believed() {
    if !is_here("python3") {
        return;
    }
    let workspace = with_helper("python3").tool(
        "stale",
        "cd \"$1\" && printf 'def value():\\n    return 7\\n' > helper.py && touch -d @1000000000 helper.py && \
         python3 -m py_compile helper.py && printf 'def value():\\n    return 3\\n' > helper.py && \
         touch -d @1000000000 helper.py",
    );
    let root = workspace.root().display().to_string();
    workspace.run_after(&format!("{root}/bin/stale {root}/solutions/p/a"), "-j 1").only_exits(0);
    assert!(workspace.root().join("solutions/p/a/__pycache__").exists());
}

#[test]
fn an_error_in_a_kept_module_has_its_own_lines() {
    for interpreter in interpreters() {
        let workspace = with_helper(interpreter)
            .file("solutions/p/a/helper.py", "\n\ndef value():\n    return [][1]  # here\n");
        let output = workspace.run("run p/a 1").exits(1);
        output.says("/solutions/p/a/helper.py\", line 4, in value\n").says("return [][1]  # here");
        output.does_not_say("usercustomize").does_not_say("importlib");
    }
}

/// A pasted solution imports what lies beside it.
#[test]
fn a_module_beside_a_pasted_solution_is_compiled_once() {
    for interpreter in interpreters() {
        let main = "import builtins\n\ndef refused(*given, **named):\n    raise RuntimeError('it is compiled here')\n\n\
            builtins.compile = refused\nimport helper\n\nclass Solution:\n    def f(self, a):\n        return a + helper.value() - 3\n";
        let workspace = with_helper(interpreter)
            .problem("p", FUNCTION)
            .case("p", "1", "5\n", "5\n")
            .file("solutions/p/a/main.py", main);
        workspace.run("-j 1").only_exits(0);
        let workspace = workspace.file("solutions/p/a/helper.py", "def value():\n    return 4\n");
        let output = workspace.run("-j 1").exits(1);
        output.says("expected `5`, got `6`");
    }
}

/// Files in the folders of builds.
fn built(workspace: &Workspace, name: &str) -> Vec<PathBuf> {
    let all = walkdir::WalkDir::new(workspace.root().join(".judge/build")).into_iter().flatten();
    let found = all.filter(|entry| entry.file_name().to_string_lossy().starts_with(name));
    found
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|end| end == "pyc"))
        .collect()
}

const FUNCTION: &str =
    "[function]\nname = \"f\"\nparameters = [{ name = \"a\", type = \"int\" }]\nreturns = \"int\"\n";

fn pasted() -> Workspace {
    workspace().problem("p", FUNCTION).case("p", "1", "5\n", "5\n")
}

/// What was kept is exchanged, each with the hash of the other source: what runs then is what was kept. With
/// another hash it is compiled again.
#[test]
fn a_pasted_solution_is_compiled_once() {
    for interpreter in interpreters() {
        let class = |result: &str| format!("class Solution:\n    def f(self, a):\n        return {result}\n");
        let extension = if interpreter == "pypy3" { "pypy" } else { "py" };
        let workspace = pasted()
            .file(format!("solutions/p/one.{extension}"), class("a"))
            .file(format!("solutions/p/two.{extension}"), class("a + 0"));
        workspace.run("-j 1").only_exits(0);
        let paths = built(&workspace, "solution.");
        let [first, second] = [0, 1].map(|at| fs::read(&paths[at]).unwrap());
        assert_ne!(first[8..16], second[8..16]);
        let other = workspace.file(format!("solutions/p/three.{extension}"), class("a + 2"));
        let _ = other.run("-j 1").exits(1);
        let third = built(&other, "solution.").into_iter().find(|path| !paths.contains(path)).unwrap();
        let wrong = fs::read(third).unwrap();
        fs::write(&paths[0], [&first[..16], &wrong[16..]].concat()).unwrap();
        let output = other.run("-j 1").exits(1);
        assert_eq!(output.stdout.matches("expected `5`, got `7`").count(), 2, "{output}");
        fs::write(&paths[0], [&wrong[..16], &wrong[16..]].concat()).unwrap();
        let output = other.run("-j 1").exits(1);
        assert_eq!(output.stdout.matches("expected `5`, got `7`").count(), 1, "{output}");
    }
}

/// What one interpreter has kept, another does not find.
#[test]
fn another_interpreter_than_that_which_checks_compiles_the_source_itself() {
    if !is_here("python3") || !is_here("pypy3") {
        return;
    }
    let check = "import os, sys; os.path.isfile('keep.py') and exec(open('keep.py').read())";
    let workspace = pasted()
        .setting(&format!(
            "[language.python]\ncompile = [\"python3\", \"-c\", \"{check}\", \"{{source}}\"]\nrun = [\"pypy3\", \"{{source}}\"]\n"
        ))
        .file("solutions/p/one.py", "class Solution:\n    def f(self, a):\n        return a\n");
    workspace.run("-j 1").only_exits(0);
    let kept = built(&workspace, "solution.");
    assert!(kept.len() == 1 && kept[0].to_string_lossy().contains("cpython"), "{kept:?}");
}

#[test]
fn a_pack_with_what_was_kept_is_graded_elsewhere() {
    if !is_here("python3") {
        return;
    }
    let workspace = with_helper("python3")
        .file("solutions/p/a/main.py", "import helper\nprint(helper.value())\n")
        .problem("q", FUNCTION)
        .case("q", "1", "5\n", "5\n")
        .file("solutions/q/one.py", "class Solution:\n    def f(self, a):\n        return a\n");
    workspace.run("pack -o all.pack").only_exits(0);
    let elsewhere = crate::session::workspace();
    fs::remove_file(elsewhere.root().join("judge.toml")).unwrap();
    fs::copy(workspace.root().join("all.pack"), elsewhere.root().join("all.pack")).unwrap();
    drop(workspace);
    let output = elsewhere.run("grade --pack all.pack -j 1").exits(0);
    assert_eq!(output.stdout.matches("  ✓ ").count(), 2, "{output}");
}
