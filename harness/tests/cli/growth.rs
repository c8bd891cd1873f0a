//! `compare --growth`: what is measured, which solutions drop out, and what is refused.

use crate::session::{Workspace, doubling};

/// A generator that prints its size and its seed on one line; beyond 40 it fails.
const GENERATE: &str = r#"
for word in "$@"; do case $word in n=*) n=${word#n=};; esac; done
if [ -z "$n" ]; then echo "n=? is needed" >&2; exit 3; fi
if [ "$n" -gt 40 ]; then echo "n is at most 40" >&2; exit 3; fi
echo "$((n * 10 + $1))"
"#;

/// The problem `double` with a generator and a reference.
fn growing() -> Workspace {
    doubling()
        .problem("double", "reference = \"right\"\ngenerator = \"generate.sh\"\n")
        .file("cases/double/generate.sh", GENERATE)
}

#[test]
fn every_size_is_measured_with_every_seed() {
    let output = growing().run("compare double --growth n=2..6 --runs 3 --format json").exits(0);
    let document = output.json();
    assert_eq!(document["schema"], 1, "{output}");
    assert_eq!((&document["parameter"], &document["unit"]), (&"n".into(), &"ns".into()), "{output}");
    assert_eq!(document["sizes"], serde_json::json!([2, 3, 4, 5, 6]), "{output}");
    let solution = &document["solutions"][0];
    let points = solution["points"].as_array().unwrap();
    assert_eq!(points.len(), 5, "{output}");
    for point in points {
        let value = |key: &str| point[key].as_u64().unwrap();
        assert!(value("low") <= value("value") && value("value") <= value("high"), "{output}");
    }
    // Whatever this machine measures: there is a law, or there is a reason.
    let has_law = !solution["laws"].as_array().unwrap().is_empty();
    assert_eq!(has_law, solution["refused"].is_null(), "{output}");
    assert_eq!(has_law, !solution["crossing"].is_null(), "{output}");
    assert!(solution["disqualified"].is_null() && solution["ended"].is_null(), "{output}");
}

#[test]
fn a_solution_that_is_wrong_at_a_size_is_disqualified_there() {
    let workspace = growing().script("double", "small", "read n; [ $n -lt 40 ] && echo $((n + n)) || echo 0");
    let output = workspace.run("compare double --growth n=2..6 --runs 3 --format json").exits(0);
    let document = output.json();
    let solutions = document["solutions"].as_array().unwrap();
    let small = solutions.iter().find(|solution| solution["solution"] == "small").unwrap();
    assert_eq!(small["disqualified"], "WA on n=4, seed 1", "{output}");
    assert_eq!(small["points"].as_array().unwrap().len(), 2, "{output}");
    assert_eq!(small["laws"], serde_json::json!([]), "{output}");
    workspace
        .run("compare double/small --growth n=2..6 --runs 3")
        .exits(0)
        .says("disqualified: WA on n=4, seed 1");
}

#[test]
fn a_solution_over_the_limit_goes_no_further() {
    let workspace = growing().setting("[defaults]\ntime_limit = \"300ms\"\n").script(
        "double",
        "stuck",
        "read n; [ $n -lt 50 ] || while :; do :; done; echo $((n + n))",
    );
    let output = workspace.run("compare double/stuck --growth n=3..7 --runs 3 --format json").exits(0);
    let solution = &output.json()["solutions"][0];
    assert_eq!(solution["ended"], "TLE on n=5, seed 1", "{output}");
    let uses: Vec<&str> =
        solution["points"].as_array().unwrap().iter().map(|point| point["use"].as_str().unwrap()).collect();
    assert_eq!(uses, ["fitted", "fitted", "at_least"], "{output}");
    assert!(solution["points"][2]["value"].as_u64().unwrap() >= 300_000_000, "{output}");
    workspace
        .run("compare double/stuck --growth n=3..7 --runs 3")
        .exits(0)
        .says("no model is fitted to 2 points: more sizes are needed")
        .says("ended by TLE on n=5, seed 1")
        .says("> 30");
}

#[test]
fn the_size_goes_where_it_is_asked_for() {
    let positional = "echo \"$(($1 * 10 + $2))\"; test $3 = x";
    let workspace = growing().file("cases/double/generate.sh", positional);
    workspace
        .run("compare double --growth n=2..5 --gen '{n} {seed} x' --runs 3")
        .exits(0)
        .says("double  CPU time by n");
    let output = workspace.run("compare double --growth n=2..5 --gen '{n} {seed} y' --runs 3").exits(2);
    output.says("does not take `2 {seed} y`");
}

#[test]
fn those_that_should_be_right_must_agree() {
    let workspace = growing().problem("double", "generator = \"generate.sh\"\n").script(
        "double",
        "other",
        "read n; [ $n -lt 40 ] && echo $((n + n)) || echo 0",
    );
    let output = workspace.run("compare double --growth n=2..6 --runs 3").exits(1);
    output.says("do not agree on n=4, seed 1").says("harness hunt double").does_not_say("double  CPU time");
}

#[test]
fn other_things_than_cpu_time_grow_too() {
    let workspace = growing();
    let output = workspace.run("compare double --growth n=2..6 --runs 3 --metric memory").exits(0);
    output.says("double  peak memory by n").says("MiB");
    workspace
        .run("compare double --growth n=2..6 --runs 3 --metric wall")
        .exits(0)
        .says("double  wall time by n");
}

#[test]
fn what_cannot_grow_is_said() {
    let workspace = growing();
    workspace.run("compare double --growth n=30..50").exits(2).says("n is at most 40").says("--gen");
    workspace.run("compare double --growth k=3..9").exits(2).says("does not take `k=3`: n=? is needed");
    workspace
        .run("compare double --growth k=3..9 --gen n=4")
        .exits(2)
        .says("makes the same inputs for k=3 and k=9");
    workspace.run("compare double --growth n=9..3").exits(2).says("the sizes must be 1 ≤ a < b");
    workspace.run("compare double --growth n=2..6 --format csv").exits(2).says("--format json");
    workspace.run("compare double --growth n=2..6 --cases 1*").exits(2).says("cannot be used with");
    workspace.run("compare double --gen n=3").exits(2).says("--growth");
    doubling().run("compare double --growth n=2..6").exits(2).says("has no generator").says("problem.toml");
    let strict = growing()
        .problem(
            "double",
            "reference = \"right\"\ngenerator = \"generate.sh\"\nvalidator = \"validate.sh\"\n",
        )
        .file("cases/double/validate.sh", "read n; echo too large >&2; [ $n -lt 40 ]");
    strict
        .run("compare double --growth n=2..6 --runs 3")
        .exits(1)
        .says("the generator makes an invalid input: n=4, seed 1: ");
}
