//! The engine on exact facts: what is run, what is repeated, what is skipped, and why.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use harness_sandbox::{
    Bounds, Breach, Bytes, Ending, Execution, FakeSandbox, Fault, Program, Slot, Stdin, Step, Stop, Usage,
};

use crate::event::fixture::{execution, language, limits};
use crate::event::{Event, JobPlace, Outcome, Subject};
use crate::model::{Case, CheckerChoice, Expectation, KillSlack, Language, Name, Rules, Verdict};
use crate::plan::{Check, Entry, grid};
use crate::run::{Engine, Pool};

/// A folder with cases, and solutions `solution-0`, `solution-1`, … that are run on all of them.
struct Lab {
    folder: tempfile::TempDir,
    cases: Vec<Case>,
    workers: usize,
    recheck: u32,
    slack: KillSlack,
    fail_fast: bool,
    first_failure: bool,
    solutions: usize,
    expectation: Expectation,
    language: Language,
    stop: Stop,
    quiet: Option<Stop>,
}

/// What the engine did.
struct Done {
    places: Vec<JobPlace>,
    outcomes: Vec<Outcome>,
    provisional: usize,
    /// Runs that were told as such; one that is repeated twice.
    started: usize,
    /// Of every run: its slot, the stem of its input, its kill line.
    asked: Vec<(Slot, String, Bounds)>,
}

impl Lab {
    /// One solution, right on cases `case-0`, `case-1`, … whose answers are `42`.
    fn new(cases: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let rules = Arc::new(Rules { limits: limits(), checker: CheckerChoice::Lines });
        let case = |index| {
            let path = |extension| folder.path().join(format!("case-{index}.{extension}"));
            std::fs::write(path("in"), "6 7\n").unwrap();
            std::fs::write(path("ans"), "42\n").unwrap();
            let name = Name::from(format!("case-{index}").as_str());
            Case::of_files(name, (path("in"), Some(path("ans"))), Arc::clone(&rules))
        };
        let cases = (0..cases).map(case).collect();
        Self {
            folder,
            cases,
            workers: 1,
            recheck: 3,
            slack: KillSlack::BUILT_IN,
            fail_fast: false,
            first_failure: false,
            solutions: 1,
            expectation: Expectation::accepted(),
            language: language(),
            stop: Stop::new().unwrap(),
            quiet: None,
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs all solutions on all cases; `script` says what each run comes to.
    fn run(self, script: impl Fn(&Run<'_>) -> Answer + Send + Sync + 'static) -> Done {
        let sandbox = FakeSandbox::new(move |_, program, bounds| {
            let Stdin::File(input) = &program.stdin else { panic!("every run has an input") };
            script(&Run { solution: &program.executable, input, bounds }).0
        });
        let entries: Vec<Entry<'_>> = (0..self.solutions)
            .map(|index| Entry {
                index,
                subject: Arc::new(Subject {
                    problem: Name::from("problem"),
                    solution: Name::from(format!("solution-{index}").as_str()),
                    language: "rust".to_owned(),
                }),
                program: Program {
                    executable: format!("/solution-{index}").into(),
                    args: Vec::new(),
                    files: Vec::new(),
                    state: None,
                    stdin: Stdin::Empty,
                    environment: Vec::new(),
                    pad: 0,
                    folder: None,
                    kept: None,
                    answers_apart: false,
                },
                language: &self.language,
                cases: self.cases.iter().collect(),
                expectation: &self.expectation,
                check: Check::Compare,
                function: None,
            })
            .collect();
        let pool = Pool::new(self.workers).unwrap();
        let engine = Engine {
            slack: self.slack,
            fail_fast: self.fail_fast,
            first_failure: self.first_failure,
            quiet: self.quiet.as_ref(),
            ..Engine::new(&sandbox, &self.stop, &pool, self.recheck)
        };
        let events = Mutex::new(Vec::new());
        engine.execute(grid(&entries), &|place, event| events.lock().unwrap().push((place, event)));
        let mut done =
            Done { places: Vec::new(), outcomes: Vec::new(), provisional: 0, started: 0, asked: Vec::new() };
        let mut events = events.into_inner().unwrap();
        events.sort_by_key(|(place, _)| place.sequence);
        let mut under_way = None;
        for (place, event) in events {
            match event {
                Event::Judged(outcome) => {
                    under_way = None;
                    done.places.push(place);
                    done.outcomes.push(*outcome);
                }
                Event::Started(job) => {
                    assert_eq!(under_way.replace(job), None, "a job ends before the next begins");
                    done.started += 1;
                }
                Event::Waits(job) => assert_eq!(under_way.take(), Some(job)),
                Event::Provisional => done.provisional += 1,
                other => panic!("the engine says nothing of the kind of {other:?}"),
            }
        }
        for (slot, program, bounds) in sandbox.asked() {
            let Stdin::File(input) = program.stdin else { continue };
            done.asked.push((slot, input.file_stem().unwrap().to_string_lossy().into_owned(), bounds));
        }
        done
    }
}

/// A run that the engine asks for.
struct Run<'a> {
    solution: &'a Path,
    input: &'a Path,
    bounds: &'a Bounds,
}

impl Run<'_> {
    fn is_on(&self, case: &str) -> bool {
        self.input.file_stem().is_some_and(|stem| stem == case)
    }
}

/// What a run comes to.
struct Answer(Result<(Execution, Vec<u8>), Fault>);

/// A run that ends by itself after so many milliseconds of CPU time, and prints the answer.
fn after(milliseconds: u64) -> Answer {
    ending(Ending::Exited(0), milliseconds)
}

fn ending(ending: Ending, milliseconds: u64) -> Answer {
    let cpu = Duration::from_millis(milliseconds);
    let facts = Execution {
        ending,
        usage: Usage { cpu, wall: cpu, memory: Bytes::mebibytes(1), ..Usage::default() },
        ..execution()
    };
    Answer(Ok((facts, b"42\n".to_vec())))
}

impl Answer {
    fn printing(mut self, output: &str) -> Self {
        if let Ok((facts, stdout)) = &mut self.0 {
            *stdout = output.into();
            facts.stdout_bytes = output.len() as u64;
        }
        self
    }
}

impl Done {
    /// The codes of all verdicts, in the order of the plan.
    fn verdicts(&self) -> Vec<&'static str> {
        self.outcomes.iter().map(|outcome| outcome.judgement.verdict.code()).collect()
    }

    fn reason(&self, index: usize) -> &str {
        &self.outcomes[index].judgement.reason
    }

    fn kill_lines(&self) -> Vec<u128> {
        self.asked.iter().map(|(_, _, bounds)| bounds.cpu.as_millis()).collect()
    }
}

#[test]
fn every_solution_is_judged_once_on_every_case() {
    let done = Lab { workers: 3, solutions: 4, ..Lab::new(5) }.run(|_| after(10));
    let judged: Vec<(usize, usize, String, String)> = done
        .places
        .iter()
        .zip(&done.outcomes)
        .map(|(place, outcome)| {
            (place.sequence, place.case, outcome.subject.solution.to_string(), outcome.case.to_string())
        })
        .collect();
    let expect = (0..20)
        .map(|index| (index, index % 5, format!("solution-{}", index / 5), format!("case-{}", index % 5)));
    let expect: Vec<_> = expect.collect();
    assert_eq!(judged, expect);
    assert_eq!(done.asked.len(), 20);
    assert!(done.asked.iter().all(|(slot, _, _)| slot.0 < 3));
}

#[test]
fn output_is_compared_with_the_answer() {
    let done =
        Lab::new(2).run(|run| if run.is_on("case-1") { after(10).printing("41\n") } else { after(10) });
    assert_eq!(done.verdicts(), ["AC", "WA"]);
    assert_eq!(done.reason(1), "expected `42`, got `41`");
}

#[test]
fn beside_others_there_is_room_above_the_limit_and_alone_only_a_little() {
    let done = Lab { workers: 2, ..Lab::new(3) }.run(|_| after(10));
    let mut lines = done.kill_lines();
    lines.sort_unstable();
    // The last one may have been alone.
    assert_eq!(&lines[1..], [1600, 1600]);
    let done = Lab::new(3).run(|_| after(10));
    assert_eq!(done.kill_lines(), [1005; 3]);
}

#[test]
fn a_single_run_is_alone_however_many_workers_there_are() {
    let done = Lab { workers: 8, ..Lab::new(1) }.run(|_| after(1003));
    assert_eq!((done.kill_lines(), done.provisional), (vec![1005], 0));
    assert_eq!(done.verdicts(), ["TLE"]);
}

/// The first run of `case-0` takes as long as the first number says, its repetitions as the others.
fn with_repetitions(milliseconds: &'static [u64]) -> Done {
    let runs = AtomicUsize::new(0);
    Lab { workers: 2, ..Lab::new(4) }.run(move |run| {
        if !run.is_on("case-0") {
            return after(10);
        }
        let time = milliseconds[runs.fetch_add(1, Ordering::Relaxed)];
        let is_over = Duration::from_millis(time) > run.bounds.cpu;
        ending(if is_over { Ending::Stopped(Breach::Cpu) } else { Ending::Exited(0) }, time)
    })
}

#[test]
fn a_borderline_run_is_repeated_alone_and_the_first_within_the_limit_decides() {
    let done = with_repetitions(&[1200, 1100, 940]);
    assert_eq!(done.verdicts(), ["AC"; 4]);
    assert_eq!((done.provisional, done.started), (1, done.places.len() + 1));
    let first = &done.outcomes[0];
    let alone: Vec<u128> = first.rechecks.iter().map(|recheck| recheck.cpu.as_millis()).collect();
    assert_eq!(alone, [1100, 940]);
    assert!(first.rechecks.iter().all(|recheck| recheck.alone));
    assert_eq!(first.judgement.notes, ["1.200 s with other runs, 0.940 s alone"]);
    let (slot, case, bounds) = done.asked.last().unwrap();
    assert_eq!((slot.0, case.as_str(), bounds.cpu.as_millis()), (0, "case-0", 1005));
}

#[test]
fn beside_a_compiler_a_run_is_not_alone_and_is_repeated_when_that_is_done() {
    let quiet = Stop::new().unwrap();
    let compiler = quiet.clone();
    let lab = Lab { quiet: Some(quiet), ..Lab::new(1) };
    let runs = AtomicUsize::new(0);
    let done = lab.run(move |_| {
        if runs.fetch_add(1, Ordering::Relaxed) > 0 {
            return after(940);
        }
        // Had the repetition not waited for this, it would never have come.
        compiler.now();
        after(1200)
    });
    assert_eq!((done.verdicts()[0], done.provisional), ("AC", 1));
    assert_eq!(done.kill_lines(), [1600, 1005]);
    assert_eq!(done.outcomes[0].judgement.notes, ["1.200 s with other runs, 0.940 s alone"]);
}

#[test]
fn a_run_that_stays_over_the_limit_is_repeated_to_the_end_and_the_smallest_time_decides() {
    let done = with_repetitions(&[1300, 1010, 1003, 1008]);
    assert_eq!(done.verdicts(), ["TLE", "AC", "AC", "AC"]);
    let first = &done.outcomes[0];
    assert_eq!(first.rechecks.len(), 3);
    assert_eq!(first.judgement.execution.as_ref().unwrap().usage.cpu, Duration::from_millis(1003));
    assert_eq!(first.judgement.notes, ["1.300 s with other runs, 1.003 s alone"]);
}

#[test]
fn what_is_too_slow_by_more_than_load_explains_is_not_repeated() {
    let done = with_repetitions(&[1601]);
    assert_eq!((done.verdicts()[0], done.provisional), ("TLE", 0));
}

#[test]
fn without_repetitions_or_room_nothing_is_provisional() {
    for (recheck, slack) in [(0, KillSlack::BUILT_IN), (3, KillSlack::NONE)] {
        let lab = Lab { workers: 2, recheck, slack, ..Lab::new(4) };
        let done = lab.run(|run| if run.is_on("case-0") { after(1003) } else { after(10) });
        assert_eq!((done.verdicts()[0], done.provisional, done.asked.len()), ("TLE", 0, 4));
        assert!(done.kill_lines().iter().all(|line| *line == 1005));
    }
}

#[test]
fn a_doubt_that_the_judge_cannot_resolve_is_the_judges_failure() {
    let runs = AtomicUsize::new(0);
    let done = Lab { workers: 2, ..Lab::new(4) }.run(move |run| {
        if !run.is_on("case-0") {
            after(10)
        } else if runs.fetch_add(1, Ordering::Relaxed) == 0 {
            after(1200)
        } else {
            Answer(Err(Fault { step: Step::Clone, errno: 11 }))
        }
    });
    assert_eq!(done.verdicts(), ["JE", "AC", "AC", "AC"]);
    assert_eq!(done.outcomes[0].rechecks, []);
}

#[test]
fn a_failure_stops_the_rest_when_that_is_asked_for() {
    let lab = Lab { fail_fast: true, ..Lab::new(4) };
    let done = lab.run(|run| if run.is_on("case-1") { after(10).printing("41\n") } else { after(10) });
    assert_eq!(done.verdicts(), ["AC", "WA", "SK", "SK"]);
    assert_eq!(done.reason(2), "stopped at the first failure");
}

#[test]
fn a_solution_that_has_failed_is_run_no_further_when_that_is_asked_for() {
    let lab = Lab { first_failure: true, solutions: 2, ..Lab::new(3) };
    let done = lab.run(|run| {
        let fails = run.solution.ends_with("solution-0") && run.is_on("case-1");
        if fails { after(10).printing("41\n") } else { after(10) }
    });
    assert_eq!(done.verdicts(), ["AC", "WA", "SK", "AC", "AC", "AC"]);
    assert_eq!((done.reason(2), done.asked.len()), ("the solution has failed on an earlier case", 5));
}

#[test]
fn an_expected_failure_stops_nothing() {
    let expectation = Expectation::everywhere(vec![Verdict::WrongAnswer]);
    let lab = Lab { fail_fast: true, expectation, ..Lab::new(3) };
    assert_eq!(lab.run(|_| after(10).printing("41\n")).verdicts(), ["WA"; 3]);
}

#[test]
fn a_program_that_cannot_be_started_is_said_once() {
    let lab = Lab { solutions: 2, ..Lab::new(3) };
    let done = lab.run(|run| {
        if run.solution.ends_with("solution-0") { ending(Ending::NotStarted(2), 0) } else { after(10) }
    });
    assert_eq!(done.verdicts(), ["CE", "SK", "SK", "AC", "AC", "AC"]);
    assert_eq!(done.reason(1), "the program cannot be started");
    assert_eq!(done.asked.len(), 4);
}

#[test]
fn cases_that_began_together_say_once_that_the_program_cannot_be_started() {
    let together = std::sync::Barrier::new(2);
    let done = Lab { workers: 2, ..Lab::new(2) }.run(move |_| {
        together.wait();
        ending(Ending::NotStarted(2), 0)
    });
    let mut verdicts = done.verdicts();
    verdicts.sort_unstable();
    assert_eq!(verdicts, ["CE", "SK"]);
}

#[test]
fn a_fault_of_the_sandbox_is_the_judges_and_ends_nothing_else() {
    let done = Lab::new(2).run(|run| {
        if run.is_on("case-0") { Answer(Err(Fault { step: Step::MakePipes, errno: 24 })) } else { after(10) }
    });
    assert_eq!(done.verdicts(), ["JE", "AC"]);
    assert_eq!(
        done.reason(0),
        "the sandbox failed to create the output pipes: Too many open files (os error 24): \
         too many for this process; raise `ulimit -n`"
    );
}

#[test]
fn a_stop_skips_what_has_not_begun() {
    let lab = Lab::new(3);
    let stop = lab.stop.clone();
    let done = lab.run(move |_| {
        stop.now();
        ending(Ending::Interrupted, 10)
    });
    assert_eq!(done.verdicts(), ["SK"; 3]);
    assert_eq!((done.reason(0), done.reason(2)), ("interrupted", "interrupted"));
    assert_eq!(done.asked.len(), 1);
}

#[track_caller]
fn check_missing_file(name: &str) {
    let lab = Lab::new(2);
    let path = lab.file(name);
    std::fs::remove_file(&path).unwrap();
    let done = lab.run(|_| after(10));
    assert_eq!(done.verdicts(), ["JE", "AC"]);
    let expect = format!("failed to read `{}`: No such file or directory (os error 2)", path.display());
    assert_eq!(done.reason(0), expect);
}

#[test]
fn a_case_file_that_is_gone_is_the_judges_failure() {
    check_missing_file("case-0.in");
    check_missing_file("case-0.ans");
}

/// Two solutions on two cases; the first does something to a file of the first case.
fn after_a_change(name: &str, change: impl Fn(&Path) + Send + Sync + 'static) -> (Done, PathBuf) {
    let lab = Lab { solutions: 2, ..Lab::new(2) };
    let path = lab.file(name);
    let changed = path.clone();
    let done = lab.run(move |run| {
        if run.is_on("case-0") && run.solution.ends_with("solution-0") {
            change(&changed);
        }
        after(10)
    });
    (done, path)
}

#[test]
fn a_case_file_whose_rights_a_program_changes_is_put_back_and_said_once() {
    for name in ["case-0.in", "case-0.ans"] {
        let (done, path) = after_a_change(name, |path| {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).unwrap();
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o400)).unwrap();
        });
        assert_eq!(done.verdicts(), ["JE", "SK", "AC", "AC"]);
        let reason = done.reason(0).to_owned();
        assert!(reason.starts_with(&format!("`{}` changed while it was judged: mode ", path.display())));
        assert!(reason.ends_with(" became 400; its state was restored"), "{reason}");
        assert_eq!(done.reason(1), "it changed a file of another case");
    }
}

#[test]
fn a_case_file_that_is_written_to_is_left_and_ends_its_case_alone() {
    let rewrite: fn(&Path) = |path| std::fs::write(path, "a longer text than before\n").unwrap();
    let remove: fn(&Path) = |path| std::fs::remove_file(path).unwrap();
    for (change, what) in [(rewrite, "content"), (remove, "it is gone")] {
        for name in ["case-0.in", "case-0.ans"] {
            let (done, path) = after_a_change(name, change);
            assert_eq!(done.verdicts(), ["JE", "AC", "SK", "AC"]);
            let expect = format!("`{}` changed while it was judged: {what}", path.display());
            assert_eq!(done.reason(0), expect);
            assert_eq!(done.reason(2), "a file of the case changed while another solution was judged");
        }
    }
}

#[test]
fn the_cap_on_output_grows_with_the_answer() {
    let lab = Lab::new(1);
    std::fs::write(lab.file("case-0.ans"), vec![b'x'; 10 << 20]).unwrap();
    let done = lab.run(|_| after(10));
    assert_eq!(done.asked[0].2.output, Bytes::mebibytes(21));
}

#[test]
fn the_bounds_are_the_limits_of_the_case() {
    let done = Lab::new(1).run(|_| after(10));
    let bounds = &done.asked[0].2;
    assert_eq!(bounds.wall, Duration::from_secs(3));
    assert_eq!((bounds.memory, bounds.stack), (Bytes::mebibytes(64), Bytes::mebibytes(64)));
    assert_eq!((bounds.output, bounds.processes), (Bytes::mebibytes(16), 64));
}
