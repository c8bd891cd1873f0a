//! `cases` tries the checker program of a problem: on outputs that the problem has for it, and on changed answers.

use insta::assert_snapshot;

use crate::session::{Workspace, workspace};

/// Accepts two numbers with the sum of the input, and nothing else.
const STRICT: &str = "n=$(cat $1)\nset -f\nset -- $(tr '\\000' x < $2)\n\
    [ $# = 2 ] || { echo \"wrong output format $# words\" >&2; exit 2; }\n\
    case $1$2 in *[!0-9]*) echo 'wrong output format no numbers' >&2; exit 2;; esac\n\
    [ ${#1} -lt 9 ] && [ ${#2} -lt 9 ] && [ $(($1 + $2)) = \"$n\" ] && exit 0\n\
    echo 'wrong answer' >&2\nexit 1\n";

/// Looks at the first line alone.
const HASTY: &str = "read a b < $2\ncase $a$b in ''|*[!0-9]*) exit 2;; esac\n\
    [ ${#a} -lt 9 ] && [ ${#b} -lt 9 ] && [ $((a + b)) = \"$(cat $1)\" ]\n";

/// A problem with this checker.
fn checked_by(text: &str) -> Workspace {
    workspace()
        .case("p", "1", "2\n", "0 2\n")
        .case("p", "2", "7\n", "3 4\n")
        .problem("p", "checker = { testlib = \"check.sh\" }\n")
        .file("cases/p/check.sh", text)
        .script("p", "right", "read n; echo 0 $n")
}

/// An output for the checker, in a folder beside the cases.
fn with_example(workspace: Workspace, place: &str, input: &str, output: &str, answer: &str) -> Workspace {
    let path = |ending: &str| format!("cases/p/checker_tests/{place}.{ending}");
    workspace.file(path("in"), input).file(path("out"), output).file(path("ans"), answer)
}

#[test]
fn a_checker_that_keeps_its_contract_is_fine() {
    let workspace = with_example(checked_by(STRICT), "accept/other-way", "7\n", "4 3\n", "0 7\n");
    let workspace = with_example(workspace, "reject/wrong-sum", "7\n", "4 4\n", "0 7\n");
    assert_snapshot!(workspace.run("cases p -j 1").all(), @"
    p: 2 cases, 0 wrong solutions
      ✓ the checker `check.sh` (testlib) keeps its contract: 59 outputs tried
    ");
    workspace.run("-j 1").exits(0).says("1 solution, 2 runs");
}

#[test]
fn a_checker_that_accepts_what_is_longer_is_told_with_a_command_to_see_it() {
    let workspace = checked_by(HASTY);
    assert_snapshot!(workspace.run("cases p -j 1").all(), @"
    p: 2 cases, 0 wrong solutions
      ✗ the checker `check.sh` (testlib) breaks its contract: 57 outputs tried
        1:trailing-word  must be rejected, and is accepted; the same on 1 other case
        1:twice          must be rejected, and is accepted; the same on 1 other case
        1:long           must be rejected, and is accepted
        `harness cases p --checker-test 1:trailing-word` shows an output
    [exit status: 1]
    ");
    let shown = workspace.run("cases p --checker-test 1:trailing-word").exits(1);
    shown.says("✗ p 1:trailing-word: must be rejected, and is accepted\n");
    shown.says("input [ROOT]/cases/p/1.in\n").says("trailing\n").says("answer [ROOT]/cases/p/1.ans\n");
    workspace.run("cases p --checker-test 1:empty").exits(0).says("must be rejected, and is rejected");
    let unknown = workspace.run("cases p --checker-test 1:other").exits(4);
    unknown.says("`p` has no output `1:other` for its checker").says("trailing-word");
    workspace.run("cases p --minimal --checker-test 1:empty").exits(2).says("cannot be used with");
}

#[test]
fn a_checker_that_fails_is_the_judges_failure() {
    let failures = [
        ("*NaN*) kill -SEGV $$;;", "1:nan-first", "SIGSEGV"),
        ("*-0*) while :; do :; done;;", "1:minus-zero-first", "`helpers.time_limit`"),
        ("*1e400*) exit 9;;", "1:1e400-first", "exit status 9"),
    ];
    for (case, test, why) in failures {
        let text = format!("case \"$(tr -d '\\000' < $2)\" in {case} esac\n{STRICT}");
        let workspace = checked_by(&text).setting("[helpers]\ntime_limit = \"300ms\"\n");
        let output = workspace.run("cases p -j 2").exits(3);
        output.says("the checker `check.sh` (testlib) breaks its contract").says(test).says(why);
        output.says("more were not tried");
        let shown = workspace.run(&format!("cases p --checker-test {test}")).exits(3);
        shown.says(why).says("may be accepted or rejected");
    }
}

#[test]
fn the_examples_of_a_problem_are_no_cases_and_count() {
    let workspace = with_example(checked_by(STRICT), "accept/bad", "7\n", "4 4\n", "0 7\n");
    let workspace = with_example(workspace, "reject/good", "7\n", "4 3\n", "0 7\n")
        .file("cases/p/checker_tests/accept/lone.in", "1\n")
        .file("cases/p/checker_tests/odd/x.in", "1\n")
        .file("cases/p/checker_tests/reject/notes.md", "\n");
    let output = workspace.run("cases p -j 1 --format json").exits(1);
    assert_eq!(output.stderr, "");
    let document = output.json();
    assert_eq!(document["cases"], serde_json::json!(["1", "2"]));
    let expect = serde_json::json!({
        "name": "check.sh",
        "protocol": "testlib",
        "tried": 59,
        "left_out": 0,
        "faults": [
            {
                "test": "checker_tests/accept/bad", "expected": "accepted", "got": "rejected",
                "reason": "the checker says: wrong answer", "also": [],
            },
            {
                "test": "checker_tests/reject/good", "expected": "rejected", "got": "accepted",
                "reason": null, "also": [],
            },
        ],
        "complaints": [
            "checker_tests/accept/lone is not used: `lone.out` is missing",
            "checker_tests/odd is not used: the folders there are `accept` and `reject`",
            "checker_tests/reject/notes.md is not used: an example is NAME.in, NAME.out and NAME.ans",
        ],
    });
    assert_eq!(document["checker"], expect);
    let shown = workspace.run("cases p --checker-test checker_tests/accept/bad").exits(1);
    shown.says(
        "✗ p checker_tests/accept/bad: must be accepted, and is rejected: the checker says: wrong answer",
    );
    workspace.run_with_input("add p checker_tests/x -j 1", "3\n").exits(2).says("checker_tests/x");
    workspace.run("list p").exits(0).does_not_say("checker_tests");
}

/// What could not be judged is no kill, and is not silent.
#[test]
fn a_solution_that_cannot_be_judged_is_told() {
    let workspace = checked_by("read a b < $2; [ $a = 0 ] || [ $a = 3 ] || exit 5; exit 0").script(
        "p",
        "turned",
        "read n; echo $n 0",
    );
    let output = workspace.run("cases p -j 1").exits(3);
    output.says("✗ turned cannot be judged on 1: the checker `check.sh` failed: exit status 5");
    let failures = &workspace.run("cases p -j 1 --format json").exits(3).json()["judge_failures"];
    assert_eq!((&failures[0]["solution"], &failures[0]["case"]), (&"turned".into(), &"1".into()));
}
