//! A line for each failure, in the form that editors know from compilers: `FILE:LINE:COLUMN: error: …`.

use std::io::{self, Write};

use crate::event::SolutionSummary;
use crate::model::{Verdict, alternatives, counted};
use crate::report::machine::entry::{Ended, Entry};
use crate::report::machine::entry_writer::EntryWriter;
use crate::report::machine::location::{Location, errors};

/// Errors of one compiler that are listed.
const MOST_ERRORS: usize = 20;

/// Writes the lines.
pub struct Short<'a> {
    out: Box<dyn Write + 'a>,
}

impl<'a> Short<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self { out }
    }

    fn line(&mut self, Location { file, line, column }: &Location, what: &str) -> io::Result<()> {
        writeln!(self.out, "{file}:{line}:{column}: error: {what}")?;
        self.out.flush()
    }

    fn failure(&mut self, entry: &Entry) -> io::Result<()> {
        if !entry.is_bad() {
            return Ok(());
        }
        let mut what = format!("{} of {}", entry.verdict, entry.subject.solution);
        if entry.expected != [Verdict::Accepted] && !entry.says_what_is_expected() {
            what += ", expected ";
            what += &alternatives(&entry.expected);
        }
        if !entry.reason.is_empty() {
            what += ": ";
            what += &entry.reason;
        }
        self.line(&entry.location, &what)
    }
}

impl EntryWriter for Short<'_> {
    fn case(&mut self, entry: Entry) -> io::Result<()> {
        self.failure(&entry)
    }

    fn solution(&mut self, entry: Entry, summary: Option<&SolutionSummary>) -> io::Result<()> {
        let unbuilt = summary.filter(|summary| !summary.is_built && entry.is_bad());
        let found = unbuilt.and_then(|summary| summary.trouble.as_deref()).map(errors).unwrap_or_default();
        if found.is_empty() {
            return self.failure(&entry);
        }
        found.iter().take(MOST_ERRORS).try_for_each(|(location, message)| self.line(location, message))
    }

    fn end(&mut self, ended: &Ended) -> io::Result<()> {
        let (bad, all) = (ended.counts.failed + ended.counts.errors, ended.counts.all());
        match &ended.trouble {
            Some(trouble) => writeln!(self.out, "error: {trouble}")?,
            None if bad > 0 => writeln!(self.out, "{bad} of {} not as expected", counted(all, "result"))?,
            None => writeln!(self.out, "all as expected: {}", counted(all, "result"))?,
        }
        self.out.flush()
    }
}
