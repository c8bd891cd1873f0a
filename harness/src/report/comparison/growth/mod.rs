//! By which law time grows, for people and for machines.

mod human;
mod machine;
#[cfg(test)]
mod tests;
mod wording;

use std::io::{self, Write};

use crate::measure::growth::Grown;
use crate::report::comparison::ComparisonFormat;

/// Writes it.
///
/// # Errors
/// The output could not be written; formats other than those for people and JSON there are none.
pub fn write_grown(format: ComparisonFormat, out: &mut dyn Write, grown: &Grown) -> io::Result<()> {
    match format {
        ComparisonFormat::Human => human::write(out, grown),
        ComparisonFormat::Json => machine::write(out, grown),
        ComparisonFormat::Csv
        | ComparisonFormat::Markdown
        | ComparisonFormat::Html
        | ComparisonFormat::Hyperfine
        | ComparisonFormat::Github
        | ComparisonFormat::Junit
        | ComparisonFormat::Tap
        | ComparisonFormat::LibtestJson
        | ComparisonFormat::Short => Err(io::Error::from(io::ErrorKind::Unsupported)),
    }?;
    out.flush()
}
