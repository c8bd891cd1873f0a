//! What happens in a hunt, beside the judging of its new case.
//!
//! As of a run, a stored stream of these makes again what the hunt has printed.

use std::io;
use std::time::Duration;

use crate::event::Reporter;
use crate::exit_code::ExitCode;
use crate::model::{AnswerBy, Name, Split, Verdict};

/// One thing that happened in a hunt.
#[derive(Clone, Debug, PartialEq)]
pub enum HuntEvent {
    /// The search begins.
    Started(Box<HuntPlan>),
    /// Something that the user should know.
    Note(String),
    /// An input shows a failure every time that it is run.
    Found {
        /// The number of the try, from 1.
        number: u64,
        /// How long it took to find it.
        time: Duration,
    },
    /// The target ends with the same verdict on a case that is there.
    Alike {
        /// The target.
        solution: Name,
        /// Its verdict.
        verdict: Verdict,
        /// The case.
        case: Name,
    },
    /// The input was shrunk, as far as it could be.
    Reduced(Reduction),
    /// The smaller input does not fail every time, so the one that was found is kept.
    KeptAsFound,
    /// The search for the slowest input is over.
    Slowest(Box<SlowestInput>),
    /// What was found, and what the solutions print for it.
    Counterexample(Box<Counterexample>),
    /// What was found fails by chance.
    Flaky(Box<Flakiness>),
    /// All solutions are judged on the new case, and this is what came of it.
    JudgingEnded(ExitCode),
    /// Cases were added, or would be.
    Added(Box<AddedCases>),
    /// A signal came before any solution was judged on the new case.
    Unjudged,
    /// The command that finds the same again.
    Again(String),
    /// There is such a case already, so nothing was written.
    NothingWritten(String),
    /// Nothing was found.
    NothingFound(Box<NothingFound>),
    /// A signal ended the search.
    Interrupted(HuntExtent),
    /// The hunt could not be brought to its end.
    Failed {
        /// What went wrong.
        told: Vec<String>,
        /// What to do.
        hints: Vec<String>,
    },
}

/// What is hunted, and with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HuntPlan {
    /// The problem.
    pub problem: Name,
    /// The first seed.
    pub seed: u64,
    /// The arguments of the generator.
    pub generate: String,
    /// The solutions that are taken as right.
    pub references: Vec<Name>,
    /// The solutions that may fail.
    pub targets: Vec<Name>,
    /// The solution whose slowest input is looked for.
    pub measured: Option<Name>,
    /// Nothing is written.
    pub is_dry: bool,
}

/// How an input was made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// Its bytes as it was found.
    pub from: usize,
    /// What it came to; none without a validator, because then valid inputs cannot be told from others.
    pub to: Option<ReducedTo>,
}

/// A smaller input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReducedTo {
    /// Its bytes.
    pub size: usize,
    /// Smaller inputs that were tried.
    pub tries: usize,
    /// None of those that can be tried is smaller and shows the failure.
    pub is_smallest: bool,
}

/// The input on which a solution needs the most CPU time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowestInput {
    /// The solution.
    pub solution: Name,
    /// The number of the try, from 1.
    pub number: u64,
    /// Inputs that were tried.
    pub tries: u64,
    /// Its CPU time.
    pub cpu: Duration,
    /// How it ends.
    pub verdict: Verdict,
}

/// An input that shows a failure, and what the solutions print for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The solution that fails; none where solutions contradict each other.
    pub solution: Option<Name>,
    /// How it ends.
    pub verdict: Option<Verdict>,
    /// The input.
    pub input: Vec<u8>,
    /// What the solutions print.
    pub outputs: Split,
}

/// How often a failure shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flakiness {
    /// Runs of the same input that show it.
    pub shown: usize,
    /// All runs.
    pub runs: usize,
    /// The solutions whose own runs differ.
    pub solutions: Vec<Name>,
}

/// New cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedCases {
    /// The cases.
    pub cases: Vec<AddedCase>,
    /// Verdicts of wrong solutions that the settings do not expect: the solution, the case, the verdict.
    pub unexpected: Vec<(Name, Name, Verdict)>,
}

/// A new case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedCase {
    /// Its name.
    pub case: Name,
    /// The expected output; none where none is needed.
    pub answer: Option<Vec<u8>>,
    /// From where it is.
    pub by: AnswerBy,
}

/// A hunt that found nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NothingFound {
    /// How far it went.
    pub extent: HuntExtent,
    /// What was waited for when the time was over, and how long; none where that was short.
    pub waited: Option<(String, Duration)>,
    /// The command that repeats it.
    pub again: String,
}

/// How far a hunt went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuntExtent {
    /// Inputs that were tried.
    pub tries: u64,
    /// Those that were valid and no repetitions.
    pub different: usize,
    /// How long it took.
    pub time: Duration,
}

impl HuntExtent {
    /// Tries a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a rate is shown in whole numbers")]
        let tries = self.tries as f64;
        tries / self.time.as_secs_f64().max(0.001)
    }
}

/// An event of a hunt, and when it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct StampedHunt {
    /// The time since the command began.
    pub elapsed: Duration,
    /// What happened.
    pub event: HuntEvent,
}

/// A listener to a hunt. Between its own events come those of the judging of the new case, and no end of these: that
/// is an event of the hunt.
pub trait HuntReporter: Reporter {
    /// Takes the next event of the hunt itself.
    ///
    /// # Errors
    /// The output could not be written.
    fn on_hunt(&mut self, event: &StampedHunt) -> io::Result<()>;
}
