//! `pack`: everything built once, in one file, to be graded where no compiler is.

use std::io::{self, Write};

use anyhow::anyhow;

use crate::cli::PackArgs;
use crate::commands::invocation::{Invocation, tell_defects, tell_remarks};
use crate::discover::select;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Bytes, counted, mebibytes};
use crate::pack::{self, Packed};
use crate::programs;
use crate::report::open_file;
use crate::ui::Verbosity;

/// Packs.
///
/// # Errors
/// Nothing could be packed.
pub fn run(invocation: &Invocation<'_>, args: &PackArgs) -> Result<ExitCode, Failure> {
    let mut session = invocation.open(&args.settings())?;
    let mut selection = select(session.catalog(), &args.selection)
        .map_err(|error| Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) })?;
    session.narrow(&mut selection, args.selection.is_empty())?;
    session.note_encodings(&selection);
    tell_defects(session.catalog(), session.ui.verbosity);
    let candidates = programs::candidates(&session, &selection);
    if candidates.is_empty() {
        let nothing = anyhow!("nothing to pack: no solution with a case was found");
        return Err(Failure { code: ExitCode::NothingSelected, ..Failure::usage(nothing) });
    }
    let file = open_file(&args.output, session.run_folder()?)?;
    let mut out = file.writer().map_err(Failure::output)?;
    let packed = pack::pack(&session, &candidates, &args.selection, &mut out);
    tell_remarks(&session);
    let packed = packed?;
    drop(out);
    file.commit().map_err(Failure::output)?;
    if invocation.ui.verbosity != Verbosity::Quiet {
        let line = format!("{}: {}", args.output.display(), told(&packed));
        writeln!(io::stdout(), "{line}").map_err(Failure::output)?;
    }
    Ok(if session.catalog().defects.is_empty() { ExitCode::Fine } else { ExitCode::Usage })
}

fn told(packed: &Packed) -> String {
    let Packed { solutions, programs, files, unpacked, size } = *packed;
    format!(
        "{}, {} and {}, {} in {}",
        counted(solutions, "solution"),
        counted(programs, "program"),
        counted(files, "file"),
        mebibytes(Bytes(unpacked)),
        mebibytes(Bytes(size))
    )
}
