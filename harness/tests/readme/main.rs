//! The README tells the truth: every console block in it is run, in a fresh copy of this workspace,
//! and must print what it says.
//!
//! The blocks are one session, as one would type it from top to bottom. Numbers of times and sizes
//! are another machine's and are not compared; what stands around them is. A command that fails must
//! be followed by `$ echo $?`. Blocks of `sh` hold what would take long here; `.ci/run` runs them.

#![forbid(unsafe_code)]

mod console;
mod wording;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::console::{Step, blocks, steps};
use crate::wording::without_numbers;

/// What stands in the README for the executable under test.
const PROGRAM: &str = "cargo run -p harness";

/// What the copy of the workspace is made of.
const COPIED: [&str; 6] = ["Cargo.lock", "Cargo.toml", "cases", "harness", "judge.toml", "solutions"];

#[test]
fn every_console_block_of_the_readme_prints_what_it_says() {
    let readme = read("README.md");
    let steps: Vec<Step> =
        blocks(&readme).filter(|block| block.kind == "console").flat_map(|block| steps(&block)).collect();
    assert!(
        steps.iter().filter(|step| step.command.starts_with(PROGRAM)).count() >= 5,
        "the README shows too little"
    );
    let workspace = copy_of_workspace();
    let mut status = 0;
    for (index, step) in steps.iter().enumerate() {
        let output = run(step, status, workspace.path());
        let printed = String::from_utf8_lossy(&output.stdout);
        let (expect, got) = (without_numbers(&step.prints), without_numbers(&printed));
        let place = format!("README.md:{}: `{}`", step.line, step.command);
        assert!(
            expect == got,
            "{place} prints something else\n--- expected\n{expect}\n--- got\n{got}\n--- in full\n{printed}"
        );
        status = output.status.code().unwrap_or_else(|| panic!("{place} was killed"));
        let is_said = steps.get(index + 1).is_some_and(|next| next.command == "echo $?");
        assert!(status == 0 || is_said, "{place} ends with {status}: show it with `$ echo $?`");
    }
    // A problem with no package of its own, as the README adds one, must not be in Cargo's way.
    let mut cargo = command("cargo", workspace.path());
    let output =
        cargo.args(["metadata", "--offline", "--no-deps", "--format-version", "1"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_the_readme_leaves_to_others_is_run_by_ci() {
    let (readme, ci) = (read("README.md"), read(".ci/run"));
    let mut n_commands = 0;
    for block in blocks(&readme).filter(|block| block.kind != "console") {
        assert_eq!(
            block.kind, "sh",
            "README.md:{}: a block is `console` and run here, or `sh` and run by .ci/run",
            block.line
        );
        for line in &block.lines {
            assert!(ci.lines().any(|other| other == *line), ".ci/run does not run `{line}`");
            n_commands += 1;
        }
    }
    assert_eq!(n_commands, 2, "the whole set-up is two commands");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("failed to read `{path}`: {error}"))
}

/// Runs a step as a shell would after a command with that status; errors go where output goes.
fn run(step: &Step, last_status: i32, workspace: &Path) -> Output {
    let program =
        step.command.replace(&format!("{PROGRAM} --"), "\"$HARNESS\"").replace(PROGRAM, "\"$HARNESS\"");
    let script = format!("exec 2>&1\n(exit {last_status})\n{program}\n");
    let mut shell = command("sh", workspace);
    shell.arg("-c").arg(script).env("HARNESS", env!("CARGO_BIN_EXE_harness")).stdin(Stdio::null());
    shell.output().unwrap_or_else(|error| panic!("failed to start sh: {error}"))
}

#[expect(clippy::disallowed_methods, reason = "the commands of the README are what is tested")]
fn command(program: &str, workspace: &Path) -> Command {
    let mut command = Command::new(program);
    // Whatever is built here is built in the copy.
    command.current_dir(workspace).env_remove("CARGO_TARGET_DIR");
    command
}

fn copy_of_workspace() -> TempDir {
    let copy = tempfile::tempdir().expect("a folder for the copy");
    let is_made = |name: &std::ffi::OsStr| name == "target" || name == ".judge";
    let walk =
        |top| WalkDir::new(root().join(top)).into_iter().filter_entry(|entry| !is_made(entry.file_name()));
    for entry in COPIED.iter().flat_map(walk) {
        let entry = entry.expect("the workspace can be listed");
        let path = entry.path().strip_prefix(root()).expect("the walk began there");
        if entry.file_type().is_dir() {
            fs::create_dir_all(copy.path().join(path)).expect("a folder of the copy");
        } else {
            fs::copy(entry.path(), copy.path().join(path)).expect("a file of the copy");
        }
    }
    copy
}
