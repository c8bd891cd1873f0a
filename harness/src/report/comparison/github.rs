//! What GitHub's runner understands: a warning for each solution that became slower, and the table in the summary.

use std::io::{self, Write};
use std::path::Path;

use crate::comparison::{Change, Relation};
use crate::measure::{Against, Measured};
use crate::report::comparison::tables::write_markdown;
use crate::report::escape::command_message;
use crate::report::step_summary;

/// Writes the commands, and appends the table to this summary.
pub fn write(out: &mut dyn Write, measured: &Measured, summary: Option<&Path>) -> io::Result<()> {
    for Against { solution, change } in &measured.against {
        let Ok(Change { ratio, relation: Relation::Worse, .. }) = change else { continue };
        let (problem, metric) = (&measured.comparison.problem, measured.comparison.metric.name());
        let text = format!(
            "{problem}/{solution}: {:.2} times the {metric} of the baseline (95 % interval {:.2}–{:.2})",
            ratio.estimate, ratio.low, ratio.high
        );
        writeln!(out, "::warning title=harness::{}", command_message(&text))?;
    }
    let Some(path) = summary else { return Ok(()) };
    let mut table = Vec::new();
    write_markdown(&mut table, measured)?;
    step_summary::append(path, &String::from_utf8_lossy(&table))
}
