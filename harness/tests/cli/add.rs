//! `add`: a case from wherever it comes, checked, answered and judged before anything is written.

use insta::assert_snapshot;

use crate::session::{Workspace, doubling, workspace};

/// The problem `double` with a reference.
fn with_reference() -> Workspace {
    doubling().problem("double", "reference = \"right\"\n")
}

#[test]
fn a_case_from_standard_input_is_answered_by_the_reference() {
    let workspace = with_reference();
    assert_snapshot!(workspace.run_with_input("add double -j 1", "21\n").all(), @"
    double
      ✓ right AC 1/1

    all as expected: 1 solution, 1 run, _ s, 1 job
    added double/3: answer `42` by the reference `right`
    ");
    assert_eq!(workspace.read("cases/double/3.in"), "21\n");
    assert_eq!(workspace.read("cases/double/3.ans"), "42\n");
    assert_snapshot!(workspace.read("cases/double/3.toml"), @r#"
    [provenance]
    by = "harness add"
    source = "standard input"
    answer = "reference right"
    date = 2026-01-01
    sha256 = "6e2ae11dad0616f66bbb2b6e6556f580bb987fd911d7132aa6bee2bfc7cc7b52"
    "#);
    workspace.run("grade -j 1 double/right/3").exits(0).says("1/1");
}

#[test]
fn a_case_from_files_has_the_answer_that_is_given() {
    let workspace = doubling().file("a.txt", "5").file("b.txt", "10\r\n");
    assert_snapshot!(workspace.run("add double g/five --input a.txt --answer b.txt -j 1").all(), @"
    double
      ✓ right AC 1/1

    all as expected: 1 solution, 1 run, _ s, 1 job
    added double/g/five: answer `10` as given
    --- stderr ---
    note: input of a.txt: a final newline was added; --raw keeps it
    note: answer of b.txt: CRLF was converted to LF; --raw keeps it
    ");
    assert_eq!(workspace.read("cases/double/g/five.in"), "5\n");
    assert_eq!(workspace.read("cases/double/g/five.ans"), "10\n");
}

#[test]
fn raw_keeps_line_ends() {
    let workspace = doubling().file("a", "5\r\n").file("b", "10");
    workspace.run("add double x --input a --answer b --raw -j 1").exits(0).does_not_say("CRLF");
    assert_eq!(workspace.read("cases/double/x.in"), "5\r\n");
    assert_eq!(workspace.read("cases/double/x.ans"), "10");
}

#[test]
fn an_answer_that_a_right_solution_contradicts_is_not_written_unless_forced() {
    let workspace = doubling().file("b", "11\n");
    let before = workspace.files();
    assert_snapshot!(workspace.run_with_input("add double --answer b -j 1", "5\n").all(), @"
    double
      ✗ right WA 0/1  expected AC

    ✗ double/right/3: WA (wrong answer), expected AC
      line 1, column 2: expected `11`, got `10`
         expected                                          got
       1 11                                           ~  1 10
      input
      5

    1 not as expected: 1 solution, 1 run, _ s, 1 job
    --- stderr ---
    error: `right` should be right on every case and contradicts the given answer on `3`, so nothing was written
    hint: find out which is right; --force writes the case as it is
    [exit status: 1]
    ");
    assert_eq!(workspace.files(), before);
    workspace.run_with_input("add double --answer b -j 1 --force", "5\n").exits(1).says("added double/3");
    assert_eq!(workspace.read("cases/double/3.ans"), "11\n");
}

#[test]
fn a_wrong_solution_that_the_case_kills_is_told_with_what_to_expect() {
    let workspace = with_reference().script("double", "wrong", "read n; [ $n = 7 ] && n=0; echo $((n + n))");
    let expect = "reference = \"right\"\n[solution.wrong]\nexpect = { \"*\" = \"AC\", \"none\" = \"WA\" }\n";
    let workspace = workspace.problem("double", expect).case("double", "none", "x\n", "0\n");
    assert_snapshot!(workspace.run_with_input("add double seven -j 1", "7\n").all(), @r#"
    double
      ✓ right AC 1/1
      ✗ wrong WA 0/1  expected WA or AC

    ✗ double/wrong/seven: WA (wrong answer), expected AC
      line 1, column 1: expected `14`, got `0`
         expected                                          got
       1 14                                           ~  1 0
      input
      7

    1 not as expected: 2 solutions, 2 runs, _ s, 1 job
    added double/seven: answer `14` by the reference `right`
    --- stderr ---
    hint: write `"seven" = "WA"` under `expect` of [solution.wrong] in cases/double/problem.toml
    [exit status: 1]
    "#);
    assert_eq!(workspace.read("cases/double/seven.ans"), "14\n");
}

#[test]
fn a_wrong_solution_that_survives_the_case_is_fine() {
    let workspace = with_reference()
        .script("double", "square", "read n; echo $((n * n))")
        .problem("double", "reference = \"right\"\n[solution.square]\nexpect = [\"AC\", \"WA\"]\n");
    workspace.run_with_input("add double zero -j 1", "0\n").exits(0).says("added double/zero");
}

#[test]
fn an_input_that_is_there_already_is_refused_by_name() {
    let workspace = with_reference();
    let before = workspace.files();
    assert_snapshot!(workspace.run_with_input("add double -j 1", "1000000\r\n").all(), @"
    --- stderr ---
    note: input of standard input: CRLF was converted to LF; --raw keeps it
    error: standard input has the same input as the case `2-large`, so nothing was written
    [exit status: 2]
    ");
    assert_eq!(workspace.files(), before);
}

#[test]
fn the_validator_must_accept() {
    let workspace =
        with_reference().problem("double", "reference = \"right\"\nvalidator = \"check.sh\"\n").file(
            "cases/double/check.sh",
            "read n; [ $n -lt 10 ] && exit 0; echo \"$n is too large\" >&2; exit 1\n",
        );
    let before = workspace.files();
    assert_snapshot!(workspace.run_with_input("add double -j 1", "10\n").all(), @"
    --- stderr ---
    error: standard input cannot be added: the validator `check.sh` rejects it: 10 is too large
    hint: nothing was written
    [exit status: 2]
    ");
    assert_eq!(workspace.files(), before);
    workspace.run_with_input("add double -j 1", "9\n").only_exits(0);
}

#[test]
fn without_an_answer_and_a_reference_nothing_is_written() {
    assert_snapshot!(doubling().run_with_input("add double -j 1", "9\n").all(), @r#"
    --- stderr ---
    error: the case has no answer: `double` has no reference
    hint: give --answer FILE, ask all solutions with --consensus, or add `reference = "SOLUTION"` to its problem.toml
    [exit status: 2]
    "#);
}

#[test]
fn a_reference_that_fails_answers_nothing() {
    let workspace = with_reference().script("double", "right", "exit 3");
    assert_snapshot!(workspace.run_with_input("add double -j 1", "9\n").all(), @"
    --- stderr ---
    error: the reference `right` gives no answer: RE, exit status 3
    hint: nothing was written
    [exit status: 1]
    ");
}

#[test]
fn a_dry_run_writes_nothing() {
    let workspace = with_reference();
    let before = workspace.files();
    workspace
        .run_with_input("add double --dry-run -j 1", "9\n")
        .exits(0)
        .says("would add double/3: answer `18`");
    assert_eq!(workspace.files(), before);
}

#[test]
fn names_that_are_taken_or_that_nothing_would_find_are_refused() {
    let workspace = with_reference();
    let before = workspace.files();
    let taken = workspace.run_with_input("add double 1-small", "9\n").exits(2);
    taken.says("the case `1-small` exists already");
    for name in ["../x", "problem", ".x", "a//b"] {
        workspace.run_with_input(&format!("add double {name}"), "9\n").exits(2).says("invalid case name");
    }
    workspace.run_with_input("add dubble", "9\n").exits(4).says("did you mean `double`?");
    workspace.run_with_input("add double", "").exits(2).says("the input is empty");
    assert_eq!(workspace.files(), before);
}

#[test]
fn a_consensus_answers_where_all_agree() {
    let workspace = doubling().script("double", "shift", "read n; echo $((n << 1))");
    assert_snapshot!(workspace.run_with_input("add double --consensus -j 1", "8\n").all(), @"
    double
      ✓ right AC 1/1
      ✓ shift AC 1/1

    all as expected: 2 solutions, 2 runs, _ s, 1 job
    added double/3: answer `16` by the consensus of 2 solutions
    ");
    assert_eq!(workspace.read("cases/double/3.ans"), "16\n");
    assert!(workspace.read("cases/double/3.toml").contains("answer = \"consensus of right, shift\"\n"));
}

#[test]
fn a_split_vote_shows_every_answer_and_writes_nothing() {
    let workspace = doubling()
        .script("double", "shift", "read n; echo $((n << 1))")
        .script("double", "cautious", "read n; [ $n -gt 100 ] && exit 1; echo $((n + n))")
        .script("double", "decimal", "read n; echo ${n}0");
    let before = workspace.files();
    assert_snapshot!(workspace.run_with_input("add double --consensus -j 1", "128\n").all(), @"
    decimal
      1280
    right, shift
      256
    cautious
      no answer: RE, exit status 1
    input
      128
    --- stderr ---
    error: the solutions do not agree, so nothing was written
    hint: find out which is right; then give the answer with --answer FILE
    [exit status: 1]
    ");
    assert_eq!(workspace.files(), before);
}

#[test]
fn one_family_is_no_consensus() {
    let families = "[solution.right]\nfamily = \"sum\"\n[solution.sum]\nfamily = \"sum\"\n";
    let workspace = doubling().script("double", "sum", "read n; echo $((n + n))").problem("double", families);
    assert_snapshot!(workspace.run_with_input("add double --consensus -j 1", "8\n").all(), @"
    --- stderr ---
    error: a consensus needs solutions of two families that can be built and should be right; `double` has 1
    hint: give --answer FILE, or let the reference answer
    [exit status: 1]
    ");
}

#[test]
fn a_name_that_the_system_refuses_is_told_once_and_nothing_is_written() {
    let workspace = with_reference();
    let before = workspace.files();
    let name = "x".repeat(300);
    let refused = workspace.run_with_input(&format!("add double {name} -q -j 1"), "9\n").exits(2);
    assert_eq!(refused.stderr.matches("File name too long").count(), 1, "{refused}");
    assert_eq!(workspace.files(), before);
}

#[test]
fn the_first_case_of_a_problem_makes_its_folder() {
    let workspace = workspace().script("new", "echo", "cat").file("b", "1\n");
    workspace.run_with_input("add new --answer b -j 1", "1\n").exits(0).says("added new/01");
    assert_eq!(workspace.read("cases/new/01.in"), "1\n");
}

#[test]
fn writers_at_the_same_moment_get_different_numbers() {
    let workspace = with_reference();
    let children: Vec<_> = (10..15)
        .map(|number| {
            std::fs::write(workspace.root().join(format!("{number}.txt")), format!("{number}\n")).unwrap();
            workspace.start(&format!("add double --input {number}.txt -j 1"))
        })
        .collect();
    for child in children {
        workspace.finish(child).exits(0).says("added double/");
    }
    let mut inputs: Vec<String> =
        (3..8).map(|name| workspace.read(&format!("cases/double/{name}.in"))).collect();
    inputs.sort();
    assert_eq!(inputs, ["10\n", "11\n", "12\n", "13\n", "14\n"]);
    for name in 3..8 {
        let number: u32 = workspace.read(&format!("cases/double/{name}.in")).trim().parse().unwrap();
        assert_eq!(workspace.read(&format!("cases/double/{name}.ans")), format!("{}\n", 2 * number));
    }
}

#[test]
fn settings_without_a_case_are_told_and_keep_their_name() {
    let workspace = with_reference().file("cases/double/3.toml", "description = \"later\"\n");
    workspace.run("list").exits(2).says("cases/double/3.toml: these settings belong to no case");
    workspace.run_with_input("add double -j 1", "21\n").exits(0).says("added double/4: answer `42`");
    let exactly = workspace.run_with_input("add double 3 -j 1", "22\n").exits(2);
    exactly.says("cases/double/3.toml` is there already").says("hint: choose another name");
    assert_eq!(workspace.read("cases/double/3.toml"), "description = \"later\"\n");
}

#[test]
fn a_case_is_stored_although_nothing_reads_of_it() {
    let workspace = with_reference().file("a.txt", "21\n");
    workspace.run_unread("add double --input a.txt").only_exits(141);
    assert_eq!(workspace.read("cases/double/3.ans"), "42\n");
}

#[test]
fn a_judge_that_fails_writes_nothing_and_says_so() {
    let workspace = doubling()
        .problem("double", "reference = \"right\"\nchecker = { kattis = \"check.sh\" }\n")
        .file("cases/double/check.sh", "#!/bin/sh\nexit 3\n");
    let before = workspace.files();
    workspace.run_with_input("add double new -j 1", "7\n").exits(3).says("hint: nothing was written");
    assert_eq!(workspace.files(), before);
}
