//! What was found about the cases, for people.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::coverage::Coverage;
use crate::coverage::bounds::Bound;
use crate::coverage::lint::{Complaint, Lint};
use crate::model::{Name, Problem, Verdict, counted};
use crate::ui::{Tone, Ui, Verbosity, paint};

/// Names of cases that are listed in one line; `-v` lists all.
const LISTED: usize = 4;

/// Writes all of it.
///
/// # Errors
/// The output cannot be written.
pub fn write(out: &mut impl Write, found: &Coverage<'_>, ui: Ui) -> io::Result<()> {
    let Coverage { problem, lint, kills, .. } = found;
    let counts = [counted(problem.cases.len(), "case"), counted(kills.wrong.len(), "wrong solution")];
    writeln!(out, "{}: {}", paint(Tone::Strong, &problem.name.to_string()), counts.join(", "))?;
    for Complaint { case, what } in &lint.complaints {
        let place = case.as_ref().map_or_else(String::new, |case| format!("{case}: "));
        writeln!(out, "  {} {place}{what}", paint(Tone::Bad, "✗"))?;
    }
    let reached = reached(lint);
    if !reached.is_empty() {
        writeln!(out, "  {} both ends are reached: {}", paint(Tone::Good, "✓"), reached.join(", "))?;
    }
    for (name, case, verdict) in &kills.unexpected_failures {
        let what = format!("{name} is expected to be AC, and is {verdict} on {case}");
        writeln!(out, "  {} {what}", paint(Tone::Bad, "✗"))?;
    }
    for wrong in &kills.wrong {
        if wrong.killed_by.is_empty() {
            writeln!(out, "  {} {} survives every case", paint(Tone::Bad, "✗"), wrong.name)?;
        } else {
            let by = killers(problem, &wrong.killed_by, ui);
            writeln!(out, "  {} {} is killed by {by}", paint(Tone::Good, "✓"), wrong.name)?;
        }
    }
    if !kills.wrong.is_empty() {
        let most = if found.minimal.is_smallest { "" } else { "at most " };
        let enough = counted(found.minimal.cases.len(), "case");
        writeln!(out, "smallest set with the same kills: {most}{enough}; --minimal lists it")?;
        let names: Vec<String> = found.names(&found.redundant).map(ToString::to_string).collect();
        let all = if ui.verbosity == Verbosity::Verbose {
            format!(": {}", names.join(", "))
        } else {
            String::new()
        };
        writeln!(out, "redundant, other cases kill the same: {}{all}", counted(names.len(), "case"))?;
    }
    out.flush()
}

/// Writes the names of a smallest set of cases that kills as much as all.
///
/// # Errors
/// The output cannot be written.
pub fn write_minimal(out: &mut impl Write, found: &Coverage<'_>) -> io::Result<()> {
    for name in found.names(&found.minimal.cases) {
        writeln!(out, "{name}")?;
    }
    if !found.minimal.is_smallest {
        let note = paint(Tone::Notable, "note:");
        writeln!(io::stderr(), "{note} the search was cut short; there may be a smaller set")?;
    }
    out.flush()
}

/// The ranges of which both ends are reached.
fn reached(lint: &Lint) -> Vec<String> {
    let bounds = lint.bounds.iter().filter(|bound| bound.unreached().is_empty()).map(range);
    let told = lint.overview.variables.iter();
    let told = told.filter(|(_, range)| range.low.is_reached && range.high.is_reached);
    let told = told.map(|(name, range)| match (range.low.value(), range.high.value()) {
        (Some(low), Some(high)) => format!("{name} {low}..{high}"),
        _ => name.clone(),
    });
    bounds.chain(told).collect()
}

/// `rows 1..15`.
fn range(bound: &Bound) -> String {
    format!("{} {}..{}", bound.name, bound.low, bound.high)
}

/// `3 cases: 01 (WA), 07 (TLE), 12 (WA)`.
fn killers(problem: &Problem, killed_by: &BTreeMap<usize, Verdict>, ui: Ui) -> String {
    let listed = if ui.verbosity == Verbosity::Verbose { killed_by.len() } else { LISTED };
    let name = |case: usize| -> &Name { &problem.cases[case].name };
    let mut parts: Vec<String> =
        killed_by.iter().take(listed).map(|(case, verdict)| format!("{} ({verdict})", name(*case))).collect();
    if killed_by.len() > listed {
        parts.push(format!("… {} more", killed_by.len() - listed));
    }
    format!("{}: {}", counted(killed_by.len(), "case"), parts.join(", "))
}
