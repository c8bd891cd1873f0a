//! The JSON document of a command that failed before it had something to print.

use std::io::{self, Write};

use crate::exit_code::ExitCode;
use crate::wire::SCHEMA;
use crate::wire::failed::FailedDocument;

/// Writes it.
///
/// # Errors
/// It cannot be written.
pub fn write_failure(
    out: &mut impl Write,
    errors: Vec<String>,
    hints: Vec<String>,
    code: ExitCode,
) -> io::Result<()> {
    let harness = env!("CARGO_PKG_VERSION").to_owned();
    let document = FailedDocument { schema: SCHEMA, harness, errors, hints, exit_code: code.number() };
    serde_json::to_writer(&mut *out, &document)?;
    out.write_all(b"\n")?;
    out.flush()
}
