//! `hunt` and `compare --growth` where a program checks outputs, and many are right.

use crate::session::{Workspace, workspace};

/// Accepts two numbers with the sum of the input, and looks at the answer, too.
const TESTLIB: &str = "read n < $1\nread a b rest < $2 || a=\nread x y < $3\n\
    [ $((x + y)) = \"$n\" ] || { echo 'FAIL the answer is wrong' >&2; exit 3; }\n\
    case $a in ''|*[!0-9]*) echo 'wrong output format no number' >&2; exit 2;; esac\n\
    if [ -z \"$rest\" ] && [ $((a + b)) = \"$n\" ]; then echo ok >&2; exit 0; fi\n\
    echo \"wrong answer $a and $b\" >&2\nexit 1\n";

/// The same by the other convention.
const KATTIS: &str = "read n < $1\nread a b rest || a=\nread x y < $2\n\
    [ $((x + y)) = \"$n\" ] || exit 1\ncase $a in ''|*[!0-9]*) exit 43;; esac\n\
    if [ -z \"$rest\" ] && [ $((a + b)) = \"$n\" ]; then exit 42; fi\n\
    echo \"$a and $b\" > $3/judgemessage.txt\nexit 43\n";

/// A problem with this checker: two numbers with a given sum. Of the solutions two are right in different ways.
fn sums(convention: &str, text: &str) -> Workspace {
    let settings = format!(
        "checker = {{ {convention} = \"check.sh\" }}\nreference = \"right\"\ngenerator = \"generate.sh\"\n\
         validator = \"validate.sh\"\n"
    );
    workspace()
        .case("p", "1", "2\n", "0 2\n")
        .problem("p", &settings)
        .file("cases/p/check.sh", text)
        .file("cases/p/generate.sh", "size=${2#size=}; echo $(($1 % (size + 2)))")
        .file("cases/p/validate.sh", "read n; case $n in ''|*[!0-9]*|0?*) exit 1;; esac; [ -z \"$(cat)\" ]")
        .script("p", "right", "read n; echo 0 $n")
        .script("p", "turned", "read n; echo $n 0")
        .script("p", "wrong", "read n; [ $n -gt 6 ] && echo 1 $n || echo $n 0")
}

#[test]
fn an_output_is_wrong_where_the_checker_rejects_it() {
    for (convention, text) in [("testlib", TESTLIB), ("kattis", KATTIS)] {
        for jobs in ["-j 1", "-j 2 --time 20s"] {
            let workspace = sums(convention, text);
            let found = workspace.run(&format!("hunt p wrong --seed 1 {jobs}")).exits(1);
            found.says("✗ p/wrong: WA").says("added p/2: answer `0 7` by the reference `right`");
            assert_eq!(workspace.read("cases/p/2.in"), "7\n");
            assert_eq!(workspace.read("cases/p/2.ans"), "0 7\n");
            // The case shows it, so the same find is known.
            let again = workspace.run(&format!("hunt p wrong --seed 1 {jobs}")).exits(1);
            again.says("nothing was written");
            let other = workspace.run("hunt p wrong --seed 9 --gen 9 --dry-run -j 1").exits(1);
            other.says("note: `wrong` ends with WA on the case `2`, too");
        }
    }
}

#[test]
fn what_is_right_in_another_way_is_not_found() {
    let workspace = sums("testlib", TESTLIB);
    workspace.run("hunt p turned --seed 1 --count 70").exits(0).says("nothing found: 70 inputs");
    let found = workspace.run("hunt p --seed 1 -j 2 --dry-run").exits(1);
    found.says("✗ p/wrong: WA");
}

#[test]
fn a_crash_is_found_without_the_checker() {
    let workspace = sums("kattis", KATTIS).script("p", "crash", "read n; [ $n -gt 4 ] && exit 3; echo $n 0");
    let found = workspace.run("hunt p crash --seed 1 --dry-run").exits(1);
    found.says("✗ p/crash: RE").says("would add p/2: answer `0 5`");
}

#[test]
fn a_checker_that_fails_ends_the_hunt() {
    let failures = [
        ("testlib", "read a b < $2; [ $a = 0 ] || exit 5", "exit status 5"),
        ("kattis", "read a b; [ $a = 0 ] && exit 42; kill -SEGV $$", "SIGSEGV"),
        ("testlib", "read a b < $2; [ $a = 0 ] || while :; do :; done", "`helpers.time_limit`"),
    ];
    for (convention, text, why) in failures {
        let workspace = sums(convention, text).setting("[helpers]\ntime_limit = \"300ms\"\n");
        let before = workspace.files();
        let output = workspace.run("hunt p turned --seed 1 -j 2 --time 20s").exits(3);
        output.says("the checker `check.sh` failed: ").says(why);
        assert_eq!(workspace.files(), before);
    }
}

/// A checker program says which output is right, and not whether two agree.
#[test]
fn several_references_are_refused_and_one_that_is_trusted_is_enough() {
    let workspace = sums("testlib", TESTLIB).problem(
        "p",
        "checker = { testlib = \"check.sh\" }\ngenerator = \"generate.sh\"\nvalidator = \"validate.sh\"\n",
    );
    let refused = workspace.run("hunt p wrong --seed 1").exits(2);
    refused.says("a program checks outputs of `p`, and cannot tell whether 2 solutions agree");
    refused.says("`--trust right` takes the answers of that solution as right");
    let found = workspace.run("hunt p wrong --trust turned --seed 1").exits(1);
    found.says("added p/2: answer `7 0` by the reference `turned`");
}

#[test]
fn growth_is_judged_by_the_checker() {
    let workspace = sums("kattis", KATTIS).file("cases/p/generate.sh", "echo $((${2#n=} * 10 + $1))");
    let output = workspace.run("compare p --growth n=2..6 --runs 3 --format json").exits(0);
    let document = output.json();
    let solutions = document["solutions"].as_array().unwrap();
    let said = |name: &str| {
        let solution = solutions.iter().find(|solution| solution["solution"] == name).unwrap();
        (solution["disqualified"].clone(), solution["points"].as_array().unwrap().len())
    };
    assert_eq!(said("turned"), (serde_json::Value::Null, 5), "{output}");
    assert_eq!(said("wrong"), ("WA on n=2, seed 1".into(), 0), "{output}");
}
