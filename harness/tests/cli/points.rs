//! Points: groups of cases, points that checkers give, and points that are expected.

use insta::assert_snapshot;
use serde_json::Value;

use crate::session::{Output, Workspace, is_here, workspace};

/// Three groups of two cases and a case in none. The checker gives as many of four points as the output says,
/// and its words.
fn scored() -> Workspace {
    let settings = "checker = { testlib = \"check.sh\" }\nfull_points = 4\n\
        [group.min]\nscore = 40\n[group.sum]\nscore = 30\naccept = \"sum\"\n[group.all]\nscore = 30\naccept = \"all\"\n";
    let check = "read points < $2\ncase $points in 4) exit 0;; 0) echo 'wrong answer none' >&2; exit 1;; esac\n\
        echo \"points $points so far\" >&2\nexit 7\n";
    let workspace = workspace()
        .problem("p", settings)
        .file("cases/p/check.sh", check)
        .case("p", "sample", "sample\n", "");
    let cases = ["min/1", "min/2", "sum/1", "sum/2", "all/1", "all/2"];
    cases.into_iter().fold(workspace, |workspace, name| workspace.case("p", name, &format!("{name}\n"), ""))
}

/// A solution that prints these points for cases, `min/1=2 …`, and otherwise four.
fn prints(points: &str) -> String {
    let arm =
        |pair: &str| pair.split_once('=').map(|(case, points)| format!("{case}) echo {points};; ")).unwrap();
    format!(
        "read name\ncase $name in {} *) echo 4;; esac",
        points.split_whitespace().map(arm).collect::<String>()
    )
}

/// `right 100 of 100: min 40 of 40 2/2, …`.
fn points(document: &Value) -> Vec<String> {
    let solution = |line: &Value| {
        let group = |group: &Value| {
            let (points, full) = (&group["points"], &group["max_points"]);
            let name = group["group"].as_str().unwrap();
            format!("{name} {points} of {full} {}/{}", group["accepted"], group["cases"])
        };
        let groups: Vec<String> = line["groups"].as_array().unwrap().iter().map(group).collect();
        let name = line["solution"].as_str().unwrap();
        format!("{name} {} of {}: {}", line["points"], line["max_points"], groups.join(", "))
    };
    document["solutions"].as_array().unwrap().iter().map(solution).collect()
}

/// The verdicts of each solution in the order of the cases.
fn verdicts(document: &Value) -> String {
    let results = document["results"].as_array().unwrap();
    let one = |result: &Value| {
        let share = result["share"].as_f64().filter(|share| *share > 0.0 && *share < 1.0);
        let share = share.map(|share| format!("({share})")).unwrap_or_default();
        format!("{}{share}", result["verdict"].as_str().unwrap())
    };
    results.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// The lines of JSONL about solutions.
fn lines(output: &Output) -> Vec<Value> {
    let lines = output.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["event"] == "solution").collect()
}

#[test]
fn groups_make_points_of_the_shares_of_their_cases() {
    let workspace = scored()
        .script("p", "half", &prints("min/1=2 min/2=3 sum/1=1 sum/2=2 all/2=3"))
        .script("p", "right", &prints(""))
        .script("p", "stops", &prints("min/1=0 sum/1=0 all/1=3 sample=0"));
    for words in ["-j 1", "-j 4", "-j 2 --isolation none"] {
        let document = workspace.run(&format!("{words} --format json")).exits(1).json();
        assert_eq!(
            points(&document),
            [
                "half 31.25 of 100.0: min 20.0 of 40.0 0/2, sum 11.25 of 30.0 0/2, all 0.0 of 30.0 1/2",
                "right 100.0 of 100.0: min 40.0 of 40.0 2/2, sum 30.0 of 30.0 2/2, all 30.0 of 30.0 2/2",
                "stops 15.0 of 100.0: min 0.0 of 40.0 0/2, sum 15.0 of 30.0 1/2, all 0.0 of 30.0 0/2",
            ],
            "{words}"
        );
        // Cases are judged in the order of their names; what decides a group ends it.
        let half = "AC AC PT(0.75) PT(0.5) PT(0.75) PT(0.25) PT(0.5)";
        let stops = "WA PT(0.75) SK WA SK WA AC";
        assert_eq!(verdicts(&document), format!("{half} AC AC AC AC AC AC AC {stops}"), "{words}");
        let results = document["results"].as_array().unwrap();
        let skipped: Vec<&str> = results
            .iter()
            .filter(|result| result["verdict"] == "SK")
            .map(|result| {
                assert_eq!(result["as_expected"], true);
                result["reason"].as_str().unwrap()
            })
            .collect();
        assert_eq!(
            skipped,
            ["the group `all` is decided: PT on `all/1`", "the group `min` is decided: WA on `min/1`"]
        );
    }
    let whole = workspace.run("p/stops --all --format json").exits(1).json();
    assert_eq!(verdicts(&whole), "WA PT(0.75) AC WA AC WA AC");
    assert_eq!(
        points(&whole)[0],
        "stops 15.0 of 100.0: min 0.0 of 40.0 1/2, sum 15.0 of 30.0 1/2, all 0.0 of 30.0 1/2"
    );
    // What only some cases show is no number of points.
    let part = workspace.run("p/right/min* --format json").exits(0).json();
    assert_eq!(part["solutions"][0]["points"], Value::Null);
    let stream = workspace.run("-j 2 --format jsonl").exits(1);
    let all: Vec<Value> = lines(&stream);
    let document = serde_json::json!({ "solutions": all });
    assert_eq!(points(&document).len(), 3);
    assert!(points(&document).contains(
        &"right 100.0 of 100.0: min 40.0 of 40.0 2/2, sum 30.0 of 30.0 2/2, all 30.0 of 30.0 2/2".to_owned()
    ));
}

#[test]
fn points_are_shown_to_people() {
    let workspace = scored()
        .problem(
            "p",
            "checker = { testlib = \"check.sh\" }\nfull_points = 4\n[group.min]\nscore = 40\n\
            [group.\".\"]\nscore = 60\naccept = \"sum\"\n\
            [solution.half]\nexpect = { points = \"30..60\" }\n\
            [solution.less]\nexpect = { points = { min = 40 }, permitted = [\"AC\", \"PT\"] }\n",
        )
        .script("p", "half", &prints("min/1=2 sample=2 sum/1=2 sum/2=2 all/1=2 all/2=2"))
        .script("p", "less", &prints("min/2=1"))
        .script("p", "right", &prints(""));
    let shown = workspace.run("-j 1 p/half p/right").exits(0).all();
    assert_snapshot!(shown, @"
    p
      ✓ half PT 1/7  as expected
          50 of 100 points: min 20 of 40, other cases 30 of 60
      ✓ right AC 7/7
          100 of 100 points: min 40 of 40, other cases 60 of 60

    p                     1
      half                pppp·pp
      right               ·······

      · accepted, P partial points; lowercase: as expected

    all as expected: 2 solutions, 14 runs, _ s, 1 job
    ");
    let shown = workspace.run("-j 1 p/less").exits(1).all();
    assert_snapshot!(shown, @"
    p
      ✗ less PT 6/7
          70 of 100 points: min 10 of 40, other cases 60 of 60
          expected 40 points in the group `min`, got 10

    p                     1
      less                ····p··

      · accepted, P partial points; lowercase: as expected

    1 not as expected: 1 solution, 7 runs, _ s, 1 job
    [exit status: 1]
    ");
}

#[test]
fn points_that_cannot_be_are_mistakes() {
    let workspace = workspace()
        .case("p", "small/1", "", "")
        .script("p", "a", ":")
        .script("p", "b", ":")
        .problem("p", "full_points = 0\n[group.small]\nscore = \"much\"\n[group.big]\nscore = 3\naccept = \"mni\"\n\
            on_reject = \"stop\"\n[group.\"a//b\"]\nscore = 1\n[group.none]\n[group.empty]\nscore = 1\n\
            [solution.a]\nexpect = { points = \"60..40\" }\n[solution.b]\nexpect = { points = { smal = 1 } }\n");
    let said = workspace.run("").exits(2).stderr;
    assert_snapshot!(said, @r#"
    error: cases/p/problem.toml:1: `full_points` must be more than 0
    error: cases/p/problem.toml:3: `score` must be a number of points like 60, not a string
    error: cases/p/problem.toml:4: no case is in the group `big`; add cases to the folder of this name, or remove the table
    error: cases/p/problem.toml:6: `accept` cannot be `mni`; did you mean `min`?
    error: cases/p/problem.toml:7: `on_reject` cannot be `stop`; it is one of: break, continue
    error: cases/p/problem.toml:8: `a//b` is no folder of cases; name a folder of cases, such as [group.big] or [group."secret/big"], or [group."."] for all cases that are in no other group
    error: cases/p/problem.toml:10: a group of cases needs `score`; write the points of a solution that is right on all its cases, such as score = 60
    error: cases/p/problem.toml:11: no case is in the group `empty`; add cases to the folder of this name, or remove the table
    error: cases/p/problem.toml:14: `60..40` is empty: the larger number comes second
    "#);
    let workspace = workspace.problem("p", "[solution.a]\nexpect = { points = 40 }\n");
    assert_snapshot!(workspace.run("").exits(2).stderr, @"error: cases/p/problem.toml:2: points are expected, and the problem has none; give a folder of cases points: [group.FOLDER] with score = 60");
    let workspace = workspace
        .problem("p", "[group.small]\nscore = 1\n[solution.b]\nexpect = { points = { smal = 1 } }\n");
    assert_snapshot!(workspace.run("").exits(2).stderr, @"error: cases/p/problem.toml:4: unknown group `smal`; did you mean `small`?");
}

#[test]
fn a_solution_that_cannot_be_built_or_judged_has_no_points_or_none_that_are_known() {
    if !is_here("rustc") {
        return;
    }
    let workspace = workspace()
        .case("p", "g/1", "", "")
        .problem("p", "checker = { testlib = \"check.sh\" }\n[group.g]\nscore = 7\n[solution.broken]\nexpect = \"CE\"\n")
        .file("cases/p/check.sh", "echo points 2 >&2; exit 7\n")
        .file("solutions/p/broken.rs", "fn main() { x }\n")
        .script("p", "many", "echo");
    let document = workspace.run("--format json").exits(3).json();
    assert_eq!(points(&document), ["broken 0.0 of 7.0: g 0.0 of 7.0 0/1", "many null of null: "]);
    let reason = &document["results"][1]["reason"];
    assert_eq!(
        reason,
        "the checker `check.sh` failed: it gives 2 points, which is not from 0 to 1; set `full_points` in \
        problem.toml to what it gives for a case that is right: points 2"
    );
}

#[test]
fn a_solution_is_run_no_further_than_to_its_first_failure() {
    let settings = "[group.big]\nscore = 60\n[group.small]\nscore = 40\n[solution.part]\nexpect = { points = 50 }\n\
        [solution.slow]\nexpect = { permitted = [\"AC\", \"WA\", \"TLE\"], required = [\"TLE\"] }\n";
    let workspace = workspace()
        .setting("[profile.teacher]\nfirst_failure = true")
        .problem("p", settings)
        .script("p", "part", "read n; [ $n != 1 ] || exit 3")
        .script("p", "slow", "read n; [ $n != 2 ] || echo 2");
    let cases = [("big/1", "1\n"), ("big/2", "2\n"), ("small/1", "3\n"), ("small/2", "2\n")];
    let workspace =
        cases.into_iter().fold(workspace, |workspace, (name, input)| workspace.case("p", name, input, ""));
    for words in ["-j 1 --first-failure", "-j 4 --profile teacher", "-j 4 --isolation none --first-failure"] {
        let document = workspace.run(&format!("{words} --format json")).exits(0).json();
        assert_eq!(verdicts(&document), "RE SK SK SK AC WA SK SK", "{words}");
        let reasons = [1, 2, 7].map(|index| document["results"][index]["reason"].as_str().unwrap());
        let [decided, stopped, last] = reasons;
        assert_eq!(decided, "the group `big` is decided: RE on `big/1`");
        assert_eq!(stopped, "stopped at the first failure: RE on `big/1`");
        assert_eq!(last, "stopped at the first failure: WA on `big/2`");
        for (solution, stopped_at) in document["solutions"].as_array().unwrap().iter().zip(["big/1", "big/2"])
        {
            assert_eq!((&solution["stopped_at"], &solution["points"]), (&stopped_at.into(), &Value::Null));
        }
    }
    let told = "points are not known: it was run no further than to `big/1`";
    workspace.run("-j 1 --first-failure p/part").exits(0).says(told);
    // All cases show what was left open.
    let output = workspace.run("-j 1 --profile teacher --all").exits(1);
    output.says("expected 50 points, got 40").says("expected TLE, but no case shows it").does_not_say(told);
}
