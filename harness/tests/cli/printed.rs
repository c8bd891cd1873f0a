//! `run` and `show --output`: what a solution prints, and what came of it.

use std::fs;

use insta::assert_snapshot;

use crate::session::{doubling, is_here};

#[test]
fn bytes_go_to_standard_output_and_the_rest_to_standard_error() {
    let workspace = doubling()
        .script("double", "odd", "read n; printf '%d \\377\\000\\033[1m' $n; echo 'on my way' >&2")
        .script("double", "right", "read n; echo $((2 * n))");
    let output = workspace.run("run double/right 1-small").exits(0);
    assert_eq!(output.stdout, "4\n");
    assert!(output.stderr.starts_with("AC (accepted): 0."), "{}", output.stderr);
    assert!(output.stderr.ends_with(", exit status 0\n"), "{}", output.stderr);
    let workspace = workspace.file("bytes", "");
    let path = workspace.root().join("bytes");
    let output = workspace.run_into(path.to_str().unwrap(), "run double/odd 1-small").exits(1);
    assert_eq!(fs::read(path).unwrap(), b"2 \xff\0\x1b[1m");
    output.says("! on my way\nWA (wrong answer): 0.").says("line 1, column 1: expected `4`, got `2");
}

#[test]
fn without_a_case_it_reads_standard_input_or_a_file() {
    let workspace = doubling()
        .script("double", "right", "read n; echo $((2 * n))")
        .script("double", "crash", "read n; echo $n; exit 3")
        .file("my input", "21\n");
    for words in ["run double/right", "run double/right -"] {
        let output = workspace.run_with_input(words, "17\n").exits(0);
        assert_eq!(output.stdout, "34\n", "{words}");
        output.says("ran to its end: 0.");
    }
    let output = workspace.run_with_input("run double/right --input 'my input'", "").exits(0);
    assert_eq!(output.stdout, "42\n");
    let output = workspace.run_with_input("run double/crash", "1\n").exits(1);
    assert_eq!(output.stdout, "1\n");
    output.says("RE (runtime error): 0.").says(", exit status 3\nexit status 3\n");
    assert!(workspace.run_folders().is_empty());
}

#[test]
fn an_expected_verdict_is_no_failure() {
    let workspace = doubling()
        .script("double", "wrong", "echo 5")
        .problem("double", "[solution.wrong]\nexpect = \"WA\"\n");
    workspace.run("run double/wrong 1-small").exits(0).says("WA (wrong answer), as expected: 0.");
}

#[test]
fn a_case_shows_what_a_solution_prints() {
    let workspace = doubling().script("double", "right", "read n; echo $((2 * n))");
    let output = workspace.run("show double/1-small --output right").exits(0);
    assert_eq!(output.stdout, "4\n");
    output.says("AC (accepted)");
    assert_snapshot!(workspace.run("show 'double/*' --output right").exits(2).stderr, @"
    error: `--output` writes one output, and this selects 2 cases
    hint: write PROBLEM/CASE
    ");
    workspace.run("show double/1-small --output wright").exits(4).says("right");
}

#[test]
fn in_a_dialogue_the_words_of_the_solution_are_printed() {
    let talk = "read n < $1; echo $n; read answer; [ \"$answer\" = $((2 * n)) ] && exit 42; exit 43";
    let workspace = doubling()
        .problem("double", "interactor = \"talk.sh\"\n")
        .file("cases/double/talk.sh", talk)
        .script("double", "right", "read n; echo $((2 * n))");
    let output = workspace.run("run double/right 1-small").exits(0);
    assert_eq!(output.stdout, "4\n");
}

#[test]
fn what_is_not_there_or_not_one_is_an_error() {
    let workspace = doubling().script("double", "right", "echo 4").script("double", "other", "echo 4");
    workspace.run("run double/rihgt 1-small").exits(4).says("right");
    workspace.run("run double/right 9").only_exits(4);
    workspace.run("run double 1-small").exits(4).says("no solution of `double` matches `1-small`");
    assert_snapshot!(workspace.run("run double").exits(2).stderr, @"
    error: `double` names 2 solutions, and one is needed
    hint: write PROBLEM/SOLUTION
    ");
    assert_snapshot!(workspace.run("run double/right '*'").exits(2).stderr, @"error: `*` names 2 cases of `double/right`, and one is needed");
    workspace.run("run double/right --input absent").exits(2).says("failed to read `absent`");
    workspace.run("run double/right 1-small --input x").only_exits(2);
    if is_here("python3") {
        let workspace = workspace.file("solutions/double/broken.py", "if\n");
        workspace.run("run double/broken 1-small").exits(1).says("`broken` cannot be built");
    }
}

#[test]
fn a_reader_that_is_gone_ends_it() {
    let workspace = doubling().script("double", "loud", "while :; do echo 12345678901234567890; done");
    workspace.run_unread("run double/loud 1-small").only_exits(141);
}

#[test]
fn a_program_is_run_as_it_is_judged() {
    if !is_here("python3") {
        return;
    }
    let workspace = doubling()
        .setting("[defaults]\nmemory_limit = \"64MiB\"\n")
        .file("solutions/double/big.py", "x = bytearray(200 << 20)\nprint(4)\n");
    workspace.run("run double/big 1-small").exits(1).says("MLE (memory limit exceeded)").says(" of 64 MiB");
}
