//! The table of verdicts: every row, and for every pair of neighbours a run that fits both.

use std::time::Duration;

use harness_sandbox::{Breach, Bytes, Ending, Execution, Usage, fake_execution};

use crate::judge::{Judgement, decide, is_borderline};
use crate::model::{Limits, Mismatch, Opinion, Verdict, WallLimit};

fn limits() -> Limits {
    Limits {
        time: Duration::from_secs(1),
        wall: WallLimit::Fixed(Duration::from_secs(3)),
        memory: Bytes::mebibytes(64),
        stack: None,
        output: Some(Bytes::mebibytes(1)),
        processes: 64,
    }
}

/// A run within all limits.
fn fine() -> Execution {
    let usage = Usage {
        cpu: Duration::from_millis(500),
        wall: Duration::from_millis(600),
        memory: Bytes::mebibytes(10),
        ..Usage::default()
    };
    Execution { stdout_bytes: 10, ..fake_execution(usage) }
}

fn right() -> Opinion {
    Opinion::Right { notes: Vec::new() }
}

fn wrong() -> Opinion {
    let reason = "expected `6`, got `5`".to_owned();
    Opinion::Wrong(Box::new(Mismatch { reason, place: None, excerpt: None, hints: Vec::new() }))
}

fn judge(change: impl FnOnce(&mut Execution), opinion: Opinion) -> Judgement {
    let mut facts = fine();
    change(&mut facts);
    decide(facts, &limits(), Bytes(10), || opinion)
}

#[track_caller]
fn check(change: impl FnOnce(&mut Execution), opinion: Opinion, verdict: Verdict, reason: &str) {
    let judgement = judge(change, opinion);
    assert_eq!((judgement.verdict, judgement.reason.as_str()), (verdict, reason));
}

fn over_memory(facts: &mut Execution) {
    facts.usage.memory = Bytes(Bytes::mebibytes(64).0 + 1);
}

fn over_time(facts: &mut Execution) {
    facts.usage.cpu = Duration::from_millis(1001);
}

fn over_wall(facts: &mut Execution) {
    facts.usage.wall = Duration::from_millis(3001);
}

fn over_output(facts: &mut Execution) {
    facts.stdout_bytes = (1 << 20) + 1;
}

fn crashed(facts: &mut Execution) {
    facts.ending = Ending::Signaled(8);
}

#[test]
fn every_row_of_the_table() {
    check(|_| {}, Opinion::Broken("no".into()), Verdict::JudgeError, "the checker failed: no");
    check(
        |facts| facts.ending = Ending::NotStarted(2),
        right(),
        Verdict::CompileError,
        "cannot start: the program, or the interpreter that it names, does not exist (No such file or directory (os error 2))",
    );
    check(over_memory, right(), Verdict::MemoryLimit, "64.1 MiB of 64MiB");
    check(|facts| facts.oom_killed = true, right(), Verdict::MemoryLimit, "killed at the limit of 64MiB");
    check(
        |facts| facts.ending = Ending::Stopped(Breach::Memory),
        right(),
        Verdict::MemoryLimit,
        "10.0 MiB of 64MiB",
    );
    check(over_time, right(), Verdict::TimeLimit, "1.001 s of 1.000 s");
    check(
        |facts| facts.ending = Ending::Stopped(Breach::Cpu),
        right(),
        Verdict::TimeLimit,
        "more than 1.000 s, killed at 0.500 s",
    );
    check(
        over_wall,
        right(),
        Verdict::IdleLimit,
        "used 0.500 s of CPU in 3.001 s (wall limit 3.000 s): it slept, or waited for input or for another process",
    );
    check(
        |facts| (facts.ending, facts.usage.was_stopped) = (Ending::Stopped(Breach::Wall), true),
        right(),
        Verdict::IdleLimit,
        "used 0.500 s of CPU in 0.600 s (wall limit 3.000 s): it was stopped by a signal",
    );
    check(over_output, right(), Verdict::OutputLimit, "wrote more than 1MiB, killed");
    check(
        |facts| facts.ending = Ending::Stopped(Breach::Output),
        right(),
        Verdict::OutputLimit,
        "wrote more than 1MiB, killed",
    );
    check(
        |facts| facts.ending = Ending::Stopped(Breach::Errors),
        right(),
        Verdict::OutputLimit,
        "wrote more than 64MiB to standard error, killed",
    );
    check(crashed, right(), Verdict::RuntimeError, "SIGFPE");
    check(|facts| facts.ending = Ending::Exited(3), right(), Verdict::RuntimeError, "exit status 3");
    check(
        |facts| facts.ending = Ending::Signaled(9),
        right(),
        Verdict::RuntimeError,
        "SIGKILL, not sent by the judge",
    );
    check(|_| {}, wrong(), Verdict::WrongAnswer, "expected `6`, got `5`");
    check(|_| {}, right(), Verdict::Accepted, "");
    check(|facts| facts.ending = Ending::Interrupted, right(), Verdict::Skipped, "interrupted");
}

#[test]
fn of_two_rows_that_hold_the_upper_one_decides() {
    type Change = fn(&mut Execution);
    let rows: [(Verdict, Change); 5] = [
        (Verdict::MemoryLimit, over_memory),
        (Verdict::TimeLimit, over_time),
        (Verdict::IdleLimit, over_wall),
        (Verdict::OutputLimit, over_output),
        (Verdict::RuntimeError, crashed),
    ];
    for (index, (verdict, upper)) in rows.iter().enumerate() {
        for (_, lower) in &rows[index + 1..] {
            let both = |facts: &mut Execution| {
                upper(facts);
                lower(facts);
            };
            assert_eq!(judge(both, right()).verdict, *verdict);
        }
        assert_eq!(judge(upper, wrong()).verdict, *verdict);
        assert_eq!(judge(upper, Opinion::Broken(String::new())).verdict, *verdict);
    }
}

#[test]
fn the_limit_itself_is_allowed() {
    let at_the_limits = |facts: &mut Execution| {
        facts.usage.cpu = Duration::from_secs(1);
        facts.usage.wall = Duration::from_secs(3);
        facts.usage.memory = Bytes::mebibytes(64);
        facts.stdout_bytes = 1 << 20;
    };
    check(at_the_limits, right(), Verdict::Accepted, "");
}

#[test]
fn waiting_for_a_core_is_not_idling() {
    let delayed = |facts: &mut Execution| {
        facts.usage.wall = Duration::from_mins(1);
        facts.usage.run_delay = Duration::from_millis(57_500);
    };
    check(delayed, right(), Verdict::Accepted, "");
}

#[test]
fn a_checker_is_not_asked_about_a_run_that_the_facts_decide() {
    let mut facts = fine();
    crashed(&mut facts);
    decide(facts, &limits(), Bytes(10), || panic!("asked"));
}

#[test]
fn a_stack_overflow_is_named_when_the_stack_was_used_up() {
    let overflow = |facts: &mut Execution| {
        facts.ending = Ending::Signaled(11);
        facts.usage.memory = Bytes::mebibytes(63);
    };
    check(overflow, right(), Verdict::RuntimeError, "SIGSEGV, likely stack overflow (limit 64MiB)");
    check(|facts| facts.ending = Ending::Signaled(11), right(), Verdict::RuntimeError, "SIGSEGV");
}

#[test]
fn the_reason_of_a_crash_has_the_programs_last_words() {
    let panic = |facts: &mut Execution| {
        facts.ending = Ending::Exited(101);
        facts.stderr.push(
            b"thread 'main' panicked at src/main.rs:2:5:\nboom\nnote: run with `RUST_BACKTRACE=1`\n",
            1000,
        );
    };
    let reason = "exit status 101: thread 'main' panicked at src/main.rs:2:5: boom";
    check(panic, right(), Verdict::RuntimeError, reason);
    let python = |facts: &mut Execution| {
        facts.ending = Ending::Exited(1);
        facts.stderr.push(b"Traceback (most recent call last):\n  File \"x.py\"\nValueError: x\n", 1000);
    };
    check(python, right(), Verdict::RuntimeError, "exit status 1: ValueError: x");
}

#[test]
fn only_a_run_past_the_limit_and_before_the_kill_is_borderline() {
    let kill_line = Duration::from_millis(1600);
    let borderline = |milliseconds| {
        let judgement = judge(|facts| facts.usage.cpu = Duration::from_millis(milliseconds), right());
        is_borderline(&judgement, &limits(), kill_line)
    };
    assert!(!borderline(1000));
    assert!(borderline(1001));
    assert!(borderline(1600));
    assert!(!borderline(1601));
}

#[test]
fn what_the_program_left_behind_is_a_note() {
    let judgement = judge(|facts| facts.leftovers = 2, right());
    assert_eq!(judgement.verdict, Verdict::Accepted);
    assert_eq!(judgement.notes, ["2 processes left running, killed"]);
}
