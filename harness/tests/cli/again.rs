//! `grade --failed`: what is run again, and what is said where that is nothing.

use std::fs;

use crate::session::{Workspace, doubling};

/// Writes a file of the workspace anew.
fn write(workspace: &Workspace, path: &str, text: &str) {
    fs::write(workspace.root().join(path), text).unwrap();
}

#[test]
fn what_has_other_limits_another_checker_or_expectation_is_run_again() {
    let workspace = doubling().script("double", "sleepy", "read n; echo $((n + n)) ''");
    workspace.run("").only_exits(0);
    let failed = |words: &str| workspace.run(&format!("--failed {words}"));
    failed("").exits(0).says("nothing to run again");
    // Limits, by a flag and by settings.
    failed("--memory-limit 100MiB").exits(0).says("2 solutions, 4 runs");
    failed("--memory-limit 100MiB").exits(0).says("nothing to run again");
    write(&workspace, "judge.toml", "[defaults]\ntime_limit = \"9s\"\n");
    failed("").exits(0).says("2 solutions, 4 runs");
    // An expectation is one of a solution.
    write(&workspace, "cases/double/problem.toml", "[solution.sleepy]\nexpect = \"WA\"\n");
    failed("").exits(1).says("1 solution, 2 runs");
    // A checker is one of a problem.
    write(&workspace, "cases/double/problem.toml", "checker = \"exact\"\n");
    failed("").exits(1).says("1 not as expected: 2 solutions, 4 runs");
}
