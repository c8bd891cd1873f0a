//! One JSON document.
//!
//! The document is written as the run goes on, result by result in the order of the plan, so that
//! its size never has to fit into memory: only results that came too early wait for their turn.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::event::Event;
use crate::exit_code::ExitCode;
use crate::report::Reporter;
use crate::report::wire::{ResultLine, SCHEMA, Sandbox, SolutionLine};

/// Writes the document.
pub struct Json<'a> {
    out: Box<dyn Write + 'a>,
    /// Results whose turn has not come.
    early: BTreeMap<usize, String>,
    next: usize,
    has_results: bool,
    is_open: bool,
    /// By the place of the solution in the plan.
    solutions: BTreeMap<usize, String>,
}

impl<'a> Json<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self {
            out,
            early: BTreeMap::new(),
            next: 0,
            has_results: false,
            is_open: false,
            solutions: BTreeMap::new(),
        }
    }

    fn open(&mut self, sandbox: Option<&Sandbox>) -> io::Result<()> {
        self.is_open = true;
        let harness = serde_json::to_string(env!("CARGO_PKG_VERSION"))?;
        let sandbox = serde_json::to_string(&sandbox)?;
        write!(
            self.out,
            "{{\"schema\": {SCHEMA}, \"harness\": {harness},\n \"sandbox\": {sandbox},\n \"results\": ["
        )
    }

    fn write_result(&mut self, text: &str) -> io::Result<()> {
        let separator = if self.has_results { ",\n  " } else { "\n  " };
        self.has_results = true;
        write!(self.out, "{separator}{text}")
    }
}

impl Reporter for Json<'_> {
    fn on_event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::RunStarted(plan) => self.open(Some(&Sandbox::from(&plan.guarantees)))?,
            Event::Judged(outcome) => {
                self.early
                    .insert(outcome.sequence, serde_json::to_string(&ResultLine::from(outcome.as_ref()))?);
                while let Some(text) = self.early.remove(&self.next) {
                    self.next += 1;
                    self.write_result(&text)?;
                }
            }
            Event::SolutionFinished(summary) => {
                if !summary.is_built {
                    self.write_result(&serde_json::to_string(&ResultLine::of_summary(summary))?)?;
                }
                let text = serde_json::to_string(&SolutionLine::from(summary.as_ref()))?;
                self.solutions.insert(summary.subject.index, text);
            }
            Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::Provisional
            | Event::RunFinished(_) => {}
        }
        Ok(())
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
        writeln!(
            self.out,
            "],\n \"solutions\": [\n  {solutions}],\n \"exit_code\": {}}}",
            exit_code.number()
        )?;
        self.out.flush()
    }
}
