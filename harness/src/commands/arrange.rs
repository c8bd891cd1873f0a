//! `rm`, `mv`, `renumber`: removes and renames cases.
//!
//! What `problem.toml` expects of a case by its name would silently be expected of none, so a change
//! that does that to a rule is refused.

use std::io::{self, Write};

use anyhow::anyhow;

use crate::cli::{Manner, MvArgs, RenumberArgs, RmArgs};
use crate::commands::invocation::Invocation;
use crate::config::Flags;
use crate::discover::{self, select_cases};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Case, Name, Problem};
use crate::scaffold::{self, CaseFolder, Renamed};
use crate::session::Session;
use crate::ui::{Ui, Verbosity};

/// Removes cases.
///
/// # Errors
/// Nothing matches, or nothing could be removed.
pub fn rm(invocation: &Invocation<'_>, args: &RmArgs) -> Result<ExitCode, Failure> {
    let session = invocation.open(&Flags::NONE)?;
    let ui = invocation.ui;
    for (problem, cases) in chosen(&session, &args.cases)? {
        let is_left = |name: &&Name| !cases.iter().any(|case| case.name == **name);
        let left: Vec<Name> = problem.cases.iter().map(|case| &case.name).filter(is_left).cloned().collect();
        refuse_dangling(problem, &left, args.manner.force)?;
        if !args.manner.dry_run {
            scaffold::remove(place(&session, problem), &cases).map_err(Failure::usage)?;
        }
        let done = if args.manner.dry_run { "would remove" } else { "removed" };
        let lines = cases.iter().map(|case| format!("{done} {}/{}", problem.name, case.name));
        tell(ui, lines)?;
    }
    Ok(ExitCode::Fine)
}

/// Gives a case another name.
///
/// # Errors
/// There is no such case, or it cannot be called so.
pub fn mv(invocation: &Invocation<'_>, args: &MvArgs) -> Result<ExitCode, Failure> {
    let session = invocation.open(&Flags::NONE)?;
    let found = chosen(&session, std::slice::from_ref(&args.case))?;
    let one = match &found[..] {
        [(problem, cases)] if cases.len() == 1 => Some((*problem, cases[0])),
        _ => None,
    };
    let Some((problem, case)) = one else {
        return Err(Failure::usage(anyhow!(
            "`{}` matches more than one case",
            Name::from(args.case.as_str())
        )));
    };
    let name = Name::from(args.name.as_str());
    if !discover::is_name_of_case(&name) {
        let what = anyhow!("invalid case name `{name}`: its files would not be found");
        return Err(Failure::usage(what));
    }
    rename(&session, problem, &[Renamed { case, name }], args.manner)
}

/// Counts the numbers of cases anew.
///
/// # Errors
/// There is no such problem, or the cases cannot be renamed.
pub fn renumber(invocation: &Invocation<'_>, args: &RenumberArgs) -> Result<ExitCode, Failure> {
    let session = invocation.open(&Flags::NONE)?;
    let problem = session.problem(&args.problem)?;
    let names: Vec<Name> = problem.cases.iter().map(|case| case.name.clone()).collect();
    let pairs = problem.cases.iter().zip(scaffold::renumbered(&names));
    let renamed: Vec<Renamed<'_>> =
        pairs.filter(|(case, name)| case.name != *name).map(|(case, name)| Renamed { case, name }).collect();
    rename(&session, problem, &renamed, args.manner)
}

fn rename(
    session: &Session,
    problem: &Problem,
    renamed: &[Renamed<'_>],
    manner: Manner,
) -> Result<ExitCode, Failure> {
    let new_name = |case: &Case| {
        let other = renamed.iter().find(|renamed| renamed.case.name == case.name);
        other.map_or_else(|| case.name.clone(), |renamed| renamed.name.clone())
    };
    let names: Vec<Name> = problem.cases.iter().map(new_name).collect();
    refuse_dangling(problem, &names, manner.force)?;
    if !manner.dry_run && !renamed.is_empty() {
        scaffold::rename(place(session, problem), renamed).map_err(Failure::usage)?;
    }
    let done = if manner.dry_run { "would rename" } else { "renamed" };
    let line = |renamed: &Renamed<'_>| {
        format!("{done} {}/{} to {}/{}", problem.name, renamed.case.name, problem.name, renamed.name)
    };
    tell(session.ui, renamed.iter().map(line))?;
    Ok(ExitCode::Fine)
}

fn place<'a>(session: &'a Session, problem: &'a Problem) -> CaseFolder<'a> {
    CaseFolder { root: &session.config.root, folder: &problem.folder }
}

/// The cases that patterns `PROBLEM/CASE` choose, by problem.
fn chosen<'a>(
    session: &'a Session,
    patterns: &[String],
) -> Result<Vec<(&'a Problem, Vec<&'a Case>)>, Failure> {
    if let Some(whole) = patterns.iter().find(|pattern| !pattern.contains('/')) {
        let what = anyhow!("`{}` names no case", Name::from(whole.as_str()));
        return Err(Failure::usage(what).hint("a case is PROBLEM/CASE; `PROBLEM/*` selects all"));
    }
    let chosen = select_cases(session.catalog(), patterns)
        .map_err(|error| Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) })?;
    session.check(chosen.iter().map(|(problem, _)| &problem.name))?;
    Ok(chosen)
}

/// Refuses to leave a rule of `problem.toml` without a case that it had one of.
fn refuse_dangling(problem: &Problem, names: &[Name], force: bool) -> Result<(), Failure> {
    if force {
        return Ok(());
    }
    for solution in &problem.solutions {
        for (glob, _) in &solution.expectation.rules {
            let had_one = problem.cases.iter().any(|case| glob.matches(&case.name));
            if had_one && !names.iter().any(|name| glob.matches(name)) {
                let what = anyhow!(
                    "`{}` has an expectation for `{}`, which would match no case",
                    solution.name,
                    glob.text()
                );
                let hint = format!(
                    "--force does it anyway; then correct [solution.{}] in cases/{}/problem.toml",
                    solution.name, problem.name
                );
                return Err(Failure::usage(what).hint(hint));
            }
        }
    }
    Ok(())
}

fn tell(ui: Ui, lines: impl Iterator<Item = String>) -> Result<(), Failure> {
    if ui.verbosity == Verbosity::Quiet {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    let write = || {
        for line in lines {
            writeln!(out, "{line}")?;
        }
        out.flush()
    };
    write().map_err(Failure::output)
}
