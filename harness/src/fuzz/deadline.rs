//! The end of a search: a deadline for all programs, helper programs among them.

use std::time::Duration;

use anyhow::anyhow;

use crate::failure::Failure;
use crate::fuzz::schedule::Schedule;
use crate::fuzz::{DEFAULT_TIME, Hunt};
use crate::model::seconds;
use crate::programs::{AskError, Waited};

/// A wait that is worth a word.
const NOTABLE: Duration = Duration::from_secs(1);

impl Hunt<'_> {
    /// From here on no program is waited for beyond the time of the search.
    pub fn limit_time(&self) {
        self.programs.deadline.set(self.most_time().map(|time| self.started + time));
    }

    /// What was found is shrunk, confirmed and judged without that.
    pub(super) fn lift_limit(&self) {
        self.programs.deadline.set(None);
    }

    /// How long the search may take, where that is limited.
    pub(super) fn most_time(&self) -> Option<Duration> {
        self.time.or_else(|| self.count.is_none().then_some(DEFAULT_TIME))
    }

    /// The program that was waited for when the time was over.
    ///
    /// # Errors
    /// The failure is another one, or a helper program took most of the time: it hangs.
    pub fn waited(&self, failure: Failure) -> Result<Option<Waited>, Failure> {
        let Some(AskError::TimeIsOver(waited)) = failure.source.downcast_ref::<AskError>() else {
            return Err(failure);
        };
        match waited {
            Some(Waited { asked, time }) if asked.is_helper && *time * 2 >= self.started.elapsed() => {
                let on = asked.subject.as_ref().map_or_else(String::new, |subject| format!(" on {subject}"));
                let program = &asked.program;
                let what =
                    anyhow!("{program} hangs{on}: it had run for {} when the time was over", seconds(*time));
                Err(Failure::usage(what))
            }
            Some(waited) if waited.time >= NOTABLE => Ok(Some(waited.clone())),
            Some(_) | None => Ok(None),
        }
    }

    /// Shows which program is waited for.
    pub(super) fn say_waiting(&self, schedule: &Schedule<'_>, program: &str) {
        let extent = self.extent(schedule);
        self.progress.say(&format!(
            "{} inputs, {:.0} a second, running {program}",
            extent.tries,
            extent.rate()
        ));
    }
}
