//! What a hunt tells those who listen.

use std::io;

use crate::event::{Clock, HuntEvent, HuntReporter, Reporter, SolutionSummary, Stamped, StampedHunt};
use crate::exit_code::ExitCode;
use crate::failure::Failure;

/// Tells a reporter what happens in a hunt, with the time.
pub struct HuntTeller<'r> {
    clock: Clock,
    reporter: &'r mut dyn HuntReporter,
}

impl<'r> HuntTeller<'r> {
    /// Tells this reporter; the clock started with the command.
    pub fn new(clock: Clock, reporter: &'r mut dyn HuntReporter) -> Self {
        Self { clock, reporter }
    }

    /// Tells what happened.
    ///
    /// # Errors
    /// The output could not be written.
    pub fn tell(&mut self, event: HuntEvent) -> Result<(), Failure> {
        let elapsed = self.clock.elapsed();
        self.reporter.on_hunt(&StampedHunt { elapsed, event }).map_err(Failure::output)
    }

    /// Tells what the user should know.
    ///
    /// # Errors
    /// The output could not be written.
    pub fn note(&mut self, text: impl Into<String>) -> Result<(), Failure> {
        self.tell(HuntEvent::Note(text.into()))
    }
}

/// The judging of the new case is a part of the hunt: its end is no end of the command.
impl Reporter for HuntTeller<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.reporter.on_event(event)
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.reporter.on_solution(summary)
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        let event = HuntEvent::JudgingEnded(exit_code);
        self.reporter.on_hunt(&StampedHunt { elapsed: self.clock.elapsed(), event })
    }
}
