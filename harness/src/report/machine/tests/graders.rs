//! The points that graders get, and what students may see of them.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use insta::assert_snapshot;
use serde_json::Value;

use crate::event::fixture::{outcome, planned, subject};
use crate::event::{Outcome, PlannedSolution, Subject};
use crate::exit_code::ExitCode;
use crate::judge;
use crate::model::Verdict::{Accepted, CompileError, JudgeError, Partial, Skipped, WrongAnswer};
use crate::model::{Accept, Expectation, Group, Name, OnReject, PointsExpected, PointsRange, Share, Verdict};
use crate::report::machine::MachineFormat;
use crate::report::machine::fixture::{BROKEN, Script, wrong};

fn graded(subject: &Arc<Subject>, verdicts: [Verdict; 3]) -> Vec<Outcome> {
    let outcomes = ["sample/1", "secret/1", "secret/2"].into_iter().zip(verdicts);
    let outcome = |(case, verdict)| match verdict {
        WrongAnswer => wrong(subject, case),
        verdict => {
            let mut outcome = outcome(subject, Name::from(case), verdict);
            outcome.judgement.share = (verdict == Partial).then(|| Share::new(0.25)).flatten();
            outcome
        }
    };
    outcomes.map(outcome).collect()
}

fn with_groups(subject: &Arc<Subject>) -> PlannedSolution {
    let group = |(name, score)| Group {
        name: Name::from(name),
        score,
        accept: Accept::Min,
        on_reject: OnReject::Continue,
    };
    let groups = [("sample", 0.0), ("secret", 100.0)].map(group);
    PlannedSolution {
        groups: groups.into(),
        ..planned(subject, Expectation::accepted(), &["sample/1", "secret/1", "secret/2"])
    }
}

fn classroom(script: Script, code: ExitCode) -> serde_json::Value {
    let text = script.play(MachineFormat::GithubClassroom, code);
    let encoded = text.strip_prefix("result=").unwrap().trim_end();
    serde_json::from_slice(&STANDARD.decode(encoded).unwrap()).unwrap()
}

#[test]
fn graders_get_the_points_of_groups_or_of_cases() {
    let one = subject("p", "mine", "c");
    let plain = planned(&one, Expectation::accepted(), &["sample/1", "secret/1", "secret/2"]);
    let of_cases = |verdicts| Script::default().solution(plain.clone(), graded(&one, verdicts));
    let of_groups = |verdicts| Script::default().solution(with_groups(&one), graded(&one, verdicts));
    let shown = |document: &serde_json::Value| -> Vec<String> {
        let tests = document["tests"].as_array().unwrap().iter();
        tests
            .map(|test| {
                format!(
                    "{} {} {}/{}",
                    test["name"].as_str().unwrap(),
                    test["status"].as_str().unwrap(),
                    test["score"],
                    test["max_score"]
                )
            })
            .collect()
    };
    let document = classroom(of_cases([Accepted, Partial, WrongAnswer]), ExitCode::Unexpected);
    assert_eq!(
        (&document["version"], &document["status"], &document["max_score"]),
        (&1.into(), &"fail".into(), &3.into())
    );
    assert_eq!(shown(&document), ["sample/1 pass 1/1", "secret/1 fail 0.25/1", "secret/2 fail 0/1"]);
    let document = classroom(of_groups([Accepted, Accepted, WrongAnswer]), ExitCode::Unexpected);
    assert_eq!(shown(&document), ["sample pass 0/0", "secret fail 0/100"]);
    assert_eq!(document["tests"][1]["message"], "1 of 2 cases; WA (wrong answer)");
    let document = classroom(of_groups([Accepted, Accepted, Accepted]), ExitCode::Fine);
    assert_eq!(
        (&document["status"], shown(&document)),
        (&"pass".into(), vec!["sample pass 0/0".to_owned(), "secret pass 100/100".to_owned()])
    );
    let document = classroom(of_groups([Accepted, JudgeError, Accepted]), ExitCode::JudgeFailed);
    assert_eq!((&document["status"], shown(&document)[1].as_str()), (&"error".into(), "secret error 0/100"));
    let unbuilt = || Script::default().unbuilt(with_groups(&one), CompileError, BROKEN);
    let document = classroom(unbuilt(), ExitCode::Unexpected);
    assert_eq!(shown(&document), ["sample fail 0/0", "secret fail 0/100"]);
    let text = unbuilt().play(MachineFormat::Gradescope, ExitCode::Unexpected);
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(document["output"].as_str().unwrap().contains("broken.cpp:3:7: error: expected ';'"), "{text}");
    let keys: Vec<&String> = document["tests"][0].as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["max_score", "name", "number", "output", "output_format", "score", "status", "visibility"]
    );
}

/// A run of no more than the first failure leaves the rest open, whatever the format.
#[test]
fn points_of_cases_after_the_first_failure_are_not_known() {
    let one = subject("p", "mine", "c");
    let not_run = |case: &str, reason: &str| {
        let mut outcome = outcome(&one, Name::from(case), Skipped);
        outcome.judgement = judge::skipped(reason);
        (outcome.decided_by, outcome.is_after_failure) = (Some(Name::from("sample/1")), true);
        outcome
    };
    let reason = "stopped at the first failure: WA on `sample/1`";
    let run = |planned: PlannedSolution, reason: &str| {
        let rest = ["secret/1", "secret/2"].map(|case| not_run(case, reason));
        let outcomes = [wrong(&one, "sample/1")].into_iter().chain(rest).collect();
        Script::default().solution(planned, outcomes)
    };
    let plain = planned(&one, Expectation::accepted(), &["sample/1", "secret/1", "secret/2"]);
    let formats = [MachineFormat::Tap, MachineFormat::Csv, MachineFormat::Junit, MachineFormat::LibtestJson];
    for format in formats.into_iter().chain([MachineFormat::Gradescope]) {
        let text = run(plain.clone(), reason).play(format, ExitCode::Unexpected);
        assert_eq!(text.matches(reason).count(), 2, "{text}");
        assert!(!text.contains("the group is decided"), "{text}");
        let told = run(plain.clone(), "").play(format, ExitCode::Unexpected);
        assert_eq!(told.matches("stopped at the first failure, on `sample/1`").count(), 2, "{told}");
    }
    for planned in [plain, with_groups(&one)] {
        let text = run(planned, reason).play(MachineFormat::Gradescope, ExitCode::Unexpected);
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        let tests = document["tests"].as_array().unwrap();
        assert_eq!((&tests[1]["score"], &tests[1]["status"]), (&Value::Null, &Value::Null), "{text}");
        assert!(tests[1]["max_score"].is_number(), "{text}");
    }
}

/// What only hidden cases hold, and what may be told of them.
#[test]
fn students_see_nothing_of_hidden_cases() {
    let one = subject("p", "mine", "c");
    let script =
        || Script::default().solution(with_groups(&one), graded(&one, [WrongAnswer, Accepted, WrongAnswer]));
    let text = script().play(MachineFormat::Gradescope, ExitCode::Unexpected);
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let tests = document["tests"].as_array().unwrap();
    assert_eq!((&tests[0]["visibility"], &tests[1]["visibility"]), (&"visible".into(), &"hidden".into()));
    assert_eq!((&document["output"], &document["stdout_visibility"]), (&"".into(), &"hidden".into()));
    assert!(tests[1]["output"].as_str().unwrap().contains("secret/2: WA: expected `7`, got `<8>`"), "{text}");
    let document = classroom(script(), ExitCode::Unexpected);
    let messages = [0, 1].map(|index| document["tests"][index]["message"].as_str().unwrap().to_owned());
    assert!(messages[0].contains("expected `7`") && !messages[1].contains('7'), "{messages:?}");
}

#[test]
fn points_that_are_not_as_meant_are_a_failure_of_the_solution() {
    let one = subject("p", "s", "c");
    let mut planned = with_groups(&one);
    let total = Some(PointsRange { from: 50.0, to: 50.0 });
    planned.expectation.points = Some(PointsExpected { total, groups: Vec::new() });
    let script = Script::default().solution(planned, graded(&one, [Accepted; 3]));
    let text = script.play(MachineFormat::Tap, ExitCode::Unexpected);
    assert_snapshot!(text, @r#"
    TAP version 13
    ok 1 - p/s/sample/1
    ok 2 - p/s/secret/1
    ok 3 - p/s/secret/2
    not ok 4 - p/s
      ---
      message: "AC: expected 50 points, got 100"
      verdict: AC
      expected: AC
      cpu_seconds: 0.100000
      ...
    1..4
    "#);
}
