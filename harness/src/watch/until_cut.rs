//! A run that may be cut off by a change.

use std::io;

use harness_sandbox::Stop;

use crate::event::{Reporter, SolutionSummary, Stamped};
use crate::exit_code::ExitCode;
use crate::watch::Memory;

/// Passes on what a run says, until a change cuts it off: what comes then is out of date.
pub struct UntilCut<'a> {
    /// Set without a signal by the change.
    pub stop: &'a Stop,
    /// The report of the run.
    pub report: Box<dyn Reporter>,
    /// What is kept of it.
    pub memory: &'a mut Memory,
}

impl UntilCut<'_> {
    /// Whether it is cut off.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.stop.is_set() && self.stop.signal().is_none()
    }
}

impl Reporter for UntilCut<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        if self.is_cut() {
            return Ok(());
        }
        self.memory.on_event(event)?;
        self.report.on_event(event)
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        if self.is_cut() {
            return Ok(());
        }
        self.memory.on_solution(summary)?;
        self.report.on_solution(summary)
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.report.finish(exit_code)
    }
}
