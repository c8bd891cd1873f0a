//! What becomes of a solution, from the verdicts on its cases.

use std::sync::Arc;
use std::time::Duration;

use crate::event::fixture::{outcome, plan, planned, subject};
use crate::event::{Event, NotBuilt, Outcome, SolutionSummary};
use crate::model::{
    Accept, Expectation, Glob, Group, Name, OnReject, Permitted, PointsExpected, PointsRange, Share, Verdict,
};
use crate::scoreboard::Scoreboard;

/// The expectation with these rules, `*=AC anti-*=WA|TLE`.
fn expectation(rules: &str) -> Expectation {
    let rule = |rule: &str| {
        let (glob, verdicts) = rule.split_once('=').unwrap();
        let verdicts = verdicts.split('|').map(|code| code.parse().unwrap()).collect();
        (Glob::new(glob).unwrap(), Permitted::of(verdicts))
    };
    Expectation::of_cases(rules.split_whitespace().map(rule).collect())
}

/// The outcomes of the cases `1=AC 2=WA`, in the order of the plan.
fn outcomes(expectation: &Expectation, cases: &str) -> Vec<Outcome> {
    let subject = subject("sums", "a", "rust");
    let outcome = |case: &str| {
        let (name, code) = case.split_once('=').unwrap();
        let name = Name::from(name);
        let expected = expectation.permitted(&name).to_vec();
        Outcome { expected, ..outcome(&subject, name, code.parse().unwrap()) }
    };
    cases.split_whitespace().map(outcome).collect()
}

/// A scoreboard for a solution with this expectation on these cases.
fn scoreboard(expectation: &Expectation, cases: &[&str]) -> Scoreboard {
    let mut scoreboard = Scoreboard::default();
    let solution = planned(&subject("sums", "a", "rust"), expectation.clone(), cases);
    assert!(scoreboard.take(&Event::RunStarted(Arc::new(plan(vec![solution])))).is_none());
    scoreboard
}

/// The summary that comes with the last of these outcomes, and with none before. The plan has the cases
/// in the order of their names.
fn summary(expectation: &Expectation, outcomes: &[Outcome]) -> SolutionSummary {
    let mut cases: Vec<String> = outcomes.iter().map(|outcome| outcome.case.to_string()).collect();
    cases.sort();
    let mut scoreboard = scoreboard(expectation, &cases.iter().map(String::as_str).collect::<Vec<_>>());
    let mut take = |outcome: &Outcome| scoreboard.take(&Event::Judged(Box::new(outcome.clone())));
    let (last, others) = outcomes.split_last().unwrap();
    for outcome in others {
        assert!(take(outcome).is_none(), "a summary before all cases are done");
    }
    take(last).unwrap()
}

/// The cases give this verdict, in whatever order they finish, and it is as expected or not.
#[track_caller]
fn check(rules: &str, cases: &str, verdict: &str, as_expected: bool) {
    let expectation = expectation(rules);
    let mut outcomes = outcomes(&expectation, cases);
    for _ in 0..outcomes.len() {
        outcomes.rotate_left(1);
        let summary = summary(&expectation, &outcomes);
        assert_eq!((summary.verdict.code(), summary.as_expected), (verdict, as_expected));
    }
}

#[track_caller]
fn check_unmet(rules: &str, cases: &str, unmet: Option<&str>) {
    let expectation = expectation(rules);
    let summary = summary(&expectation, &outcomes(&expectation, cases));
    assert_eq!((summary.unmet.as_deref(), summary.as_expected), (unmet, unmet.is_none()));
}

#[test]
fn the_verdict_is_the_first_other_than_ac_in_the_order_of_the_cases() {
    check("*=AC", "1=AC 2=AC 3=AC", "AC", true);
    check("*=AC", "1=AC 2=WA 3=TLE", "WA", false);
    check("*=AC", "1=AC 2=TLE 3=WA", "TLE", false);
    check("*=WA|TLE", "1=AC 2=TLE 3=WA", "TLE", false);
    check("*=AC|WA|TLE", "1=AC 2=TLE 3=WA", "TLE", true);
}

#[test]
fn each_case_is_held_against_its_own_rule() {
    check("*=AC anti-*=WA", "1=AC anti-1=WA", "WA", true);
    check("*=AC anti-*=WA", "1=WA anti-1=WA", "WA", false);
    check("*=AC anti-*=WA", "1=AC anti-1=AC", "AC", false);
}

#[test]
fn a_wrong_solution_that_no_case_kills_is_not_as_expected() {
    check_unmet("*=AC|TLE", "1=AC 2=AC", Some("TLE"));
    check_unmet("*=AC|TLE|MLE", "1=AC 2=AC", Some("TLE or MLE"));
    check_unmet("*=AC|TLE", "1=AC 2=TLE", None);
    check_unmet("*=AC anti-*=AC|WA", "1=AC 2=AC", None);
}

#[test]
fn a_final_verdict_is_the_first_other_than_ac_whatever_comes_later() {
    let check = |verdicts: &[Verdict], cases: &str, as_expected: bool, unmet: Option<&str>| {
        let expectation = Expectation::finally(verdicts);
        let summary = summary(&expectation, &outcomes(&expectation, cases));
        assert_eq!((summary.as_expected, summary.unmet.as_deref()), (as_expected, unmet), "{cases}");
    };
    let (right, wrong, slow) = (Verdict::Accepted, Verdict::WrongAnswer, Verdict::TimeLimit);
    check(&[right, wrong], "1=AC 2=AC", true, None);
    check(&[right, wrong], "1=AC 2=WA", true, None);
    check(&[right, wrong], "1=AC 2=RE", false, None);
    check(&[wrong], "1=AC 2=WA 3=RE", true, None);
    check(&[wrong], "1=AC 2=RE 3=WA", false, None);
    check(&[wrong, slow], "1=AC 2=AC", false, Some("TLE or WA"));
    check(&[wrong], "1=WA 2=JE", false, None);
}

#[test]
fn a_required_verdict_must_be_shown_whatever_else_is_permitted() {
    let check = |required: &[Verdict], cases: &str, unmet: Option<&str>| {
        let verdicts = vec![Verdict::Accepted, Verdict::WrongAnswer, Verdict::TimeLimit];
        let permitted = Permitted { verdicts, required: required.to_vec() };
        let expectation = Expectation::of_cases(vec![(Glob::everything(), permitted)]);
        let summary = summary(&expectation, &outcomes(&expectation, cases));
        assert_eq!((summary.as_expected, summary.unmet.as_deref()), (unmet.is_none(), unmet), "{cases}");
    };
    check(&[Verdict::TimeLimit], "1=AC 2=WA", Some("TLE"));
    check(&[Verdict::TimeLimit], "1=WA 2=TLE", None);
    check(&[], "1=AC 2=AC", None);
    check(&[], "1=WA 2=TLE", None);
}

#[test]
fn what_was_not_run_is_neither_right_nor_blamed() {
    check("*=AC", "1=SK 2=SK", "SK", false);
    check("*=AC", "1=AC 2=SK", "SK", false);
    check("*=AC", "1=SK 2=AC", "SK", false);
    check("*=AC", "1=AC 2=SK 3=WA", "SK", false);
    check("*=AC", "1=AC 2=WA 3=SK", "WA", false);
    check("*=WA|AC", "1=WA 2=SK", "WA", false);
    let expectation = expectation("*=AC|WA");
    let incomplete = |cases: &str| summary(&expectation, &outcomes(&expectation, cases)).incomplete();
    assert_eq!(incomplete("1=AC 2=SK 3=AC").as_deref(), Some("2 of 3 cases ran"));
    assert_eq!(incomplete("1=WA 2=SK").as_deref(), Some("1 of 2 cases ran"));
    assert_eq!(incomplete("1=AC 2=WA"), None);
    assert_eq!(incomplete("1=SK 2=SK"), None, "it was not run");
    assert_eq!(summary(&expectation, &outcomes(&expectation, "1=AC 2=SK")).unmet, None);
}

#[test]
fn a_failure_of_the_judge_is_not_as_expected_and_is_told() {
    check("*=AC", "1=AC 2=JE", "JE", false);
    check("*=AC|WA", "1=WA 2=JE", "WA", false);
    let expectation = expectation("*=AC");
    let mut outcomes = outcomes(&expectation, "1=AC 2=JE");
    outcomes[1].judgement.reason = "the sandbox failed".to_owned();
    assert_eq!(summary(&expectation, &outcomes).trouble.as_deref(), Some("the sandbox failed"));
}

#[test]
fn a_program_that_cannot_be_started_needs_no_further_case() {
    check("*=CE", "1=CE 2=SK 3=SK", "CE", true);
    check("*=CE", "1=SK 2=CE 3=SK", "CE", true);
    check("*=AC", "1=CE 2=SK 3=SK", "CE", false);
}

#[test]
fn the_slowest_case_and_the_largest_peak_are_found_apart() {
    let expectation = expectation("*=AC");
    let mut outcomes = outcomes(&expectation, "1=AC 2=AC 3=AC");
    let mut set = |index: usize, milliseconds, memory| {
        let usage = &mut outcomes[index].judgement.execution.as_mut().unwrap().usage;
        (usage.cpu, usage.memory.0) = (Duration::from_millis(milliseconds), memory);
    };
    set(0, 20, 700);
    set(1, 40, 600);
    set(2, 30, 500);
    let summary = summary(&expectation, &outcomes);
    let slowest = summary.slowest.unwrap();
    assert_eq!((slowest.case, slowest.cpu), (Name::from("2"), Duration::from_millis(40)));
    assert_eq!((summary.max_memory.0, summary.accepted, summary.cases), (700, 3, 3));
}

#[test]
fn what_cannot_be_built_is_as_expected_where_every_case_may_be_ce() {
    let as_expected = |rules| {
        let mut scoreboard = scoreboard(&expectation(rules), &["1", "2"]);
        let (subject, why) = (subject("sums", "a", "rust"), "no".to_owned());
        let not_built =
            NotBuilt { subject, verdict: Verdict::CompileError, why, is_missing: false, is_absent: false };
        scoreboard.take(&Event::NotBuilt(Box::new(not_built))).unwrap().as_expected
    };
    assert!(as_expected("*=CE"));
    assert!(as_expected("*=CE|RE"));
    assert!(!as_expected("*=AC"));
    assert!(!as_expected("*=AC anti-*=CE"));
    assert!(!as_expected(""));
}

/// The summary of a solution on the cases `g/1=AC g/2=PT`, where PT is half of the points and `SK` a case that
/// was not run because `g/1` decided. Two groups of 60 and 40 points, and a case in neither.
fn points(
    accept: Accept,
    on_reject: OnReject,
    expected: Option<PointsExpected>,
    cases: &str,
) -> SolutionSummary {
    let subject = subject("sums", "a", "rust");
    let group = |name: &str, score| Group { name: Name::from(name), score, accept, on_reject };
    let expectation = Expectation { points: expected, ..Expectation::everywhere(Verdict::ALL.to_vec()) };
    let expectation = match &expectation.points {
        Some(_) => Expectation {
            rules: vec![(
                Glob::everything(),
                Permitted { verdicts: Verdict::ALL.to_vec(), required: vec![] },
            )],
            ..expectation
        },
        None => expectation,
    };
    let mut outcomes = outcomes(&expectation, cases);
    for outcome in &mut outcomes {
        match outcome.judgement.verdict {
            Verdict::Partial => outcome.judgement.share = Share::new(0.5),
            Verdict::Skipped => outcome.decided_by = Some(Name::from("g/1")),
            _ => {}
        }
    }
    let names: Vec<String> = outcomes.iter().map(|outcome| outcome.case.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut solution = planned(&subject, expectation, &names);
    solution.groups = [group("g", 60.0), group("h", 40.0)].into();
    let mut scoreboard = Scoreboard::default();
    scoreboard.take(&Event::RunStarted(Arc::new(plan(vec![solution]))));
    let mut last = None;
    for outcome in outcomes {
        last = scoreboard.take(&Event::Judged(Box::new(outcome)));
    }
    last.unwrap()
}

/// `50 of 100: 30 of 60 (1/2), 20 of 40 (0/1)`.
fn told(summary: &SolutionSummary) -> String {
    let Some(score) = &summary.score else { return "unknown".to_owned() };
    let groups = score
        .groups
        .iter()
        .map(|group| format!("{} of {} ({}/{})", group.points, group.full, group.accepted, group.cases));
    format!("{} of {}: {}", score.points, score.full, groups.collect::<Vec<_>>().join(", "))
}

#[test]
fn shares_of_cases_make_the_points_of_groups() {
    use OnReject::{Break, Continue};
    let of = |accept, on_reject, cases: &str| told(&points(accept, on_reject, None, cases));
    let cases = "1=WA g/1=AC g/2=PT h/1=WA h/2=AC";
    assert_eq!(of(Accept::Min, Continue, cases), "30 of 100: 30 of 60 (1/2), 0 of 40 (1/2)");
    assert_eq!(of(Accept::Sum, Continue, cases), "65 of 100: 45 of 60 (1/2), 20 of 40 (1/2)");
    assert_eq!(of(Accept::Sum, Break, cases), "45 of 100: 45 of 60 (1/2), 0 of 40 (1/2)");
    assert_eq!(of(Accept::All, Continue, cases), "0 of 100: 0 of 60 (1/2), 0 of 40 (1/2)");
    assert_eq!(
        of(Accept::All, Break, "g/1=AC g/2=AC h/1=TLE h/2=SK"),
        "60 of 100: 60 of 60 (2/2), 0 of 40 (0/2)"
    );
    // What the judge failed on is not known.
    assert_eq!(of(Accept::Min, Continue, "g/1=JE g/2=AC h/1=AC"), "unknown");
}

#[test]
fn a_case_after_the_one_that_decides_is_no_gap() {
    let summary = points(Accept::Min, OnReject::Break, None, "g/1=WA g/2=SK h/1=AC");
    assert_eq!((summary.as_expected, summary.verdict), (true, Verdict::WrongAnswer));
    assert_eq!(told(&summary), "40 of 100: 0 of 60 (0/2), 40 of 40 (1/1)");
}

#[test]
fn what_was_not_run_after_the_first_failure_is_not_missed() {
    let required = vec![Verdict::TimeLimit];
    let rules = vec![(Glob::everything(), Permitted { verdicts: Verdict::ALL.to_vec(), required })];
    let expectation = Expectation::of_cases(rules);
    let mut outcomes = outcomes(&expectation, "1=WA 2=SK");
    outcomes[1].decided_by = Some(Name::from("1"));
    for (is_after_failure, unmet, stopped_at) in [(false, Some("TLE"), None), (true, None, Some("1"))] {
        outcomes[1].is_after_failure = is_after_failure;
        let summary = summary(&expectation, &outcomes);
        assert_eq!((summary.unmet.as_deref(), summary.as_expected), (unmet, unmet.is_none()));
        assert_eq!(summary.stopped_at, stopped_at.map(Name::from));
    }
    // Points of groups that were decided before are known; where one is not, those of the solution are not.
    let unmet = PointsExpected { total: Some(PointsRange { from: 90.0, to: 90.0 }), groups: Vec::new() };
    let of = |cases| points(Accept::Min, OnReject::Break, Some(unmet.clone()), cases);
    assert_eq!(told(&of("g/1=AC h/1=WA h/2=SK")), "60 of 100: 60 of 60 (1/1), 0 of 40 (0/2)");
    for cases in ["g/1=WA g/2=SK h/1=SK", "g/1=AC h/1=PT h/2=SK"] {
        let summary = of(cases);
        assert_eq!((told(&summary).as_str(), summary.points_unmet), ("unknown", None));
    }
}

#[test]
fn points_are_held_against_those_that_are_meant() {
    let unmet = |total: Option<(f64, f64)>, group: Option<(f64, f64)>| {
        let range = |(from, to)| PointsRange { from, to };
        let groups = group.map(|group| (Name::from("h"), range(group))).into_iter().collect();
        let expected = PointsExpected { total: total.map(range), groups };
        let summary = points(Accept::Min, OnReject::Break, Some(expected), "g/1=AC h/1=PT");
        assert_eq!(summary.as_expected, summary.points_unmet.is_none());
        summary.points_unmet
    };
    assert_eq!(unmet(Some((80.0, 80.0)), None), None);
    assert_eq!(unmet(Some((70.0, 90.0)), Some((20.0, 20.0))), None);
    assert_eq!(unmet(Some((0.0, 60.5)), None).as_deref(), Some("expected 0..60.5 points, got 80"));
    assert_eq!(unmet(None, Some((0.0, 0.0))).as_deref(), Some("expected 0 points in the group `h`, got 20"));
}
