//! `cases`: the faults of the cases of a problem, and which wrong solutions they kill.

use std::io;
use std::sync::atomic::Ordering;

use anyhow::anyhow;

use crate::cli::{CasesArgs, CasesFormat};
use crate::commands::invocation::{Invocation, problem_named};
use crate::config::Flags;
use crate::coverage::{self, contract};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::programs::{BuildProgress, ProblemPrograms};
use crate::report::coverage::{human, json};
use crate::ui::{Folded, Progress, Ui};

/// Looks at the cases.
///
/// # Errors
/// There is no such problem, or nothing could be run.
pub fn run(invocation: &Invocation<'_>, args: &CasesArgs) -> Result<ExitCode, Failure> {
    let flags = Flags { jobs: args.jobs, ..Flags::NONE };
    let session = invocation.open(&flags)?;
    let ui = invocation.ui;
    let problem = problem_named(&session, &args.problem)?;
    if problem.cases.is_empty() {
        let what = anyhow!("`{}` has no cases", problem.name);
        return Err(Failure { code: ExitCode::NothingSelected, ..Failure::usage(what) });
    }
    let programs = ProblemPrograms::start(&session, problem, &mut BuildProgress::new(&session))?;
    if let Some(test) = &args.checker_test {
        return show(&programs, test, ui);
    }
    let progress = Progress::new(&ui);
    let found = coverage::coverage(&programs, !args.minimal, &progress);
    progress.finish();
    if let Some(signal) = session.stop.signal() {
        return Ok(ExitCode::Interrupted(signal));
    }
    let found = found?;
    let mut out = Folded::on_stdout(io::stdout().lock(), ui, args.format == CasesFormat::Human);
    if args.minimal {
        human::write_minimal(&mut out, &found).map_err(Failure::output)?;
        return Ok(ExitCode::Fine);
    }
    invocation.has_begun.store(true, Ordering::Relaxed);
    let written = match args.format {
        CasesFormat::Human => human::write(&mut out, &found, ui),
        CasesFormat::Json => json::write(&mut out, &found),
    };
    written.map_err(Failure::output)?;
    Ok(found.exit_code())
}

/// Shows one output for the checker program.
fn show(programs: &ProblemPrograms<'_>, test: &str, ui: Ui) -> Result<ExitCode, Failure> {
    let shown = contract::show(programs, test)?;
    let mut out = Folded::on_stdout(io::stdout().lock(), ui, true);
    human::write_checker_test(&mut out, programs.problem, &shown, ui).map_err(Failure::output)?;
    Ok(shown.exit_code())
}
