//! A stored stream: a header, the universe, the events, and how the command ended; one JSON object a line.

use std::io::{self, BufRead, BufWriter, Write};
use std::path::{Path, PathBuf};

use harness_sandbox::Guarantees;
use serde::{Deserialize, Serialize};

use crate::event::{Event, HuntReporter, Reporter, Stamped, StampedHunt, Subject, Universe};
use crate::exit_code::ExitCode;
use crate::model::{Name, Verdict};
use crate::wire::SCHEMA;
use crate::wire::ended::ExitCodeShape;
use crate::wire::event::StampedShape;
use crate::wire::header::{Header, UniverseLine, UniverseShape};
use crate::wire::hunt::StampedHuntShape;
use crate::wire::judgement::GuaranteesShape;
use crate::wire::slow::{SlowUnit, Slowest};

/// A line that is written as it happens.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Written<'a> {
    Event(#[serde(with = "StampedShape")] &'a Stamped),
    Hunt(#[serde(with = "StampedHuntShape")] &'a StampedHunt),
    Slowest(&'a [SlowUnit]),
    Document(&'a str),
    End(#[serde(with = "ExitCodeShape")] ExitCode),
}

/// Any line but the first.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordLine {
    /// All that the run is about.
    Universe(#[serde(with = "UniverseShape")] Universe),
    /// What happened.
    Event(#[serde(with = "StampedShape")] Stamped),
    /// What happened in a hunt, beside the judging of its new case.
    Hunt(#[serde(with = "StampedHuntShape")] StampedHunt),
    /// What took longest.
    Slowest(Vec<SlowUnit>),
    /// What a command printed that has no events.
    Document(String),
    /// How the command ended.
    End(#[serde(with = "ExitCodeShape")] ExitCode),
}

/// Bytes of a line that are held: the plan of a large run has many more.
const BUFFER: usize = 64 << 10;

/// Writes down what a reporter is told. Summaries of solutions are not written: they follow from events.
pub struct Recorder<W: Write> {
    /// Flushed after each line, so a line is written at once, but for the few that are longer than the buffer.
    out: BufWriter<W>,
    /// What took longest, where that is told at the end.
    slowest: Option<Slowest>,
}

impl<W: Write> Recorder<W> {
    /// Writes to `out`, which needs no buffer: each line is written at once, when it happens.
    ///
    /// # Errors
    /// The header cannot be written.
    pub fn new(out: W, mut header: Header, universe: Option<&Universe>) -> io::Result<Self> {
        // What is judged elsewhere than in the workspace is not run again.
        let slowest = header.is_graded().then(Slowest::default);
        let mut recorder = Self { out: BufWriter::with_capacity(BUFFER, out), slowest };
        let about = universe.map(|universe| UniverseLine { universe });
        header.units = universe.map_or(0, Universe::units);
        header.universe = about.as_ref().map(UniverseLine::digest).transpose()?;
        recorder.line(&header)?;
        about.map_or(Ok(()), |about| recorder.line(&about))?;
        Ok(recorder)
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }
}

impl<W: Write> Recorder<W> {
    /// Writes down what a command printed that has no events.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn document(&mut self, text: &str) -> io::Result<()> {
        self.line(&Written::Document(text))
    }
}

impl<W: Write> Reporter for Recorder<W> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        match &event.event {
            // They are of the moment.
            Event::Started(_) | Event::Waits(_) => return Ok(()),
            Event::Judged(outcome) => {
                if let Some(slowest) = &mut self.slowest {
                    slowest.take(outcome);
                }
            }
            _ => {}
        }
        self.line(&Written::Event(event))
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        let slowest = self.slowest.as_ref().map(Slowest::units).unwrap_or_default();
        if !slowest.is_empty() {
            self.line(&Written::Slowest(&slowest))?;
        }
        self.line(&Written::End(exit_code))
    }
}

impl<W: Write> HuntReporter for Recorder<W> {
    fn on_hunt(&mut self, event: &StampedHunt) -> io::Result<()> {
        self.line(&Written::Hunt(event))
    }
}

/// What a line says of a solution on a case, without the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitLine {
    /// The solution.
    pub subject: Subject,
    /// The case.
    pub case: Name,
    /// The verdict.
    pub verdict: Verdict,
    /// The case was not run, because an earlier one has decided its group.
    pub is_decided: bool,
}

/// What the line with which a run begins says of the machine, without its plan.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RunLine {
    /// How many at once.
    pub workers: usize,
    /// What the sandbox can enforce there.
    #[serde(with = "GuaranteesShape")]
    pub guarantees: Guarantees,
    /// The machine in words, where that is known.
    #[serde(default)]
    pub machine: String,
    /// The solutions are those of students.
    #[serde(default)]
    pub is_class: bool,
}

impl RunLine {
    /// What a line says; none where it is another one.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Self> {
        #[derive(Deserialize)]
        struct Line {
            event: Stamped,
        }
        #[derive(Deserialize)]
        struct Stamped {
            event: Started,
        }
        #[derive(Deserialize)]
        struct Started {
            run_started: RunLine,
        }
        let start = &text[..text.len().min(80)];
        memchr::memmem::find(start, b"{\"run_started\":")?;
        let line: Line = serde_json::from_slice(text).ok()?;
        Some(line.event.event.run_started)
    }
}

/// How the event of a judgement begins.
const JUDGED: &[u8] = b"{\"judged\":";

/// How a judgement begins.
const VERDICT: &[u8] = b"\"judgement\":{\"verdict\":\"";

/// The shapes of [`UnitLine`]: what is not named is passed over, which takes a third of the time of reading all.
mod unit_line {
    use serde::Deserialize;

    use crate::event::Subject;
    use crate::model::{Name, Verdict};
    use crate::wire::plan::SubjectShape;

    #[derive(Deserialize)]
    pub struct Line {
        pub event: Stamped,
    }

    #[derive(Deserialize)]
    pub struct Named(#[serde(with = "SubjectShape")] pub Subject);

    #[derive(Deserialize)]
    pub struct CaseName(#[serde(with = "crate::wire::scalar::name")] pub Name);

    #[derive(Deserialize)]
    pub struct Stamped {
        pub event: Judged,
    }

    #[derive(Deserialize)]
    pub struct Judged {
        pub judged: Outcome,
    }

    #[derive(Deserialize)]
    pub struct Outcome {
        #[serde(with = "SubjectShape")]
        pub subject: Subject,
        #[serde(with = "crate::wire::scalar::name")]
        pub case: Name,
        pub judgement: Judgement,
        #[serde(default)]
        pub decided_by: Option<String>,
    }

    #[derive(Deserialize)]
    pub struct Judgement {
        #[serde(with = "crate::wire::scalar::verdict")]
        pub verdict: Verdict,
    }
}

impl UnitLine {
    /// What a line says; none where it is no judgement.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Self> {
        // The kind of an event stands at its beginning.
        let start = &text[..text.len().min(80)];
        let at = memchr::memmem::find(start, JUDGED)?;
        Self::read_beginning(&text[at + JUDGED.len()..]).or_else(|| Self::read_whole(text))
    }

    /// Reads no further than to the verdict, where the line is as we write it. That takes a quarter of the time.
    fn read_beginning(judged: &[u8]) -> Option<Self> {
        let mut shape =
            serde_json::Deserializer::from_slice(judged.strip_prefix(b"{\"subject\":")?).into_iter();
        let unit_line::Named(subject) = shape.next()?.ok()?;
        let rest = &judged[b"{\"subject\":".len() + shape.byte_offset()..];
        let rest = rest.strip_prefix(b",\"case\":")?;
        let mut shape = serde_json::Deserializer::from_slice(rest).into_iter();
        let unit_line::CaseName(case) = shape.next()?.ok()?;
        // Within a text a quotation mark stands behind a backslash, so this is found nowhere else.
        let at = memchr::memmem::find(&rest[shape.byte_offset()..], VERDICT)?;
        let code = &rest[shape.byte_offset() + at + VERDICT.len()..];
        let code = &code[..memchr::memchr(b'"', code)?];
        let verdict = Verdict::ALL.into_iter().find(|verdict| verdict.code().as_bytes() == code)?;
        // Only of what was not run it matters what stands at the end.
        (verdict != Verdict::Skipped).then_some(Self { subject, case, verdict, is_decided: false })
    }

    fn read_whole(text: &[u8]) -> Option<Self> {
        let line: unit_line::Line = serde_json::from_slice(text).ok()?;
        let unit_line::Outcome { subject, case, judgement, decided_by } = line.event.event.judged;
        Some(Self { subject, case, verdict: judgement.verdict, is_decided: decided_by.is_some() })
    }
}

/// A stored stream could not be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// It could not be read, or a report could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is none of a stream.
    #[error("line {line} is no line of a record: {why}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        why: serde_json::Error,
    },
    /// Another version of the judge wrote it in other shapes.
    #[error("it is a record of schema {found}, and this judge reads schema {SCHEMA}")]
    Version {
        /// The version that it is written in.
        found: u32,
    },
    /// A line is not the one that was there when the file was read before.
    #[error("`{}` changed while it was read", .0.display())]
    Changed(PathBuf),
    /// One of several records could not be read.
    #[error("`{}`: {why}", .path.display())]
    Of {
        /// Which.
        path: PathBuf,
        /// Why.
        why: Box<Self>,
    },
    /// Nothing was written, not even a header.
    #[error("it is empty")]
    Empty,
    /// It was cut off before it says which run it is.
    #[error("it is cut off within its first line")]
    Begun,
}

impl ReplayError {
    /// The same, with the name of the record.
    #[must_use]
    pub fn of(self, path: &Path) -> Self {
        Self::Of { path: path.to_owned(), why: Box::new(self) }
    }
}

/// Bytes of a line for which memory is kept.
const LONG: usize = 64 << 10;

/// Reads a stored stream line by line. Where it was cut off, it ends before the line that is not whole.
pub struct RecordReader<R> {
    stream: R,
    line: usize,
    offset: u64,
    text: Vec<u8>,
}

impl<R: BufRead> RecordReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// It cannot be read, is none, or is one of another schema.
    pub fn new(stream: R) -> Result<(Header, Self), ReplayError> {
        #[derive(Deserialize)]
        struct Versioned {
            schema: u32,
        }
        let mut reader = Self { stream, line: 0, offset: 0, text: Vec::new() };
        let Some((_, text)) = reader.next_text()? else { return Err(ReplayError::Empty) };
        let is_whole = text.ends_with(b"\n");
        let read = |why: serde_json::Error| {
            if why.is_eof() && !is_whole { ReplayError::Begun } else { ReplayError::Line { line: 1, why } }
        };
        let Versioned { schema } = serde_json::from_slice(text).map_err(read)?;
        if schema != SCHEMA {
            return Err(ReplayError::Version { found: schema });
        }
        let header = serde_json::from_slice(text).map_err(read)?;
        Ok((header, reader))
    }

    /// The next line as it stands there, and where it begins; none at the end.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn next_text(&mut self) -> io::Result<Option<(u64, &[u8])>> {
        self.text.clear();
        // What the run is about may be much longer than any line after it.
        self.text.shrink_to(LONG);
        let offset = self.offset;
        let length = self.stream.read_until(b'\n', &mut self.text)?;
        self.offset += length as u64;
        self.line += 1;
        Ok((length > 0).then_some((offset, &self.text)))
    }

    /// The next line; none at the end, and where the stream was cut off.
    ///
    /// # Errors
    /// It cannot be read, or a whole line is none of a record.
    pub fn next_line(&mut self) -> Result<Option<RecordLine>, ReplayError> {
        if self.next_text()?.is_none() {
            return Ok(None);
        }
        match self.line() {
            Ok(line) => Ok(Some(line)),
            Err(_) if self.is_cut() => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// The line that was read last, in full.
    ///
    /// # Errors
    /// It is none of a record.
    pub fn line(&self) -> Result<RecordLine, ReplayError> {
        serde_json::from_slice(&self.text).map_err(|why| ReplayError::Line { line: self.line, why })
    }

    /// Whether the last line that was read does not end.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        !self.text.ends_with(b"\n")
    }
}
