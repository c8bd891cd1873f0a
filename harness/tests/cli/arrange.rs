//! `rm`, `mv`, `renumber`: removes and renames cases.

use insta::assert_snapshot;

use crate::session::{Workspace, doubling};

fn three() -> Workspace {
    doubling()
        .case("double", "7-last", "3\n", "6\n")
        .file("cases/double/7-last.toml", "description = \"x\"\n")
}

#[test]
fn cases_are_removed_with_all_their_files() {
    let workspace = three();
    assert_snapshot!(workspace.run("rm double/7-* double/1-small --dry-run").all(), @"
    would remove double/1-small
    would remove double/7-last
    ");
    workspace.run("rm double/7-* double/1-small").exits(0).says("removed double/7-last");
    assert_eq!(workspace.files().len(), 4, "{:?}", workspace.files());
    workspace.run("rm double/7-last").exits(4).says("no case of `double` matches `7-last`");
    workspace.run("rm double").exits(2).says("`double` names no case");
}

#[test]
fn a_case_gets_another_name() {
    let workspace = three();
    assert_snapshot!(workspace.run("mv double/7-last group/x").all(), @"renamed double/7-last to double/group/x");
    workspace.run("show double/group/x").exits(0).says("double/group/x\nx\n");
    workspace.run("mv double/1-small 2-large").exits(2).says("2-large.ans` is there already");
    workspace.run("mv double/* x").exits(2).says("more than one case");
    workspace.run("mv double/1-small ../x").exits(2).says("invalid case name");
}

#[test]
fn numbers_are_counted_anew() {
    let workspace = three();
    assert_snapshot!(workspace.run("renumber double").all(), @"renamed double/7-last to double/3-last");
    assert_eq!(workspace.read("cases/double/3-last.in"), "3\n");
    assert_eq!(workspace.read("cases/double/3-last.toml"), "description = \"x\"\n");
    assert_snapshot!(workspace.run("renumber double").all(), @"");
}

#[test]
fn a_rule_that_would_be_left_without_a_case_is_told() {
    let expect = "[solution.right]\nexpect = { \"*\" = \"AC\", \"7-*\" = [\"AC\", \"WA\"] }\n";
    let workspace = three().problem("double", expect);
    let before = workspace.files();
    assert_snapshot!(workspace.run("renumber double").all(), @"
    --- stderr ---
    error: `right` has an expectation for `7-*`, which would match no case
    hint: --force does it anyway; then correct [solution.right] in cases/double/problem.toml
    [exit status: 2]
    ");
    workspace
        .run("rm double/7-last")
        .exits(2)
        .says("has an expectation for `7-*`, which would match no case");
    workspace
        .run("mv double/7-last 7-first --dry-run")
        .exits(0)
        .says("would rename double/7-last to double/7-first");
    assert_eq!(workspace.files(), before);
    workspace.run("rm double/7-last --force").only_exits(0);
}

#[test]
fn a_case_of_a_problem_without_solutions_is_shown() {
    let workspace = doubling().case("lonely", "1", "5\n", "6\n");
    workspace.run("show lonely/1").exits(0).says("lonely/1");
}

#[test]
fn second_answers_go_along_with_their_cases() {
    let workspace = three().file("cases/double/7-last.out", "7\n").file("cases/double/1-small.out", "4\n");
    workspace.run("mv double/7-last last").exits(0).says("to double/last");
    assert_eq!(workspace.read("cases/double/last.out"), "7\n");
    workspace.run("rm double/1-small").only_exits(0);
    workspace.run("list double").exits(0).says("cases/double/last.out: not used").does_not_say("1-small");
    workspace.run("grade double -j 1").exits(0).says("2/2");
}
