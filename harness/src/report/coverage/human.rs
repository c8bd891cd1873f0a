//! What was found about the cases, for people.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::coverage::Coverage;
use crate::coverage::bounds::Bound;
use crate::coverage::contract::{CheckerFault, CheckerSaid, Contract, Demand, ShownOutput};
use crate::coverage::lint::{Complaint, Lint};
use crate::diff;
use crate::model::{Name, Problem, Verdict, counted};
use crate::ui::{Tone, Ui, Verbosity, paint, shell_word};

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
    if let Some(contract) = &found.contract {
        write_contract(out, problem, contract)?;
    }
    for (name, case, why) in &kills.judge_failures {
        writeln!(out, "  {} {name} cannot be judged on {case}: {}", paint(Tone::Bad, "✗"), one_line(why))?;
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

/// Writes what the checker program did: a row for each output of which it said the wrong thing.
fn write_contract(out: &mut impl Write, problem: &Problem, contract: &Contract) -> io::Result<()> {
    let Contract { checker, protocol, tried, left_out, faults, complaints } = contract;
    for what in complaints {
        writeln!(out, "  {} {what}", paint(Tone::Bad, "✗"))?;
    }
    let left = match left_out {
        0 => String::new(),
        _ => format!(", {left_out} more were not tried"),
    };
    let mark = if faults.is_empty() { paint(Tone::Good, "✓") } else { paint(Tone::Bad, "✗") };
    let what = if faults.is_empty() { "keeps its contract" } else { "breaks its contract" };
    let outputs = counted(*tried, "output");
    writeln!(out, "  {mark} the checker `{checker}` ({}) {what}: {outputs} tried{left}", protocol.name())?;
    let width = faults.iter().map(|fault| fault.test.chars().count()).max().unwrap_or(0);
    for fault in faults {
        let room = width - fault.test.chars().count();
        let more = match fault.also.len() {
            0 => String::new(),
            others => format!("; the same on {}", counted(others, "other case")),
        };
        writeln!(out, "    {}{:room$}  {}{more}", fault.test, "", told(fault))?;
    }
    if let Some(fault) = faults.first() {
        let (problem, test) = (shell_word(&problem.name.to_string()), shell_word(&fault.test));
        writeln!(out, "    `harness cases {problem} --checker-test {test}` shows an output")?;
    }
    Ok(())
}

/// What a checker must do with an output, and does.
fn told(fault: &CheckerFault) -> String {
    let must = match fault.demand {
        Demand::Accept => "must be accepted",
        Demand::Reject => "must be rejected",
        Demand::Decide => "may be accepted or rejected",
    };
    match &fault.said {
        CheckerSaid::Accepts => format!("{must}, and is accepted"),
        CheckerSaid::Rejects(why) => format!("{must}, and is rejected: {}", one_line(why)),
        CheckerSaid::Fails(why) => format!("{must}: {}", one_line(why)),
    }
}

/// The first line of a text.
fn one_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Writes one output for a checker program, and what it says of it.
///
/// # Errors
/// The output cannot be written, or a file not be read.
pub fn write_checker_test(
    out: &mut impl Write,
    problem: &Problem,
    shown: &ShownOutput,
    ui: Ui,
) -> io::Result<()> {
    let ShownOutput { fault, input, output, answer } = shown;
    let mark =
        if fault.demand.is_met(&fault.said) { paint(Tone::Good, "✓") } else { paint(Tone::Bad, "✗") };
    writeln!(out, "{mark} {} {}: {}", problem.name, fault.test, told(fault))?;
    let (input_text, answer_text) = (start(input)?, start(answer)?);
    let rows = [
        (format!("input {}", input.display()), input_text),
        ("output".to_owned(), (output.iter().copied().take(SHOWN).collect(), output.len() as u64)),
        (format!("answer {}", answer.display()), answer_text),
    ];
    for (title, (bytes, size)) in rows {
        writeln!(out, "{}", paint(Tone::Faint, &title))?;
        for row in diff::listing(&bytes, size, ui.width) {
            writeln!(out, "  {row}")?;
        }
    }
    out.flush()
}

/// Bytes of a file that are read to be shown.
const SHOWN: usize = 4 * 1024;

/// The beginning of a file, and its size.
fn start(path: &Path) -> io::Result<(Vec<u8>, u64)> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.take(SHOWN as u64).read_to_end(&mut bytes)?;
    Ok((bytes, size))
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
