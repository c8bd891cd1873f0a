//! `run`: prints what a solution prints on a case, on a file, or on standard input.

use std::io::{self, Read};

use anyhow::Context;

use crate::cli::RunArgs;
use crate::commands::invocation::Invocation;
use crate::commands::printed::print;
use crate::config::Flags;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::programs::{self, InputFolder};

/// Runs a solution.
///
/// # Errors
/// The workspace cannot be read, there is not one solution or case of this name, or it cannot be built or run.
pub fn run(invocation: &Invocation<'_>, args: &RunArgs) -> Result<ExitCode, Failure> {
    let session = invocation.open(&Flags::NONE)?;
    let case = args.case.as_deref().filter(|case| *case != "-");
    let candidate = programs::only_candidate(&session, &args.program, case)?;
    session.check([&candidate.problem.name])?;
    if case.is_some() {
        return print(&session, &candidate, None);
    }
    if let Some(path) = &args.input {
        let path = path.canonicalize().with_context(|| format!("failed to read `{}`", path.display()));
        return print(&session, &candidate, Some(&path.map_err(Failure::usage)?));
    }
    let mut text = Vec::new();
    io::stdin()
        .lock()
        .read_to_end(&mut text)
        .context("failed to read standard input")
        .map_err(Failure::usage)?;
    let inputs = InputFolder::make(session.run_folder()?)?;
    print(&session, &candidate, Some(&inputs.write("input", &text)?))
}
