//! Markdown that fits a comment of a pull request: one line that says it all, what is not as expected, and a table.
//!
//! GitHub takes 65536 characters. What would be more is left out and counted, the least important first: solutions that
//! are as expected.

use std::io::{self, Write};

use crate::event::{Explanation, Slowest, SolutionSummary};
use crate::model::{alternatives, counted, mebibytes, points_text, seconds};
use crate::report::escape::{markdown, markdown_block, markdown_code};
use crate::report::machine::details;
use crate::report::machine::entry::{Ended, Entry, Status};
use crate::report::machine::entry_writer::EntryWriter;
use crate::report::row_order::RowOrder;

/// Bytes of the list of failures, of the rows of solutions that are not as expected, of the others, and of explanations.
const ROOM: [usize; 4] = [22_000, 14_000, 14_000, 12_000];

/// Bytes of what was found out about one.
const MOST_OF_EXPLANATION: usize = 2_000;

/// Bytes of one failure or row; names may be 255 bytes and reasons longer.
const MOST_OF_LINE: usize = 3_000;

/// Lines up to a number of bytes; the others are counted.
#[derive(Default)]
struct Lines {
    text: String,
    left_out: usize,
}

impl Lines {
    fn push(&mut self, room: usize, line: &str) {
        // After the first that is left out all are: a list with gaps would be read as whole.
        if self.left_out > 0 || line.len() > MOST_OF_LINE || self.text.len() + line.len() > room {
            self.left_out += 1;
        } else {
            self.text.push_str(line);
        }
    }
}

/// Collects the text.
#[derive(Default)]
pub struct Tables {
    failures: Lines,
    unexpected: Lines,
    expected: Lines,
    /// The order of the rows, and those that wait for it.
    order: Option<RowOrder>,
    waiting: Vec<(Option<SolutionSummary>, String)>,
    explanations: Lines,
    solutions: usize,
    solutions_bad: usize,
    solutions_open: usize,
    /// The solution under way has a case that is not as expected.
    is_bad: bool,
}

impl Tables {
    /// Takes a solution on a case.
    pub fn case(&mut self, entry: &Entry) {
        self.is_bad |= entry.is_bad();
        self.failure(entry);
    }

    /// Takes a solution as a whole.
    pub fn solution(&mut self, entry: &Entry, summary: Option<&SolutionSummary>) {
        self.failure(entry);
        let is_bad = std::mem::take(&mut self.is_bad) || entry.is_bad();
        self.solutions += 1;
        self.solutions_bad += usize::from(is_bad);
        let is_open = summary.is_none_or(|summary| summary.left_out > 0);
        self.solutions_open += usize::from(!is_bad && is_open);
        let row = row(entry, summary, is_bad);
        match (self.order, is_bad) {
            (Some(_), _) => self.waiting.push((summary.cloned(), row)),
            (None, true) => self.unexpected.push(ROOM[1], &row),
            (None, false) => self.expected.push(ROOM[2], &row),
        }
    }

    /// Rows in an order of their own, as far as there is room.
    fn in_order(&self, order: RowOrder) -> Lines {
        let (mut known, mut open) = (Vec::new(), Vec::new());
        for (summary, row) in &self.waiting {
            match summary {
                Some(summary) => known.push((summary, row)),
                None => open.push(row),
            }
        }
        order.sort(&mut known, |(summary, _)| summary);
        let mut lines = Lines::default();
        let rows = known.into_iter().map(|(_, row)| row).chain(open);
        rows.for_each(|row| lines.push(ROOM[1] + ROOM[2], row));
        lines
    }

    /// Takes in why a solution failed.
    pub fn explained(&mut self, explanation: &Explanation) {
        let name = format!("{}/{}", explanation.subject, explanation.case);
        let mut text = String::new();
        for line in details::of_explanation(explanation).lines() {
            if text.len() + line.len() > MOST_OF_EXPLANATION {
                text += "…\n";
                break;
            }
            text += line;
            text.push('\n');
        }
        let block = format!("\nWhy {} failed:\n\n{}", markdown_code(&name), markdown_block(&text));
        self.explanations.push(ROOM[3], &block);
    }

    fn failure(&mut self, entry: &Entry) {
        if entry.is_bad() {
            let line = format!("- {} {}\n", markdown_code(&entry.name()), markdown_code(&entry.message()));
            self.failures.push(ROOM[0], &line);
        }
    }

    /// The text, in all at most 64 kB.
    #[must_use]
    pub fn text(&self, ended: &Ended) -> String {
        let mut text = format!("{}\n", self.headline(ended));
        if !self.failures.text.is_empty() || self.failures.left_out > 0 {
            text.push('\n');
            text += &self.failures.text;
            text += &more(self.failures.left_out, "failure");
        }
        text += &self.explanations.text;
        text += &more(self.explanations.left_out, "explanation");
        if self.solutions > 0 {
            text += "\n|  | solution | verdict | expected | cases | slowest | limit | memory | points |\n";
            text += "|:---|:---|:---|:---|---:|---:|---:|---:|---:|\n";
            let sorted = self.order.map(|order| self.in_order(order)).unwrap_or_default();
            let lists = [&self.unexpected, &self.expected, &sorted];
            text.extend(lists.iter().map(|list| list.text.as_str()));
            text += &more(lists.iter().map(|list| list.left_out).sum(), "solution");
        }
        text
    }

    fn headline(&self, ended: &Ended) -> String {
        let solutions = counted(self.solutions, "solution");
        let wall = ended.wall.map(|wall| format!(", {}", seconds(wall))).unwrap_or_default();
        let what = if let Some(trouble) = &ended.trouble {
            let mut end = trouble.len().min(MOST_OF_LINE / 10);
            while !trouble.is_char_boundary(end) {
                end -= 1;
            }
            format!("❌ {}", markdown_code(&trouble[..end]))
        } else if self.solutions_bad > 0 {
            format!("❌ {} of {solutions} not as expected", self.solutions_bad)
        } else if self.solutions_open > 0 {
            format!("➖ {} of {solutions} not judged to the end", self.solutions_open)
        } else {
            format!("✅ all as expected: {solutions}")
        };
        format!("**harness**: {what}{wall}")
    }
}

fn more(count: usize, noun: &str) -> String {
    if count == 0 {
        String::new()
    } else {
        format!("\n… {} left out here\n", counted(count, &format!("more {noun}")))
    }
}

fn row(entry: &Entry, summary: Option<&SolutionSummary>, is_bad: bool) -> String {
    let mark = match entry.status {
        _ if is_bad => "❌",
        Status::Skipped => "➖",
        _ => "✅",
    };
    let slowest = summary.and_then(|summary| summary.slowest.as_ref());
    let time = |slowest: &Slowest| {
        if slowest.was_killed { format!("> {}", seconds(slowest.limit)) } else { seconds(slowest.cpu) }
    };
    let score = summary.and_then(|summary| summary.score.as_ref());
    let cells = [
        mark.to_owned(),
        markdown(&entry.name()).into_owned(),
        entry.verdict.code().to_owned(),
        alternatives(&entry.expected),
        summary.map(|summary| format!("{}/{}", summary.accepted, summary.cases)).unwrap_or_default(),
        slowest.map(time).unwrap_or_default(),
        slowest.map(|slowest| seconds(slowest.limit)).unwrap_or_default(),
        entry.memory.map(mebibytes).unwrap_or_default(),
        score
            .map(|score| format!("{} of {}", points_text(score.points), points_text(score.full)))
            .unwrap_or_default(),
    ];
    format!("| {} |\n", cells.join(" | "))
}

/// Writes the text.
pub struct Markdown<'a> {
    out: Box<dyn Write + 'a>,
    tables: Tables,
}

impl<'a> Markdown<'a> {
    /// Writes to `out`, rows in this order.
    pub fn new(out: Box<dyn Write + 'a>, order: Option<RowOrder>) -> Self {
        Self { out, tables: Tables { order, ..Tables::default() } }
    }
}

impl EntryWriter for Markdown<'_> {
    fn case(&mut self, entry: Entry) -> io::Result<()> {
        self.tables.case(&entry);
        Ok(())
    }

    fn solution(&mut self, entry: Entry, summary: Option<&SolutionSummary>) -> io::Result<()> {
        self.tables.solution(&entry, summary);
        Ok(())
    }

    fn explained(&mut self, explanation: &Explanation) -> io::Result<()> {
        self.tables.explained(explanation);
        Ok(())
    }

    fn end(&mut self, ended: &Ended) -> io::Result<()> {
        write!(self.out, "{}", self.tables.text(ended))?;
        self.out.flush()
    }
}
