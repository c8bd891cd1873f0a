//! How long a merge takes, and how much memory, by the number of judgements.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use harness::event::{
    CaseFiles, Event, Outcome, PlannedCase, PlannedSolution, ProblemContent, Reporter, RunEnd, RunPlan,
    Stamped, Subject, Universe,
};
use harness::exit_code::ExitCode;
use harness::judge::Judgement;
use harness::model::{CheckerChoice, Digest, Expectation, Limits, Name, Share, Verdict, WallLimit};
use harness::record::{Division, Shard, ShardBy, ShardManner};
use harness::wire::{Header, Recorder};
use harness_sandbox::{Bytes, Execution, FAKE_GUARANTEES, Usage, fake_execution};

/// The word that makes this program merge, and nothing else.
pub const AGAIN: &str = "__merge";

/// The numbers of judgements.
const SIZES: [usize; 3] = [10_000, 100_000, 300_000];

/// So many parts.
const PARTS: usize = 4;

const PROBLEMS: usize = 10;
const SOLUTIONS: usize = 20;

/// Merges the records of each size in each format, and prints what that takes.
pub fn measure() {
    let sizes = std::env::var("UNITS").ok().and_then(|units| units.parse().ok());
    for size in sizes.map_or(SIZES.to_vec(), |size| vec![size]) {
        let folder = tempfile::tempdir().expect("a folder");
        let started = Instant::now();
        let files = write(folder.path(), size);
        let written = started.elapsed();
        let bytes: u64 = files.iter().map(|file| fs::metadata(file).expect("a record").len()).sum();
        println!(
            "{size} judgements in {PARTS} records: {} MB, {} bytes each, written in {written:.2?}",
            bytes / 1_000_000,
            bytes / size as u64
        );
        for format in ["human", "json", "jsonl"] {
            let best = (0..3).map(|_| merge(&files, format)).min().expect("a merge");
            let mark = match (size, format) {
                (100_000, "jsonl") if best.0 < Duration::from_secs(2) => ", less than 2 s",
                (100_000, "jsonl") => ", NOT less than 2 s",
                _ => "",
            };
            println!("  to {format}: {:.2?}, {} MiB at the peak{mark}", best.0, best.1 >> 10);
        }
    }
}

/// The time and the peak of the memory, in KiB, of a process that merges these.
fn merge(files: &[PathBuf], format: &str) -> (Duration, u64) {
    let program = std::env::current_exe().expect("this program");
    let output = Command::new(program)
        .args([AGAIN, "harness", "merge", "--format", format])
        .args(files)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .expect("a merge");
    let said = String::from_utf8_lossy(&output.stderr);
    let words: Vec<&str> = said.split_whitespace().collect();
    let [microseconds, kibibytes] = words[..] else { panic!("the merge said: {said}") };
    let number = |word: &str| word.parse().expect("a number");
    (Duration::from_micros(number(microseconds)), number(kibibytes))
}

/// Does what the command line says, and tells on standard error the microseconds and the peak of the memory.
pub fn measured(line: &[String]) {
    let started = Instant::now();
    let cli = harness::cli::parse(line.iter().map(Into::into)).expect("a command line");
    let code = harness::commands::run(&cli);
    assert_eq!(code, ExitCode::Fine);
    let status = fs::read_to_string("/proc/self/status").expect("facts about this process");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    let kibibytes = peak.split_whitespace().next().expect("a number");
    let told = writeln!(std::io::stderr(), "{} {kibibytes}", started.elapsed().as_micros());
    told.expect("the parent reads it");
}

fn limits() -> Limits {
    Limits {
        time: Duration::from_secs(2),
        wall: WallLimit::Auto,
        memory: Bytes::mebibytes(256),
        stack: None,
        output: None,
        processes: 64,
    }
}

fn universe(size: usize) -> Universe {
    let name = |word: &str, index: usize| Name::from(format!("{word}-{index:04}").as_str());
    let cases = size / PROBLEMS / SOLUTIONS;
    let (mut solutions, mut problems) = (Vec::new(), Vec::new());
    for problem in (0..PROBLEMS).map(|index| name("problem", index)) {
        let names = || (0..cases).map(|index| name("case", index));
        let files = |case: &Name| CaseFiles {
            input: Name::from(format!("cases/{problem}/{case}.in").as_str()),
            answer: Some(Name::from(format!("cases/{problem}/{case}.ans").as_str())),
            input_size: Some(311),
            is_visible: false,
        };
        let planned = PlannedCase::list(names().map(|case| {
            let files = files(&case);
            (case, limits(), files)
        }));
        for solution in (0..SOLUTIONS).map(|index| name("solution", index)) {
            let language = "cpp".to_owned();
            let source = Name::from(format!("solutions/{problem}/{solution}.cpp").as_str());
            solutions.push(PlannedSolution {
                source,
                subject: Arc::new(Subject { problem: problem.clone(), solution, language }),
                expectation: Expectation::accepted(),
                cases: Arc::clone(&planned),
                groups: [].into(),
                is_part: false,
                note: None,
            });
        }
        let digest = |case: Name| (case.clone(), Digest::of([case.as_bytes()]));
        problems.push(ProblemContent { problem, cases: names().map(digest).collect() });
    }
    Universe {
        sources: solutions.iter().map(|planned| Digest::of([planned.subject.to_string()])).collect(),
        solutions,
        settings: vec![(Name::from("judge.toml"), Digest::of([""]))],
        problems,
        is_partial: false,
        options: Vec::new(),
    }
}

/// Facts as a real run has them.
fn outcome(subject: &Arc<Subject>, case: Name, number: usize) -> Outcome {
    let time = |most: u64| Duration::from_nanos(1_000_003 * (number as u64 % most));
    let usage = Usage {
        cpu: time(997),
        user: time(983),
        system: time(13),
        wall: time(1009),
        page_faults: 311,
        switches: 3,
        memory: Bytes(3 << 20),
        ..Usage::default()
    };
    let execution = Execution { stdout_bytes: 17, ..fake_execution(usage) };
    let judgement = Judgement {
        verdict: Verdict::Accepted,
        reason: String::new(),
        notes: Vec::new(),
        share: Share::new(1.0),
        mismatch: None,
        execution: Some(execution),
        interactor: None,
        passes: Vec::new(),
    };
    Outcome {
        subject: Arc::clone(subject),
        case,
        input: None,
        limits: limits(),
        checker: CheckerChoice::Lines,
        judgement,
        expected: vec![Verdict::Accepted],
        rechecks: Vec::new(),
        decided_by: None,
        is_after_failure: false,
        machine: None,
    }
}

/// Writes the records of all parts.
fn write(folder: &Path, size: usize) -> Vec<PathBuf> {
    let universe = universe(size);
    let part = |index| {
        let path = folder.join(format!("{index}.jsonl"));
        write_part(&path, &universe, Shard { index, count: PARTS });
        path
    };
    (1..=PARTS).map(part).collect()
}

fn write_part(path: &Path, universe: &Universe, shard: Shard) {
    let division = Division { shard, by: ShardBy::Unit, manner: ShardManner::Slice };
    let places = division.part(&universe.solutions, None);
    let header = Header {
        id: format!("20260101-00000{}-0000", shard.index),
        shard: Some(division.line()),
        ..Header::bare("grade")
    };
    let file = BufWriter::new(File::create(path).expect("a file"));
    let mut recorder = Recorder::new(file, header, Some(universe)).expect("a header");
    let mut tell = |event| {
        recorder.on_event(&Stamped { elapsed: Duration::from_secs(1), event }).expect("an event");
    };
    let solutions = universe.solutions.iter().zip(&places).map(|(planned, places)| {
        let cases = places.iter().map(|place| planned.cases[*place].clone()).collect();
        PlannedSolution { cases, ..planned.clone() }
    });
    let jobs = places.iter().map(Vec::len).sum();
    tell(Event::RunStarted(Arc::new(RunPlan::new(solutions.collect(), true, (jobs, 2), FAKE_GUARANTEES))));
    for (planned, places) in universe.solutions.iter().zip(&places) {
        for place in places {
            let case = planned.cases[*place].name.clone();
            tell(Event::Judged(Box::new(outcome(&planned.subject, case, *place))));
        }
    }
    let wall = Duration::from_mins(1);
    tell(Event::RunFinished(RunEnd { wall: Some(wall), interrupted: None, steal_per_mille: 0 }));
    recorder.finish(ExitCode::Fine).expect("an end");
}
