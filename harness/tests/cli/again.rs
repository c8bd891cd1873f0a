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

#[test]
fn where_nothing_is_run_again_each_report_is_complete_and_the_last_run_stays_the_last() {
    let workspace = doubling();
    workspace.run("").only_exits(0);
    let kinds = [
        "json",
        "jsonl",
        "junit",
        "tap",
        "csv",
        "markdown",
        "gradebook",
        "gradescope",
        "github",
        "html",
        "github-classroom",
        "libtest-json",
        "short",
    ];
    for kind in kinds {
        let words = format!("--failed --format json --report {kind}=report.{kind}");
        let output = workspace.run(&words).exits(0);
        output.says("nothing to run again");
        assert_eq!(output.json()["results"].as_array().map(Vec::len), Some(0), "{output}");
        assert!(workspace.root().join(format!("report.{kind}")).is_file(), "{kind}");
    }
    let report: serde_json::Value = serde_json::from_str(&workspace.read("report.json")).unwrap();
    assert_eq!(report["exit_code"], 0);
    assert!(workspace.read("report.jsonl").contains("\"event\":\"finished\""));
    assert_eq!(workspace.read("report.tap"), "TAP version 13\n1..0\n");
    workspace.run("--against last").exits(0).says("2 the same, 0 new");
    // A file that is named is a record all the same.
    workspace.run("--failed --record nothing.jsonl").exits(0).says("nothing to run again");
    workspace.run("report nothing.jsonl").exits(0).says("0 solutions, 0 runs");
}
