//! The stages of a hunt in their order: found, confirmed, compared with the cases, shrunk, confirmed again.

use std::time::Duration;

use crate::failure::Failure;
use crate::fuzz::confirm::Known;
use crate::fuzz::reduce::{FailingInput, Reduced};
use crate::fuzz::repeat::{Flake, Settled};
use crate::fuzz::schedule::{Attempt, Schedule};
use crate::fuzz::{Extent, Hunt, Search};
use crate::model::Name;
use crate::programs::Waited;

/// What a hunt came to.
pub enum Hunted {
    /// A counterexample that fails every time.
    Counterexample(Attempt, FailingInput),
    /// A counterexample that is a case already, as this says.
    Known(Attempt, String),
    /// A failure by chance.
    Flake(Attempt, Box<Flake>),
    /// Nothing; with the program that was waited for at the end.
    Nothing(Extent, Option<Waited>),
    /// A signal came before anything was certain.
    Interrupted(Extent, i32),
}

/// What is known after a stage.
pub enum Stage<'a> {
    /// This input fails every time, and was found in this time.
    Found(&'a Attempt, Duration),
    /// The target ends with the same verdict on this case.
    Alike(&'a FailingInput, Name),
    /// The input was shrunk, or could not be, from so many bytes.
    Shrunk(Option<&'a Reduced>, usize),
    /// The smaller input does not fail every time, so that which was found is kept.
    AsFound,
}

impl Hunt<'_> {
    /// Searches, and makes sure of what is found.
    ///
    /// # Errors
    /// The generator fails, or the judge did.
    pub fn counterexample(
        &self,
        schedule: &mut Schedule<'_>,
        tell: &dyn Fn(&Stage<'_>),
    ) -> Result<Hunted, Failure> {
        let search = self.search(schedule)?;
        let extent = self.extent(schedule);
        let (attempt, found) = match search {
            Search::Interrupted(signal) => return Ok(Hunted::Interrupted(extent, signal)),
            Search::Spent(waited) => return Ok(Hunted::Nothing(extent, waited)),
            Search::Found(attempt, outputs, discrepancy) => {
                let found = FailingInput { input: attempt.input.clone(), discrepancy, outputs };
                (attempt, found)
            }
        };
        match (self.repeat(&found), self.programs.stop.signal()) {
            (Ok(None), _) => {}
            (_, Some(signal)) => return Ok(Hunted::Interrupted(extent, signal)),
            (Ok(Some(flake)), None) => return Ok(Hunted::Flake(attempt, Box::new(flake))),
            (Err(failure), None) => return Err(failure),
        }
        tell(&Stage::Found(&attempt, extent.time));
        match self.known(&attempt, &found) {
            Ok(Known::No) => {}
            Ok(Known::Alike(case)) => tell(&Stage::Alike(&found, case)),
            Ok(Known::Case(told)) => return Ok(Hunted::Known(attempt, told)),
            // After a signal the input is kept as it is.
            Err(_) if self.programs.stop.signal().is_some() => {}
            Err(failure) => return Err(failure),
        }
        let reduced = self.reduce(schedule, &attempt, found.outputs.clone(), found.discrepancy)?;
        tell(&Stage::Shrunk(reduced.as_ref(), attempt.input.len()));
        let Some(reduced) = reduced else { return Ok(Hunted::Counterexample(attempt, found)) };
        Ok(match self.settle(found, reduced.failing)? {
            Settled::Smaller(failing) => Hunted::Counterexample(attempt, failing),
            Settled::AsFound(failing) => {
                tell(&Stage::AsFound);
                Hunted::Counterexample(attempt, failing)
            }
            Settled::Flake(flake) => Hunted::Flake(attempt, flake),
        })
    }
}
