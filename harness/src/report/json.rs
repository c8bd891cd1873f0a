//! One JSON document.
//!
//! The document is written as the run goes on, result by result in the order of the plan, so that
//! its size never has to fit into memory: only results that came too early wait for their turn.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use crate::event::{Event, RunEnd, RunPlan, SolutionSummary, Stamped};
use crate::exit_code::ExitCode;
use crate::report::Reporter;
use crate::wire::grade::{EmptyProgramLine, EndLine, NotJudgedLine, ResultLine, SandboxLine, SolutionLine};
use crate::wire::{ExplanationLine, SCHEMA};

/// Writes the document.
pub struct Json<'a> {
    out: Box<dyn Write + 'a>,
    plan: Option<Arc<RunPlan>>,
    /// Results whose turn has not come, by the place of the job.
    early: BTreeMap<usize, String>,
    /// For solutions that are not run, the place of the first job and of the one after the last.
    passed: BTreeMap<usize, usize>,
    next: usize,
    has_results: bool,
    is_open: bool,
    /// By the place of the solution in the plan.
    solutions: BTreeMap<usize, String>,
    not_judged: Vec<String>,
    empty_programs: Vec<String>,
    explanations: Vec<String>,
    end: Option<RunEnd>,
}

impl<'a> Json<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self {
            out,
            plan: None,
            early: BTreeMap::new(),
            passed: BTreeMap::new(),
            next: 0,
            has_results: false,
            is_open: false,
            solutions: BTreeMap::new(),
            not_judged: Vec::new(),
            empty_programs: Vec::new(),
            explanations: Vec::new(),
            end: None,
        }
    }

    fn open(&mut self, sandbox: Option<&SandboxLine>) -> io::Result<()> {
        self.is_open = true;
        let harness = serde_json::to_string(env!("CARGO_PKG_VERSION"))?;
        let sandbox = serde_json::to_string(&sandbox)?;
        write!(
            self.out,
            "{{\"schema\": {SCHEMA}, \"harness\": {harness},\n \"sandbox\": {sandbox},\n \"results\": ["
        )
    }

    /// Writes the results whose turn it is.
    fn go_on(&mut self) -> io::Result<()> {
        loop {
            if let Some(next) = self.passed.remove(&self.next) {
                self.next = next;
            } else if let Some(text) = self.early.remove(&self.next) {
                self.next += 1;
                self.write_result(&text)?;
            } else {
                return Ok(());
            }
        }
    }

    fn write_result(&mut self, text: &str) -> io::Result<()> {
        let separator = if self.has_results { ",\n  " } else { "\n  " };
        self.has_results = true;
        write!(self.out, "{separator}{text}")
    }
}

impl Reporter for Json<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        match &event.event {
            Event::RunStarted(plan) => {
                self.plan = Some(Arc::clone(plan));
                self.open(Some(&SandboxLine::from(&plan.guarantees)))
            }
            Event::Judged(outcome) => {
                let place = self.plan.as_ref().and_then(|plan| plan.job(&outcome.subject, &outcome.case));
                let Some(place) = place else { return Ok(()) };
                let text = serde_json::to_string(&ResultLine::from(outcome.as_ref()))?;
                self.early.insert(place.sequence, text);
                self.go_on()
            }
            Event::LeftOut(left_out) => {
                self.not_judged.push(serde_json::to_string(&NotJudgedLine::from(left_out.as_ref()))?);
                Ok(())
            }
            Event::EmptyProgram(empty) => {
                self.empty_programs.push(serde_json::to_string(&EmptyProgramLine::from(empty))?);
                Ok(())
            }
            Event::Explained(what) => {
                self.explanations.push(serde_json::to_string(&ExplanationLine::from(what.as_ref()))?);
                Ok(())
            }
            Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::NotBuilt(_)
            | Event::Warned(_)
            | Event::Started(_)
            | Event::Waits(_)
            | Event::Provisional
            | Event::Drawn(_) => Ok(()),
            Event::RunFinished(end) => {
                self.end = Some(*end);
                Ok(())
            }
        }
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        let Some(plan) = &self.plan else { return Ok(()) };
        let Some(place) = plan.solution(&summary.subject) else { return Ok(()) };
        let (first, jobs) = (plan.first_job(place), plan.solutions()[place].cases.len());
        self.solutions.insert(place, serde_json::to_string(&SolutionLine::from(summary))?);
        if summary.is_built {
            return Ok(());
        }
        self.write_result(&serde_json::to_string(&ResultLine::of_summary(summary))?)?;
        if jobs > 0 {
            self.passed.insert(first, first + jobs);
        }
        self.go_on()
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        if !self.is_open {
            self.open(None)?;
        }
        // Where a run broke off there are gaps before what is left.
        for text in std::mem::take(&mut self.early).into_values() {
            self.write_result(&text)?;
        }
        let solutions: Vec<&str> = self.solutions.values().map(String::as_str).collect();
        let solutions = solutions.join(",\n  ");
        let not_judged = self.not_judged.join(",\n  ");
        let empty_programs = self.empty_programs.join(",\n  ");
        let explanations = self.explanations.join(",\n  ");
        let end = serde_json::to_string(&EndLine::new(self.end.as_ref(), exit_code))?;
        let end = end.trim_start_matches('{');
        writeln!(
            self.out,
            "],\n \"solutions\": [\n  {solutions}],\n \"not_judged\": [{not_judged}],\n \"empty_programs\": [{empty_programs}],\n \"explanations\": [{explanations}],\n {end}"
        )?;
        self.out.flush()
    }
}
