//! What GitHub's runner understands: annotations as workflow commands, and the tables in the step's summary.
//!
//! The runner keeps ten annotations of a kind for a step, so the most severe ten are written.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::event::{Explanation, SolutionSummary};
use crate::model::counted;
use crate::report::escape::{command_message, command_property};
use crate::report::machine::details;
use crate::report::machine::entry::{Ended, Entry, Status};
use crate::report::machine::entry_writer::EntryWriter;
use crate::report::machine::markdown::Tables;
use crate::report::step_summary;
use crate::ui::without_commands;

/// Annotations that the runner keeps.
const MOST: usize = 10;

/// Characters of a message; more is not shown.
const MOST_OF_MESSAGE: usize = 1000;

/// Writes the annotations.
pub struct Github<'a> {
    out: Box<dyn Write + 'a>,
    summary: Option<PathBuf>,
    tables: Tables,
    /// The most severe, each with how severe it is: 0 is the worst.
    worst: Vec<(u8, Entry)>,
    explanations: Vec<Explanation>,
    left_out: usize,
}

impl<'a> Github<'a> {
    /// Writes commands to `out`, and appends the tables to the summary.
    pub fn new(out: Box<dyn Write + 'a>, summary: Option<PathBuf>) -> Self {
        Self {
            out,
            summary,
            tables: Tables::default(),
            worst: Vec::new(),
            explanations: Vec::new(),
            left_out: 0,
        }
    }

    fn note(&mut self, entry: &Entry) {
        let severity = match (entry.status, &entry.case) {
            (Status::Error, _) => 0,
            (Status::Failed, None) => 1,
            (Status::Failed, Some(_)) => 2,
            (Status::Passed | Status::Skipped, _) => return,
        };
        // Of equal ones the first stay.
        let place = self.worst.partition_point(|(other, _)| *other <= severity);
        if place < MOST {
            self.worst.insert(place, (severity, entry.clone()));
        }
        if place >= MOST || self.worst.len() > MOST {
            self.worst.truncate(MOST);
            self.left_out += 1;
        }
    }

    fn summarize(&self, ended: &Ended) -> io::Result<()> {
        let Some(path) = &self.summary else { return Ok(()) };
        step_summary::append(path, &self.tables.text(ended))
    }
}

/// An entry, with why it is so if that was found out. Then it stands at the line where the fault is.
fn annotation(entry: &Entry, explanation: Option<&Explanation>) -> String {
    let place = explanation.and_then(|why| why.faults.iter().find_map(|fault| fault.place.as_ref()));
    let (file, line) = match (&entry.case, entry.location.file.as_str()) {
        _ if let Some(place) = place => (place.path.to_string(), place.line),
        // What a compiler names; a case is a matter of the whole source.
        (None, file) => (file.to_owned(), entry.location.line),
        (Some(_), _) => (entry.source.to_string(), 1),
    };
    let title = format!("{} of {}", entry.verdict, entry.name());
    // What is cut off is the least important.
    let why = explanation.map(details::of_explanation).unwrap_or_default();
    let text = format!("{}\n{why}{}", entry.message(), entry.details);
    let text: String = text.trim_end().chars().take(MOST_OF_MESSAGE).collect();
    // What an old runner takes for a command has no place in a property or a message either.
    let [file, title, text] = [&file, &title, &text].map(|text| without_commands(text));
    format!(
        "::error file={},line={line},title={}::{}",
        command_property(&file),
        command_property(&title),
        command_message(&text)
    )
}

impl EntryWriter for Github<'_> {
    fn case(&mut self, entry: Entry) -> io::Result<()> {
        self.tables.case(&entry);
        self.note(&entry);
        Ok(())
    }

    fn solution(&mut self, entry: Entry, summary: Option<&SolutionSummary>) -> io::Result<()> {
        self.tables.solution(&entry, summary);
        self.note(&entry);
        Ok(())
    }

    fn explained(&mut self, explanation: &Explanation) -> io::Result<()> {
        self.tables.explained(explanation);
        self.explanations.push(explanation.clone());
        Ok(())
    }

    fn end(&mut self, ended: &Ended) -> io::Result<()> {
        if let Some(trouble) = &ended.trouble {
            // The reason for the exit status has a place among the ten.
            self.left_out += usize::from(self.worst.len() == MOST);
            self.worst.truncate(MOST - 1);
            writeln!(self.out, "::error title=harness::{}", command_message(trouble))?;
        }
        for (_, entry) in &self.worst {
            let mut explanations = self.explanations.iter();
            let why = explanations
                .find(|why| why.subject == entry.subject && Some(&why.case) == entry.case.as_ref());
            writeln!(self.out, "{}", annotation(entry, why))?;
        }
        if self.left_out > 0 {
            let more = counted(self.left_out, "more failure");
            writeln!(self.out, "::notice title=harness::{more}; the summary of the step has them")?;
        }
        self.out.flush()?;
        self.summarize(ended)
    }
}
