//! The verdict on a program that was talked to.
//!
//! The process that ended first is the cause, the end of the other the effect: a program that loses its
//! partner may die of a broken pipe, and so may an interactor.

use harness_sandbox::{Breach, Ending, Execution};

use crate::judge::{Judgement, by_facts, judge_error, words};
use crate::model::{Bytes, Limits, Protocol, Verdict};

/// Two runs that were connected.
#[derive(Clone, Debug)]
pub struct Dialogue {
    /// The program under test.
    pub program: Execution,
    /// The interactor.
    pub interactor: Execution,
    /// Which process ended first.
    pub is_interactor_first: bool,
    /// What the exit status of the interactor means.
    pub protocol: Protocol,
}

/// The verdict on a dialogue.
#[must_use]
pub fn decide_dialogue(dialogue: Dialogue, limits: &Limits, answer: Bytes) -> Judgement {
    let Dialogue { program, interactor, is_interactor_first, protocol } = dialogue;
    let opinion = match interactor.ending {
        Ending::Exited(status) => protocol.accepts(status),
        _ => None,
    };
    let (verdict, reason) = match (is_interactor_first, opinion) {
        (true, Some(false)) => (Verdict::WrongAnswer, rejection(&interactor)),
        (true, None) => return judge_error(failure(&interactor)),
        (true, Some(true)) => fair(&program, limits, answer),
        (false, _) => match (by_facts(&program, limits, answer), opinion) {
            (Some(decided), _) => decided,
            (None, _) if matches!(interactor.ending, Ending::NotStarted(_) | Ending::Stopped(_)) => {
                return judge_error(failure(&interactor));
            }
            (None, Some(true)) => (Verdict::Accepted, String::new()),
            (None, Some(false)) if words::last_words(&interactor).is_some() => {
                (Verdict::WrongAnswer, rejection(&interactor))
            }
            (None, _) => (Verdict::WrongAnswer, "the program ended before the dialogue did".to_owned()),
        },
    };
    let notes = words::notes(&program);
    Judgement { verdict, reason, notes, mismatch: None, execution: Some(program) }
}

/// What the facts say of a program that the interactor accepts.
fn fair(program: &Execution, limits: &Limits, answer: Bytes) -> (Verdict, String) {
    by_facts(program, limits, answer).unwrap_or((Verdict::Accepted, String::new()))
}

fn rejection(interactor: &Execution) -> String {
    match words::last_words(interactor) {
        Some(words) => format!("the interactor says: {words}"),
        None => "the interactor rejects it without a message".to_owned(),
    }
}

fn failure(interactor: &Execution) -> String {
    let how = match interactor.ending {
        Ending::Exited(status) => words::exit_status(status, interactor),
        Ending::Signaled(signal) => words::signal_name(signal),
        Ending::NotStarted(errno) => words::cannot_start(errno),
        Ending::Stopped(Breach::Cpu | Breach::Wall) => "it took too long".to_owned(),
        Ending::Stopped(Breach::Memory) => "it took too much memory".to_owned(),
        Ending::Stopped(Breach::Output | Breach::Files) => "it printed too much".to_owned(),
        Ending::Interrupted => "interrupted".to_owned(),
    };
    format!("the interactor failed: {how}")
}

#[cfg(test)]
mod tests {
    use super::{Dialogue, decide_dialogue};
    use crate::event::fixture::{execution, limits};
    use crate::model::{Bytes, Protocol, Verdict};
    use harness_sandbox::{Breach, Ending, Execution, Tail};

    const FIRST: bool = true;
    const SECOND: bool = false;

    fn ended(ending: Ending, says: &str) -> Execution {
        let mut stderr = Tail::default();
        stderr.push(says.as_bytes(), 1000);
        Execution { ending, stderr, ..execution() }
    }

    #[track_caller]
    fn check(
        program: Ending,
        is_interactor_first: bool,
        interactor: (Ending, &str),
        expect: (Verdict, &str),
    ) {
        let judgement = decide_dialogue(
            Dialogue {
                program: ended(program, ""),
                interactor: ended(interactor.0, interactor.1),
                is_interactor_first,
                protocol: Protocol::Kattis,
            },
            &limits(),
            Bytes(0),
        );
        assert_eq!((judgement.verdict, judgement.reason.as_str()), expect);
    }

    const ACCEPTS: Ending = Ending::Exited(42);
    const REJECTS: Ending = Ending::Exited(43);
    const FINE: Ending = Ending::Exited(0);
    const BROKEN_PIPE: Ending = Ending::Signaled(13);

    #[test]
    fn an_interactor_that_ended_first_has_said_it_all() {
        let says = (Verdict::WrongAnswer, "the interactor says: 13 is not 14");
        check(BROKEN_PIPE, FIRST, (REJECTS, "13 is not 14"), says);
        check(Ending::Interrupted, FIRST, (REJECTS, "13 is not 14"), says);
        check(Ending::Stopped(Breach::Output), FIRST, (REJECTS, "13 is not 14"), says);
        check(FINE, FIRST, (ACCEPTS, ""), (Verdict::Accepted, ""));
        check(Ending::Exited(3), FIRST, (ACCEPTS, ""), (Verdict::RuntimeError, "exit status 3"));
    }

    #[test]
    fn a_program_that_ended_first_is_judged_by_its_own_end() {
        let early = (Verdict::WrongAnswer, "the program ended before the dialogue did");
        check(FINE, SECOND, (REJECTS, ""), early);
        check(FINE, SECOND, (BROKEN_PIPE, ""), early);
        check(FINE, SECOND, (Ending::Exited(1), "BrokenPipeError"), early);
        check(FINE, SECOND, (ACCEPTS, ""), (Verdict::Accepted, ""));
        check(Ending::Signaled(11), SECOND, (REJECTS, "eof"), (Verdict::RuntimeError, "SIGSEGV"));
    }

    #[test]
    fn the_failure_of_an_interactor_is_not_the_programs() {
        let crash = (Ending::Exited(1), "Error: x");
        check(FINE, FIRST, crash, (Verdict::JudgeError, "the interactor failed: exit status 1: Error: x"));
        let late = (Ending::Stopped(Breach::Wall), "");
        check(FINE, SECOND, late, (Verdict::JudgeError, "the interactor failed: it took too long"));
    }
}
