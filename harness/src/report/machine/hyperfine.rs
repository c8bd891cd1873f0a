//! The document of hyperfine's `--export-json`: an accepted run is a command that ran once.
//!
//! Other runs are left out: a program that was stopped or is wrong has no time to compare.

use std::io::{self, Write};
use std::time::Duration;

use crate::event::SolutionSummary;
use crate::model::Verdict;
use crate::report::hyperfine::{HyperfineResult, write_hyperfine};
use crate::report::machine::entry::{Ended, Entry};
use crate::report::machine::entry_writer::EntryWriter;

/// Writes the document.
pub struct Hyperfine<'a> {
    out: Box<dyn Write + 'a>,
    results: Vec<HyperfineResult>,
}

impl<'a> Hyperfine<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self { out, results: Vec::new() }
    }
}

impl EntryWriter for Hyperfine<'_> {
    fn case(&mut self, entry: Entry) -> io::Result<()> {
        let wall = entry.wall.filter(|_| entry.verdict == Verdict::Accepted);
        let Some(wall) = wall.as_ref().map(Duration::as_secs_f64) else { return Ok(()) };
        let [user, system] = entry.user_and_system.unwrap_or_default().map(|time| time.as_secs_f64());
        self.results.push(HyperfineResult {
            command: entry.name(),
            mean: wall,
            stddev: None,
            median: wall,
            user,
            system,
            min: wall,
            max: wall,
            times: vec![wall],
            memory_usage_byte: vec![entry.memory.map_or(0, |memory| memory.0)],
            exit_codes: vec![0],
        });
        Ok(())
    }

    fn solution(&mut self, _entry: Entry, _summary: Option<&SolutionSummary>) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, _ended: &Ended) -> io::Result<()> {
        write_hyperfine(&mut self.out, &self.results)?;
        self.out.flush()
    }
}
