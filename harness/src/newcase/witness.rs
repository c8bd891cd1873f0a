//! What adding cases needs to know of their judging, beside the tally.

use std::io;

use crate::event::{Event, Reporter, SolutionSummary, Stamped};
use crate::exit_code::ExitCode;
use crate::model::{Name, Verdict};

/// Passes all on to a reporter and keeps who fails on what. An output that cannot be written, such as a
/// closed pipe, does not end the judging: what was found is stored before that is told.
pub(super) struct Witness<'r> {
    reporter: &'r mut dyn Reporter,
    told: io::Result<()>,
    /// Each solution with a case on which it is not AC, in the order of the runs.
    failures: Vec<(Name, Name)>,
}

impl<'r> Witness<'r> {
    pub(super) fn of(reporter: &'r mut dyn Reporter) -> Self {
        Self { reporter, told: Ok(()), failures: Vec::new() }
    }

    /// Whether a solution failed on a case.
    pub(super) fn fails(&self, solution: &Name, case: &Name) -> bool {
        self.failures.iter().any(|(failed, on)| failed == solution && on == case)
    }

    /// Whether all could be told.
    ///
    /// # Errors
    /// The first output that could not be written.
    pub(super) fn told(self) -> io::Result<()> {
        self.told
    }

    fn tell(&mut self, tell: impl FnOnce(&mut dyn Reporter) -> io::Result<()>) {
        if self.told.is_ok() {
            self.told = tell(self.reporter);
        }
    }
}

impl Reporter for Witness<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        if let Event::Judged(outcome) = &event.event
            && outcome.judgement.verdict != Verdict::Accepted
        {
            self.failures.push((outcome.subject.solution.clone(), outcome.case.clone()));
        }
        self.tell(|reporter| reporter.on_event(event));
        Ok(())
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.tell(|reporter| reporter.on_solution(summary));
        Ok(())
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.tell(|reporter| reporter.finish(exit_code));
        Ok(())
    }
}
