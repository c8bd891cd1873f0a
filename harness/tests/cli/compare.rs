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
    let mut lines = output.stdout.lines();
    let line = lines.find(|line| line.starts_with("right: ") && !line.contains("outliers"));
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
}

#[test]
fn the_program_of_a_baseline_runs_again_and_is_kept_until_there_is_another() {
    let workspace = race();
    workspace.run("compare double/right --runs 3 --save then").only_exits(0);
    workspace.run("compare double/right --runs 3 --save then").only_exits(0);
    let folder = workspace.root().join(".judge/baselines/then");
    let kept: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    let script = kept[0].join("0/0/right.sh");
    assert_eq!(std::fs::read_to_string(&script).unwrap(), workspace.read("solutions/double/right.sh"));
    // It is that copy which runs: a wrong one is found out.
    std::fs::write(&script, "echo 5\n").unwrap();
    let gate = "compare double/right --runs 3 --against then --fail-if-slower 5%";
    workspace
        .run(gate)
        .exits(2)
        .says("right: not compared with the baseline: the program of the baseline is WA on 1-small")
        .says("--fail-if-slower could not compare all of the baseline");
    std::fs::remove_file(&script).unwrap();
    workspace.run(gate).exits(2).says("the program of the baseline is gone");
    workspace.run("compare double/right --runs 3 --against then").exits(0).says("make it again with --save");
}

#[test]
fn a_gate_that_would_compare_little_fails_before_anything_is_measured() {
    let workspace = race();
    workspace.run("compare double/right --runs 3 --save then").only_exits(0);
    let gate = "compare double/right --runs 3 --against then --fail-if-slower 5%";
    // Another input is another case: one of two is just half.
    let workspace = workspace.case("double", "1-small", "3\n", "6\n");
    workspace
        .run(&gate.replace("5%", "900%"))
        .exits(0)
        .says("1 of the 2 cases of the baseline are compared; with another input now: 1-small");
    let workspace = workspace.case("double", "2-large", "7\n", "14\n");
    let output = workspace.run(gate).exits(2);
    output.says("--fail-if-slower would compare too little of the baseline");
    output.says("with another input now: 1-small, 2-large");
    assert!(output.stdout.is_empty(), "{output}");
    let output = workspace.run("compare double/right --runs 3 --against then --format json").exits(0);
    let document = output.json();
    assert_eq!(document["against"][0]["change"], serde_json::Value::Null, "{output}");
    assert_eq!(document["against"][0]["reason"], "no case is the same as in the baseline");
    assert!(document["uncovered"][0].as_str().unwrap().starts_with("0 of the 2 cases"), "{output}");
    workspace
        .run("compare double/slow --against then --fail-if-slower 5%")
        .exits(2)
        .says("would compare no solution of the baseline")
        .says("in the baseline and not compared now: right");
}

#[test]
fn a_baseline_knows_limits_and_commands() {
    let workspace = race();
    workspace.run("compare double/right --runs 3 --save then").only_exits(0);
    let workspace = workspace.problem("double", "time_limit = \"7s\"\n").file(
        "judge.toml",
        "[language.sh]\nextensions = [\"sh\"]\nrun = [\"/bin/sh\", \"-e\", \"{source}\"]\n",
    );
    workspace
        .run("compare double/right --runs 3 --against then")
        .exits(0)
        .says("limits are not those of the baseline: 1-small, 2-large")
        .says("right: the baseline was run by `/bin/sh {source}`")
        .says("now it is run by `/bin/sh -e {source}`");
}

#[test]
fn what_cannot_be_written_is_told_before_anything_is_measured() {
    let check = |workspace: &Workspace, words: &str, what: &str| {
        let output = workspace.run(&format!("compare double {words}")).exits(2);
        output.says(what);
        assert!(!output.stderr.contains("building") && output.stdout.is_empty(), "{output}");
    };
    let workspace = race();
    for name in ["../escape", "x:y", ".hidden", "a/b"] {
        check(&workspace, &format!("--save {name}"), "invalid baseline name");
    }
    check(&workspace, "--against x:y", "invalid baseline name");
    check(&workspace, "--export-hyperfine missing/folder/h.json", "failed to write `missing/folder/h.json`");
    check(&workspace, "--report json=missing/r.json", "failed to write `missing/r.json`");
    check(&workspace.file(".judge/baselines", "a file"), "--save then", "failed to write");
}

#[test]
fn a_slowdown_without_a_unit_is_refused() {
    for bare in ["0.05", "5"] {
        let words = format!("compare double --against then --fail-if-slower {bare}");
        race().run(&words).exits(2).says("it needs a unit: `5%` or `1.05x`");
    }
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
