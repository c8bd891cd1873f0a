//! Passes on exact facts: what is run with which input, in which folder, and what is repeated.

use std::fs;
use std::io::{Seek, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use harness_sandbox::{Ending, Execution, FakeSandbox, Program, Stdin, Stop, Usage, WorkingFolder};

use crate::event::Outcome;
use crate::event::fixture::{execution, language, limits, subject};
use crate::model::{Case, CheckerChoice, Expectation, Name, Protocol, RoleKind, Rules, Verdict};
use crate::plan::{Check, Entry, Helper, grid};
use crate::run::{Engine, Pool};

fn program(executable: &str) -> Program {
    Program {
        executable: executable.into(),
        args: Vec::new(),
        files: Vec::new(),
        state: None,
        stdin: Stdin::Empty,
        environment: Vec::new(),
        pad: 0,
        folder: None,
        kept: None,
        answers_apart: false,
    }
}

/// What came of a run, and how often the checker found its folder so.
struct Done {
    outcomes: Vec<Outcome>,
    solutions: usize,
    first: usize,
    next: usize,
}

/// Runs a solution on two cases at once, whose input is `first`; a checker that answers `first` with `second` decides.
/// `cpu` is the time of a run, by its input and by how often there was one like it.
fn run(passes: u32, cpu: impl Fn(&str, usize) -> u64 + Send + Sync + 'static) -> Done {
    let folder = tempfile::tempdir().unwrap();
    let rules = Arc::new(Rules { limits: limits(), checker: CheckerChoice::Program(Protocol::Kattis) });
    let case = |name: &str| {
        let input = folder.path().join(name);
        fs::write(&input, "first").unwrap();
        Case::of_files(Name::from(name), (input, None), Arc::clone(&rules))
    };
    let cases = [case("a"), case("b")];
    let seen = AtomicUsize::new(0);
    let solutions = FakeSandbox::new(move |_, program, _| {
        let Stdin::File(input) = &program.stdin else { panic!("every pass has an input") };
        let text = fs::read_to_string(input).unwrap();
        let before = if text == "second" { seen.fetch_add(1, Ordering::SeqCst) } else { 0 };
        let cpu = Duration::from_millis(cpu(&text, before));
        let usage = Usage { cpu, wall: cpu, ..execution().usage };
        Ok((Execution { usage, ..execution() }, b"word\n".to_vec()))
    });
    let folders = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&folders);
    let checkers = FakeSandbox::new(move |_, program, _| {
        let kept = program.kept.as_ref().unwrap();
        noted.lock().unwrap().push(kept.folder());
        let goes_on = fs::read_to_string(Path::new(&program.args[0])).unwrap() == "first";
        let next = goes_on.then(|| {
            let mut next = tempfile::tempfile().unwrap();
            next.write_all(b"second").unwrap();
            next.rewind().unwrap();
            next
        });
        kept.found(Vec::new(), next);
        Ok((Execution { ending: Ending::Exited(42), ..execution() }, Vec::new()))
    });
    let (checker, name, limits) = (program("/checker"), Name::from("check"), limits());
    let check = Check::Program(Helper {
        role: RoleKind::Checker,
        name: &name,
        program: &checker,
        protocol: Protocol::Kattis,
        arguments: &[],
        report: None,
        full_points: 1.0,
        passes,
        limits: &limits,
        sandbox: &checkers,
        scratch: folder.path(),
    });
    let (language, expectation) = (language(), Expectation::accepted());
    let entries = [Entry {
        index: 0,
        subject: subject("p", "s", "rust"),
        program: program("/solution"),
        language: &language,
        cases: cases.iter().collect(),
        expectation: &expectation,
        check,
        function: None,
    }];
    let (pool, stop) = (Pool::new(2).unwrap(), Stop::new().unwrap());
    let outcomes = Engine::new(&solutions, &stop, &pool, 3).outcomes(grid(&entries), &|| ());
    let outcomes = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
    let folders = folders.lock().unwrap();
    let count = |wanted| folders.iter().filter(|folder| **folder == wanted).count();
    let (first, next) = (count(WorkingFolder::First), count(WorkingFolder::Next));
    assert_eq!(count(WorkingFolder::Own) + first + next, checkers.asked().len());
    Done { outcomes, solutions: solutions.asked().len(), first, next }
}

#[test]
fn a_pass_follows_while_one_is_asked_for_and_finds_the_folder_of_the_last() {
    let done = run(2, |_, _| 100);
    assert_eq!((done.solutions, done.first, done.next), (4, 2, 2));
    for outcome in &done.outcomes {
        assert_eq!((outcome.judgement.verdict, outcome.judgement.passes.len()), (Verdict::Accepted, 2));
        assert_eq!(outcome.input, None);
    }
}

#[test]
fn where_one_run_is_all_there_is_a_second_is_the_judges_failure() {
    let done = run(1, |_, _| 100);
    assert_eq!((done.solutions, done.first, done.next), (2, 0, 0));
    let judgement = &done.outcomes[0].judgement;
    assert_eq!((judgement.verdict, judgement.passes.len()), (Verdict::JudgeError, 0));
    assert!(judgement.reason.contains("set `passes` in problem.toml"), "{}", judgement.reason);
}

#[test]
fn a_pass_that_load_may_have_slowed_down_is_repeated_with_all_before_it() {
    // The first run of a second pass is over its limit, and not when it is repeated alone.
    let done = run(2, |text, before| if text == "second" && before == 0 { 1200 } else { 100 });
    assert_eq!((done.solutions, done.first, done.next), (6, 3, 2));
    let verdicts: Vec<Verdict> = done.outcomes.iter().map(|outcome| outcome.judgement.verdict).collect();
    assert_eq!(verdicts, [Verdict::Accepted; 2]);
    assert_eq!(done.outcomes.iter().map(|outcome| outcome.rechecks.len()).sum::<usize>(), 1);
}

#[test]
fn a_pass_that_fails_shows_its_input_and_its_checker_is_not_asked() {
    let done = run(2, |text, _| if text == "second" { 5000 } else { 100 });
    assert_eq!((done.solutions, done.first, done.next), (4, 2, 0));
    let outcome = &done.outcomes[0];
    assert_eq!(outcome.judgement.verdict, Verdict::TimeLimit);
    assert!(outcome.judgement.reason.starts_with("pass 2 of 2: "), "{}", outcome.judgement.reason);
    let input = outcome.input.as_ref().unwrap();
    assert_eq!((input.bytes.as_slice(), input.title()), (&b"second"[..], "input of pass 2".to_owned()));
    let cpu: Vec<u128> = outcome.judgement.passes.iter().map(|pass| pass.cpu.as_millis()).collect();
    assert_eq!(cpu, [100, 5000]);
}
