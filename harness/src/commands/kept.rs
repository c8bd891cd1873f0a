//! The records of comparisons: their JSON documents.

use crate::cli::CompareArgs;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::measure::Measured;
use crate::measure::growth::Grown;
use crate::record;
use crate::report::{ComparisonFormat, write_comparison, write_grown};
use crate::session::Session;

/// Keeps what a comparison measured.
///
/// # Errors
/// It cannot be told.
pub fn measured(
    session: &Session,
    args: &CompareArgs,
    measured: &Measured,
    code: ExitCode,
) -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    write_comparison(ComparisonFormat::Json, &mut text, measured, session.ui).map_err(Failure::output)?;
    Ok(keep(session, args, &text, code))
}

/// Keeps how solutions grow.
///
/// # Errors
/// It cannot be told.
pub fn grown(
    session: &Session,
    args: &CompareArgs,
    grown: &Grown,
    code: ExitCode,
) -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    write_grown(ComparisonFormat::Json, &mut text, grown).map_err(Failure::output)?;
    Ok(keep(session, args, &text, code))
}

fn keep(session: &Session, args: &CompareArgs, text: &[u8], code: ExitCode) -> ExitCode {
    if !args.no_record {
        record::keep_document(session, "compare", &String::from_utf8_lossy(text), code);
    }
    code
}
