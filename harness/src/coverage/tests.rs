//! What cases kill and lack, on exact facts.

use crate::coverage::coverage;
use crate::exit_code::ExitCode;
use crate::model::{CheckerChoice, Protocol, RoleKind, Verdict};
use crate::programs::fixture::Lab;
use crate::ui::{Progress, Ui, Verbosity};

fn double(_: &[String], input: &str) -> (String, i32) {
    let number: i64 = input.trim().parse().unwrap();
    (format!("{}\n", number * 2), 0)
}

fn square(_: &[String], input: &str) -> (String, i32) {
    let number: i64 = input.trim().parse().unwrap();
    (format!("{}\n", number * number), 0)
}

fn crash_above_ten(args: &[String], input: &str) -> (String, i32) {
    if input.trim().parse::<i64>().unwrap() > 10 { (String::new(), 1) } else { double(args, input) }
}

fn bounds(_: &[String], input: &str) -> (String, i32) {
    (format!("bound n: {} in 1..20\n", input.trim()), 0)
}

fn lab() -> Lab {
    Lab::new(CheckerChoice::Lines)
        .right("double", double)
        .wrong("square", square)
        .wrong("crash", crash_above_ten)
        .helper(RoleKind::Validator, "bounds", bounds)
}

fn hidden() -> Progress {
    Progress::new(&Ui { width: 80, has_progress: false, verbosity: Verbosity::Quiet })
}

#[test]
fn each_wrong_solution_has_the_cases_that_kill_it_and_a_smallest_set_kills_as_much() {
    let lab = lab().case("1", "2\n", "4\n").case("2", "3\n", "6\n").case("3", "20\n", "40\n");
    lab.with(|programs, _, _| {
        let found = coverage(programs, true, &hidden()).unwrap();
        let killed: Vec<(String, Vec<(usize, Verdict)>)> = found
            .kills
            .wrong
            .iter()
            .map(|wrong| {
                let by = wrong.killed_by.iter().map(|(case, verdict)| (*case, *verdict));
                (wrong.name.to_string(), by.collect())
            })
            .collect();
        let (wa, re) = (Verdict::WrongAnswer, Verdict::RuntimeError);
        assert_eq!(
            killed,
            [("square".to_owned(), vec![(1, wa), (2, wa)]), ("crash".to_owned(), vec![(2, re)])]
        );
        assert_eq!(found.kills.unexpected_failures, []);
        assert_eq!((found.minimal.cases.as_slice(), found.minimal.is_smallest), (&[2][..], true));
        let redundant: Vec<String> = found.names(&found.redundant).map(ToString::to_string).collect();
        assert_eq!(redundant, ["1", "2"]);
        let complaints: Vec<&str> =
            found.lint.complaints.iter().map(|complaint| complaint.what.as_str()).collect();
        assert_eq!(complaints, ["n: no case reaches 1, the lower end of 1..20: the smallest is 2"]);
        assert_eq!(found.exit_code(), ExitCode::Unexpected);
    });
}

#[test]
fn a_wrong_solution_that_survives_and_a_right_one_that_fails_are_unexpected() {
    let lab = lab().case("1", "1\n", "3\n").case("2", "2\n", "4\n");
    lab.with(|programs, _, _| {
        let found = coverage(programs, false, &hidden()).unwrap();
        let failures: Vec<String> = found
            .kills
            .unexpected_failures
            .iter()
            .map(|(solution, case, verdict)| format!("{solution} {case} {verdict}"))
            .collect();
        assert_eq!(failures, ["double 1 WA"]);
        assert_eq!(found.lint.complaints, [], "it was not asked for");
        assert_eq!(found.exit_code(), ExitCode::Unexpected);
    });
}

#[test]
fn cases_that_are_well_made_and_kill_all_are_fine() {
    let lab = lab().case("1", "1\n", "2\n").case("2", "20\n", "40\n");
    lab.with(|programs, _, _| {
        assert_eq!(coverage(programs, true, &hidden()).unwrap().exit_code(), ExitCode::Fine);
    });
}

/// As Kattis has it: even numbers are valid, 7 is not, and other odd ones are too much for it.
fn even(_: &[String], input: &str) -> (String, i32) {
    let status = match input.trim().parse::<i64>().unwrap() {
        7 => 43,
        number if number % 2 == 0 => 42,
        _ => 1,
    };
    (String::new(), status)
}

#[test]
fn a_validator_that_fails_is_a_failure_of_the_judge_and_one_that_rejects_is_not() {
    let lab =
        Lab::new(CheckerChoice::Lines).right("double", double).by(Protocol::Kattis).case("1", "2\n", "4\n");
    let lab = lab.helper(RoleKind::Validator, "even", even).case("2", "7\n", "14\n");
    let told = |lab: &Lab| {
        lab.with(|programs, _, _| {
            let found = coverage(programs, true, &hidden()).unwrap();
            let whats = found.lint.complaints.iter().map(|complaint| complaint.what.clone());
            (whats.collect::<Vec<String>>(), found.exit_code())
        })
    };
    let (complaints, code) = told(&lab);
    assert_eq!((complaints.len(), code), (1, ExitCode::Unexpected));
    assert!(complaints[0].starts_with("the validator `even` rejects it: "), "{complaints:?}");
    let (complaints, code) = told(&lab.case("3", "9\n", "18\n"));
    assert_eq!((complaints.len(), code), (2, ExitCode::JudgeFailed));
    let why = "the validator `even` failed: exit status 1 (kattis: 42 valid, 43 invalid)";
    assert_eq!(complaints[1], why);
}
