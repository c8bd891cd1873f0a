//! The stages of a hunt in their order: found, confirmed, compared with the cases, shrunk, confirmed again.

use crate::event::{HuntEvent, HuntExtent, Reduction};
use crate::failure::Failure;
use crate::fuzz::confirm::Known;
use crate::fuzz::oracle::Discrepancy;
use crate::fuzz::reduce::{FailingInput, Reduced};
use crate::fuzz::repeat::{Flake, Settled};
use crate::fuzz::schedule::{Attempt, Schedule};
use crate::fuzz::telling::HuntTeller;
use crate::fuzz::{Hunt, Search};
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
    Nothing(HuntExtent, Option<Waited>),
    /// A signal came before anything was certain.
    Interrupted(HuntExtent, i32),
}

impl Hunt<'_> {
    /// Searches, and makes sure of what is found.
    ///
    /// # Errors
    /// The generator fails, or the judge did.
    pub fn counterexample(
        &self,
        schedule: &mut Schedule<'_>,
        teller: &mut HuntTeller<'_>,
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
        teller.tell(HuntEvent::Found { number: attempt.index + 1, time: extent.time })?;
        match self.known(&attempt, &found) {
            Ok(Known::No) => {}
            Ok(Known::Alike(case)) => self.tell_alike(&found, case, teller)?,
            Ok(Known::Case(told)) => return Ok(Hunted::Known(attempt, told)),
            // After a signal the input is kept as it is.
            Err(_) if self.programs.stop.signal().is_some() => {}
            Err(failure) => return Err(failure),
        }
        let reduced = self.reduce(schedule, &attempt, found.outputs.clone(), found.discrepancy)?;
        teller.tell(HuntEvent::Reduced(Reduction {
            from: attempt.input.len(),
            to: reduced.as_ref().map(Reduced::told),
        }))?;
        let Some(reduced) = reduced else { return Ok(Hunted::Counterexample(attempt, found)) };
        Ok(match self.settle(found, reduced.failing)? {
            Settled::Smaller(failing) => Hunted::Counterexample(attempt, failing),
            Settled::AsFound(failing) => {
                teller.tell(HuntEvent::KeptAsFound)?;
                Hunted::Counterexample(attempt, failing)
            }
            Settled::Flake(flake) => Hunted::Flake(attempt, flake),
        })
    }

    /// A case shows the same already.
    fn tell_alike(
        &self,
        found: &FailingInput,
        case: Name,
        teller: &mut HuntTeller<'_>,
    ) -> Result<(), Failure> {
        let Discrepancy::Fails { target, verdict } = found.discrepancy else { return Ok(()) };
        let solution = self.programs.name(target).clone();
        teller.tell(HuntEvent::Alike { solution, verdict, case })
    }
}
