//! Facts and limits to a verdict: the only birthplace of verdicts on runs.
//!
//! The order of the rows is the order of trust. What the kernel counted (memory, time, output)
//! comes before how the program ended, because a program that was killed at a limit ends in all
//! sorts of ways; and how it ended comes before what it wrote, because half an answer proves
//! nothing. A signal is never taken as evidence of a limit.

mod checked;
mod decider;
mod dialogue;
mod last_words;
mod passes;
mod points;
mod report;
mod words;

use std::time::Duration;

use harness_sandbox::{Breach, Ending, Execution, Fault, MOST_ERRORS};

use crate::model::{Bytes, Limits, Mismatch, Opinion, Share, Verdict};

pub use checked::opinion_of;
pub use decider::{Decider, Feedback, Messages, Said, failed_decider};
pub use dialogue::{CheckOfWritten, Dialogue, Silence, Speaker, decide_dialogue};
pub use passes::{EarlierPass, PassUsage, of_passes};
pub use points::has_accepted;

/// A verdict, why, and the facts behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Why, as a sentence fragment; empty for AC.
    pub reason: String,
    /// Remarks that change nothing.
    pub notes: Vec<String>,
    /// The part of the points, for PT.
    pub share: Option<Share>,
    /// The first difference, for WA; why not all of the points, for PT.
    pub mismatch: Option<Box<Mismatch>>,
    /// The facts; none where nothing ran.
    pub execution: Option<Execution>,
    /// What the interactor used meanwhile, where there is one.
    pub interactor: Option<InteractorTimes>,
    /// What each pass used, where the problem has several; the facts are then those of the last pass, with the time
    /// and the memory of the pass that used most.
    pub passes: Vec<PassUsage>,
}

/// What an interactor used in a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InteractorTimes {
    /// The CPU time.
    pub cpu: Duration,
    /// The wall time.
    pub wall: Duration,
}

impl Judgement {
    /// The part of the points of the case; nothing where that is not known.
    #[must_use]
    pub fn share(&self) -> Option<Share> {
        self.share.or_else(|| Share::of(self.verdict))
    }
}

/// The verdict on a run. `answer` is the size of the expected output; `check` is asked only when
/// the facts alone do not decide.
pub fn decide(
    facts: Execution,
    limits: &Limits,
    answer: Bytes,
    check: impl FnOnce() -> Opinion,
) -> Judgement {
    let mut notes = words::notes(&facts);
    let (mut mismatch, mut share) = (None, None);
    let (verdict, reason) = match by_facts(&facts, limits, answer) {
        Some(decided) => decided,
        None => match check() {
            Opinion::Right { notes: remarks } => {
                notes.extend(remarks);
                (Verdict::Accepted, String::new())
            }
            Opinion::Partial { share: part, mismatch: found } => {
                share = Some(part);
                let reason = found.reason.clone();
                mismatch = Some(found);
                (Verdict::Partial, reason)
            }
            Opinion::Wrong(found) => {
                let reason = found.reason.clone();
                mismatch = Some(found);
                (Verdict::WrongAnswer, reason)
            }
            Opinion::Broken(why) => (Verdict::JudgeError, format!("the checker failed: {why}")),
        },
    };
    let (execution, interactor, passes) = (Some(facts), None, Vec::new());
    Judgement { verdict, reason, notes, share, mismatch, execution, interactor, passes }
}

/// The judgement where the judge itself failed; never blamed on the solution.
pub fn judge_error(why: impl Into<String>) -> Judgement {
    without_run(Verdict::JudgeError, why.into())
}

/// The judgement where the sandbox failed.
#[must_use]
pub fn sandbox_fault(fault: &Fault) -> Judgement {
    judge_error(format!("the sandbox failed to {fault}"))
}

/// The judgement of a job that was not run.
pub fn skipped(why: impl Into<String>) -> Judgement {
    without_run(Verdict::Skipped, why.into())
}

fn without_run(verdict: Verdict, reason: String) -> Judgement {
    Judgement {
        verdict,
        reason,
        notes: Vec::new(),
        share: None,
        mismatch: None,
        execution: None,
        interactor: None,
        passes: Vec::new(),
    }
}

/// The rows of the table that need no checker, the first that holds.
fn by_facts(facts: &Execution, limits: &Limits, answer: Bytes) -> Option<(Verdict, String)> {
    let usage = &facts.usage;
    let active = usage.wall.saturating_sub(usage.run_delay);
    let is_breach = |breach| facts.ending == Ending::Stopped(breach);
    let decided = if facts.ending == Ending::Interrupted {
        (Verdict::Skipped, "interrupted".to_owned())
    } else if let Ending::NotStarted(errno) = facts.ending {
        let is_of_machine = words::is_of_machine(errno);
        let verdict = if is_of_machine { Verdict::JudgeError } else { Verdict::CompileError };
        (verdict, words::cannot_start(errno))
    } else if facts.oom_killed || is_breach(Breach::Memory) || usage.memory > limits.memory {
        (Verdict::MemoryLimit, words::memory(usage.memory, limits.memory, facts.oom_killed))
    } else if is_breach(Breach::Cpu) || usage.cpu > limits.time {
        (Verdict::TimeLimit, words::time(usage.cpu, limits.time, is_breach(Breach::Cpu)))
    } else if is_breach(Breach::Wall) || active > limits.wall_limit() {
        (Verdict::IdleLimit, words::idle(usage, limits.wall_limit()))
    } else if is_breach(Breach::Output) || Bytes(facts.stdout_bytes) > limits.output_limit(answer) {
        (Verdict::OutputLimit, words::output(limits.output_limit(answer)))
    } else if is_breach(Breach::Errors) {
        (Verdict::OutputLimit, words::errors(limits.output_limit(answer).max(MOST_ERRORS)))
    } else if let Ending::Signaled(signal) = facts.ending {
        (Verdict::RuntimeError, words::signal(signal, facts, limits))
    } else if let Ending::Exited(status @ 1..) = facts.ending {
        (Verdict::RuntimeError, words::exit_status(status, facts))
    } else {
        return None;
    };
    Some(decided)
}

/// The judgement of a program whose runtime says on standard error that no memory is left: it is bounded by the
/// limit of the run, and gives up before it is reached. `mark` is what it writes.
#[must_use]
pub fn with_memory_of_runtime(judgement: Judgement, mark: Option<&str>) -> Judgement {
    let (Verdict::RuntimeError, Some(mark), Some(facts)) =
        (judgement.verdict, mark.filter(|mark| !mark.is_empty()), &judgement.execution)
    else {
        return judgement;
    };
    let said = facts.stderr.text();
    match said.lines().find(|line| line.contains(mark)) {
        Some(line) => {
            let reason = format!("its runtime has no memory left: {}", line.trim());
            Judgement { verdict: Verdict::MemoryLimit, reason, ..judgement }
        }
        None => judgement,
    }
}

/// Whether load on the machine could have made this run slower than its limit: the verdict is
/// provisional, and the run worth repeating alone. `kill_line` is where the run would have been
/// ended; what was ended there was too slow by more than load explains.
#[must_use]
pub fn is_borderline(judgement: &Judgement, limits: &Limits, kill_line: Duration) -> bool {
    judgement.verdict == Verdict::TimeLimit
        && judgement
            .execution
            .as_ref()
            .is_some_and(|facts| facts.usage.cpu > limits.time && facts.usage.cpu <= kill_line)
}

#[cfg(test)]
mod tests;
