//! Made-up runs, and what they say.

use std::fs;
use std::path::Path;
use std::time::Duration;

use harness_sandbox::FAKE_GUARANTEES;

use crate::comparison::Relation;
use crate::event::fixture::{execution, outcome, planned, subject};
use crate::event::{Event, Outcome, ProblemContent, Reporter, RunPlan, Stamped, Universe};
use crate::exit_code::ExitCode;
use crate::model::{Digest, Expectation, Name, Verdict};
use crate::record::{History, SpeedOutcome, Store, Wanted};
use crate::wire::{Header, Recorder};

/// A run of two solutions on two cases: `s`, of this source with these times, and `control`.
struct Made {
    source: &'static str,
    compiler: &'static str,
    case: &'static str,
    verdict: Verdict,
    micros: u64,
    control: Option<u64>,
}

impl Made {
    const PLAIN: Self = Self {
        source: "1",
        compiler: "c",
        case: "1",
        verdict: Verdict::Accepted,
        micros: 1000,
        control: Some(1000),
    };
}

fn write(folder: &Path, number: usize, made: &Made) {
    let subjects = [subject("p", "s", "c"), subject("p", "control", "c")];
    let count = if made.control.is_some() { 2 } else { 1 };
    let solutions: Vec<_> = subjects[..count]
        .iter()
        .map(|subject| planned(subject, Expectation::accepted(), &["1", "2"]))
        .collect();
    let cases = ["1", "2"].map(|case| (Name::from(case), Digest::of([case, made.case])));
    let universe = Universe {
        solutions: solutions.clone(),
        sources: [Digest::of([made.source]), Digest::of(["control"])][..count].to_vec(),
        settings: Vec::new(),
        problems: vec![ProblemContent { problem: Name::from("p"), cases: cases.into() }],
        is_partial: false,
        options: Vec::new(),
    };
    let id = format!("2026010{}-00000{}-aaaa", number / 10, number % 10);
    let mut header = Header { id: id.clone(), started: "2026".to_owned(), ..Header::bare("grade") };
    header.compilers.insert("c".to_owned(), made.compiler.to_owned());
    let mut text = Vec::new();
    let mut recorder = Recorder::new(&mut text, header, Some(&universe)).unwrap();
    let mut tell = |event| recorder.on_event(&Stamped { elapsed: Duration::ZERO, event }).unwrap();
    tell(Event::RunStarted(RunPlan::new(solutions, false, (2 * count, 1), FAKE_GUARANTEES).into()));
    for (subject, micros) in subjects.iter().zip([Some(made.micros), made.control]) {
        let Some(micros) = micros else { continue };
        for case in ["1", "2"] {
            let is_control = subject.solution.is_called("control");
            let verdict = if is_control { Verdict::Accepted } else { made.verdict };
            let mut judged: Outcome = outcome(subject, Name::from(case), verdict);
            let mut facts = execution();
            // No two runs take the same.
            facts.usage.cpu = Duration::from_nanos(micros * (1000 + number as u64 % 3));
            judged.judgement.execution = Some(facts);
            tell(Event::Judged(Box::new(judged)));
        }
    }
    recorder.finish(ExitCode::Fine).unwrap();
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
