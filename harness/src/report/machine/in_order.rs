//! The fold that all these formats share: events and summaries to entries in the order of the plan.
//!
//! An entry waits until all before it are known, so memory grows with what came too early and not with the run.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use crate::event::{
    Event, JobPlace, Outcome, PlannedSolution, Reporter, RunEnd, RunPlan, SolutionSummary, Stamped,
};
use crate::exit_code::ExitCode;
use crate::model::{Scope, plain};
use crate::report::machine::entry::{Counts, Ended, Entry, Status};
use crate::report::machine::entry_writer::EntryWriter;
use crate::report::trouble;

/// Files that are not judged and are named; the others are counted.
const MOST_NOT_JUDGED: usize = 20;

/// Hands entries to a writer in the order of the plan.
pub struct InOrder<W> {
    writer: W,
    plan: Option<Arc<RunPlan>>,
    /// Entries whose turn has not come, by the places of their solution and their case.
    early: BTreeMap<(usize, usize), Entry>,
    /// Summaries whose turn has not come.
    summaries: BTreeMap<usize, SolutionSummary>,
    /// The places of the solution and of the case whose turn it is.
    next: (usize, usize),
    counts: Counts,
    not_judged: Vec<String>,
    more_not_judged: usize,
    end: Option<RunEnd>,
}

impl<W: EntryWriter> InOrder<W> {
    /// Hands entries to this writer.
    pub fn new(writer: W) -> Self {
        Self {
            writer,
            plan: None,
            early: BTreeMap::new(),
            summaries: BTreeMap::new(),
            next: (0, 0),
            counts: Counts::default(),
            not_judged: Vec::new(),
            more_not_judged: 0,
            end: None,
        }
    }

    /// The same as a reporter.
    pub fn boxed<'a>(writer: W) -> Box<dyn Reporter + 'a>
    where
        W: 'a,
    {
        Box::new(Self::new(writer))
    }

    fn judged(&mut self, outcome: &Outcome) -> io::Result<()> {
        let Some(plan) = self.plan.clone() else { return Ok(()) };
        let Some(JobPlace { solution, case, .. }) = plan.job(&outcome.subject, &outcome.case) else {
            return Ok(());
        };
        let planned = &plan.solutions()[solution];
        let entry = Entry::of_outcome(outcome, planned, &planned.cases[case]);
        self.early.insert((solution, case), entry);
        // Whether all is as expected is known when the solution is complete.
        if planned.expectation.scope == Scope::Cases { self.go_on(&plan) } else { Ok(()) }
    }

    /// Writes the entries whose turn it is.
    fn go_on(&mut self, plan: &RunPlan) -> io::Result<()> {
        while let Some(planned) = plan.solutions().get(self.next.0) {
            let (solution, case) = self.next;
            let summary = self.summaries.get(&solution);
            let is_final = planned.expectation.scope == Scope::Final;
            if summary.is_none() && (is_final || !self.early.contains_key(&self.next)) {
                return Ok(());
            }
            if case < planned.cases.len() {
                self.write_case(planned, "its solution was not built")?;
            } else {
                self.write_solution(planned)?;
            }
        }
        Ok(())
    }

    fn write_case(&mut self, planned: &PlannedSolution, why_not: &str) -> io::Result<()> {
        let (solution, case) = self.next;
        self.next.1 += 1;
        let entry = self.early.remove(&(solution, case));
        let mut entry = entry.unwrap_or_else(|| Entry::not_run(planned, &planned.cases[case], why_not));
        let is_fine = self.summaries.get(&solution).is_some_and(|summary| summary.as_expected);
        if is_fine && entry.status == Status::Failed && planned.expectation.scope == Scope::Final {
            entry.status = Status::Passed;
        }
        self.counts.add(entry.status);
        self.writer.case(entry)
    }

    fn write_solution(&mut self, planned: &PlannedSolution) -> io::Result<()> {
        let summary = self.summaries.remove(&self.next.0);
        self.next = (self.next.0 + 1, 0);
        let entry = Entry::of_solution(planned, summary.as_ref());
        self.counts.add(entry.status);
        self.writer.solution(entry, summary.as_ref())
    }

    /// Writes what is left where a run broke off.
    fn drain(&mut self) -> io::Result<()> {
        let Some(plan) = self.plan.clone() else { return Ok(()) };
        while let Some(planned) = plan.solutions().get(self.next.0) {
            if self.next.1 < planned.cases.len() {
                self.write_case(planned, "not run")?;
            } else {
                self.write_solution(planned)?;
            }
        }
        Ok(())
    }

    fn ended(&mut self, exit_code: ExitCode) -> Ended {
        let mut not_judged = std::mem::take(&mut self.not_judged);
        if self.more_not_judged > 0 {
            not_judged.push(format!("and {} more", self.more_not_judged));
        }
        let is_told = self.counts.failed + self.counts.errors > 0;
        let is_interrupted = matches!(exit_code, ExitCode::Interrupted(_));
        let trouble = trouble::of_run(exit_code, self.end.as_ref(), self.plan.as_deref())
            .filter(|_| is_interrupted || !is_told);
        let trouble = trouble.map(|what| {
            let number = exit_code.number();
            [format!("{what}; the exit status is {number}")]
                .iter()
                .chain(&not_judged)
                .cloned()
                .collect::<Vec<_>>()
                .join("; ")
        });
        Ended { counts: self.counts, wall: self.end.and_then(|end| end.wall), exit_code, trouble, not_judged }
    }
}

impl<W: EntryWriter> Reporter for InOrder<W> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        match &event.event {
            Event::RunStarted(plan) => {
                self.plan = Some(Arc::clone(plan));
                self.writer.start(plan)
            }
            Event::Judged(outcome) => self.judged(outcome),
            Event::Explained(explanation) => self.writer.explained(explanation),
            Event::LeftOut(left_out) => {
                if self.not_judged.len() < MOST_NOT_JUDGED {
                    self.not_judged.push(plain(&format!("{}: {}", left_out.path, left_out.why)));
                } else {
                    self.more_not_judged += 1;
                }
                Ok(())
            }
            Event::RunFinished(end) => {
                self.end = Some(*end);
                Ok(())
            }
            Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::NotBuilt(_)
            | Event::Warned(_)
            | Event::EmptyProgram(_)
            | Event::Drawn(_)
            | Event::Started(_)
            | Event::Waits(_)
            | Event::Provisional => Ok(()),
        }
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        let Some(plan) = self.plan.clone() else { return Ok(()) };
        let Some(place) = plan.solution(&summary.subject) else { return Ok(()) };
        self.summaries.insert(place, summary.clone());
        self.go_on(&plan)
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.drain()?;
        let ended = self.ended(exit_code);
        self.writer.end(&ended)
    }
}
