//! `hunt`: an input that breaks a solution, made small and added, or nothing written at all.

use std::io::{BufRead, BufReader};

use insta::assert_snapshot;
use rustix::process::{Pid, Signal, kill_process};

use crate::session::{Workspace, doubling};

/// `double` with a generator of a number of up to `size`, a validator and a reference.
fn with_generator() -> Workspace {
    doubling()
        .problem(
            "double",
            "reference = \"right\"\ngenerator = \"generate.sh\"\nvalidator = \"validate.sh\"\n",
        )
        .file(GENERATE, "size=${2#size=}; size=${size:-9}; echo $(($1 % (size + 2)))")
        .file(
            "cases/double/validate.sh",
            "read n && [ \"$n\" -ge 0 ] && [ -z \"$(cat)\" ] && ! grep -q '[^0-9]' <<E\n$n\nE",
        )
}

const GENERATE: &str = "cases/double/generate.sh";

/// Wrong for numbers of 7 and more.
const WRONG: &str = "read n; [ $n -gt 6 ] && n=0; echo $((n + n))";

/// The settings of a problem with a wrong solution that no case kills.
const SURVIVES: &str = "reference = \"right\"\ngenerator = \"generate.sh\"\nvalidator = \"validate.sh\"\n\
    [solution.wrong]\nexpect = [\"AC\", \"WA\"]\n";

#[test]
fn an_input_that_breaks_a_solution_is_made_small_and_added() {
    let workspace = with_generator().script("double", "wrong", WRONG);
    assert_snapshot!(workspace.run("hunt double wrong --seed 1 -j 1").all(), @"
    ✗ double/wrong: WA
    right
      14
    wrong
      0
    input
      7
    double
      ✓ right AC 1/1
      ✗ wrong WA 0/1  expected AC

    ✗ double/wrong/3: WA (wrong answer), expected AC
      line 1, column 1: expected `14`, got `0`
         expected                                          got
       1 14                                           ~  1 0
      input
      7

    1 not as expected: 2 solutions, 2 runs, _ s, 1 at once
    added double/3: `14`, says the reference `right`
    again: harness hunt double wrong --seed 1 --count 15
    --- stderr ---
    found with input 15 in _ s
    shrunk to 2 of 2 bytes after 12 smaller inputs
    [exit status: 1]
    ");
    assert_eq!(workspace.read("cases/double/3.in"), "7\n");
    assert_eq!(workspace.read("cases/double/3.ans"), "14\n");
    assert_snapshot!(workspace.read("cases/double/3.toml"), @r#"
    breaks = ["wrong"]

    [provenance]
    by = "harness hunt"
    generator = "generate.sh size=6"
    seed = 15
    found = "harness hunt double wrong --seed 1 --count 15"
    answer = "reference right"
    date = 2026-01-01
    sha256 = "10159baf262b43a92d95db59dae1f72c645127301661e0a3ce4e38b295a97c58"
    "#);
    workspace.run("show double/3").exits(0).says("breaks wrong");
}

#[test]
fn the_line_that_is_told_finds_the_same_again() {
    let workspace = with_generator().script("double", "wrong", WRONG);
    let before = workspace.files();
    let first = workspace.run("hunt double wrong --seed 1 --dry-run").exits(1);
    let line = first.stdout.lines().find_map(|line| line.strip_prefix("again: harness ")).unwrap().to_owned();
    let (shorter, _) = line.rsplit_once(' ').unwrap();
    let again = workspace.run(&format!("{line} --dry-run -j 1")).exits(1);
    assert_eq!(input_of(&again.stdout), input_of(&first.stdout));
    workspace.run(&format!("{shorter} 1")).exits(0).says("nothing found");
    assert_eq!(workspace.files(), before);
}

/// What stands between `input` and the matrix.
fn input_of(text: &str) -> Vec<&str> {
    text.lines().skip_while(|line| *line != "input").take_while(|line| *line != "double").collect()
}

#[test]
fn a_wrong_solution_that_no_case_kills_is_hunted_unasked() {
    let workspace = with_generator().script("double", "wrong", WRONG).problem("double", SURVIVES);
    workspace.run("hunt double --seed 1").exits(0).says("double/wrong: WA").says("added double/3");
    workspace.run("hunt double --seed 1").exits(1).says("`3` has this input").says("nothing was written");
}

#[test]
fn solutions_that_should_all_be_right_are_not_outvoted() {
    let workspace = with_generator()
        .script("double", "twice", "read n; echo $((2 * n))")
        .script("double", "wrong", WRONG);
    let before = workspace.files();
    assert_snapshot!(workspace.run("hunt double --seed 1").all(), @"
    ✗ double/wrong: WA
    right, twice
      14
    wrong
      0
    input
      7
    --- stderr ---
    found with input 15 in _ s
    shrunk to 2 of 2 bytes after 12 smaller inputs
    error: `wrong` should be right like the others, so nothing was written
    hint: if `wrong` is wrong, `harness hunt double wrong --seed 1 --count 15` adds the case
    [exit status: 1]
    ");
    assert_eq!(workspace.files(), before);
}

#[test]
fn without_a_reference_a_split_vote_writes_nothing() {
    let settings = "generator = \"generate.sh\"\nvalidator = \"validate.sh\"\n";
    let workspace = with_generator().problem("double", settings).script("double", "wrong", WRONG);
    let before = workspace.files();
    workspace.run("hunt double --seed 1").exits(1).says("do not agree, so nothing was written").says("  14");
    assert_eq!(workspace.files(), before);
    // One voice against a named one is no consensus of two families.
    workspace.run("hunt double wrong --seed 1").exits(1).says("a consensus needs solutions of two families");
    let workspace = workspace.script("double", "twice", "read n; echo $((2 * n))");
    workspace.run("hunt double wrong --seed 1").exits(1).says("says the consensus of 2 solutions");
}

#[test]
fn a_crash_and_a_limit_are_faults_that_stay_the_same() {
    let workspace = with_generator().script(
        "double",
        "wrong",
        "read n; [ $n -gt 9 ] && exit 3; [ $n -gt 4 ] && n=0; echo $((n + n))",
    );
    workspace.run("hunt double wrong --seed 8 --gen 'size={size}' --count 1").exits(0).says("nothing found");
    let workspace = workspace.file(GENERATE, "echo 1234");
    workspace.run("hunt double wrong --seed 1").exits(1).says("double/wrong: RE");
    assert_eq!(workspace.read("cases/double/3.in"), "10\n");
    let workspace = workspace
        .problem(
            "double",
            "reference = \"right\"\ntime_limit = \"50ms\"\n\
        generator = \"generate.sh\"\nvalidator = \"validate.sh\"\n",
        )
        .script("double", "slow", "read n; [ $n -gt 20 ] && while :; do :; done; echo $((n + n))");
    workspace.run("hunt double slow --seed 1 --shrink 40").exits(1).says("double/slow: TLE");
    let found: u32 = workspace.read("cases/double/4.in").trim().parse().unwrap();
    assert!((21..1234).contains(&found), "{found}");
}

#[test]
fn where_nothing_is_found_that_is_said_and_nothing_is_written() {
    let workspace = with_generator().script("double", "twice", "read n; echo $((2 * n))");
    let before = workspace.files();
    workspace.run("hunt double --seed 1 --count 70").exits(0).says("double: nothing found: 70 inputs");
    workspace.run("hunt double --seed 1 --time 1ms").exits(0).says("nothing found");
    // A solution that is kept because it is wrong should have been found.
    let workspace =
        workspace.script("double", "wrong", "read n; echo $((2 * n))").problem("double", SURVIVES);
    workspace.run("hunt double wrong --seed 1 --count 9").exits(1).says("nothing found");
    assert_eq!(workspace.files(), before);
}

#[test]
fn a_generator_is_held_to_its_seed() {
    let workspace = with_generator().script("double", "twice", "read n; echo $((2 * n))");
    let hunt = |workspace: &Workspace| workspace.run("hunt double --seed 1 --count 40");
    let workspace = workspace.file(GENERATE, "tr -dc 0-9 </dev/urandom | head -c 12; echo");
    hunt(&workspace).exits(2).says("is not deterministic: seed 1 gave different inputs");
    let workspace = workspace.file(GENERATE, "echo 5");
    hunt(&workspace).exits(0).says("the generator `generate.sh` ignores its seed");
    let workspace = workspace.file(GENERATE, "[ $# = 1 ] && echo $1");
    hunt(&workspace).exits(0).says("takes no size").says("40 inputs, ");
    let workspace = workspace.file(GENERATE, "echo >&2 broken; false");
    hunt(&workspace).exits(2).says("fails with seed 1: broken");
}

#[test]
fn an_invalid_input_breaks_no_solution() {
    let workspace = with_generator().file(GENERATE, "echo -$1").script(
        "double",
        "wrong",
        "read n; [ $n -lt 0 ] && exit 1; echo $((n + n))",
    );
    workspace
        .run("hunt double wrong --seed 5")
        .exits(2)
        .says("the generator makes an invalid input with `5 size=0`");
}

#[test]
fn without_a_validator_an_input_stays_as_it_is() {
    let settings = "reference = \"right\"\ngenerator = \"generate.sh\"\n";
    let workspace = with_generator().script("double", "wrong", WRONG).problem("double", settings);
    let hunt = "hunt double wrong --seed 1 --gen 90 --name big";
    workspace.run(hunt).exits(1).says("not shrunk: without a validator").says("added double/big");
    assert!(workspace.read("cases/double/big.toml").contains("generator = \"generate.sh 90\""));
}

#[test]
fn what_cannot_be_hunted_is_said() {
    let workspace = with_generator();
    workspace.run("hunt double").exits(2).says("`double` needs at least two solutions to compare");
    workspace.run("hunt double rihgt").exits(4).says("did you mean `right`?");
    let workspace = workspace.problem("double", "reference = \"right\"\n").script("double", "wrong", WRONG);
    workspace.run("hunt double wrong").exits(2).says("`double` has no generator");
    workspace.run("hunt doulbe wrong").exits(4).says("did you mean `double`?");
}

#[test]
fn an_interrupt_keeps_the_smallest_input_so_far() {
    let workspace = with_generator().file(GENERATE, "echo 100000000000$1").script(
        "double",
        "wrong",
        "read n; sleep 0.1; [ $n -gt 6 ] && n=0; echo $((n + n))",
    );
    let mut child = workspace.start("hunt double wrong --seed 1 -j 1 --gen ''");
    let mut talk = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(talk.any(|line| line.starts_with("found with input 1 ")));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let last = talk.last();
    let output = workspace.finish(child).exits(130);
    output
        .says("added double/3: `")
        .says("says the reference `right`")
        .says("again: harness hunt double wrong");
    assert_eq!(last.unwrap(), "interrupted: the best input so far is kept, and no solution was judged on it");
    let input: u64 = workspace.read("cases/double/3.in").trim().parse().unwrap();
    assert_eq!(workspace.read("cases/double/3.ans"), format!("{}\n", 2 * input));
}

#[test]
fn the_input_that_costs_a_solution_the_most_is_kept() {
    let workspace = with_generator()
        .file(GENERATE, "[ $1 = 5 ] && echo 60000 || echo $(($1 % 3))")
        .file("cases/double/validate.sh", "read n && [ \"$n\" -ge 0 ]")
        .script("double", "slow", "read n; i=0; while [ $i -lt $n ]; do i=$((i + 1)); done; echo $((n + n))");
    let hunt = "hunt double --slowest slow --seed 1 --count 20 --name slow";
    workspace
        .run(hunt)
        .exits(0)
        .says("double/slow: input 5 is the slowest")
        .says("added double/slow: `120000`");
    assert_eq!(workspace.read("cases/double/slow.in"), "60000\n");
    let sidecar = workspace.read("cases/double/slow.toml");
    assert!(sidecar.contains("found = \"harness add double --gen 'size="), "{sidecar}");
    workspace.run("hunt double --slowest slwo").exits(4).says("did you mean `slow`?");
}
