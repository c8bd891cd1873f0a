//! A gradebook: a row for each student, as spreadsheets and learning platforms read it.

use std::io::{self, Write};
use std::sync::Arc;

use crate::event::{RunPlan, SolutionSummary};
use crate::model::{Share, Verdict, mebibytes, plain, points_text};
use crate::report::escape::csv;
use crate::report::machine::entry::{Ended, Entry};
use crate::report::machine::entry_writer::EntryWriter;
use crate::report::row_order::RowOrder;

/// The columns, in their order.
pub const COLUMNS: [&str; 9] = [
    "student",
    "problem",
    "points",
    "max_points",
    "verdict",
    "first_failing_case",
    "max_cpu_seconds",
    "max_memory_mib",
    "note",
];

/// Writes the rows when all are known.
pub struct Gradebook<'a> {
    out: Box<dyn Write + 'a>,
    order: Option<RowOrder>,
    plan: Option<Arc<RunPlan>>,
    /// Of the student under way: the points of the cases so far, where they are known, and the first failure.
    shares: Option<f64>,
    cases: u32,
    first_failure: Option<String>,
    rows: Vec<(SolutionSummary, String)>,
    /// Those whose run broke off.
    unfinished: Vec<String>,
}

impl<'a> Gradebook<'a> {
    /// Writes to `out`, in this order.
    pub fn new(out: Box<dyn Write + 'a>, order: Option<RowOrder>) -> Self {
        Self {
            out,
            order,
            plan: None,
            shares: Some(0.0),
            cases: 0,
            first_failure: None,
            rows: Vec::new(),
            unfinished: Vec::new(),
        }
    }

    /// The points and how many there are: those of groups, or one for each case where the problem has none.
    fn points(
        &self,
        has_groups: bool,
        summary: Option<&SolutionSummary>,
        cases: u32,
        full: f64,
    ) -> [String; 2] {
        let score = summary.and_then(|summary| summary.score.as_ref());
        let is_nothing =
            |summary: &SolutionSummary| summary.is_absent || summary.verdict == Verdict::CompileError;
        let (points, full) = match score {
            Some(score) => (Some(score.points), score.full),
            None if has_groups => (None, full),
            None if summary.is_some_and(is_nothing) => (Some(0.0), f64::from(cases)),
            None => (self.shares, f64::from(cases)),
        };
        [points.map(points_text).unwrap_or_default(), points_text(full)]
    }
}

impl EntryWriter for Gradebook<'_> {
    fn start(&mut self, plan: &Arc<RunPlan>) -> io::Result<()> {
        self.plan = Some(Arc::clone(plan));
        Ok(())
    }

    fn case(&mut self, entry: Entry) -> io::Result<()> {
        self.shares = self.shares.zip(entry.share.map(Share::value)).map(|(sum, share)| sum + share);
        self.cases += 1;
        let is_failure = !matches!(entry.verdict, Verdict::Accepted | Verdict::Skipped);
        if is_failure && self.first_failure.is_none() {
            self.first_failure = entry.case.as_ref().map(ToString::to_string);
        }
        Ok(())
    }

    fn solution(&mut self, entry: Entry, summary: Option<&SolutionSummary>) -> io::Result<()> {
        let plan = self.plan.clone();
        let planned = plan.as_ref().and_then(|plan| plan.solutions().get(plan.solution(&entry.subject)?));
        let groups = planned.map(|planned| &planned.groups[..]).unwrap_or_default();
        let full = groups.iter().map(|group| group.score).sum();
        let planned_cases = planned.and_then(|planned| u32::try_from(planned.cases.len()).ok());
        let cases = planned_cases.unwrap_or(self.cases);
        let points = self.points(!groups.is_empty(), summary, cases, full);
        let mut notes = Vec::new();
        if !entry.reason.is_empty() && summary.is_none_or(|summary| !summary.is_built || summary.left_out > 0)
        {
            notes.push(plain(&entry.reason));
        }
        if summary.is_some_and(|summary| summary.stopped_at.is_some()) {
            notes.push("run no further than to the first failure".to_owned());
        }
        notes.extend(planned.and_then(|planned| planned.note.as_deref()).map(plain));
        let verdict = match summary {
            Some(summary) if summary.is_absent => "missing",
            _ => entry.verdict.code(),
        };
        let memory = entry.memory.map(|memory| mebibytes(memory).trim_end_matches(" MiB").to_owned());
        let [points, full] = points;
        let row: [String; COLUMNS.len()] = [
            entry.subject.solution.to_string(),
            entry.subject.problem.to_string(),
            points,
            full,
            verdict.to_owned(),
            self.first_failure.take().unwrap_or_default(),
            entry.cpu.map(|cpu| format!("{:.3}", cpu.as_secs_f64())).unwrap_or_default(),
            memory.unwrap_or_default(),
            notes.join("; "),
        ];
        let row: Vec<_> = row.iter().map(|field| csv(field)).collect();
        match summary {
            Some(summary) => self.rows.push((summary.clone(), row.join(","))),
            None => self.unfinished.push(row.join(",")),
        }
        (self.shares, self.cases) = (Some(0.0), 0);
        Ok(())
    }

    fn end(&mut self, _ended: &Ended) -> io::Result<()> {
        if let Some(order) = self.order {
            order.sort(&mut self.rows, |(summary, _)| summary);
        }
        writeln!(self.out, "{}", COLUMNS.join(","))?;
        let rows = self.rows.iter().map(|(_, row)| row).chain(&self.unfinished);
        rows.into_iter().try_for_each(|row| writeln!(self.out, "{row}"))?;
        self.out.flush()
    }
}
