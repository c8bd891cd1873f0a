//! A stored stream: a header, the events, and how the command ended; one JSON object a line.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};

use crate::event::{Event, Reporter, Stamped};
use crate::exit_code::ExitCode;
use crate::scoreboard::Scoreboard;
use crate::wire::SCHEMA;
use crate::wire::event::StampedShape;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the shapes.
    pub schema: u32,
    /// The version of the judge that wrote it.
    pub harness: String,
}

/// Any other line, to be written.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Written<'a> {
    Event(#[serde(with = "StampedShape")] &'a Stamped),
    End(#[serde(with = "ExitCodeShape")] ExitCode),
}

/// The same, as it is read.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Event(#[serde(with = "StampedShape")] Stamped),
    End(#[serde(with = "ExitCodeShape")] ExitCode),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ExitCode", rename_all = "snake_case")]
enum ExitCodeShape {
    Fine,
    Unexpected,
    Usage,
    JudgeFailed,
    NothingSelected,
    Interrupted(i32),
    ClosedPipe,
}

/// Writes down what a reporter is told. Summaries of solutions are not written: they follow from events.
pub struct Recorder<W: Write> {
    out: W,
    has_begun: bool,
}

impl<W: Write> Recorder<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, has_begun: false }
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        if !self.has_begun {
            self.has_begun = true;
            let header = Header { schema: SCHEMA, harness: env!("CARGO_PKG_VERSION").to_owned() };
            self.line(&header)?;
        }
        serde_json::to_writer(&mut self.out, line)?;
        self.out.write_all(b"\n")
    }
}

impl<W: Write> Reporter for Recorder<W> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.line(&Written::Event(event))?;
        match event.event {
            // What was begun can be seen at once, and what is done is not lost.
            Event::RunStarted(_) | Event::RunFinished(_) => self.out.flush(),
            Event::LeftOut(_)
            | Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::NotBuilt(_)
            | Event::Warned(_)
            | Event::EmptyProgram(_)
            | Event::Judged(_)
            | Event::Provisional => Ok(()),
        }
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.line(&Written::End(exit_code))?;
        self.out.flush()
    }
}

/// A stored stream could not be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// It could not be read, or a report could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is none of a stream.
    #[error("line {line} is no line of a stream of events: {why}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        why: serde_json::Error,
    },
    /// Another version of the judge wrote it in other shapes.
    #[error("it is written in version {found}, and this judge reads version {SCHEMA}")]
    Version {
        /// The version that it is written in.
        found: u32,
    },
}

/// Tells a reporter all that a stored stream says, as it was told when the stream was made. Returns how
/// the command ended; none where the stream breaks off, and then the reporter is not told an end.
///
/// # Errors
/// The stream cannot be read or is none, or a report cannot be written.
pub fn replay(stream: impl BufRead, reporter: &mut dyn Reporter) -> Result<Option<ExitCode>, ReplayError> {
    let mut scoreboard = Scoreboard::default();
    let mut lines = (1..).zip(stream.lines());
    let Some((line, first)) = lines.next() else { return Ok(None) };
    let header: Header = serde_json::from_str(&first?).map_err(|why| ReplayError::Line { line, why })?;
    if header.schema != SCHEMA {
        return Err(ReplayError::Version { found: header.schema });
    }
    for (line, text) in lines {
        match serde_json::from_str(&text?).map_err(|why| ReplayError::Line { line, why })? {
            Line::Event(event) => _ = scoreboard.tell(&event, reporter)?,
            Line::End(exit_code) => {
                reporter.finish(exit_code)?;
                return Ok(Some(exit_code));
            }
        }
    }
    Ok(None)
}
