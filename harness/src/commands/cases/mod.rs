//! `cases`: what is wrong with the cases of a problem, and how strong they are.

mod kills;
mod lint;

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::anyhow;

use crate::cli::{CasesArgs, Global};
use crate::commands::cases::kills::Field;
use crate::commands::cases::lint::Complaint;
use crate::commands::crew::Crew;
use crate::commands::workbench;
use crate::config::Flags;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Name, Problem, Verdict, counted};
use crate::session::Session;
use crate::strength;
use crate::ui::{Role, Ui, Verbosity, paint};

/// Names of cases that are listed in one line; `-v` lists all.
const LISTED: usize = 4;

/// Looks at the cases.
///
/// # Errors
/// There is no such problem, or nothing could be run.
pub fn run(global: &Global, args: &CasesArgs, ui: Ui) -> Result<ExitCode, Failure> {
    let flags = Flags { jobs: args.jobs, ..Flags::NONE };
    let session = Session::open(global, &flags, ui)?;
    let problem = workbench::find_problem(&session, &args.problem)?;
    if problem.cases.is_empty() {
        let what = anyhow!("`{}` has no cases", problem.name);
        return Err(Failure { code: ExitCode::NothingSelected, ..Failure::usage(what) });
    }
    let crew = Crew::gather(&session, problem)?;
    let field = kills::judge(&crew, ui)?;
    if let Some(signal) = session.stop.signal() {
        return Ok(ExitCode::Interrupted(signal));
    }
    if args.minimal {
        write_minimal(problem, &field).map_err(Failure::output)?;
        return Ok(ExitCode::Fine);
    }
    let complaints = lint::complaints(problem, &crew)?;
    write(problem, &complaints, &field, ui).map_err(Failure::output)?;
    let has_survivor = field.wrong.iter().any(|wrong| wrong.killed_by.is_empty());
    let is_fine = complaints.is_empty() && !has_survivor && field.betrayed.is_empty();
    Ok(if is_fine { ExitCode::Fine } else { ExitCode::Unexpected })
}

fn write_minimal(problem: &Problem, field: &Field) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let minimal = strength::minimal(&field.kills(problem.cases.len()));
    for case in minimal.cases {
        writeln!(out, "{}", problem.cases[case].name)?;
    }
    if !minimal.is_smallest {
        let note = paint(Role::Notable, "note:");
        writeln!(io::stderr(), "{note} the search was cut short; there may be a smaller set")?;
    }
    out.flush()
}

fn write(problem: &Problem, complaints: &[Complaint], field: &Field, ui: Ui) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let counts = [counted(problem.cases.len(), "case"), counted(field.wrong.len(), "wrong solution")];
    writeln!(out, "{}: {}", paint(Role::Strong, &problem.name.to_string()), counts.join(", "))?;
    for Complaint { case, what } in complaints {
        let place = case.as_ref().map_or_else(String::new, |case| format!("{case}: "));
        writeln!(out, "  {} {place}{what}", paint(Role::Bad, "✗"))?;
    }
    for (name, case, verdict) in &field.betrayed {
        let what = format!("{name} should be right, and is {verdict} on {case}");
        writeln!(out, "  {} {what}", paint(Role::Bad, "✗"))?;
    }
    for wrong in &field.wrong {
        if wrong.killed_by.is_empty() {
            writeln!(out, "  {} {} survives every case", paint(Role::Bad, "✗"), wrong.name)?;
        } else {
            let by = killers(problem, &wrong.killed_by, ui);
            writeln!(out, "  {} {} is killed by {by}", paint(Role::Good, "✓"), wrong.name)?;
        }
    }
    let kills = field.kills(problem.cases.len());
    let (redundant, minimal) = (strength::redundant(&kills), strength::minimal(&kills));
    if !field.wrong.is_empty() {
        let most = if minimal.is_smallest { "" } else { "at most " };
        let enough = counted(minimal.cases.len(), "case");
        writeln!(out, "enough to kill as much: {most}{enough}; --minimal names them")?;
        let names: Vec<String> = redundant.iter().map(|case| problem.cases[*case].name.to_string()).collect();
        let all = if ui.verbosity == Verbosity::Verbose {
            format!(": {}", names.join(", "))
        } else {
            String::new()
        };
        writeln!(out, "kill nobody whom no other case kills: {}{all}", counted(names.len(), "case"))?;
    }
    out.flush()
}

/// `3 cases: 01 WA, 07 TLE, 12 WA`.
fn killers(problem: &Problem, killed_by: &BTreeMap<usize, Verdict>, ui: Ui) -> String {
    let listed = if ui.verbosity == Verbosity::Verbose { killed_by.len() } else { LISTED };
    let name = |case: usize| -> &Name { &problem.cases[case].name };
    let mut parts: Vec<String> =
        killed_by.iter().take(listed).map(|(case, verdict)| format!("{} {verdict}", name(*case))).collect();
    if killed_by.len() > listed {
        parts.push(format!("… {} more", killed_by.len() - listed));
    }
    format!("{}: {}", counted(killed_by.len(), "case"), parts.join(", "))
}
