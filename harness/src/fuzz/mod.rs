//! Random inputs until a solution fails or solutions disagree; the input is shrunk and confirmed.
//!
//! ```text
//! schedule: generator, mutation → oracle: references and targets → a discrepancy → repeat → reduce
//!     → repeat → confirm → newcase; what happens → events
//! ```
//! A target that was named may contradict the references. All other right solutions must agree: there is no
//! majority, and where they do not agree nothing is written.

mod confirm;
mod deadline;
mod keep;
mod line;
mod mutate;
pub mod oracle;
pub mod reduce;
pub mod repeat;
pub mod schedule;
pub mod slowest;
mod stages;
mod telling;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::anyhow;

use crate::event::HuntExtent;
use crate::failure::Failure;
use crate::fuzz::oracle::{Discrepancy, Oracle, Outputs, Sampling};
use crate::fuzz::reduce::{Chance, FailingInput, Reduced, Reducer};
use crate::fuzz::schedule::{Attempt, BATCH, Schedule};
use crate::model::listed;
use crate::programs::{InputFolder, ProblemPrograms, Waited, arguments};
use crate::ui::Progress;

pub use confirm::{Confirmed, Known};
pub use keep::Keeper;
pub use line::HuntLine;
pub use telling::HuntTeller;

/// How long a hunt goes on without a limit of its own.
const DEFAULT_TIME: Duration = Duration::from_mins(1);

/// The longest time for shrinking an input.
const SHRINK_TIME: Duration = Duration::from_secs(40);

/// A hunt for a counterexample.
pub struct Hunt<'a> {
    /// All that runs.
    pub programs: &'a ProblemPrograms<'a>,
    /// The solutions that take part.
    pub oracle: Oracle,
    /// Where inputs are written.
    pub folder: &'a InputFolder,
    /// Tries, where they are limited.
    pub count: Option<u64>,
    /// Time, where it is limited.
    pub time: Option<Duration>,
    /// Smaller inputs that are tried.
    pub shrink: usize,
    /// When it began.
    pub started: Instant,
    /// The command that repeats the hunt.
    pub line: HuntLine,
    /// Shows the progress.
    pub progress: &'a Progress,
}

/// How a search ended.
pub enum Search {
    /// An input shows a discrepancy.
    Found(Attempt, Outputs, Discrepancy),
    /// Time or tries are spent; with the program that was waited for at the end.
    Spent(Option<Waited>),
    /// A signal came.
    Interrupted(i32),
}

impl Hunt<'_> {
    /// Tries inputs until one shows a discrepancy.
    ///
    /// # Errors
    /// The generator fails, or the judge did.
    pub fn search(&self, schedule: &mut Schedule<'_>) -> Result<Search, Failure> {
        self.limit_time();
        let searched = self.search_on(schedule);
        self.lift_limit();
        self.progress.finish();
        searched
    }

    fn search_on(&self, schedule: &mut Schedule<'_>) -> Result<Search, Failure> {
        while let Some(left) = self.left(schedule) {
            match self.try_batch(schedule, left) {
                Ok(Some((attempt, outputs, discrepancy))) => {
                    // What was found is not lost to the deadline.
                    self.lift_limit();
                    self.refuse_invalid(&attempt)?;
                    return Ok(Search::Found(attempt, outputs, discrepancy));
                }
                Ok(None) => {}
                Err(failure) => {
                    return match self.programs.stop.signal() {
                        Some(signal) => Ok(Search::Interrupted(signal)),
                        None => self.waited(failure).map(Search::Spent),
                    };
                }
            }
        }
        Ok(Search::Spent(None))
    }

    /// The next tries; shows which program makes them.
    fn batch(&self, schedule: &mut Schedule<'_>, left: u64) -> Result<Vec<Attempt>, Failure> {
        schedule.batch(self.folder, left, &|schedule, program| self.say_waiting(schedule, program))
    }

    /// How far it went.
    #[must_use]
    pub fn extent(&self, schedule: &Schedule<'_>) -> HuntExtent {
        let (tries, different) = (schedule.tries(), schedule.different());
        HuntExtent { tries, different, time: self.started.elapsed() }
    }

    /// Tries that are left; none where the hunt is over.
    fn left(&self, schedule: &Schedule<'_>) -> Option<u64> {
        let left = self.count.map_or(u64::MAX, |count| count.saturating_sub(schedule.tries()));
        let is_over = self.most_time().is_some_and(|time| self.started.elapsed() >= time);
        (left > 0 && !is_over).then_some(left)
    }

    /// Writes the inputs of tries to files.
    fn files(&self, attempts: &[Attempt]) -> Result<Vec<PathBuf>, Failure> {
        let name = |attempt: &Attempt| format!("try-{}", attempt.index % BATCH);
        attempts.iter().map(|attempt| self.folder.write(&name(attempt), &attempt.input)).collect()
    }

    fn try_batch(
        &self,
        schedule: &mut Schedule<'_>,
        left: u64,
    ) -> Result<Option<(Attempt, Outputs, Discrepancy)>, Failure> {
        let attempts = self.batch(schedule, left)?;
        let paths = self.files(&attempts)?;
        self.say_waiting(schedule, &self.running());
        let sample = |place: usize| Sampling::of(attempts[place].index);
        let compared = self.oracle.compare(self.programs, self.folder, &paths, sample)?;
        for (attempt, outputs) in attempts.into_iter().zip(compared) {
            if let Some(discrepancy) = outputs.discrepancy {
                return Ok(Some((attempt, outputs, discrepancy)));
            }
            if let Some(mark) = outputs.mark() {
                schedule.learn(&attempt.input, &mark);
            }
        }
        Ok(None)
    }

    /// The solutions that run on every input.
    fn running(&self) -> String {
        let first = self.oracle.references.first().into_iter().chain(&self.oracle.targets);
        listed(&first.map(|solver| format!("`{}`", self.programs.name(*solver))).collect::<Vec<_>>())
    }

    /// An invalid input shows nothing, and the generator made it.
    fn refuse_invalid(&self, attempt: &Attempt) -> Result<(), Failure> {
        let path = self.folder.write("found", &attempt.input)?;
        let rejections = self.programs.rejections(&[path])?;
        let Some(Some(why)) = rejections.into_iter().next() else { return Ok(()) };
        let made = attempt.made.as_ref();
        let call = made.map_or_else(String::new, |(words, seed)| arguments(words, *seed).shown());
        let what = anyhow!("the generator makes an invalid input with `{call}`: {why}");
        Err(Failure::usage(what))
    }

    /// Makes the input smaller, as long as it shows the same discrepancy; none without a validator, because then
    /// valid inputs cannot be told from others.
    ///
    /// # Errors
    /// The judge failed.
    pub fn reduce(
        &self,
        schedule: &Schedule<'_>,
        attempt: &Attempt,
        outputs: Outputs,
        discrepancy: Discrepancy,
    ) -> Result<Option<Reduced>, Failure> {
        if !self.programs.has_validator() {
            return Ok(None);
        }
        self.progress.say("shrinking");
        let reducer = Reducer {
            programs: self.programs,
            oracle: self.oracle.narrowed_to(discrepancy),
            folder: self.folder,
            tries: self.shrink,
            deadline: Instant::now() + SHRINK_TIME,
        };
        let failing = FailingInput { input: attempt.input.clone(), discrepancy, outputs };
        let reduced = reducer.reduce(&failing, &Chance { schedule, index: attempt.index });
        self.progress.finish();
        reduced.map(Some)
    }
}
