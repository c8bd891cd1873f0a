//! A stored stream is told again.

use std::io::{self, BufRead};

use crate::event::{HuntReporter, Reporter, SolutionSummary, Stamped, StampedHunt};
use crate::exit_code::ExitCode;
use crate::scoreboard::Scoreboard;
use crate::wire::stream::{RecordLine, RecordReader, ReplayError};

/// Tells a reporter all that a stored stream says, as it was told when the stream was made. Returns how
/// the command ended; none where the stream breaks off, and then the reporter is not told an end.
///
/// # Errors
/// The stream cannot be read or is none, or a report cannot be written.
pub fn replay(stream: impl BufRead, reporter: &mut dyn Reporter) -> Result<Option<ExitCode>, ReplayError> {
    replay_hunt(stream, &mut WithoutHunts(reporter))
}

/// The same with what happens in a hunt.
///
/// # Errors
/// The stream cannot be read or is none, or a report cannot be written.
pub fn replay_hunt(
    stream: impl BufRead,
    reporter: &mut dyn HuntReporter,
) -> Result<Option<ExitCode>, ReplayError> {
    let mut scoreboard = Scoreboard::default();
    let (_, mut reader) = RecordReader::new(stream)?;
    while let Some(line) = reader.next_line()? {
        match line {
            RecordLine::Universe(_) | RecordLine::Slowest(_) | RecordLine::Document(_) => {}
            RecordLine::Event(event) => _ = scoreboard.tell(&event, reporter)?,
            RecordLine::Hunt(event) => reporter.on_hunt(&event)?,
            RecordLine::End(exit_code) => {
                reporter.finish(exit_code)?;
                return Ok(Some(exit_code));
            }
        }
    }
    Ok(None)
}

/// A reporter that does not listen to hunts.
struct WithoutHunts<'r>(&'r mut dyn Reporter);

impl Reporter for WithoutHunts<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.0.on_event(event)
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.0.on_solution(summary)
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.0.finish(exit_code)
    }
}

impl HuntReporter for WithoutHunts<'_> {
    fn on_hunt(&mut self, _event: &StampedHunt) -> io::Result<()> {
        Ok(())
    }
}
