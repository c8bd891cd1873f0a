//! `compare`: rankings, and what is refused.

use crate::session::{Workspace, doubling, is_here};

/// Solutions that do the same, one in a loop that takes far longer, and a wrong one.
fn race() -> Workspace {
    doubling()
        .script("double", "slow", "read n; i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; echo $((n + n))")
        .script("double", "wrong", "echo 4")
}

#[test]
fn the_faster_one_is_first_and_the_wrong_one_is_not_measured() {
    let output = race().run("compare double --runs 5 --format json").exits(0);
    let document = output.json();
    let solutions = document["solutions"].as_array().unwrap();
    let row =
        |index: usize| (solutions[index]["solution"].as_str().unwrap(), solutions[index]["rank"].as_u64());
    assert_eq!(
        (row(0), row(1), row(2)),
        (("right", Some(1)), ("slow", Some(2)), ("wrong", None)),
        "{output}"
    );
    assert_eq!(solutions[2]["disqualified"], "WA on 2-large");
    assert!(solutions[1]["ratio_low"].as_f64().unwrap() > 1.5, "{output}");
    assert_eq!(solutions[0]["runs"], 5);
}

#[test]
fn people_read_which_solution_is_faster() {
    let output = race().run("compare double/{right,slow} --cases 1* --runs 5").exits(0);
    output
        .says("right is")
        .says("times faster than slow (95 % interval")
        .says("over 1 case")
        .says("5 rounds in");
}

#[test]
fn a_comparison_with_a_baseline_says_what_changed() {
    let workspace = race();
    workspace.run("compare double/right --runs 5 --save then").only_exits(0);
    let output = workspace.run("compare double/right --runs 5 --against then --fail-if-slower 400%").exits(0);
    // On a busy machine even the same program may be found faster or slower than it was.
    let line = output.stdout.lines().find(|line| line.starts_with("right: "));
    assert!(
        line.is_some_and(|line| line.contains(" the baseline ") && line.contains("(95 % interval ")),
        "{output}"
    );
    let workspace = workspace.script(
        "double",
        "right",
        "read n; i=0; while [ $i -lt 90000 ]; do i=$((i+1)); done; echo $((n + n))",
    );
    let output = workspace.run("compare double/right --runs 5 --against then --fail-if-slower 5%").exits(1);
    output.says("slower than the baseline by");
    workspace.run("compare double/right --against never").exits(2).says("--save never");
    workspace
        .run("compare double/right --metric wall --against then")
        .exits(2)
        .says("the baseline was measured with --metric cpu");
    workspace.run("compare double --save ../escape --runs 3").exits(2).says("invalid baseline name");
}

#[test]
fn times_of_another_machine_are_refused() {
    let workspace = race();
    workspace.run("compare double/right --runs 3 --save then").only_exits(0);
    let path = workspace.root().join(".judge/baselines/then.json");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("\"cores\":", "\"cores\":1")).unwrap();
    workspace.run("compare double/right --against then").exits(2).says("another machine");
}

#[test]
fn a_limit_is_advised_that_tells_fast_from_slow() {
    let workspace = race().problem("double", "time_limit = \"150ms\"\n[solution.wrong]\nexpect = \"WA\"\n[solution.endless]\nexpect = [\"TLE\"]\n")
        .script("double", "endless", "while :; do :; done");
    let output = workspace.run("compare double/{right,endless} --limits --runs 3").exits(0);
    output
        .says("time limits from")
        .says("let right pass and stop endless")
        .says("not compared: TLE on 1-small");
}

#[test]
fn what_cannot_be_compared_is_said() {
    let workspace = race().case("other", "1", "", "").script("other", "a", ":");
    workspace.run("compare double other").exits(2).says("different problems");
    workspace.run("compare double/right/1* double/slow/2*").exits(2).says("different cases");
    workspace.run("compare dubble").exits(4).says("did you mean");
    workspace.run("compare").only_exits(2);
    workspace.run("compare double --runs 2").exits(2).says("at least 3");
}

#[test]
fn counts_of_instructions_repeat_to_the_digit() {
    let workspace = race();
    if !is_here("valgrind") {
        let output = workspace.run("compare double/right --metric instructions");
        assert!(output.code == 0 || output.stderr.contains("apt install valgrind"), "{output}");
        return;
    }
    let counts = || {
        let words = "compare double/{right,slow} --metric instructions --format json";
        let output = workspace.run(words).exits(0);
        let document = output.json();
        let solutions = document["solutions"].as_array().unwrap();
        let count = |name: &str| {
            let row = solutions.iter().find(|solution| solution["solution"] == name).unwrap();
            assert_eq!((row["runs"].as_u64(), row["median_ns"].is_null()), (Some(2), true), "{output}");
            row["median_instructions"].as_u64().unwrap()
        };
        [count("right"), count("slow")]
    };
    let first = counts();
    assert!(first[0] > 10_000 && first[1] > first[0] + 1_000_000, "{first:?}");
    assert_eq!(first, counts());
}

#[test]
fn counts_that_are_kept_may_be_held_against_on_another_machine() {
    if !is_here("valgrind") {
        return;
    }
    let workspace = race();
    workspace.run("compare double/right --metric instructions --save then").only_exits(0);
    let kept = workspace.read(".judge/baselines/then.json");
    let (before, rest) = kept.split_once("\"cpu\":\"").unwrap();
    let elsewhere = format!("{before}\"cpu\":\"Another {rest}");
    let workspace = workspace.file(".judge/baselines/then.json", elsewhere);
    let output = workspace.run("compare double/right --metric instructions --against then").exits(0);
    output.says("right: no significant difference from the baseline");
}

#[test]
fn without_a_counter_the_hint_says_how_to_get_one() {
    let output = race().run_with(("PATH", "/nowhere"), "compare double --metric instructions");
    // A processor that counts needs nothing else.
    assert!(output.code == 0 || output.stderr.contains("apt install valgrind"), "{output}");
}
