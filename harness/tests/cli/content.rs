//! Inputs, answers and outputs that are empty, long, or no text.

use insta::assert_snapshot;

use crate::session::workspace;

#[test]
fn nothing_is_the_right_answer_to_an_empty_answer() {
    let workspace =
        workspace().case("p", "1", "", "").script("p", "silent", ":").script("p", "talks", "echo 0");
    assert_snapshot!(workspace.run("-j 1").all(), @"
    p
      ✓ silent AC 1/1
      ✗ talks WA 0/1  expected AC

    ✗ p/talks/1: WA (wrong answer), expected AC
      line 1, column 1: extra output after the end: `0`
         expected                                          got
                                                      >  1 0
      alone: harness grade p/talks/1

    1 not as expected: 2 solutions, 2 runs, _ s, 1 job
    [exit status: 1]
    ");
}

#[test]
fn no_output_where_there_should_be_some_is_said_to_be_none() {
    let workspace = workspace().case("p", "1", "", "4\n").script("p", "closes", "exec 1>&-");
    assert_snapshot!(workspace.run("-j 1").all(), @"
    p
      ✗ closes WA 0/1  expected AC

    ✗ p/closes/1: WA (wrong answer), expected AC
      line 1, column 1: no output
         expected                                          got
       1 4                                            <
      alone: harness grade p/closes/1

    1 not as expected: 1 solution, 1 run, _ s, 1 job
    [exit status: 1]
    ");
}

#[test]
fn bytes_that_are_no_text_are_compared_and_shown() {
    let workspace = workspace().case("p", "1", "a\0b\n", "a\0b\n").script("p", "cat", "cat").script(
        "p",
        "other",
        "printf 'a\\000\\377\\033[31m\\n'",
    );
    assert_snapshot!(workspace.run("-j 1").all(), @r"
    p
      ✓ cat AC 1/1
      ✗ other WA 0/1  expected AC

    ✗ p/other/1: WA (wrong answer), expected AC
      line 1, column 3: expected `a\0b`, got `a\0\xff\x1b[31m`: bytes that are not UTF-8 at offset 2
         expected                                          got
       1 a␀b                                          ~  1 a␀\xff\x1b[31m
      input
      a␀b
      alone: harness grade p/other/1

    1 not as expected: 2 solutions, 2 runs, _ s, 1 job
    [exit status: 1]
    ");
}

#[test]
fn a_long_line_is_cut_round_its_first_difference() {
    let long = "x".repeat(100_000);
    let workspace =
        workspace().case("p", "1", &format!("{long}\n"), &format!("{long}y\n")).script("p", "cat", "cat");
    assert_snapshot!(workspace.run("-j 1").all().replace(&"x".repeat(97), "[97 x]"), @"
    p
      ✗ cat WA 0/1  expected AC

    ✗ p/cat/1: WA (wrong answer), expected AC
      line 1, column 100001: expected `…xxxxxxxxxxxxxxxxy`, got `…xxxxxxxxxxxxxxxx`
         expected                                          got
       1 …xxxxxxxxxxxxxxy                             ~  1 …xxxxxxxxxxxxxx
      input
      [97 x]…
      … 98977 bytes left out
      alone: harness grade p/cat/1

    1 not as expected: 1 solution, 1 run, _ s, 1 job
    [exit status: 1]
    ");
    assert_snapshot!(workspace.run("show p/1").all().replace(&"x".repeat(97), "[97 x]"), @"
    p/1
    input [ROOT]/cases/p/1.in
      [97 x]xx…
      … 98977 bytes left out
    answer [ROOT]/cases/p/1.ans
      [97 x]xx…
      … 98978 bytes left out
    ");
}

#[test]
fn a_case_of_empty_files_is_shown() {
    assert_snapshot!(workspace().case("p", "1", "", "").run("show p").all(), @"
    p/1
    input [ROOT]/cases/p/1.in
      (empty)
    answer [ROOT]/cases/p/1.ans
      (empty)
    ");
}
