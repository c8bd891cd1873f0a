//! `grade`: builds, runs, judges, and compares the verdicts with the expectations.

use std::io::BufWriter;

use anyhow::anyhow;

use crate::cli::{self, GradeArgs};
use crate::commands::invocation::Invocation;
use crate::commands::undrawn::Undrawn;
use crate::commands::{reports, troubles};
use crate::discover::select;
use crate::event::Reporter;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::grading::{self, Options};
use crate::programs;
use crate::report::{self, Everyone, Format};
use crate::ui::{Folded, Verbosity};

/// Grades.
///
/// # Errors
/// Nothing could be graded.
pub fn run(invocation: &Invocation<'_>, args: &GradeArgs) -> Result<ExitCode, Failure> {
    let mut session = invocation.open(&args.settings())?;
    let ui = invocation.ui;
    let mut selection = select(session.catalog(), &args.selection).map_err(|error| {
        let failure = Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) };
        // `harness grde` is read as a selection, since `grade` may be left out.
        match args.selection.first().and_then(|word| cli::nearest_command(word)) {
            Some(command) => failure.hint(format!("did you mean the command `{command}`?")),
            None => failure,
        }
    })?;
    session.narrow(&mut selection, args.selection.is_empty())?;
    troubles::tell(session.catalog());
    let candidates = programs::candidates(&session, &selection);
    drop(selection);
    if candidates.is_empty() {
        let nothing = anyhow!("nothing to grade: no solution with a case was found");
        return Err(Failure { code: ExitCode::NothingSelected, ..Failure::usage(nothing) });
    }
    let out = Box::new(Folded::new(
        BufWriter::new(std::io::stdout().lock()),
        ui.fold_width(args.format == Format::Human),
    ));
    let files = reports::open(&session, &args.report)?;
    let mut reporter = Everyone(vec![report::open(args.format, out, ui)]);
    for (format, file) in &files {
        let out = Box::new(file.writer().map_err(Failure::output)?);
        reporter.0.push(report::open(*format, out, ui));
    }
    if args.format == Format::Human && ui.verbosity != Verbosity::Quiet {
        reporter.0.push(Box::new(Undrawn::of(&candidates)));
    }
    let options = Options {
        fail_fast: args.fail_fast,
        require_languages: args.require_languages,
        stops_decided: !args.all,
    };
    let (tally, graded) = grading::grade(&session, &candidates, options, &mut reporter);
    let code = match tally.exit_code(&session.stop) {
        ExitCode::Fine | ExitCode::Unexpected if !session.catalog().defects.is_empty() => ExitCode::Usage,
        code => code,
    };
    troubles::tell_remarks(&session);
    // What is known is told, also when something broke on the way.
    reporter.finish(code).map_err(Failure::output)?;
    for (_, file) in files {
        file.commit().map_err(Failure::output)?;
    }
    graded.map(|()| code)
}
