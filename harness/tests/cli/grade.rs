//! `grade`: verdicts, expectations, exit statuses, flags.

use insta::assert_snapshot;

use crate::session::{doubling, workspace};

#[test]
fn all_right_is_one_line_a_solution_and_exit_status_0() {
    assert_snapshot!(doubling().run("grade -j 1").all(), @"
    double
      ✓ right AC 2/2

    double                1
      right               ··

    all as expected: 1 solution, 2 runs, _ s, 1 job
    ");
}

#[test]
fn a_wrong_answer_is_shown_with_its_place_and_both_sides() {
    let workspace = doubling().script("double", "wrong", "read n; [ $n = 2 ] && n=3; echo $((n + n))");
    assert_snapshot!(workspace.run("grade -j 1").all(), @"
    double
      ✓ right AC 2/2
      ✗ wrong WA 1/2  expected AC

    double                1
      right               ··
      wrong               W·

      · accepted, W wrong answer; lowercase: as expected

    ✗ double/wrong/1-small: WA (wrong answer), expected AC
      line 1, column 1: expected `4`, got `6`
         expected                                          got
       1 4                                            ~  1 6
      input
      2
      alone: harness grade double/wrong/1-small

    1 not as expected: 2 solutions, 4 runs, _ s, 1 job
    [exit status: 1]
    ");
}

#[test]
fn a_wrong_solution_that_is_expected_to_be_wrong_is_fine() {
    let workspace = doubling()
        .script("double", "square", "read n; echo $((n * n))")
        .problem("double", "[solution.square]\nexpect = [\"AC\", \"WA\"]\n");
    assert_snapshot!(workspace.run("-j 1").all(), @"
    double
      ✓ right AC 2/2
      ✓ square WA 1/2  as expected

    double                1
      right               ··
      square              ·w

      · accepted, W wrong answer; lowercase: as expected

    all as expected: 2 solutions, 4 runs, _ s, 1 job
    ");
}

#[test]
fn a_wrong_solution_that_nothing_kills_is_a_fault_of_the_cases() {
    let workspace = doubling()
        .script("double", "lucky", "read n; echo $((n + n))")
        .problem("double", "[solution.lucky]\nexpect = [\"AC\", \"WA\"]\n");
    assert_snapshot!(workspace.run("-j 1 double/lucky").all(), @r#"
    double
      ✗ lucky AC 2/2  expected WA, but no case shows it

    double                1
      lucky               ··

    ✗ double/lucky: expected WA, but no case shows it
      hint: add a case on which it is WA, or, where none need be, write { permitted = ["AC", "WA"], required = [] } for `expect`

    1 not as expected: 1 solution, 2 runs, _ s, 1 job
    [exit status: 1]
    "#);
}

#[test]
fn the_comment_of_icpc_tools_names_the_final_verdict() {
    let workspace = doubling()
        .script("double", "may", "# @EXPECTED_RESULTS@: CORRECT, WRONG-ANSWER\nread n; echo $((n + n))")
        .script("double", "must", "# @EXPECTED_RESULTS@: WRONG-ANSWER\nread n; echo $((n + n))")
        .script("double", "later", "# @EXPECTED_RESULTS@: WRONG-ANSWER\nread n; [ $n = 2 ] || exit 3; echo 5")
        .script("double", "other", "# @EXPECTED_RESULTS@: WRONG-ANSWER\nexit 3");
    assert_snapshot!(workspace.run("-j 1").all(), @"
    double
      ✓ later WA 0/2  as expected
      ✓ may AC 2/2
      ✗ must AC 2/2  expected WA, but no case shows it
      ✗ other RE 0/2  expected WA
      ✓ right AC 2/2

    double                1
      later               wr
      may                 ··
      must                ··
      other               RR
      right               ··

      · accepted, R runtime error, W wrong answer; lowercase: as expected

    ✗ double/other/1-small: RE (runtime error), expected AC or WA
      exit status 3
      hint: where RE is expected, too, add RE to @EXPECTED_RESULTS@
      alone: harness grade double/other/1-small

    ✗ double/other/2-large: RE (runtime error), expected AC or WA
      exit status 3
      alone: harness grade double/other/2-large

    ✗ double/must: expected WA, but no case shows it
      hint: add a case on which it is WA, or, where none need be, add CORRECT to @EXPECTED_RESULTS@

    2 not as expected: 5 solutions, 10 runs, _ s, 1 job
    [exit status: 1]
    ");
    let document = workspace.run("-j 1 --format json double/may double/must").exits(1).json();
    let shown = |index: usize| {
        let line = &document["solutions"][index];
        format!("{} {} {} {}", line["solution"], line["expected"], line["required"], line["as_expected"])
    };
    assert_eq!(shown(0), r#""may" ["WA","AC"] [] true"#);
    assert_eq!(shown(1), r#""must" ["WA"] ["WA"] false"#);
    assert_snapshot!(workspace.run("list double/may double/must").exits(0).stdout, @"
    double
      may                    sh       2 cases  expected final verdict AC or WA
      must                   sh       2 cases  expected final verdict WA
        1-small
        2-large
    ");
    workspace.run("-j 1 --fail-fast double/later").only_exits(0);
}

#[test]
fn what_some_case_must_show_is_not_what_each_case_may_be() {
    let slow = "[solution.slow]\nexpect = { permitted = [\"AC\", \"WA\", \"TLE\"], required = [\"TLE\"] }\n";
    let may = "[solution.may]\nexpect = { \"*\" = \"AC\", \"1*\" = { permitted = [\"AC\", \"WA\"], required = [] } }\n";
    let workspace = doubling()
        .script("double", "slow", "echo 4")
        .script("double", "may", "read n; echo $((n + n))")
        .problem("double", &format!("{slow}{may}"));
    assert_snapshot!(workspace.run("-j 1 double/slow double/may").all(), @r#"
    double
      ✓ may AC 2/2
      ✗ slow WA 1/2  expected TLE, but no case shows it

    double                1
      may                 ··
      slow                ·w

      · accepted, W wrong answer; lowercase: as expected

    ✗ double/slow: expected TLE, but no case shows it
      hint: add a case on which it is TLE, or, where none need be, write { permitted = ["AC", "WA", "TLE"], required = [] } for `expect`

    1 not as expected: 2 solutions, 4 runs, _ s, 1 job
    [exit status: 1]
    "#);
    assert_snapshot!(workspace.run("list double/slow double/may").exits(0).stdout, @"
    double
      may                    sh       2 cases  expected WA or AC, none required
      slow                   sh       2 cases  expected AC or WA or TLE, required TLE
        1-small
        2-large
    ");
    let explained = workspace.run("list --explain double/slow").exits(0);
    explained.says("AC or WA or TLE, required TLE");
}

#[test]
fn a_failed_expectation_says_what_to_write() {
    let workspace = workspace()
        .case("p", "1", "1\n", "1\n")
        .case("p", "2", "2\n", "2\n")
        .script("p", "partly", "read n; echo 1")
        .script("p", "sleepy", "sleep 100")
        .problem("p", "time_limit = \"100ms\"\nwall_limit = \"300ms\"\n[solution.partly]\nexpect = \"WA\"\n[solution.sleepy]\nexpect = \"TLE\"\n");
    let output = workspace.run("-j 1").exits(1);
    output.says("hint: each case must be WA; where some may be AC, write [\"AC\", \"WA\"] for `expect`");
    let idles =
        "hint: a program that waits gets ILE, not TLE; where that is expected, write [\"TLE\", \"ILE\"]";
    output.says(idles);
    assert_eq!(output.stdout.matches(idles).count(), 1);
}

#[test]
fn every_end_has_its_verdict_and_its_reason() {
    let ends = [
        ("exits", "exit 3"),
        ("aborts", "kill -ABRT $$"),
        ("killed", "kill -KILL $$"),
        ("loops", "while :; do :; done"),
        ("sleeps", "sleep 100"),
        ("stops", "kill -STOP $$"),
        ("floods", "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done"),
        ("silent", ":"),
        ("leaves", "sleep 100 & echo 4"),
        ("eats", "x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done"),
    ];
    let limits =
        "time_limit = \"300ms\"\nwall_limit = \"600ms\"\nmemory_limit = \"32MiB\"\noutput_limit = \"4KiB\"\n";
    let mut workspace = workspace().case("p", "1", "2\n", "4\n").problem("p", limits);
    for (name, script) in ends {
        workspace = workspace.script("p", name, script);
    }
    let output = workspace.run("-j 1 -v --format json").exits(1);
    let document = output.json();
    let results = document["results"].as_array().unwrap();
    let mut lines: Vec<String> = results
        .iter()
        .map(|result| format!("{} {} {}", result["solution"], result["verdict"], result["reason"]))
        .map(|line| line.replace('"', ""))
        .collect();
    lines.sort();
    let start = |line: &String| line.split(": ").next().unwrap().split(" used ").next().unwrap().to_owned();
    let starts: Vec<String> = lines.iter().map(start).collect();
    assert_eq!(starts[0], "aborts RE SIGABRT");
    assert!(starts[1].starts_with("eats MLE"), "{}", starts[1]);
    assert_eq!(starts[2], "exits RE exit status 3");
    assert_eq!(starts[3], "floods OLE wrote more than 4KiB, killed");
    assert_eq!(starts[4], "killed RE SIGKILL, not sent by the judge");
    assert_eq!(starts[5], "leaves AC ");
    assert!(starts[6].starts_with("loops TLE more than 0.300 s, killed at 0.3"), "{}", starts[6]);
    assert_eq!(starts[7], "silent WA no output");
    assert_eq!(starts[8], "sleeps ILE");
    assert_eq!(starts[9], "stops ILE");
    assert!(lines[9].ends_with("it was stopped by a signal"));
    let left = results.iter().find(|result| result["solution"] == "leaves").unwrap();
    assert_eq!(left["notes"][0], "1 process left running, killed");
}

#[test]
fn a_selection_names_solutions_and_cases() {
    let workspace = doubling().script("double", "wrong", "echo 4");
    workspace.run("-j 1 double/right/2*").exits(0).says("1/1").does_not_say("wrong");
    workspace.run("-j 1 double/{right,wrong}/1-small").exits(0).says("wrong");
    workspace.run("-j 1 d*/w*").exits(1).does_not_say("right ");
    let nothing = workspace.run("dubble").exits(4);
    assert_snapshot!(nothing.all(), @"
    --- stderr ---
    error: no problem matches `dubble`; did you mean `double`?
    [exit status: 4]
    ");
}

#[test]
fn the_first_surprise_can_stop_the_rest() {
    let workspace = doubling().script("double", "a-wrong", "echo 5");
    assert_snapshot!(workspace.run("-j 1 --fail-fast").all(), @"
    double
      ✗ a-wrong WA 0/2  expected AC
      ✗ right                SK   0/2  not run

    double                1
      a-wrong             W-
      right               --

      · accepted, - not run, W wrong answer; lowercase: as expected

    ✗ double/a-wrong/1-small: WA (wrong answer), expected AC
      line 1, column 1: expected `4`, got `5`
         expected                                          got
       1 4                                            ~  1 5
      input
      2
      alone: harness grade double/a-wrong/1-small

    2 not as expected: 2 solutions, 1 run, _ s, 1 job
    [exit status: 1]
    ");
}

#[test]
fn flags_override_every_limit() {
    let workspace = workspace().case("p", "1", "", "").problem("p", "time_limit = \"10s\"\n").script(
        "p",
        "loops",
        "while :; do :; done",
    );
    let output = workspace.run("-j 1 --time-limit 100ms").exits(1);
    output.says("more than 0.100 s");
    workspace.run("-j 1 --time-limit soon").exits(2).says("soon");
}

#[test]
fn quiet_says_only_what_is_not_as_expected() {
    let workspace = doubling().script("double", "wrong", "echo 4");
    assert_snapshot!(workspace.run("-j 1 -q").all(), @"
    double
      ✗ wrong WA 1/2  expected AC

    ✗ double/wrong/2-large: WA (wrong answer), expected AC
      line 1, column 1: expected `2000000`, got `4`
         expected                                          got
       1 2000000                                      ~  1 4
      input
      1000000
      alone: harness grade double/wrong/2-large

    1 not as expected: 2 solutions, 4 runs, _ s, 1 job
    [exit status: 1]
    ");
}

#[test]
fn it_works_from_any_folder_below_and_with_a_root() {
    let workspace = doubling();
    workspace.run_in("cases/double", "-j 1").exits(0).says("all as expected");
    let root = workspace.root().display().to_string();
    let elsewhere = crate::session::workspace();
    elsewhere.run(&format!("--root {root} -j 1")).exits(0).says("all as expected");
}

#[test]
fn a_program_sees_neither_the_workspace_nor_the_environment() {
    let workspace = workspace().case("p", "1", "", "sealed\n").script(
        "p",
        "spy",
        "cat $(dirname $0)/../../cases/p/1.ans 2>/dev/null || ls ../../cases 2>/dev/null || echo sealed",
    );
    let output = workspace.run("-j 1 --format json");
    let document = output.json();
    if document["sandbox"]["files"] == "open" {
        return;
    }
    assert_eq!(document["results"][0]["verdict"], "AC", "{output}");
    let required = workspace.run("-j 1 --isolation required");
    assert!(required.code == 0 || required.stderr.contains("full isolation is required"), "{required}");
}

#[test]
fn only_the_first_surprises_of_a_solution_are_shown_unless_all_are_asked_for() {
    let workspace = (1..=5)
        .fold(workspace(), |workspace, case| workspace.case("p", &case.to_string(), "", "4\n"))
        .script("p", "wrong", "echo 5");
    let shown = |words: &str| workspace.run(words).exits(1).stdout.matches("WA (wrong answer)").count();
    assert_eq!((shown("-j 1"), shown("-j 1 -v")), (3, 5));
    workspace.run("-j 1").exits(1).says("… 2 more unexpected results; `-v` shows all");
}

#[test]
fn a_memory_limit_can_be_given_for_once() {
    let workspace = workspace().case("p", "1", "", "").script(
        "p",
        "eats",
        "x=xxxxxxxxxxxxxxxx; while [ ${#x} -lt 30000000 ]; do x=$x$x; done",
    );
    workspace.run("-j 1").only_exits(0);
    workspace.run("-j 1 --memory-limit 16MiB").exits(1).says("MLE (memory limit exceeded)").says("16MiB");
    workspace.run("-j 1 --memory-limit 16").exits(2).says("`16` is not a size");
}
