//! All that the engine says.
//!
//! The engine knows no reporter, and a reporter knows no engine: between them is a stream of these
//! events. An event owns what it says, so that it can be kept, sent and replayed.

#[cfg(test)]
pub mod fixture;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use harness_sandbox::Guarantees;

use crate::exit_code::ExitCode;
use crate::judge::Judgement;
use crate::model::{Bytes, CheckerChoice, Limits, Name, Verdict};

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// Programs are about to be built.
    BuildStarted {
        /// How many solutions.
        solutions: usize,
    },
    /// It takes a while; these are being built. They may be before the run, and in between.
    Building {
        /// Their names.
        names: Vec<String>,
    },
    /// All programs are built, or not.
    BuildFinished,
    /// The run begins.
    RunStarted(RunPlan),
    /// A job is done, for good.
    Judged(Box<Outcome>),
    /// A job is done, but its verdict waits for a repetition alone.
    Provisional,
    /// All jobs of a solution are done, for good.
    SolutionFinished(Box<SolutionSummary>),
    /// All is done.
    RunFinished(RunEnd),
}

/// A listener to a run. It gets every event in one order, on one thread.
pub trait Reporter {
    /// Takes the next event.
    ///
    /// # Errors
    /// The output could not be written.
    fn on_event(&mut self, event: &Event) -> io::Result<()>;

    /// All events have come, and this is how the command ends.
    ///
    /// # Errors
    /// The output could not be written.
    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()>;
}

/// What a run is going to do.
#[derive(Clone, Debug)]
pub struct RunPlan {
    /// How many jobs; of a solution that is still being built then and does not compile, none is done.
    pub jobs: usize,
    /// How many at once.
    pub workers: usize,
    /// What the sandbox can enforce here.
    pub guarantees: Guarantees,
}

/// Who is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its place in the plan, from 0.
    pub index: usize,
    /// The problem.
    pub problem: Name,
    /// The solution.
    pub solution: Name,
    /// The language.
    pub language: String,
}

/// One solution on one case, judged.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Who.
    pub subject: Arc<Subject>,
    /// The place of the job in the plan, from 0; reporters use it to restore the order.
    pub sequence: usize,
    /// The place of the case among those of this subject, from 0.
    pub case_index: usize,
    /// On which case.
    pub case: Name,
    /// The file that the program read.
    pub input: PathBuf,
    /// The limits in force.
    pub limits: Limits,
    /// The rule by which the output was compared.
    pub checker: CheckerChoice,
    /// The verdict and why.
    pub judgement: Judgement,
    /// The verdicts that were expected.
    pub expected: Vec<Verdict>,
    /// The runs alone that followed a borderline one, if any.
    pub rechecks: Vec<Recheck>,
}

impl Outcome {
    /// Whether the verdict is one of those expected.
    #[must_use]
    pub fn as_expected(&self) -> bool {
        self.expected.contains(&self.judgement.verdict)
    }
}

/// One repetition of a borderline run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recheck {
    /// Its CPU time.
    pub cpu: Duration,
    /// Whether nothing ran beside it.
    pub alone: bool,
}

/// What became of a solution.
#[derive(Clone, Debug)]
pub struct SolutionSummary {
    /// Who.
    pub subject: Arc<Subject>,
    /// Its first verdict other than AC in the order of the cases, else AC.
    pub verdict: Verdict,
    /// Every verdict that some of its cases may have.
    pub expected: Vec<Verdict>,
    /// Whether every case is as expected and every expectation is met.
    pub as_expected: bool,
    /// An expectation that no case met: nothing kills this wrong solution.
    pub unmet: Option<String>,
    /// How many cases.
    pub cases: usize,
    /// How many of them are AC.
    pub accepted: usize,
    /// The case that took longest.
    pub slowest: Option<Slowest>,
    /// The largest peak.
    pub max_memory: Bytes,
    /// Whether it could be built; where not, there is no outcome of any case.
    pub is_built: bool,
    /// Why it could not be built, could not be started, or could not be judged.
    pub trouble: Option<String>,
}

/// The case that took a solution longest.
#[derive(Clone, Debug)]
pub struct Slowest {
    /// Which.
    pub case: Name,
    /// Its CPU time.
    pub cpu: Duration,
    /// Its limit.
    pub limit: Duration,
    /// It was ended there, and would have taken longer.
    pub was_killed: bool,
}

/// How a run ended.
#[derive(Clone, Copy, Debug)]
pub struct RunEnd {
    /// How long it took.
    pub wall: Duration,
    /// The signal that interrupted it, if one did.
    pub interrupted: Option<i32>,
    /// Thousandths of the time of all cores that went to other guests of the same host meanwhile.
    pub steal_per_mille: u64,
}
