//! Validators by the conventions of testlib and of Kattis, and several of one problem.

use insta::assert_snapshot;

use crate::session::{Workspace, doubling};

/// As testlib has it: a reason on standard error and exit status 3, and a file about the ends of ranges.
const TESTLIB: &str = r#"
log=/dev/null
[ "$1" = --testOverviewLogFileName ] && log=$2
read n
if [ "$n" -lt 1 ] || [ "$n" -gt 1000000 ]; then
    echo "FAIL Integer parameter [name=n] equals to $n, violates the range [1, 1000000] (stdin, line 1)" >&2
    exit 3
fi
hits=
[ "$n" = 1 ] && hits=" min-value-hit"
[ "$n" = 1000000 ] && hits=" max-value-hit"
[ $((n % 2)) = 1 ] && odd=" hit"
printf '"n":%s\nfeature "odd":%s\nconstant-bounds "n": 1 1000000\nvariable "n"\n' "$hits" "$odd" > $log
"#;

/// As Kattis has it: 42 and 43, here with the reason on standard output.
const KATTIS: &str = "read n; [ \"$n\" -ne 13 ] && exit 42; echo 'n is 13'; exit 43\n";

/// The problem `double` with both.
fn validated() -> Workspace {
    doubling()
        .problem("double", "validator = [{ testlib = \"validate.sh\" }, { kattis = \"second.sh\" }]\n")
        .file("cases/double/validate.sh", TESTLIB)
        .file("cases/double/second.sh", KATTIS)
}

#[test]
fn every_validator_is_asked_and_the_ends_that_one_of_testlib_tells_count() {
    let workspace = validated();
    assert_snapshot!(workspace.run("cases double -j 1").all(), @"
    double: 2 cases, 0 wrong solutions
      ✗ n: no case reaches 1, its lower end
      ✗ no case has the feature `odd`
    [exit status: 1]
    ");
    let workspace = workspace.case("double", "3-least", "1\n", "2\n");
    assert_snapshot!(workspace.run("cases double -j 1").all(), @"
    double: 3 cases, 0 wrong solutions
      ✓ both ends are reached: n 1..1000000
    ");
    let workspace = workspace.case("double", "4-zero", "0\n", "0\n").case("double", "5-odd", "13\n", "26\n");
    assert_snapshot!(workspace.run("cases double -j 2").all(), @"
    double: 5 cases, 0 wrong solutions
      ✗ 4-zero: the validator `validate.sh` rejects it: FAIL Integer parameter [name=n] equals to 0, violates the range [1, 1000000] (stdin, line 1)
      ✗ 5-odd: the validator `second.sh` rejects it: n is 13
      ✓ both ends are reached: n 1..1000000
    [exit status: 1]
    ");
    let document = workspace.run("cases double -j 1 --format json").exits(1).json();
    let range = serde_json::json!({
        "name": "n", "low": "1", "high": "1000000", "reaches_low": true, "reaches_high": true,
    });
    assert_eq!(document["ranges"], serde_json::json!([range]));
    assert_eq!(document["features"], serde_json::json!([{ "name": "odd", "is_there": true }]));
}

#[test]
fn a_validator_that_fails_is_the_judges_failure_and_names_itself() {
    let failures = [
        ("kattis", "exit 0", "exit status 0 (kattis: 42 valid, 43 invalid)"),
        ("kattis", "echo oh >&2; exit 1", "exit status 1 (kattis: 42 valid, 43 invalid): oh"),
        ("testlib", "kill -SEGV $$", "RE, SIGSEGV"),
        ("testlib", "while :; do :; done", "TLE, more than 0.300 s"),
    ];
    for (convention, text, why) in failures {
        let workspace = validated()
            .setting("[helpers]\ntime_limit = \"300ms\"\n")
            .problem("double", &format!("validator = {{ {convention} = \"validate.sh\" }}\n"))
            .file("cases/double/validate.sh", text);
        let output = workspace.run("cases double -j 2").exits(3);
        output.says("✗ 1-small: the validator `validate.sh` failed: ").says(why).says("✗ 2-large: ");
        let before = workspace.files();
        let output = workspace.run_with_input("add double -j 1", "5\n").exits(3);
        output.says("the validator `validate.sh` failed: ").says(why);
        assert_eq!(workspace.files(), before);
    }
}

#[test]
fn a_new_case_must_please_all_of_them() {
    let workspace = validated();
    workspace
        .run_with_input("add double zero -j 1", "0\n")
        .exits(2)
        .says("rejects it: FAIL Integer parameter");
    let output = workspace.run_with_input("add double odd -j 1", "13\n").exits(2);
    output.says("the validator `second.sh` rejects it: n is 13").says("nothing was written");
    workspace.run_with_input("add double odd -j 1", "15\n").exits(2).says("no reference");
}

/// A plain name means what it has always meant: 0 and 42 accept, everything else rejects.
#[test]
fn a_plain_validator_stays_as_it_is() {
    let workspace = validated().problem("double", "validator = [\"validate.sh\", \"second.sh\"]\n");
    workspace.run("cases double -j 1").exits(0).does_not_say("✗");
    let workspace = workspace.file("cases/double/second.sh", "exit 1");
    workspace.run("cases double -j 1").exits(1).says("1-small: the validator `second.sh` rejects it");
}

/// Inputs that a hunt changes or shrinks may be anything: of those a validator that crashes is one that rejects.
#[test]
fn a_validator_that_crashes_on_a_changed_input_does_not_end_a_hunt() {
    let strict = "read n; case $n in ''|*[!0-9]*) kill -SEGV $$;; esac; [ -z \"$(cat)\" ] || exit 1; exit 42";
    let settings =
        "reference = \"right\"\ngenerator = \"generate.sh\"\nvalidator = { kattis = \"second.sh\" }\n";
    let workspace = validated()
        .problem("double", settings)
        .file("cases/double/second.sh", strict)
        .file("cases/double/generate.sh", "echo 12$1")
        .script("double", "wrong", "read n; [ $n -gt 6 ] && n=0; echo $((n + n))");
    let output = workspace.run("hunt double wrong --seed 1 -j 2 --shrink 200").exits(1);
    output.says("double/wrong: WA").says("added double/3: answer `14`");
    let workspace = workspace.file("cases/double/second.sh", "exit 7");
    workspace
        .run("hunt double wrong --seed 9")
        .exits(3)
        .says("the validator `second.sh` failed: exit status 7");
}

#[test]
fn what_is_in_force_is_explained() {
    let output = validated().run("list --explain double").exits(0);
    output.says("validate.sh (testlib)").says("second.sh (kattis)").says("cases/double/problem.toml:1");
}
