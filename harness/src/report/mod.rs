//! Reporters of engine events, and what else commands print.
//!
//! A reporter gets every event in one order, on one thread, and writes to its output. It does not know the
//! source of the events, so a stored run can be replayed to it as well.

mod comparison;
pub mod coverage;
mod file;
#[cfg(test)]
pub mod fixture;
pub mod history;
mod human;
pub mod hunt;
mod json;
mod jsonl;
pub mod newcase;
mod safe_text;
mod watched;

use std::io::{self, Write};

use crate::event::{Reporter, SolutionSummary, Stamped};
use crate::exit_code::ExitCode;
use crate::ui::Ui;

pub use comparison::{ComparisonFormat, export_hyperfine, write_comparison, write_grown};
pub use file::ReportFile;
pub use safe_text::SafeText;
pub use watched::{Begun, WatchFormat, WatchReport};

/// The formats of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Human,
    /// One document at the end.
    Json,
    /// One event a line, as they happen.
    Jsonl,
}

/// A reporter of this format that writes to `out`.
#[must_use]
pub fn open<'a>(format: Format, out: Box<dyn Write + 'a>, ui: Ui) -> Box<dyn Reporter + 'a> {
    match format {
        Format::Human => Box::new(human::Human::new(out, ui)),
        Format::Json => Box::new(json::Json::new(out)),
        Format::Jsonl => Box::new(jsonl::JsonLines::new(out)),
    }
}

/// Several reporters of the same events; each gets all of them, even if another fails.
pub struct Everyone<'a>(pub Vec<Box<dyn Reporter + 'a>>);

impl Everyone<'_> {
    fn tell(&mut self, mut tell: impl FnMut(&mut dyn Reporter) -> io::Result<()>) -> io::Result<()> {
        self.0.iter_mut().map(|reporter| tell(reporter.as_mut())).fold(Ok(()), io::Result::and)
    }
}

impl Reporter for Everyone<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.tell(|reporter| reporter.on_event(event))
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.tell(|reporter| reporter.on_solution(summary))
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.tell(|reporter| reporter.finish(exit_code))
    }
}

#[cfg(test)]
mod tests;
