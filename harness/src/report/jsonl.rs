//! One event a line, as they happen.

use std::io::{self, Write};

use serde::Serialize;

use crate::event::{Event, RunEnd, SolutionSummary, Stamped};
use crate::exit_code::ExitCode;
use crate::report::Reporter;
use crate::wire::grade::{
    EmptyProgramLine, EndLine, NotJudgedLine, ResultLine, SandboxLine, SolutionLine, StartLine,
};
use crate::wire::{ExplanationLine, SCHEMA};

/// Writes JSON lines.
pub struct JsonLines<'a> {
    out: Box<dyn Write + 'a>,
    /// What is to be told when the run has begun.
    not_judged: Vec<NotJudgedLine>,
    end: Option<RunEnd>,
}

impl<'a> JsonLines<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self { out, not_judged: Vec::new(), end: None }
    }

    fn tell_not_judged(&mut self) -> io::Result<()> {
        std::mem::take(&mut self.not_judged).into_iter().try_for_each(|line| self.line("not_judged", line))
    }

    fn line(&mut self, event: &str, body: impl Serialize) -> io::Result<()> {
        write_line(&mut self.out, event, body)
    }
}

/// Writes one line, and has it read at once.
pub fn write_line(out: &mut dyn Write, event: &str, body: impl Serialize) -> io::Result<()> {
    // The version and the kind come first in the object that the body is.
    let body = serde_json::to_string(&body)?;
    let fields = body.strip_prefix('{').unwrap_or("}");
    let comma = if fields == "}" { "" } else { "," };
    writeln!(out, "{{\"schema\":{SCHEMA},\"event\":\"{event}\"{comma}{fields}")?;
    out.flush()
}

impl Reporter for JsonLines<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        match &event.event {
            Event::RunStarted(plan) => {
                self.line(
                    "started",
                    StartLine {
                        harness: env!("CARGO_PKG_VERSION").into(),
                        jobs: plan.jobs,
                        workers: plan.workers,
                        sandbox: SandboxLine::from(&plan.guarantees),
                    },
                )?;
                self.tell_not_judged()
            }
            Event::Judged(outcome) => self.line("result", ResultLine::from(outcome.as_ref())),
            // The first line is about the run.
            Event::LeftOut(left_out) => {
                self.not_judged.push(NotJudgedLine::from(left_out.as_ref()));
                Ok(())
            }
            Event::Explained(what) => self.line("explanation", ExplanationLine::from(what.as_ref())),
            Event::EmptyProgram(empty) => self.line("empty_program", EmptyProgramLine::from(empty)),
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
        if !summary.is_built {
            self.line("result", ResultLine::of_summary(summary))?;
        }
        self.line("solution", SolutionLine::from(summary))
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.tell_not_judged()?;
        self.line("finished", EndLine::new(self.end.as_ref(), exit_code))
    }
}
