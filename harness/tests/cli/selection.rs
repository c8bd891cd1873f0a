//! What is chosen, and what is said where nothing is.

use insta::assert_snapshot;

use crate::session::{doubling, workspace};

#[test]
fn every_part_of_a_selection_has_its_own_hint() {
    let workspace = doubling().script("double", "wrong", "echo 4");
    assert_snapshot!(workspace.run("double/rihgt").all(), @"
    --- stderr ---
    error: no solution of `double` matches `rihgt`; did you mean `right`?
    [exit status: 4]
    ");
    assert_snapshot!(workspace.run("double/right/1").all(), @"
    --- stderr ---
    error: no case of `double` matches `1`; there are: 1-small, 2-large
    [exit status: 4]
    ");
    assert_snapshot!(workspace.run("list trouble").all(), @"
    --- stderr ---
    error: no problem matches `trouble`; did you mean `double`?
    [exit status: 4]
    ");
    assert_snapshot!(workspace.run("show double/3*").all(), @"
    --- stderr ---
    error: no case of `double` matches `3*`; there are: 1-small, 2-large
    [exit status: 4]
    ");
}

#[test]
fn one_pattern_that_matches_nothing_keeps_all_from_being_judged() {
    assert_snapshot!(doubling().run("-j 1 double triple").all(), @"
    --- stderr ---
    error: no problem matches `triple`; there are: double
    [exit status: 4]
    ");
}

#[test]
fn a_path_is_no_selection() {
    let workspace = doubling();
    assert_snapshot!(workspace.run("solutions/double/right.sh").all(), @"
    --- stderr ---
    error: no problem matches `solutions`; write the names that `harness list` shows, not the path of a file
    [exit status: 4]
    ");
    assert_snapshot!(workspace.run("show ./cases/double/1-small.in").all(), @"
    --- stderr ---
    error: no problem matches `.`; write the names that `harness list` shows, not the path of a file
    [exit status: 4]
    ");
}

#[test]
fn a_mistyped_command_is_understood() {
    assert_snapshot!(doubling().run("grde").all(), @"
    --- stderr ---
    error: no problem matches `grde`; there are: double
    hint: did you mean the command `grade`?
    [exit status: 4]
    ");
}

#[test]
fn a_flag_without_its_value_is_what_is_wrong() {
    doubling().run("--root").exits(2).says("a value is required for '--root <DIR>'");
}

#[test]
fn a_selection_in_an_empty_workspace_matches_nothing() {
    assert_snapshot!(workspace().run("p").all(), @"
    --- stderr ---
    error: no problem matches `p`; there are none
    [exit status: 4]
    ");
}
