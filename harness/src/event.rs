//! All that the engine says.
//!
//! The engine knows no reporter, and a reporter knows no engine: between them is a stream of these
//! events. An event owns what it says and names things by their names, so that it can be kept, sent
//! and replayed: no reporter needs the workspace. What follows from events is no event; the scoreboard
//! makes it from them.

mod explanation;
#[cfg(test)]
pub mod fixture;
mod hunt;
mod plan;
mod universe;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::exit_code::ExitCode;
use crate::judge::Judgement;
use crate::model::{Audience, Bytes, CheckerChoice, Limits, Name, PointsExpected, Score, Verdict, counted};

pub use explanation::{CodePlace, ExplainedFault, Explanation, StackFrame};
pub use hunt::{
    AddedCase, AddedCases, Counterexample, Flakiness, HuntEvent, HuntExtent, HuntPlan, HuntReporter,
    NothingFound, ReducedTo, Reduction, SlowestInput, StampedHunt,
};
pub use plan::{CaseFiles, JobName, JobPlace, PlannedCase, PlannedSolution, RunPlan, Subject};
pub use universe::{ProblemContent, Universe};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Something among the solutions is not judged. Such events come before all others.
    LeftOut(Box<LeftOut>),
    /// Programs are about to be built.
    BuildStarted {
        /// How many programs.
        programs: usize,
    },
    /// It takes a while; these are being built. They may be before the run, and in between.
    Building {
        /// Their names.
        names: Vec<String>,
        /// Programs that are built, or known to be broken.
        done: usize,
    },
    /// All programs are built, or not.
    BuildFinished,
    /// The run begins.
    RunStarted(Arc<RunPlan>),
    /// A solution is not run at all.
    NotBuilt(Box<NotBuilt>),
    /// A solution was built, and its compiler has warned of something.
    Warned(Box<Warned>),
    /// A job begins. This and the next are told to those who watch, and are in no record.
    Started(JobName),
    /// A job has ended, but its outcome waits: for a repetition alone, or for earlier cases that may decide it.
    Waits(JobName),
    /// A job is done, for good.
    Judged(Box<Outcome>),
    /// A job is done, but its verdict waits for a repetition alone.
    Provisional,
    /// What an empty program takes, in a language of the run.
    EmptyProgram(EmptyProgram),
    /// A picture of a case on which a solution failed. There are some where a report shows them.
    Drawn(Box<Drawing>),
    /// Why a solution failed. Where that is asked for, there is one of each solution that was wrong or crashed.
    Explained(Box<Explanation>),
    /// All is done.
    RunFinished(RunEnd),
}

/// An event, and when it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamped {
    /// The time since the command began.
    pub elapsed: Duration,
    /// What happened.
    pub event: Event,
}

/// Says how long ago the command began.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Instant);

impl Clock {
    /// A clock for a command that begins now.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// How long ago that is.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// The event as one of now.
    #[must_use]
    pub fn stamp(&self, event: Event) -> Stamped {
        Stamped { elapsed: self.0.elapsed(), event }
    }
}

/// A listener to a run. It gets every event in one order, on one thread.
pub trait Reporter {
    /// Takes the next event.
    ///
    /// # Errors
    /// The output could not be written.
    fn on_event(&mut self, event: &Stamped) -> io::Result<()>;

    /// By the last event all jobs of a solution are done, for good.
    ///
    /// # Errors
    /// The output could not be written.
    fn on_solution(&mut self, _summary: &SolutionSummary) -> io::Result<()> {
        Ok(())
    }

    /// All events have come, and this is how the command ends.
    ///
    /// # Errors
    /// The output could not be written.
    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()>;
}

/// A file or folder among the solutions that is not judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The problem.
    pub problem: Option<Name>,
    /// The file or folder, relative to the root of the workspace.
    pub path: Name,
    /// Why.
    pub why: String,
}

/// A solution that cannot be run; there is no outcome of any of its cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotBuilt {
    /// The solution.
    pub subject: Arc<Subject>,
    /// Its verdict.
    pub verdict: Verdict,
    /// Why, such as the words of the compiler.
    pub why: String,
    /// Its compiler or interpreter is not installed, which is no fault of the solution.
    pub is_missing: bool,
    /// Nothing was handed in that could be built.
    pub is_absent: bool,
}

/// What the compiler of a solution has warned of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warned {
    /// The solution.
    pub subject: Arc<Subject>,
    /// The words of the compiler.
    pub said: String,
}

/// A program that does nothing: what its language takes for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptyProgram {
    /// The language.
    pub language: String,
    /// The peak of its memory.
    pub memory: Bytes,
}

/// What the view of a problem printed for a case: with the answer, or with what a solution printed instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The problem.
    pub problem: Name,
    /// The case.
    pub case: Name,
    /// The solution whose output it shows; none where it shows the answer.
    pub solution: Option<Name>,
    /// The picture; where the view has failed, its words.
    pub bytes: Vec<u8>,
    /// Whether it is SVG, and no text.
    pub is_svg: bool,
}

/// One solution on one case, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The solution.
    pub subject: Arc<Subject>,
    /// The case.
    pub case: Name,
    /// The beginning of the input, where a report shows it: beside a difference that is not expected.
    pub input: Option<InputExcerpt>,
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
    /// The case that decided its group, or on which the solution failed first where it is run no further; the
    /// case of this outcome was then not run, as is meant.
    pub decided_by: Option<Name>,
    /// Where it ran, where a run is put together from runs of several machines: their times are not compared.
    pub machine: Option<String>,
    /// It was not run because of the first failure, and not because its group was decided: what it would have
    /// come to is not known.
    pub is_after_failure: bool,
}

impl Outcome {
    /// Whether the verdict is one of those expected, or none was needed.
    #[must_use]
    pub fn as_expected(&self) -> bool {
        self.decided_by.is_some() || self.expected.contains(&self.judgement.verdict)
    }

    /// Whether the case was run. Of a hidden one students are told the verdict, and not what the run took.
    #[must_use]
    pub fn has_run(&self, plan: &RunPlan) -> bool {
        let is_for_students = plan.audience == Audience::Student;
        self.judgement.execution.is_some() || is_for_students && self.judgement.verdict != Verdict::Skipped
    }
}

/// The beginning of the input of a case, or of a later pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputExcerpt {
    /// The first bytes.
    pub bytes: Vec<u8>,
    /// The bytes of the whole input.
    pub size: u64,
    /// The number of the pass, where it is not the input of the case.
    pub pass: Option<u32>,
}

impl InputExcerpt {
    /// What stands above it.
    #[must_use]
    pub fn title(&self) -> String {
        self.pass.map_or_else(|| "input".to_owned(), |number| format!("input of pass {number}"))
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
    /// The solution.
    pub subject: Arc<Subject>,
    /// Its first verdict other than AC in the order of the cases, else AC. A case that was not run counts as SK, if
    /// neither its group was decided nor the solution had failed before.
    pub verdict: Verdict,
    /// Every verdict that some of its cases may have; with the comment of ICPC tools those of which the
    /// final verdict is one.
    pub expected: Vec<Verdict>,
    /// Those of which at least one case must have one.
    pub required: Vec<Verdict>,
    /// Whether every case is as expected and every expectation is met.
    pub as_expected: bool,
    /// An expectation that no case met: nothing kills this wrong solution.
    pub unmet: Option<String>,
    /// Its points; nothing where the problem has none, or where they are not known.
    pub score: Option<Score>,
    /// The points that it is meant to get.
    pub points_expected: Option<PointsExpected>,
    /// Why its points are not those; nothing where they are.
    pub points_unmet: Option<String>,
    /// How many cases.
    pub cases: usize,
    /// How many of them ran.
    pub ran: usize,
    /// How many of them were not run although they could count: the run was interrupted, or a part of it is missing.
    pub left_out: usize,
    /// How many of them are AC.
    pub accepted: usize,
    /// The case that took longest.
    pub slowest: Option<Slowest>,
    /// The largest peak.
    pub max_memory: Bytes,
    /// Whether it could be built; where not, there is no outcome of any case.
    pub is_built: bool,
    /// Nothing was handed in that could be built.
    pub is_absent: bool,
    /// The case of its first failure, where later ones were not run for it: their verdicts, and points that
    /// need them, are not known.
    pub stopped_at: Option<Name>,
    /// Why it could not be built, could not be started, or could not be judged.
    pub trouble: Option<String>,
    /// What its compiler has warned of.
    pub warnings: Option<String>,
}

impl SolutionSummary {
    /// Whether it was not judged because its compiler or interpreter is not installed.
    #[must_use]
    pub fn is_left_out(&self) -> bool {
        self.verdict == Verdict::Skipped && self.as_expected && !self.is_built
    }

    /// That only some of its cases ran, in words; nothing where all that could count did, or none.
    #[must_use]
    pub fn incomplete(&self) -> Option<String> {
        let Self { left_out, ran, cases, .. } = self;
        (*left_out > 0 && *ran > 0).then(|| format!("{ran} of {} ran", counted(*cases, "case")))
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunEnd {
    /// How long it took; none where that is not told, because hidden cases have a part in it.
    pub wall: Option<Duration>,
    /// The signal that interrupted it, if one did.
    pub interrupted: Option<i32>,
    /// Thousandths of the time of all cores that went to other guests of the same host meanwhile.
    pub steal_per_mille: u64,
}
