//! `grade --failed`: what is run again, and what is said where that is nothing.

use std::fs;

use crate::session::{Workspace, doubling, workspace};

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

#[test]
fn a_solution_of_which_some_cases_did_not_run_is_right_in_no_report() {
    let right = "read n; echo $n";
    let workspace = workspace().case("p", "1", "1\n", "1\n").case("p", "2", "2\n", "2\n");
    let workspace = workspace.script("p", "a", right).script("p", "b", right);
    workspace.run("--shard 1/2 --record part1").only_exits(0);
    let formats = ["csv", "markdown", "tap", "gradebook", "junit", "github-classroom", "html", "json"];
    let reports = formats.map(|kind| format!("--report {kind}=report.{kind}")).join(" ");
    let output = workspace.run(&format!("merge part1 --allow-missing {reports}")).exits(0);
    output.says("SK   1/2").says("1 of 2 cases ran").says("2 not judged to the end");
    output.does_not_say("✓").does_not_say("all as expected");
    let read = |kind: &str| workspace.read(&format!("report.{kind}"));
    let of_solution = |line: &&str| line.starts_with("p,a,") && line.split(',').nth(3) == Some("");
    assert!(read("csv").lines().find(of_solution).unwrap().contains(",skipped,SK,"), "{}", read("csv"));
    assert!(read("markdown").starts_with("**harness**: ➖ 2 of 2 solutions not judged to the end"));
    assert!(!read("markdown").contains('✅'), "{}", read("markdown"));
    assert!(read("tap").contains("- p/a # SKIP 1 of 2 cases ran"), "{}", read("tap"));
    assert!(read("gradebook").contains("a,p,,2,SK,"), "{}", read("gradebook"));
    assert!(read("html").contains("1 of 2 cases ran"));
    let document: serde_json::Value = serde_json::from_str(&read("json")).unwrap();
    let solution = &document["solutions"][0];
    let told = ["verdict", "cases", "as_expected"].map(|key| solution[key].to_string());
    assert_eq!(told, ["\"SK\"", "1", "false"]);
}

#[test]
fn a_record_is_found_in_a_file_of_any_name() {
    let workspace = doubling();
    workspace.run("--record monday.json").only_exits(0);
    workspace.run("report monday.json").exits(0).says("1 solution, 2 runs");
    workspace.run("--against monday.json").exits(0).says("2 the same");
    workspace.run("--balance monday.json --shard 1/1 --record part1").only_exits(0);
    workspace.run("report part1").exits(0).says("1 solution, 2 runs");
}

#[test]
fn a_run_of_some_cases_is_marked_in_the_history() {
    let workspace = doubling().script("double", "one", "read n; echo 4");
    workspace.run("").only_exits(1);
    workspace.run("double/one/1-small --report html=page.html").only_exits(0);
    workspace.run("history double").exits(0).says("✗ double/one").says("WA × 1").does_not_say("AC × 2");
    workspace.run("history double/one").exits(0).says("some cases  changed: cases");
    assert!(workspace.read("page.html").contains("AC\u{a0}×\u{a0}1 (some cases)"));
    let document = workspace.run("history double/one --format json").json();
    let runs = document["solutions"][0]["runs"].as_array().unwrap();
    let told: Vec<String> =
        runs.iter().map(|run| format!("{} {}", run["is_partial"], run["changed"])).collect();
    assert_eq!(told, ["false []", "true [\"cases\"]"]);
}
