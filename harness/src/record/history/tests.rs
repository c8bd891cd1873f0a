//! Made-up runs, and what they say.

use std::fs;
use std::path::Path;
use std::time::Duration;

use harness_sandbox::FAKE_GUARANTEES;

use crate::comparison::Relation;
use crate::event::fixture::{execution, outcome, planned, subject};
use crate::event::{
    Event, Outcome, PlannedSolution, ProblemContent, Reporter, RunEnd, RunPlan, SolutionSummary, Stamped,
    Universe,
};
use crate::exit_code::ExitCode;
use crate::model::{Bytes, Digest, Expectation, Name, Verdict};
use crate::record::{Earlier, History, HistoryPoint, SpeedOutcome, Store, Wanted};
use crate::wire::{Header, Recorder};

/// A run of two solutions on two cases: `s`, of this source with these times, and `control`.
struct Made {
    source: &'static str,
    compiler: &'static str,
    case: &'static str,
    verdict: Verdict,
    micros: u64,
    control: Option<u64>,
    /// The cases of `s` that were selected.
    cases: &'static [&'static str],
    /// Milliseconds from its beginning to its end. Runs begin a second apart.
    took: u64,
}

impl Made {
    const PLAIN: Self = Self {
        source: "1",
        compiler: "c",
        case: "1",
        verdict: Verdict::Accepted,
        micros: 1000,
        control: Some(1000),
        cases: &["1", "2"],
        took: 500,
    };
}

fn universe(made: &Made, solutions: Vec<PlannedSolution>) -> Universe {
    let cases = ["1", "2"].map(|case| (Name::from(case), Digest::of([case, made.case])));
    Universe {
        sources: [Digest::of([made.source]), Digest::of(["control"])][..solutions.len()].to_vec(),
        solutions,
        settings: Vec::new(),
        problems: vec![ProblemContent { problem: Name::from("p"), cases: cases.into() }],
        is_partial: made.cases.len() < 2,
        options: Vec::new(),
    }
}

/// When a run began.
fn started(number: usize) -> String {
    format!("2026-01-01T00:00:{number:02}Z")
}

fn write(folder: &Path, number: usize, made: &Made) {
    let subjects = [subject("p", "s", "c"), subject("p", "control", "c")];
    let count = if made.control.is_some() { 2 } else { 1 };
    let solutions: Vec<_> = subjects[..count]
        .iter()
        .zip([made.cases, &["1", "2"]])
        .map(|(subject, cases)| planned(subject, Expectation::accepted(), cases))
        .collect();
    let universe = universe(made, solutions.clone());
    let id = format!("2026010{}-00000{}-aaaa", number / 10, number % 10);
    let mut header = Header { id: id.clone(), started: started(number), ..Header::bare("grade") };
    header.compilers.insert("c".to_owned(), made.compiler.to_owned());
    let mut text = Vec::new();
    let mut recorder = Recorder::new(&mut text, header, Some(&universe)).unwrap();
    let mut tell = |event| recorder.on_event(&Stamped { elapsed: Duration::ZERO, event }).unwrap();
    tell(Event::BuildFinished);
    tell(Event::RunStarted(RunPlan::new(solutions, false, (2 * count, 1), FAKE_GUARANTEES).into()));
    for (subject, micros) in subjects.iter().zip([Some(made.micros), made.control]) {
        let Some(micros) = micros else { continue };
        let is_control = subject.solution.is_called("control");
        for case in if is_control { &["1", "2"] } else { made.cases } {
            let verdict = if is_control { Verdict::Accepted } else { made.verdict };
            let mut judged: Outcome = outcome(subject, Name::from(*case), verdict);
            let mut facts = execution();
            // No two runs take the same.
            facts.usage.cpu = Duration::from_nanos(micros * (1000 + number as u64 % 3));
            judged.judgement.execution = Some(facts);
            tell(Event::Judged(Box::new(judged)));
        }
    }
    let end = RunEnd { wall: Some(Duration::ZERO), interrupted: None, steal_per_mille: 0 };
    let elapsed = Duration::from_millis(made.took);
    recorder.on_event(&Stamped { elapsed, event: Event::RunFinished(end) }).unwrap();
    recorder.finish(ExitCode::Fine).unwrap();
    drop(recorder);
    fs::create_dir_all(folder.join("runs")).unwrap();
    fs::write(folder.join(format!("runs/{id}.jsonl")), text).unwrap();
}

fn history(runs: &[Made], wanted: &[&str]) -> History {
    let folder = tempfile::tempdir().unwrap();
    for (number, made) in runs.iter().enumerate() {
        write(folder.path(), number, made);
    }
    let wanted: Vec<String> = wanted.iter().map(|text| (*text).to_owned()).collect();
    History::of(&Store::below(folder.path()), &Wanted::new(&wanted).unwrap(), 100)
}

#[test]
fn what_changed_between_runs_is_marked() {
    let runs = [
        Made::PLAIN,
        Made::PLAIN,
        Made { source: "2", verdict: Verdict::WrongAnswer, ..Made::PLAIN },
        Made { source: "2", compiler: "d", case: "3", ..Made::PLAIN },
    ];
    let history = history(&runs, &["p/s"]);
    assert_eq!((history.runs.len(), history.solutions.len()), (4, 1));
    let points = &history.solutions[0].points;
    let told: Vec<String> = points
        .iter()
        .map(|point| {
            let marks: Vec<&str> = point.marks.iter().map(|mark| mark.name()).collect();
            format!("{} {}/{} {}", point.verdict, point.accepted.0, point.accepted.1, marks.join(","))
        })
        .collect();
    assert_eq!(told, ["AC 2/2 ", "AC 2/2 ", "WA 0/2 source", "AC 2/2 compiler,cases"]);
    assert_eq!(history.runs[2].unexpected, 1);
}

#[test]
fn a_run_of_some_cases_says_nothing_of_the_solution() {
    let wrong = || Made { verdict: Verdict::WrongAnswer, ..Made::PLAIN };
    let some = Made { source: "2", cases: &["1"], ..Made::PLAIN };
    let history = history(&[wrong(), wrong(), some, Made { source: "2", ..wrong() }], &["p"]);
    let told = |solution: &str| -> Vec<String> {
        let solution = history.solutions.iter().find(|of| of.subject.solution.is_called(solution)).unwrap();
        let told = |point: &HistoryPoint| {
            let marks: Vec<&str> = point.marks.iter().map(|mark| mark.name()).collect();
            format!("{} {} {}", point.verdict, point.is_partial, marks.join(","))
        };
        solution.points.iter().map(told).collect()
    };
    assert_eq!(told("s"), ["WA false ", "WA false ", "AC true source,cases", "WA false source"]);
    assert_eq!(told("control"), ["AC false "; 4], "all of its cases were selected");
    let solution = history.solutions.iter().find(|of| of.subject.solution.is_called("s")).unwrap();
    assert_eq!(solution.of_all_cases().len(), 3);
}

/// Four runs before a change and four after: how long they take, and the control.
fn speed(before: (u64, Option<u64>), after: (u64, Option<u64>)) -> SpeedOutcome {
    let of = |source, (micros, control)| Made { source, micros, control, ..Made::PLAIN };
    let mut runs: Vec<Made> = (0..4).map(|_| of("1", before)).collect();
    runs.extend((0..4).map(|_| of("2", after)));
    let alone = history(&runs, &["p/s"]);
    let among_others = history(&runs, &["p"]);
    assert_eq!(alone.solutions.len(), 1);
    let own =
        among_others.solutions.iter().find(|solution| solution.subject.solution.is_called("s")).unwrap();
    assert_eq!(alone.solutions[0].speed, own.speed);
    own.speed.unwrap().outcome
}

#[test]
fn a_change_of_speed_is_told_from_one_of_the_machine() {
    let relation = |outcome| match outcome {
        SpeedOutcome::Known { relation, .. } => relation,
        other => panic!("{other:?}"),
    };
    assert_eq!(relation(speed((1000, Some(500)), (800, Some(500)))), Relation::Better);
    assert_eq!(relation(speed((1000, Some(500)), (2000, Some(500)))), Relation::Worse);
    assert_eq!(relation(speed((1000, Some(500)), (2000, Some(1000)))), Relation::Equal);
    assert_eq!(speed((1000, None), (2000, None)), SpeedOutcome::NoControl);
}

#[test]
fn few_runs_say_nothing() {
    let runs = [Made::PLAIN, Made { source: "2", ..Made::PLAIN }];
    assert_eq!(history(&runs, &["p/s"]).solutions[0].speed.unwrap().outcome, SpeedOutcome::TooFew);
    assert!(history(&[Made::PLAIN], &["p/s"]).solutions[0].speed.is_none());
    assert!(history(&[Made::PLAIN], &["q"]).solutions.is_empty());
}

/// The runs of `s` up to the one of this number, which is none of those that are written: verdicts, microseconds and
/// what was not as before.
fn up_to(runs: &[Made], number: usize, made: &Made) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (number, made) in runs.iter().enumerate() {
        write(folder.path(), number, made);
    }
    let own = subject("p", "s", "c");
    let about = universe(made, vec![planned(&own, Expectation::accepted(), &["1", "2"])]);
    let id = format!("2026010{}-00000{}-aaaa", number / 10, number % 10);
    let mut header = Header { id, started: started(number), ..Header::bare("grade") };
    header.compilers.insert("c".to_owned(), made.compiler.to_owned());
    let earlier = Earlier::before(&Store::below(folder.path()), &header, &about);
    let now = SolutionSummary {
        subject: own,
        verdict: Verdict::TimeLimit,
        expected: vec![Verdict::Accepted],
        required: Vec::new(),
        as_expected: false,
        unmet: None,
        score: None,
        points_expected: None,
        points_unmet: None,
        cases: 2,
        ran: 2,
        left_out: 0,
        accepted: 0,
        slowest: None,
        max_memory: Bytes(0),
        is_built: true,
        is_absent: false,
        stopped_at: None,
        trouble: None,
        warnings: None,
    };
    let told = |point: &HistoryPoint| {
        let marks: Vec<&str> = point.marks.iter().map(|mark| mark.name()).collect();
        let micros = point.slowest.map_or(0, |time| time.as_micros());
        format!("{} {micros} {}", point.verdict, marks.join(","))
    };
    earlier.up_to(&now).iter().map(told).collect()
}

#[test]
fn a_run_is_told_of_those_that_had_ended_when_it_began() {
    let wrong = || Made { source: "2", verdict: Verdict::WrongAnswer, micros: 3000, ..Made::PLAIN };
    let runs = [Made::PLAIN, wrong(), Made { took: 2500, ..Made::PLAIN }, Made::PLAIN];
    let changed = Made { compiler: "d", ..Made::PLAIN };
    // The third was still running when the fourth began, and when a fifth did.
    assert_eq!(up_to(&runs, 3, &changed), ["AC 1000 ", "WA 3003 source", "TLE 0 source,compiler"]);
    assert_eq!(up_to(&runs, 4, &wrong()), ["AC 1000 ", "WA 3003 source", "AC 1000 source", "TLE 0 source"]);
    assert_eq!(up_to(&runs, 5, &Made::PLAIN).len(), 5);
    assert!(up_to(&runs, 0, &Made::PLAIN).is_empty());
}

#[test]
fn a_run_is_told_of_twenty() {
    let runs: Vec<Made> = (0..25).map(|micros| Made { micros: 1000 * (micros + 1), ..Made::PLAIN }).collect();
    let told = up_to(&runs, 25, &Made::PLAIN);
    assert_eq!((told.len(), told[0].as_str()), (21, "AC 6012 "));
}
