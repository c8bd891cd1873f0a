//! A testlib interactor whose output a checker judges, as in Polygon: `interactor INPUT OUTPUT ANSWER`, and where it
//! accepts `checker INPUT OUTPUT ANSWER`.

use crate::interactive::verdict_of;
use crate::session::{Workspace, workspace};

/// Says the number of the input, and writes what it hears; other things than numbers it rejects.
const INTERACTOR: &str = "read n < $1; echo $n
read got || { echo 'wrong output format nothing was said' >&2; exit 2; }
case $got in *[!0-9]*) echo \"wrong output format no number: $got\" >&2; exit 2;; esac
echo $got > $2; echo 'ok heard a number' >&2
";

/// Wants the number of the answer; one that is one too large has half of the points.
const CHECKER: &str = "read n < $1; read got rest < $2 || got=; read want < $3
[ -z \"$got\" ] && { echo 'wrong output format no output' >&2; exit 2; }
[ $got = $want ] && { echo 'ok right' >&2; exit 0; }
[ $got = $((want + 1)) ] && { echo 'points 0.5 nearly' >&2; exit 7; }
[ $got = 99 ] && { echo 'FAIL the answer is odd' >&2; exit 3; }
[ $got = 98 ] && kill -SEGV $$
echo \"wrong answer of $n: $got, and not $want\" >&2; exit 1
";

const BOTH: &str = "interactor = { testlib = \"interact.sh\" }\nchecker = { testlib = \"check.sh\" }\n\
    wall_limit = \"500ms\"\n";

/// A problem with both: the double of the number is wanted.
fn both(interactor: &str, checker: &str) -> Workspace {
    workspace()
        .case("p", "1", "7\n", "14\n")
        .file("cases/p/interact.sh", interactor)
        .file("cases/p/check.sh", checker)
        .problem("p", BOTH)
}

#[track_caller]
fn check_in(workspace: &Workspace, script: &str, (verdict, why): (&str, &str), says: &[&str]) {
    for words in ["--format json", "--format json --isolation none"] {
        let output = workspace.run(words);
        let (got, reason, notes) = verdict_of(&output);
        assert_eq!((got.as_str(), reason.as_str()), (verdict, why), "{script} {output}");
        let is_said = |line: &&str| notes.iter().any(|note| note == line);
        assert!(says.iter().all(is_said), "{script} {output}");
    }
}

#[track_caller]
fn check(script: &str, verdict: (&str, &str), says: &[&str]) {
    check_in(&both(INTERACTOR, CHECKER).script("p", "talker", script), script, verdict, says);
}

#[test]
fn the_checker_decides_where_the_interactor_accepts() {
    check("read n; echo $((n + n))", ("AC", ""), &[]);
    let talk = ["← 7", "→ 13", "interactor: standard error: ok heard a number"];
    check("read n; echo 13", ("WA", "the checker says: wrong answer of 7: 13, and not 14"), &talk);
    let nearly = "the checker gives 0.5 of 1 point: points 0.5 nearly";
    check("read n; echo 15", ("PT", nearly), &["← 7", "→ 15"]);
}

#[test]
fn it_is_not_asked_where_the_interactor_rejects_or_the_program_fails() {
    let says = "the interactor says: wrong output format no number: x";
    check("read n; echo x", ("WA", says), &["← 7", "→ x"]);
    check("exit 0", ("WA", "the interactor says: wrong output format nothing was said"), &["← 7"]);
    check("read n; echo 14; exit 3", ("RE", "exit status 3"), &["→ 14"]);
    let output =
        both(INTERACTOR, CHECKER).script("p", "talker", "read n; echo 14; sleep 60").run("--format json");
    assert_eq!(verdict_of(&output).0, "ILE", "{output}");
}

#[test]
fn a_checker_that_fails_is_the_judges_failure() {
    let fails = "the checker `check.sh` failed: exit status 3: FAIL the answer is odd";
    check("read n; echo 99", ("JE", fails), &["← 7", "→ 99"]);
    check("read n; echo 98", ("JE", "the checker `check.sh` failed: SIGSEGV"), &["→ 98"]);
    let workspace = both("exit 3", CHECKER).script("p", "talker", "read n");
    let output = workspace.run("--format json").exits(3);
    assert_eq!(verdict_of(&output).1, "the interactor `interact.sh` failed: exit status 3", "{output}");
    let broken = both(INTERACTOR, CHECKER).file("cases/p/check.c", "no C\n").script("p", "talker", "read n");
    let broken = broken.problem("p", &BOTH.replace("check.sh", "check.c"));
    let output = broken.run("--format json").exits(3);
    assert_eq!(verdict_of(&output).0, "JE", "{output}");
    output.says("the checker `check.c` cannot be built");
}

#[test]
fn the_points_of_the_interactor_do_not_count() {
    for ends in ["echo 'points 40 so far' >&2; exit 7", "echo 'partially correct (3) so far' >&2; exit 3"] {
        let interactor = format!("{INTERACTOR}{ends}\n");
        for (said, verdict) in [("14", "AC"), ("15", "PT"), ("16", "WA")] {
            let workspace = both(&interactor, CHECKER).script("p", "talker", &format!("read n; echo {said}"));
            let output = workspace.run("--format json");
            assert_eq!(verdict_of(&output).0, verdict, "{ends} {output}");
        }
    }
    let workspace = both(INTERACTOR, CHECKER).script("p", "talker", "read n; echo 14");
    let builtin = "interactor = { testlib = \"interact.sh\" }\nchecker = \"wcmp\"\nfull_points = 5\n";
    workspace.problem("p", builtin).run("list").exits(2).says("`full_points` is what a checker program");
}

#[test]
fn a_built_in_rule_compares_the_output_with_the_answer() {
    let builtin = "interactor = { testlib = \"interact.sh\" }\nchecker = \"wcmp\"\n";
    let workspace = |said: &str| {
        let script = format!("read n; echo {said}");
        both(INTERACTOR, "").problem("p", builtin).script("p", "talker", &script)
    };
    check_in(&workspace("14"), "14", ("AC", ""), &[]);
    let output = workspace("13").run("--format json").exits(1);
    let (verdict, reason, notes) = verdict_of(&output);
    assert_eq!(verdict, "WA", "{output}");
    assert_eq!(reason, "expected `14`, got `13` (in the output of the interactor)", "{output}");
    assert!(notes.contains(&"→ 13".to_owned()), "{output}");
    // What has nothing to compare with is no case, as without an interactor.
    let lone = workspace("14").file("cases/p/2.in", "8\n").run("list p").exits(2);
    lone.says("cases/p/2.in");
    // A program may need no answer. A case may have a rule of its own.
    let own = both(INTERACTOR, "exit 1").file("cases/p/2.in", "8\n").script("p", "talker", "read n; echo 14");
    let own = own.file("cases/p/1.toml", "checker = \"exact\"\n");
    let document = own.run("--format json").exits(1).json();
    let verdicts: Vec<&str> =
        document["results"].as_array().unwrap().iter().map(|one| one["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["AC", "WA"]);
}

#[test]
fn an_output_that_is_missing_is_empty_and_none_is_that_of_another_case() {
    // Only of an even number something is written; it is longer for each smaller number.
    let interactor = "read n < $1; echo $n; read got; : > other\n\
        [ -e $2 ] && { echo 'FAIL there is an output' >&2; exit 3; }\n[ $((n % 2)) = 1 ] && exit 0\n\
        while [ $n -lt 24 ]; do echo $n; n=$((n + 1)); done > $2; sleep 0.01\n";
    let checker = "read n < $1; set -- $(cat $2); [ $# = $(((n % 2) ? 0 : 24 - n)) ] && exit 0\n\
        echo \"wrong answer of $n: $*\" >&2; exit 1\n";
    let mut workspace = both(interactor, checker).script("p", "talker", "read n; echo $n");
    for number in 2..24 {
        workspace = workspace.case("p", &number.to_string(), &format!("{number}\n"), "");
    }
    for words in ["-j 1", "-j 2", "-j 4", "-j 2 --isolation none"] {
        workspace.run(words).exits(0).says("1 solution, 23 runs");
    }
}

#[test]
fn an_output_may_be_as_long_as_the_limit_of_helpers_and_no_longer() {
    let interactor = |size: usize| format!("{INTERACTOR}head -c {size} /dev/zero > $2\n");
    let limit = "[helpers]\noutput_limit = \"1MiB\"\n";
    let checker = "[ $(wc -c < $2) = 1048576 ] || exit 1\n";
    for (size, verdict) in [(1 << 20, "AC"), ((1 << 20) + 1, "JE"), (64 << 20, "JE")] {
        let workspace =
            both(&interactor(size), checker).setting(limit).script("p", "talker", "read n; echo 14");
        let output = workspace.run("--format json");
        let (got, reason, _) = verdict_of(&output);
        assert_eq!(got, verdict, "{size} {output}");
        if verdict == "JE" {
            assert!(reason.starts_with("the interactor `interact.sh` failed: "), "{output}");
            assert!(reason.contains("1MiB"), "{output}");
        }
    }
    let builtin = "interactor = { testlib = \"interact.sh\" }\nchecker = \"exact\"\n";
    let workspace = both(&interactor((1 << 20) + 1), "").setting(limit).problem("p", builtin);
    let output = workspace.script("p", "talker", "read n; echo 14").run("--format json").exits(3);
    let why = "the interactor `interact.sh` failed: `output` has more than 1MiB, `helpers.output_limit`";
    assert!(verdict_of(&output).1.starts_with(why), "{output}");
}

#[test]
fn an_output_that_is_no_file_is_the_judges_failure() {
    for end in ["rm $2; mkdir $2", "rm $2; ln -s /etc/passwd $2", "rm $2; mkfifo $2"] {
        let workspace =
            both(&format!("{INTERACTOR}{end}\n"), CHECKER).script("p", "talker", "read n; echo 14");
        let output = workspace.run("--format json").exits(3);
        let why = "the interactor `interact.sh` failed: what it left as `output` is no file that can be read";
        assert_eq!(verdict_of(&output).1, why, "{end} {output}");
    }
}

#[test]
fn a_program_cannot_reach_the_output() {
    let interactor = "echo secret > $2; echo go; read got; echo $got > $2\n";
    let checker = "echo \"wrong answer: $(cat $2)\" >&2; exit 1\n";
    let workspace = both(interactor, checker);
    let root = workspace.root().display().to_string();
    let places = format!("{root}/.judge/run/*/outputs/* /proc/[0-9]*/cwd/output */output ../*/output output");
    let script = format!("read go; echo found $(cat {places} 2>/dev/null)");
    let output = workspace.script("p", "talker", &script).run("--format json");
    let is_open = output.json()["sandbox"]["files"] == "not restricted";
    let (verdict, reason, _) = verdict_of(&output);
    assert!(is_open || reason == "the checker says: wrong answer: found", "{verdict} {output}");
}

#[test]
fn an_interactor_of_kattis_writes_no_output() {
    let workspace = both(INTERACTOR, CHECKER).script("p", "talker", ":");
    let kattis = BOTH.replace("{ testlib = \"interact.sh\" }", "\"interact.sh\"");
    let refused = workspace.problem("p", &kattis).run("grade").exits(2);
    refused.says("cases/p/problem.toml:2: an interactor of Kattis gives the verdict and writes no output");
    // A checker of a case alone would not be called, either.
    let alone = both(INTERACTOR, CHECKER).script("p", "talker", ":");
    let alone = alone.problem("p", "interactor = { testlib = \"interact.sh\" }\n");
    let alone = alone.file("cases/p/1.toml", "checker = \"exact\"\n").run("grade").exits(2);
    alone.says("cases/p/1.toml:1: no checker is called: the interactor gives the verdict");
}

/// A problem with both, a generator and a validator; `wrong` fails for numbers of 7 and more, `loud` by its words.
fn searched(settings: &str) -> Workspace {
    let more = "generator = \"generate.sh\"\nvalidator = \"validate.sh\"\n";
    both(INTERACTOR, CHECKER)
        .case("p", "1", "2\n", "4\n")
        .problem("p", &format!("{BOTH}{more}{settings}"))
        .file("cases/p/generate.sh", "size=${2#size=}; size=${size:-9}; echo $(($1 % (size + 2)))")
        .file("cases/p/validate.sh", "read n; case $n in ''|*[!0-9]*|0?*) exit 1;; esac; [ -z \"$(cat)\" ]")
        .script("p", "right", "read n; echo $((n + n))")
        .script("p", "also", "read n; echo $((n * 2))")
        .script("p", "wrong", "read n; [ $n -gt 6 ] && n=0; echo $((n + n))")
}

#[test]
fn the_answer_of_a_new_case_is_the_output_of_the_reference() {
    let workspace = searched("reference = \"right\"\n").file("new", "5\n");
    workspace.run("add p small --input new").exits(0).says("answer `10` by the reference `right`");
    assert_eq!(workspace.read("cases/p/small.ans"), "10\n");
    let agreed = workspace.file("new", "6\n");
    let agreed = agreed.file("solutions/p/wrong.sh", "read n; echo x");
    agreed.run("add p other --input new --answer new").exits(1).says("contradicts the given answer");
    let statement = agreed.file("statement.md", "Sample input\n```\n1\n```\nSample output\n```\n2\n```\n");
    statement.run("add p --from-markdown statement.md").exits(2).says("is interactive");
}

#[test]
fn a_hunt_asks_the_interactor_and_the_checker() {
    for jobs in ["-j 1", "-j 2"] {
        let workspace = searched("reference = \"right\"\n");
        let found = workspace.run(&format!("hunt p wrong --seed 1 {jobs}")).exits(1);
        found.says("✗ p/wrong: WA").says("added p/2: answer `14` by the reference `right`");
        assert_eq!(workspace.read("cases/p/2.ans"), "14\n");
        workspace.run(&format!("hunt p wrong --seed 1 {jobs}")).exits(1).says("nothing was written");
        workspace.run(&format!("hunt p also --seed 1 --count 40 {jobs}")).exits(0).says("nothing found");
    }
    // Without a reference both decide alone, and the checker has an empty answer.
    let alone =
        "read n < $1; read got < $2; [ $got = $((n + n)) ] || { echo \"wrong answer $got\" >&2; exit 1; }\n";
    let workspace = searched("").file("cases/p/check.sh", alone);
    let found = workspace.run("hunt p wrong --seed 1 -j 1").exits(1);
    found.says("the checker says: wrong answer 0").says("added p/2: no answer");
    assert_eq!(workspace.read("cases/p/2.in"), "7\n");
    let trusted = searched("").run("hunt p wrong --trust also --seed 1 --dry-run").exits(1);
    trusted.says("would add p/2: answer `14` by the reference `also`");
    // An input on which the interactor rejects a solution is found, too.
    let loud = searched("reference = \"right\"\n").script(
        "p",
        "loud",
        "read n; [ $n = 5 ] && echo x || echo $((n + n))",
    );
    loud.run("hunt p loud --seed 1 --dry-run").exits(1).says("✗ p/loud: WA");
}

#[test]
fn growth_is_judged_with_the_outputs_of_the_reference() {
    let workspace =
        searched("reference = \"right\"\n").file("cases/p/generate.sh", "echo $((${2#n=} * 10 + $1))");
    let output = workspace.run("compare p --growth n=2..6 --runs 3 --format json").exits(0);
    let document = output.json();
    let said = |name: &str| {
        let mut solutions = document["solutions"].as_array().unwrap().iter();
        let solution = solutions.find(|solution| solution["solution"] == name).unwrap();
        (solution["disqualified"].clone(), solution["points"].as_array().unwrap().len())
    };
    assert_eq!(said("also"), (serde_json::Value::Null, 5), "{output}");
    assert_eq!(said("wrong"), ("WA on n=2, seed 1".into(), 0), "{output}");
}

/// What an interactor writes may be the same for each case, or nothing.
#[test]
fn answers_are_not_judged_where_an_interactor_writes() {
    let builtin = "interactor = { testlib = \"interact.sh\" }\nchecker = \"wcmp\"\n";
    let silent = "read n < $1; echo $n; read got; [ $got = $((n + n)) ]\n";
    let workspace = both(silent, "").problem("p", builtin).script("p", "talker", "read n; echo $((n + n))");
    let workspace = workspace.case("p", "1", "7\n", "").case("p", "2", "8\n", "");
    workspace.run("").exits(0).says("1 solution, 2 runs");
    workspace.run("cases p -j 1").exits(0).does_not_say("answer");
}

#[test]
fn a_checker_is_tried_on_examples_of_outputs_alone() {
    let example = |workspace: Workspace, place: &str, output: &str| {
        let path = |ending: &str| format!("cases/p/checker_tests/{place}.{ending}");
        workspace.file(path("in"), "7\n").file(path("out"), output).file(path("ans"), "14\n")
    };
    let workspace = example(searched("reference = \"right\"\n"), "accept/good", "14\n");
    let workspace = example(workspace, "reject/bad", "13\n");
    workspace
        .run("cases p -j 1")
        .says("the checker `check.sh` (testlib) keeps its contract: 2 outputs tried");
    let refused = workspace.run("cases p --checker-test 1:empty").exits(4);
    refused.says("`p` is interactive: it is checker_tests/accept/NAME, as no answer is an output");
    let broken = example(workspace, "accept/worse", "16\n").run("cases p -j 1").exits(1);
    broken.says("accept/worse").says("must be accepted, and is rejected");
}

#[test]
fn a_person_is_judged_by_both() {
    let workspace = both(INTERACTOR, CHECKER).script("p", "talker", ":");
    let talk =
        |said: &str, code: i32| workspace.run_with_input("talk p --as solution", said).exits(code).stderr;
    assert!(talk("14\n", 0).contains("AC: the interactor accepts, and so does the checker"));
    assert!(talk("15\n", 1).contains("PT: the checker gives 0.5 of 1 point"));
    assert!(talk("13\n", 1).contains("WA: the checker says: wrong answer of 7: 13, and not 14"));
    assert!(talk("x\n", 1).contains("WA: the interactor says: wrong output format no number: x"));
    assert!(talk("98\n", 3).contains("JE: the checker `check.sh` failed: SIGSEGV"));
}

#[test]
fn both_are_listed_recorded_and_taken_into_account() {
    let workspace = both(INTERACTOR, CHECKER)
        .script("p", "right", "read n; echo 14")
        .script("p", "wrong", "read n; echo 13")
        .script("p", "nearly", "read n; echo 15");
    let explained = workspace.run("list --explain p").exits(0);
    explained.says("interact.sh").says("check.sh (testlib)");
    let graded = workspace.run("-j 2").exits(1);
    graded.says("the checker says: wrong answer of 7: 13, and not 14").says("→ 13");
    assert_eq!(workspace.run("report").stdout, graded.stdout);
    // What decides has changed, so nothing is known any more.
    workspace.run("--failed -j 1").exits(1).says("2 runs");
    let changed = workspace.file("cases/p/check.sh", "exit 0\n");
    changed.run("--failed -j 1").exits(0).says("3 runs");
    let ranked = changed.run("compare p --runs 3 --format json").exits(0).json();
    assert!(ranked["solutions"].as_array().unwrap().iter().all(|one| one["disqualified"].is_null()));
    let packed = changed.run("pack --output all.pack").exits(0);
    packed.says("all.pack");
    changed.run("grade --pack all.pack").only_exits(0);
}
