//! Comma-separated values: a row for each solution on each case, as they come, and then one for the solution.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use crate::event::{RunPlan, SolutionSummary};
use crate::model::{alternatives, points_text};
use crate::report::escape::csv;
use crate::report::machine::entry::{Ended, Entry, Status};
use crate::report::machine::entry_writer::EntryWriter;

/// The columns, in their order.
pub const COLUMNS: [&str; 16] = [
    "problem",
    "solution",
    "language",
    "case",
    "status",
    "verdict",
    "expected",
    "cpu_seconds",
    "wall_seconds",
    "memory_bytes",
    "time_limit_seconds",
    "memory_limit_bytes",
    "share",
    "points",
    "max_points",
    "reason",
];

/// Writes the rows.
pub struct Csv<'a> {
    out: Box<dyn Write + 'a>,
    is_open: bool,
}

impl<'a> Csv<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self { out, is_open: false }
    }

    fn open(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_open, true) {
            Ok(())
        } else {
            writeln!(self.out, "{}", COLUMNS.join(","))
        }
    }

    fn row(&mut self, entry: &Entry, points: [String; 2]) -> io::Result<()> {
        let seconds = |time: Option<Duration>| {
            time.map(|time| format!("{:.6}", time.as_secs_f64())).unwrap_or_default()
        };
        let text = |value: Option<String>| value.unwrap_or_default();
        let limits = entry.limits.as_ref();
        let [points, full] = points;
        let row: [String; COLUMNS.len()] = [
            entry.subject.problem.to_string(),
            entry.subject.solution.to_string(),
            entry.subject.language.clone(),
            text(entry.case.as_ref().map(ToString::to_string)),
            word(entry.status).to_owned(),
            entry.verdict.code().to_owned(),
            alternatives(&entry.expected),
            seconds(entry.cpu),
            seconds(entry.wall),
            text(entry.memory.map(|memory| memory.0.to_string())),
            seconds(limits.map(|limits| limits.time)),
            text(limits.map(|limits| limits.memory.0.to_string())),
            text(entry.share.map(|share| share.value().to_string())),
            points,
            full,
            entry.reason.clone(),
        ];
        let row: Vec<_> = row.iter().map(|field| csv(field)).collect();
        writeln!(self.out, "{}", row.join(","))?;
        self.out.flush()
    }
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Passed => "passed",
        Status::Failed => "failed",
        Status::Error => "error",
        Status::Skipped => "skipped",
    }
}

impl EntryWriter for Csv<'_> {
    fn start(&mut self, _plan: &Arc<RunPlan>) -> io::Result<()> {
        self.open()
    }

    fn case(&mut self, entry: Entry) -> io::Result<()> {
        self.row(&entry, [String::new(), String::new()])
    }

    fn solution(&mut self, entry: Entry, summary: Option<&SolutionSummary>) -> io::Result<()> {
        let score = summary.and_then(|summary| summary.score.as_ref());
        let points = |points: Option<f64>| points.map(points_text).unwrap_or_default();
        self.row(&entry, [points(score.map(|score| score.points)), points(score.map(|score| score.full))])
    }

    fn end(&mut self, _ended: &Ended) -> io::Result<()> {
        self.open()?;
        self.out.flush()
    }
}
