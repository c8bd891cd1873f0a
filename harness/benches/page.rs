//! How long does it take to make the page of a large class, and how large is it?
//! `cargo bench -p harness --bench page [-- STUDENTS [CASES]]`
//!
//! The events of 3,000 students on 20 cases are made up and told to the reporter of the page: nothing is run. A third of
//! the students fails something, so that there are as many panels as have room. The page must be made within two seconds
//! and have less than five megabytes; the best of five times counts. Then the same with an earlier run; how long it takes
//! to read that from its record is printed, too. Both pages are left in the folder for what is temporary, to be looked at.

#![forbid(unsafe_code)]

use std::fs::{self, File};
use std::io::BufWriter;
use std::process::ExitCode as Status;
use std::sync::Arc;
use std::time::{Duration, Instant};

use harness::event::{
    CaseFiles, Event, InputExcerpt, Outcome, PlannedCase, PlannedSolution, ProblemContent, Reporter, RunEnd,
    RunPlan, Stamped, Subject, Universe,
};
use harness::exit_code::ExitCode;
use harness::judge::Judgement;
use harness::model::{
    CheckerChoice, Digest, Excerpt, Expectation, Limits, Mismatch, Name, Piece, Verdict, WallLimit,
};
use harness::record::{Earlier, Store};
use harness::report::{self, Format, Shown};
use harness::scoreboard::Scoreboard;
use harness::ui::{Ui, Verbosity};
use harness::wire::{Header, Recorder};
use harness_sandbox::{Bytes, Execution, FAKE_GUARANTEES, Usage, fake_execution};

/// Within this a page is made.
const MOST_TIME: Duration = Duration::from_secs(2);

/// So many bytes it has at most.
const MOST_BYTES: u64 = 5_000_000;

fn main() -> Status {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let (students, cases) = (numbers.next().unwrap_or(3000), numbers.next().unwrap_or(20));
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::below(folder.path());
    let then = Class { students, cases, run: 1 };
    then.record(&store);
    let now = Class { students, cases, run: 2 };
    let events = now.events();
    println!("{students} students, {cases} cases");
    let mut is_fine = true;
    let mut measure = |name: &str, earlier: Option<&Earlier>| {
        let path = std::env::temp_dir().join(format!("harness-page-{name}.html"));
        let times = (0..5).map(|_| {
            let started = Instant::now();
            make(&events, earlier, File::create(&path).expect("a file"));
            started.elapsed()
        });
        let best = times.min().unwrap_or_default();
        let bytes = fs::metadata(&path).expect("a page").len();
        let is_within = best <= MOST_TIME && bytes <= MOST_BYTES;
        is_fine &= is_within;
        let word = if is_within { "within" } else { "NOT within" };
        println!("{name}: {best:.2?}, {bytes} bytes, {word} 2 s and 5 MB: {}", path.display());
    };
    measure("alone", None);
    let started = Instant::now();
    let earlier = Earlier::before(&store, &now.header(), &now.universe());
    println!("an earlier run is read in {:.2?}", started.elapsed());
    measure("after-another", Some(&earlier));
    if is_fine { Status::SUCCESS } else { Status::FAILURE }
}

/// Makes a page of these events.
fn make(events: &[Stamped], earlier: Option<&Earlier>, out: File) {
    let shown = Shown { earlier, ..Shown::default() };
    let ui = Ui::plain(100, Verbosity::Normal);
    let mut reporter = report::open_with(Format::Html, Box::new(BufWriter::new(out)), ui, shown);
    let mut scoreboard = Scoreboard::default();
    for event in events {
        scoreboard.tell(event, reporter.as_mut()).expect("a page");
    }
    reporter.finish(ExitCode::Unexpected).expect("a page");
}

/// A class, and which run of it this is.
struct Class {
    students: usize,
    cases: usize,
    run: usize,
}

const PROBLEM: &str = "graphs";

impl Class {
    fn header(&self) -> Header {
        let started = format!("2026-01-01T00:{:02}:00.000Z", 10 * self.run);
        Header { id: format!("20260101-00{:02}00-000", 10 * self.run), started, ..Header::bare("grade") }
    }

    fn case(case: usize) -> Name {
        let kind = ["random", "star", "chain", "dense-graph"][case % 4];
        let text = if case < 3 { format!("samples/{case}") } else { format!("secret/{case:02}-{kind}") };
        Name::from(text.as_str())
    }

    fn solutions(&self) -> Vec<PlannedSolution> {
        let cases = PlannedCase::list((0..self.cases).map(|case| {
            let name = Self::case(case);
            let size = 10 << (case % 18);
            let files =
                CaseFiles { input: name.clone(), answer: None, input_size: Some(size), is_visible: false };
            (name, limits(), files)
        }));
        let people = ["Zoë Müller", "O’Brien, Ann", "王小明", "jan-kees"];
        let languages = ["cpp", "python", "java", "rust"];
        let solution = |student: usize| PlannedSolution {
            subject: Arc::new(Subject {
                problem: Name::from(PROBLEM),
                solution: Name::from(format!("{} {student:04}", people[student % 4]).as_str()),
                language: languages[student % 4].to_owned(),
            }),
            source: Name::from(format!("class/{student}/main.cpp").as_str()),
            expectation: Expectation::accepted(),
            cases: Arc::clone(&cases),
            groups: [].into(),
            is_part: false,
            note: None,
        };
        (0..self.students).map(solution).collect()
    }

    fn universe(&self) -> Universe {
        let solutions = self.solutions();
        let digest = |case| (Self::case(case), Digest::of([""]));
        Universe {
            // Every third has changed something.
            sources: (0..self.students)
                .map(|student| {
                    Digest::of([if student % 3 == 0 { self.run.to_string() } else { String::new() }])
                })
                .collect(),
            solutions,
            settings: Vec::new(),
            problems: vec![ProblemContent {
                problem: Name::from(PROBLEM),
                cases: (0..self.cases).map(digest).collect(),
            }],
            is_partial: false,
            options: Vec::new(),
        }
    }

    fn events(&self) -> Vec<Stamped> {
        let solutions = self.solutions();
        let mut plan =
            RunPlan::new(solutions.clone(), false, (self.students * self.cases, 2), FAKE_GUARANTEES);
        plan.is_class = true;
        let mut events = vec![Event::RunStarted(Arc::new(plan))];
        for (student, planned) in solutions.iter().enumerate() {
            for case in 0..self.cases {
                let judged = self.outcome(&planned.subject, student, case);
                events.push(Event::Judged(Box::new(judged)));
            }
        }
        let wall = Duration::from_mins(1);
        events.push(Event::RunFinished(RunEnd { wall: Some(wall), interrupted: None, steal_per_mille: 0 }));
        events.into_iter().map(|event| Stamped { elapsed: Duration::from_secs(1), event }).collect()
    }

    /// What a student gets for a case: any, but in each run always the same.
    fn outcome(&self, subject: &Arc<Subject>, student: usize, case: usize) -> Outcome {
        let dice = (student * 7919 + case * 104_729 + student * case * 31 + self.run * 13) % 1000;
        let micros = 900 + (1 + student * 37 % 90) * (1 << (case % 18)) / 15 + dice / 3;
        let cpu = Duration::from_micros(micros as u64);
        let is_wrong = student.is_multiple_of(3) && dice < 250;
        let verdict = match () {
            () if is_wrong => Verdict::WrongAnswer,
            () if cpu > limits().time => Verdict::TimeLimit,
            () => Verdict::Accepted,
        };
        let piece = |text: &str| Piece { bytes: text.into(), first_line: 1, ..Piece::default() };
        let reason = match verdict {
            Verdict::WrongAnswer => "expected `6`, got `5`",
            Verdict::TimeLimit => "more than 1.000 s, killed at 1.006 s",
            _ => "",
        };
        let mismatch = || Mismatch {
            reason: reason.to_owned(),
            place: None,
            excerpt: Some(Excerpt { expected: piece("1\n2  6\n"), got: piece("1\n2 5 \n") }),
            hints: vec!["off by one".to_owned()],
        };
        let input = InputExcerpt { bytes: "3 1 2\n".repeat(40).into_bytes(), size: 4000, pass: None };
        let memory = Bytes((1 << 24) + 4096 * dice as u64);
        let execution = Execution {
            stdout_bytes: 3,
            ..fake_execution(Usage { cpu, wall: cpu, memory, ..Usage::default() })
        };
        Outcome {
            subject: Arc::clone(subject),
            case: Self::case(case),
            input: is_wrong.then_some(input),
            limits: limits(),
            checker: CheckerChoice::Lines,
            judgement: Judgement {
                verdict,
                reason: reason.to_owned(),
                notes: Vec::new(),
                share: None,
                mismatch: is_wrong.then(|| Box::new(mismatch())),
                execution: Some(execution),
                interactor: None,
                passes: Vec::new(),
            },
            expected: vec![Verdict::Accepted],
            rechecks: Vec::new(),
            decided_by: None,
            machine: None,
            is_after_failure: false,
        }
    }

    /// Writes the record of this run.
    fn record(&self, store: &Store) {
        let header = self.header();
        let path = store.path(&header.id);
        fs::create_dir_all(path.parent().expect("a folder of records")).expect("a folder");
        let file = BufWriter::new(File::create(path).expect("a record"));
        let mut recorder = Recorder::new(file, header, Some(&self.universe())).expect("a header");
        self.events().iter().for_each(|event| recorder.on_event(event).expect("an event"));
        recorder.finish(ExitCode::Unexpected).expect("an end");
    }
}

fn limits() -> Limits {
    Limits {
        time: Duration::from_secs(1),
        wall: WallLimit::Auto,
        memory: Bytes::mebibytes(64),
        stack: None,
        output: None,
        processes: 64,
    }
}
