//! `hunt`, `add`, `cases` and `compare --growth` where an interactor decides, and a case needs no answer.

use std::io::{BufRead, BufReader};

use insta::assert_snapshot;
use rustix::process::{Pid, Signal, kill_process};

use crate::session::{Workspace, workspace};

/// Says the number of the input and wants to hear the double of it.
const INTERACTOR: &str = "read n < \"$1\"; echo $n
read got || { echo 'nothing was said' >&2; exit 43; }
[ \"$got\" = $((n + n)) ] || { echo \"$got is not $((n + n))\" >&2; exit 43; }
echo ok; exit 42
";

/// A problem with this interactor, a generator and a validator; the solution `wrong` fails for numbers of 7 and more.
fn talking(interactor: &str) -> Workspace {
    workspace()
        .file("cases/p/1.in", "2\n")
        .file("cases/p/interact.sh", interactor)
        .file("cases/p/generate.sh", "size=${2#size=}; size=${size:-9}; echo $(($1 % (size + 2)))")
        .file("cases/p/validate.sh", "read n; case $n in ''|*[!0-9]*|0?*) exit 1;; esac; [ -z \"$(cat)\" ]")
        .problem("p", SETTINGS)
        .script("p", "right", RIGHT)
        .script("p", "wrong", WRONG)
}

const SETTINGS: &str = "interactor = \"interact.sh\"\ngenerator = \"generate.sh\"\nvalidator = \"validate.sh\"\n\
    wall_limit = \"500ms\"\n";

const RIGHT: &str = "read n; echo $((n + n)); read ok";

const WRONG: &str = "read n; [ $n -gt 6 ] && n=0; echo $((n + n)); read ok";

/// The problem with a reference.
fn with_reference(name: &str) -> Workspace {
    talking(INTERACTOR).problem("p", &format!("reference = \"{name}\"\n{SETTINGS}"))
}

#[test]
fn an_input_on_which_the_interactor_rejects_a_solution_is_made_small_and_added() {
    let workspace = talking(INTERACTOR);
    assert_snapshot!(workspace.run("hunt p wrong --seed 1 -j 1").exits(1).all(), @"
    ✗ p/wrong: WA
    wrong
      WA, the interactor says: 0 is not 14
      the program used _ s of CPU time in _ s, the interactor _ s of CPU time in _ s
      _ ms ← 7
      _ ms → 0
    right
      AC
    input
      7
    p
      ✓ right AC 1/1
      ✗ wrong WA 0/1  expected AC

    ✗ p/wrong/2: WA (wrong answer), expected AC
      the interactor says: 0 is not 14
      the program used _ s of CPU time in _ s, the interactor _ s of CPU time in _ s
      _ ms ← 7
      _ ms → 0

    1 not as expected: 2 solutions, 2 runs, _ s, 1 job
    added p/2: no answer, the interactor `interact.sh` decides
    again: harness hunt p wrong --seed 1 --count 15
    --- stderr ---
    found with input 15 in _ s
    shrunk from 2 to 2 bytes; 12 smaller inputs tried
    [exit status: 1]
    ");
    assert_eq!(workspace.read("cases/p/2.in"), "7\n");
    assert!(!workspace.root().join("cases/p/2.ans").exists());
    assert_snapshot!(workspace.read("cases/p/2.toml"), @r#"
    breaks = ["wrong"]

    [provenance]
    by = "harness hunt"
    generator = "generate.sh size=6"
    seed = 15
    found = "harness hunt p wrong --seed 1 --count 15"
    answer = "none, the interactor decides"
    date = 2026-01-01
    sha256 = "10159baf262b43a92d95db59dae1f72c645127301661e0a3ce4e38b295a97c58"
    "#);
    workspace.run("p/right").exits(0).says("2/2");
    // The case shows it, so the same find is known.
    let before = workspace.files();
    workspace
        .run("hunt p wrong --seed 1 -j 1")
        .exits(1)
        .says("nothing was written: the case `2` has this input");
    let other = workspace.run("hunt p wrong --seed 9 --gen 9 --shrink 0 --dry-run -j 1").exits(1);
    other.says("note: `wrong` ends with WA on the case `2`, too");
    assert_eq!(workspace.files(), before);
}

#[test]
fn every_way_to_fail_in_a_dialogue_is_found() {
    let talking = |script: &str| talking(INTERACTOR).script("p", "wrong", script);
    for (script, verdict) in [
        ("read n; [ $n -gt 4 ] && exit 3; echo $((n + n)); read ok", "RE"),
        ("read n; [ $n -gt 4 ] && read more; echo $((n + n)); read ok", "ILE"),
        ("read n; [ $n -gt 4 ] && exit 0; echo $((n + n)); read ok", "WA"),
    ] {
        let found = talking(script).run("hunt p wrong --seed 1 -j 2 --time 20s --dry-run").exits(1);
        found
            .says(&format!("✗ p/wrong: {verdict}"))
            .says("would add p/2: no answer, the interactor `interact.sh`");
    }
}

#[test]
fn a_part_of_the_points_is_a_find_and_the_convention_may_be_that_of_testlib() {
    let interactor = "read n < \"$1\"; echo $n; read got; [ \"$got\" = $((n + n)) ] || exit 1
echo ok; [ $n -gt 6 ] && { echo 'points 0.5' >&2; exit 7; }; exit 0";
    let workspace = talking(interactor).problem("p", &format!("protocol = \"testlib\"\n{SETTINGS}"));
    let found = workspace.run("hunt p right --seed 1 -j 1").exits(1);
    found.says("✗ p/right: PT").says("added p/2: no answer, the interactor `interact.sh` decides");
    assert_eq!(workspace.read("cases/p/2.in"), "7\n");
}

#[test]
fn solutions_that_should_be_right_need_no_other_and_no_reference() {
    let workspace = talking(INTERACTOR).script("p", "right", WRONG);
    let found = workspace.run("hunt p --seed 1 -j 1").exits(1);
    // Both are wrong, and the interactor is not outvoted.
    found.says("✗ p/right: WA").says("added p/2: no answer, the interactor `interact.sh` decides");
    assert!(workspace.read("cases/p/2.toml").starts_with("breaks = [\"right\", \"wrong\"]\n"));
    let nothing = talking(INTERACTOR).run("hunt p right --seed 1 --count 40").exits(0);
    nothing.says("nothing found: 40 inputs").says("again: harness hunt p right --seed 1 --count 40");
}

#[test]
fn where_the_reference_fails_too_the_input_and_the_interactor_are_doubted() {
    let broken = INTERACTOR.replace("$((n + n)) ]", "$((n < 5 ? n + n : 1)) ]");
    let workspace = with_reference("right").file("cases/p/interact.sh", broken);
    let before = workspace.files();
    let refused = workspace.run("hunt p wrong --seed 1 -j 1").exits(1);
    refused.says("✗ p/right: WA").does_not_say("added");
    refused.says("the reference `right` fails, so nothing was written");
    refused.says("hint: the input or the interactor is wrong, or `right`: then `harness hunt p right --seed 1 --count ");
    assert_eq!(workspace.files(), before);
    // What is blamed on the reference is kept, and so is what `--trust` blames on another.
    workspace.run("hunt p right --seed 1 -j 1").exits(1).says("✗ p/right: WA").says("added p/2: no answer");
    let workspace = with_reference("wrong");
    workspace.run("hunt p right --trust wrong --seed 1").exits(1).says("the reference `wrong` fails");
    workspace.run("hunt p wrong --trust right --seed 1").exits(1).says("✗ p/wrong: WA").says("added p/2");
}

#[test]
fn an_interactor_that_fails_ends_the_hunt() {
    for (interactor, why) in [
        ("read n < \"$1\"; [ $n -lt 4 ] || exit 5; echo $n; read got; exit 42", "exit status 5"),
        ("read n < \"$1\"; echo $n; read got; kill -SEGV $$", "SIGSEGV"),
        ("read n < \"$1\"; echo $n; read got; while :; do :; done", "`helpers.time_limit`"),
    ] {
        let workspace = talking(interactor).setting("[helpers]\ntime_limit = \"300ms\"\n");
        let before = workspace.files();
        let output = workspace.run("hunt p right --seed 1 -j 2 --time 20s").exits(3);
        output.says("the interactor `interact.sh` failed: ").says(why);
        assert_eq!(workspace.files(), before);
    }
    let workspace = talking(INTERACTOR).file("cases/p/interact.c", "this is no C\n");
    let workspace = workspace.problem("p", &SETTINGS.replace("interact.sh", "interact.c"));
    workspace.run("hunt p right --seed 1").exits(2).says("`interact.c` cannot be built");
}

#[test]
fn the_time_of_a_hunt_limits_dialogues() {
    let workspace =
        talking("read n < \"$1\"; echo $n; sleep 98773.1").problem("p", &SETTINGS.replace("500ms", "60s"));
    let output = workspace.run("hunt p right --seed 1 --time 1500ms -j 2").exits(0);
    output.says("nothing found").says("were spent waiting for dialogues with the interactor `interact.sh`");
}

#[test]
fn a_failure_by_chance_is_told_and_the_interactor_may_have_made_it() {
    // So seldom that one of 2,000 inputs shows it, and three more runs of the same do not.
    let moody = "read n < \"$1\"; echo $n; read got; echo ok
[ $(od -An -N1 -tu1 /dev/urandom) -lt 4 ] && exit 43; exit 42";
    let workspace = talking(moody).file("cases/p/generate.sh", "echo 1$1");
    let before = workspace.files();
    let output = workspace.run("hunt p right --seed 3 --count 2000").exits(1);
    output.says("`right` or the interactor `interact.sh` is not deterministic: it fails ");
    output.says(" of 10 times on the same input, so nothing was written");
    assert_eq!(workspace.files(), before);
}

#[test]
fn an_interrupt_keeps_the_smallest_input_so_far_without_an_answer() {
    let workspace = talking(INTERACTOR).file("cases/p/generate.sh", "echo 100000000000$1").script(
        "p",
        "wrong",
        "read n; sleep 0.1; [ $n -gt 6 ] && n=0; echo $((n + n)); read ok",
    );
    let mut child = workspace.start("hunt p wrong --seed 1 -j 1 --gen ''");
    let mut talk = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(talk.any(|line| line.starts_with("found with input 1 ")));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let last = talk.last();
    let output = workspace.finish(child).exits(130);
    output.says("added p/2: no answer, the interactor `interact.sh` decides");
    assert_eq!(last.unwrap(), "interrupted: the best input so far is kept, and no solution was judged on it");
    assert!(
        workspace.root().join("cases/p/2.in").exists() && !workspace.root().join("cases/p/2.ans").exists()
    );
}

#[test]
fn the_input_that_costs_a_solution_the_most_is_kept() {
    let slow = "read n; i=0; while [ $i -lt $n ]; do i=$((i + 1)); done; echo $((n + n)); read ok";
    let workspace = talking(INTERACTOR)
        .file("cases/p/generate.sh", "[ $1 = 5 ] && echo 20000 || echo $(($1 % 3))")
        .script("p", "slow", slow);
    let output = workspace.run("hunt p --slowest slow --seed 1 --count 20 --name slow").exits(1);
    output.says("p/slow: input 5 is the slowest of 20: ").says("added p/slow: no answer");
    assert_eq!(workspace.read("cases/p/slow.in"), "20000\n");
}

#[test]
fn an_input_without_an_answer_is_added_from_any_source() {
    let workspace = talking(INTERACTOR).file("a.txt", "5").script("p", "wrong", RIGHT);
    assert_snapshot!(workspace.run("add p --input a.txt -j 1").all(), @"
    p
      ✓ right AC 1/1
      ✓ wrong AC 1/1

    all as expected: 2 solutions, 2 runs, _ s, 1 job
    added p/2: no answer, the interactor `interact.sh` decides
    --- stderr ---
    note: input of a.txt: a final newline was added; --raw keeps it
    ");
    assert_snapshot!(workspace.read("cases/p/2.toml"), @r#"
    [provenance]
    by = "harness add"
    source = "a.txt"
    answer = "none, the interactor decides"
    date = 2026-01-01
    sha256 = "f0b5c2c2211c8d67ed15e75e656c7862d086e9245420892a7de62cd9ec582a06"
    "#);
    workspace.run_with_input("add p", "6\n").exits(0).says("added p/3: no answer");
    workspace.run("add p --gen '' --seed 4 --count 1").exits(0).says("added p/4: no answer");
    let workspace = workspace.tool("ed", "sed -i '1a 8' $1");
    let editor = workspace.root().join("bin/ed").display().to_string();
    workspace.run_with(("EDITOR", &editor), "add p --edit").exits(0).says("added p/5: no answer");
    let has_answer = |name: &str| workspace.root().join(format!("cases/p/{name}.ans")).exists();
    assert!(!["2", "3", "4", "5"].into_iter().any(has_answer));
    workspace.run("p").exits(0).says("5/5");
    let again = workspace.run("add p --input a.txt").exits(2);
    again.says("a.txt has the same input as the case `2`, so nothing was written");
    let invalid = workspace.file("b.txt", "-5\n").run("add p --input b.txt").exits(2);
    invalid.says("b.txt cannot be added: ");
}

#[test]
fn an_answer_that_is_given_is_for_the_interactor() {
    let reads = "read n < \"$1\"; read want < \"$2\"; echo $n; read got; [ \"$got\" = \"$want\" ] && echo ok && exit 42; echo no; exit 43";
    let workspace = talking(reads).file("a.txt", "5\n").file("b.txt", "10\n").file("c.txt", "11\n");
    let refused = workspace.run("add p --input a.txt --answer c.txt").exits(1);
    refused.says("`right` should be right on every case and contradicts the given answer on `2`, so nothing was written");
    workspace.run("add p --input a.txt --answer b.txt").says("added p/2: answer `10` as given");
    assert_eq!(workspace.read("cases/p/2.ans"), "10\n");
    workspace.run("p/right/2").exits(0).says("1/1");
}

#[test]
fn an_input_on_which_no_right_solution_is_accepted_is_refused() {
    let workspace = talking("read n < \"$1\"; echo $n; read got; exit 43").file("a.txt", "5\n");
    let before = workspace.files();
    let refused = workspace.run("add p --input a.txt").exits(1);
    let what = "`right` should be right on every case and contradicts the interactor `interact.sh` on `2`";
    refused.says(&format!("{what}, so nothing was written"));
    assert_eq!(workspace.files(), before);
    let forced = workspace.run("add p --input a.txt --force").exits(1);
    forced.says(&format!("note: --force writes the case although {what}")).says("added p/2: no answer");
}

#[test]
fn what_needs_answers_of_solutions_is_refused() {
    let workspace =
        with_reference("right").file("a.txt", "5\n").file("a.md", "## Sample Input\n```\n1\n```\n");
    let before = workspace.files();
    let refused = workspace.run("add p --input a.txt --consensus").exits(2);
    refused.says("`p` is interactive: its interactor decides, and solutions have no answers to agree on");
    refused.says("hint: omit --consensus");
    let samples = workspace.run("add p --from-markdown a.md").exits(2);
    samples
        .says("`p` is interactive: samples in its statement are dialogues, and no inputs of its interactor");
    assert_eq!(workspace.files(), before);
}

#[test]
fn a_stray_answer_becomes_no_part_of_a_case() {
    // The problem is looked at with its case alone, and the file comes before the new case is written.
    let workspace = talking(INTERACTOR).file("a.txt", "5\n").file("cases/p/x.ans", "1\n");
    let output = workspace.run("add p x --input a.txt").exits(2);
    output.says("x.ans");
    assert!(!workspace.root().join("cases/p/x.in").exists());
}

#[test]
fn cases_are_looked_at_without_their_answers() {
    let workspace = talking(INTERACTOR)
        .file("cases/p/2.in", "8\n")
        .file("cases/p/3.in", "8\r\n")
        .problem("p", &format!("{SETTINGS}[solution.wrong]\nexpect = [\"AC\", \"WA\"]\n"));
    assert_snapshot!(workspace.run("cases p -j 1").exits(1).all(), @"
    p: 3 cases, 1 wrong solution
      ✗ 3: the input has CRLF line endings
      ✗ 3: the validator `validate.sh` rejects it: exit status 1
      ✗ 3: the input is the same as in 2
      ✓ wrong is killed by 2 cases: 2 (WA), 3 (WA)
    smallest set with the same kills: 1 case; --minimal lists it
    redundant, other cases kill the same: 3 cases
    [exit status: 1]
    ");
    workspace.run("cases p --minimal").exits(0).says("2");
    workspace.run("cases p --checker-test 1:trailing-word").exits(2).says("no program checks outputs of `p`");
}

#[test]
fn growth_is_judged_by_the_interactor() {
    let workspace = talking(INTERACTOR).file("cases/p/generate.sh", "echo $((${2#n=} * 10 + $1))");
    let output = workspace.run("compare p --growth n=2..6 --runs 3 --format json").exits(0);
    let document = output.json();
    let solutions = document["solutions"].as_array().unwrap();
    let said = |name: &str| {
        let solution = solutions.iter().find(|solution| solution["solution"] == name).unwrap();
        (solution["disqualified"].clone(), solution["points"].as_array().unwrap().len())
    };
    assert_eq!(said("right"), (serde_json::Value::Null, 5), "{output}");
    assert_eq!(said("wrong"), ("WA on n=2, seed 1".into(), 0), "{output}");
}
