//! `hunt`: an input that breaks a solution, made small and added, or nothing written at all.

use std::io::{BufRead, BufReader};

use insta::assert_snapshot;
use rustix::process::{Pid, Signal, kill_process};

use crate::session::{Workspace, doubling, processes_with};
use crate::watch::lasting;

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

    1 not as expected: 2 solutions, 2 runs, _ s, 1 job
    added double/3: answer `14` by the reference `right`
    again: harness hunt double wrong --seed 1 --count 15
    --- stderr ---
    found with input 15 in _ s
    note: `wrong` ends with WA on the case `2-large`, too
    shrunk from 2 to 2 bytes; 12 smaller inputs tried
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
fn a_solution_that_should_be_right_fails_where_the_reference_says_otherwise() {
    let workspace = with_generator()
        .script("double", "twice", "read n; echo $((2 * n))")
        .script("double", "wrong", WRONG);
    workspace
        .run("hunt double --seed 1")
        .exits(1)
        .says("double/wrong: WA")
        .says("added double/3: answer `14`");
    assert!(workspace.read("cases/double/3.toml").starts_with("breaks = [\"wrong\"]\n"));
}

#[test]
fn solutions_that_should_all_be_right_are_not_outvoted() {
    let settings = "generator = \"generate.sh\"\nvalidator = \"validate.sh\"\n";
    let workspace = with_generator()
        .problem("double", settings)
        .script("double", "twice", "read n; echo $((2 * n))")
        .script("double", "wrong", WRONG);
    let before = workspace.files();
    assert_snapshot!(workspace.run("hunt double --seed 1").all(), @"
    ✗ double: solutions that should be right do not agree
    right, twice
      14
    wrong
      0
    input
      7
    --- stderr ---
    found with input 15 in _ s
    shrunk from 2 to 2 bytes; 12 smaller inputs tried
    error: the solutions do not agree, so nothing was written
    hint: find out which is wrong; `harness hunt double SOLUTION --seed 1 --count 15` tests one against the others
    hint: `harness hunt double --trust SOLUTION --seed 1 --count 15` keeps the case with the answer of that solution
    [exit status: 1]
    ");
    assert_eq!(workspace.files(), before);
}

/// Two programs of which none is the reference, and a generator.
fn two_programs() -> Workspace {
    let settings = "generator = \"generate.sh\"\nvalidator = \"validate.sh\"\n";
    with_generator().problem("double", settings).script("double", "my fast", WRONG)
}

#[test]
fn of_two_programs_one_can_be_trusted() {
    let workspace = two_programs();
    let before = workspace.files();
    let shown = workspace.run("hunt double 'my fast' --seed 1 -j 1").exits(1);
    shown.says("note: a counterexample is shown but not written").says("`--trust right` takes its answers");
    let line = "harness hunt double 'my fast' --trust right --seed 1 --count 15";
    shown.says("a consensus needs solutions of two families").says(&format!("hint: `{line}` keeps the case"));
    assert_eq!(workspace.files(), before);
    workspace.run_pasted(".", line).exits(1).says("added double/3: answer `14` by the reference `right`");
    assert!(workspace.read("cases/double/3.toml").contains(&format!("found = \"{line}\"")));
    workspace
        .run("hunt double right --trust right --seed 1")
        .exits(2)
        .says("cannot be trusted and be a target");
    workspace.run("hunt double --trust rihgt --seed 1").exits(4).says("did you mean `right`?");
}

#[test]
fn with_a_trusted_solution_none_needs_to_be_named() {
    let workspace = two_programs();
    workspace.run("hunt double --trust right --seed 1").exits(1).says("added double/3: answer `14`");
}

#[test]
fn the_line_that_is_told_can_be_pasted_into_a_shell() {
    let workspace = two_programs().folder("else where");
    let hunt = "hunt double 'my fast' --trust right --seed 1 --gen 'size=9 --more' --shrink 40 --dry-run";
    let told = |output: &crate::session::Output| {
        output.stdout.lines().find_map(|line| line.strip_prefix("again: ")).unwrap().to_owned()
    };
    let first = workspace.run_in("else where", &format!("--root .. {hunt}")).exits(1);
    let line = told(&first);
    let expect = "harness --root .. hunt double 'my fast' --trust right --seed 1 --count 7 --gen 'size=9 --more' --shrink 40";
    assert_eq!(line, expect);
    let again = workspace.run_pasted("else where", &format!("{line} --dry-run")).exits(1);
    assert_eq!((input_of(&again.stdout), told(&again)), (input_of(&first.stdout), line));
}

#[test]
fn a_failure_by_chance_is_told_and_not_stored() {
    // So seldom that one of 500 inputs shows it, and three more runs of the same do not.
    let flaky = "read n; [ $(od -An -N1 -tu1 /dev/urandom) -lt 6 ] && n=0; echo $((n + n))";
    // A shell takes numbers with a leading zero for octal ones, so they are no valid inputs.
    let validator = "read n && [ -z \"$(cat)\" ] && ! grep -q '[^0-9]\\|^0.' <<E\n$n\nE";
    let workspace = with_generator()
        .file("cases/double/validate.sh", validator)
        .script("double", "wrong", flaky)
        .file(GENERATE, "echo 1$1");
    let before = workspace.files();
    let output = workspace.run("hunt double wrong --seed 3 --count 500").exits(1);
    output.says("`wrong` is not deterministic: it fails ");
    output.says(" of 10 times on the same input, so nothing was written");
    output.says("again: harness hunt double wrong --seed 3 --count ").does_not_say("found with");
    assert_eq!(workspace.files(), before);
}

#[test]
fn what_was_found_is_stored_although_nothing_reads_of_it() {
    let workspace = with_generator().script("double", "wrong", WRONG);
    workspace.run_unread("hunt double wrong --seed 1").only_exits(141);
    assert_eq!(workspace.read("cases/double/3.in"), "7\n");
    assert_eq!(workspace.read("cases/double/3.ans"), "14\n");
    let slowest = "hunt double --slowest right --seed 1 --count 3 --name slow";
    workspace.run_unread(slowest).only_exits(141);
    assert!(!workspace.read("cases/double/slow.ans").is_empty());
}

#[test]
fn the_same_find_again_is_known_before_it_is_shrunk() {
    let workspace = with_generator().script("double", "wrong", WRONG);
    let hunt = "hunt double wrong --seed 1 --gen 'size=12'";
    workspace.run(hunt).exits(1).says("shrunk from ").says("added double/3");
    let again = workspace.run(hunt).exits(1);
    again.says("nothing was written: the case `3` has this input").does_not_say("shrunk from ");
    // Another find is shrunk; that it may come to the same is told before.
    let workspace = workspace.file(GENERATE, "echo 4321$1");
    let other = workspace.run("hunt double wrong --seed 2").exits(1);
    other.says("note: `wrong` ends with WA on the case `3`, too").says("shrunk from ");
    other.says("nothing was written: the case `3` has this input");
}

#[test]
fn a_helper_program_that_hangs_ends_with_the_time_of_the_search() {
    let workspace = with_generator().script("double", "wrong", "read n; echo $((2 * n))");
    let hunt = |workspace: &Workspace| workspace.run("hunt double wrong --seed 1 --time 2s -j 2");
    let workspace = workspace.file(GENERATE, "[ $1 = 3 ] && sleep 98771.1; echo $1");
    let told = "the generator `generate.sh` hangs on seed 3: it had run for ";
    hunt(&workspace).exits(2).says(told).says(" s when the time was over");
    let workspace = workspace.file(GENERATE, "echo $1").file("cases/double/validate.sh", "sleep 98771.1");
    hunt(&workspace).exits(2).says("the validator `validate.sh` hangs: it had run for ");
    // A solution may take its time: its limits are those of the problem.
    let workspace = workspace
        .file("cases/double/validate.sh", ":")
        .problem("double", "reference = \"right\"\ngenerator = \"generate.sh\"\nwall_limit = \"100s\"\n")
        .script("double", "right", "read n; sleep 98771.1");
    workspace
        .run("hunt double wrong --seed 1 --time 1500ms -j 2")
        .exits(0)
        .says("nothing found")
        .says("were spent waiting for `right`");
    assert!(lasting(|| processes_with("98771.1")).is_empty());
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
    workspace.run("hunt double wrong --seed 1").exits(1).says("by the consensus of 2 solutions");
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
        .says("added double/3: answer `")
        .says("by the reference `right`")
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
        .says("added double/slow: answer `120000`");
    assert_eq!(workspace.read("cases/double/slow.in"), "60000\n");
    let sidecar = workspace.read("cases/double/slow.toml");
    assert!(sidecar.contains("found = \"harness add double --gen 'size="), "{sidecar}");
    workspace.run("hunt double --slowest slwo").exits(4).says("did you mean `slow`?");
}
