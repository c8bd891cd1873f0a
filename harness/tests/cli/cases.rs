//! `cases`: the faults of the cases of a problem, and which wrong solutions they kill.

use insta::assert_snapshot;
use serde_json::json;

use crate::session::doubling;

#[test]
fn kills_and_survivors_are_told() {
    let expect = "[solution.square]\nexpect = [\"AC\", \"WA\"]\n[solution.small]\nexpect = [\"AC\", \"WA\"]\n\
        [solution.lucky]\nexpect = [\"AC\", \"WA\"]\n";
    let workspace = doubling()
        .case("double", "3-three", "3\n", "6\n")
        .case("double", "4-zero", "0\n", "0\n")
        .script("double", "square", "read n; echo $((n * n))")
        .script("double", "small", "read n; [ $n -gt 9 ] && exit 1; echo $((n + n))")
        .script("double", "lucky", "read n; echo $((n + n))")
        .problem("double", expect);
    assert_snapshot!(workspace.run("cases double -j 1").all(), @"
    double: 4 cases, 3 wrong solutions
      ✗ lucky survives every case
      ✓ small is killed by 1 case: 2-large (RE)
      ✓ square is killed by 2 cases: 2-large (WA), 3-three (WA)
    smallest set with the same kills: 1 case; --minimal lists it
    redundant, other cases kill the same: 3 cases
    [exit status: 1]
    ");
    assert_snapshot!(workspace.run("cases double --minimal -j 1").all(), @"2-large");
}

#[test]
fn cases_that_are_untidy_or_alike_are_told() {
    let workspace = doubling()
        .case("double", "3-crlf", "3\n", "6\r\n")
        .case("double", "4-unended", "4", "8\n")
        .case("double", "5-again", "2\n", "4\n")
        .case("double", "6-empty", "0\n", " \n")
        .case("double", "7-negative", "-1\n", "-2\n")
        .problem("double", "validator = \"validate.sh\"\n")
        .file("cases/double/validate.sh", "read n; [ $n -ge 0 ] && exit 0; echo \"$n < 0\" >&2; exit 1\n");
    assert_snapshot!(workspace.run("cases double -j 1").all(), @"
    double: 7 cases, 0 wrong solutions
      ✗ 3-crlf: the answer has CRLF line endings
      ✗ 4-unended: the input has no final newline
      ✗ 5-again: the input is the same as in 1-small
      ✗ 6-empty: the answer is empty
      ✗ 7-negative: the validator `validate.sh` rejects it: -1 < 0
      ✗ right is expected to be AC, and is WA on 6-empty
    [exit status: 1]
    ");
}

#[test]
fn answers_that_are_all_the_same_are_told() {
    let workspace = doubling().case("double", "2-large", "2 \n", "4\n");
    workspace.run("cases double -j 1").exits(1).says("every answer is the same");
}

#[test]
fn cases_with_nothing_wrong_are_fine() {
    assert_snapshot!(doubling().run("cases double -j 1").all(), @"double: 2 cases, 0 wrong solutions");
    doubling().run("cases dubble").exits(4).says("did you mean `double`?");
}

/// A validator that tells the bounds of a number, and accepts one that is beyond them.
const TELLS: &str =
    "read n; echo valid; echo \"bound n: $n in 1..1000000\"\n[ $n -lt 9 ] || echo 'bound n 9'\n";

#[test]
fn the_end_of_a_bound_that_no_case_reaches_is_told() {
    let workspace = doubling()
        .problem("double", "validator = \"validate.sh\"\n")
        .file("cases/double/validate.sh", "read n; echo \"bound n: $n in 1..1000000\"\n");
    assert_snapshot!(workspace.run("cases double -j 1").all(), @"
    double: 2 cases, 0 wrong solutions
      ✗ n: no case reaches 1, the lower end of 1..1000000: the smallest is 2
    [exit status: 1]
    ");
    let workspace = workspace.case("double", "3-least", "1\n", "2\n");
    assert_snapshot!(workspace.run("cases double -j 1").all(), @"
    double: 3 cases, 0 wrong solutions
      ✓ both ends are reached: n 1..1000000
    ");
}

#[test]
fn a_validator_that_contradicts_itself_is_told() {
    let workspace = doubling()
        .case("double", "3-beyond", "0\n", "0\n")
        .problem("double", "validator = \"validate.sh\"\n")
        .file("cases/double/validate.sh", TELLS);
    assert_snapshot!(workspace.run("cases double -j 1").all(), @"
    double: 3 cases, 0 wrong solutions
      ✗ 2-large: the validator says `bound n 9`, not `bound NAME: VALUE in LOW..HIGH`
      ✗ 3-beyond: the validator accepts it although n = 0 is outside 1..1000000
      ✗ n: no case reaches 1, the lower end of 1..1000000: the smallest is 2
    [exit status: 1]
    ");
}

#[test]
fn all_that_is_known_of_the_cases_is_one_document() {
    let settings = "validator = \"validate.sh\"\n[solution.small]\nexpect = [\"AC\", \"RE\"]\n\
        [solution.lucky]\nexpect = [\"AC\", \"WA\"]\n";
    let workspace = doubling()
        .case("double", "3-odd", "3\n", "7\r\n")
        .script("double", "small", "read n; [ $n -gt 9 ] && exit 1; echo $((n + n))")
        .script("double", "lucky", "read n; [ $n = 3 ] && echo 7 || echo $((n + n))")
        .problem("double", settings)
        .file("cases/double/validate.sh", "read n; echo \"bound n: $n in 1..1000000\"\n");
    let output = workspace.run("cases double -j 1 --format json").exits(1);
    assert_eq!(output.stderr, "");
    let expect = json!({
        "schema": 1,
        "harness": env!("CARGO_PKG_VERSION"),
        "problem": "double",
        "cases": ["1-small", "2-large", "3-odd"],
        "lint": [
            { "case": "3-odd", "what": "the answer has CRLF line endings" },
            { "case": null, "what": "n: no case reaches 1, the lower end of 1..1000000: the smallest is 2" },
        ],
        "unexpected_failures": [{ "solution": "right", "case": "3-odd", "verdict": "WA" }],
        "judge_failures": [],
        "checker": null,
        "kills": [
            { "solution": "lucky", "killed_by": [] },
            {
                "solution": "small",
                "killed_by": [
                    { "case": "2-large", "verdict": "RE" },
                    { "case": "3-odd", "verdict": "WA" },
                ],
            },
        ],
        "survivors": ["lucky"],
        "redundant": ["1-small", "2-large", "3-odd"],
        "minimal": { "cases": ["2-large"], "is_smallest": true },
        "bounds": [{
            "name": "n", "low": 1, "high": 1_000_000, "least": 2, "greatest": 1_000_000,
            "reaches_low": false, "reaches_high": true,
        }],
        "ranges": [],
        "features": [],
        "exit_code": 1,
    });
    assert_eq!(output.json(), expect);
    workspace.run("cases double --format json --minimal").exits(2).says("cannot be used with");
}
