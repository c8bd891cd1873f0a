//! By which law time grows, for people and for machines.

mod human;
mod machine;
#[cfg(test)]
mod tests;
mod wording;

use std::io::{self, Write};

use crate::comparison::Metric;
use crate::comparison::growth::Course;
use crate::model::Name;
use crate::report::comparison::{ComparisonFormat, Floor, Machine};

/// What was measured at growing sizes.
pub struct Grown<'a> {
    /// The problem.
    pub problem: &'a Name,
    /// What was measured.
    pub metric: Metric,
    /// What grew.
    pub parameter: &'a str,
    /// The sizes that were asked for.
    pub sizes: &'a [u64],
    /// Inputs at each size.
    pub seeds: u64,
    /// Runs of each input.
    pub rounds: usize,
    /// The solutions.
    pub courses: &'a [Course],
    /// What starting takes.
    pub floors: &'a [Floor],
    /// Where.
    pub machine: &'a Machine,
    /// Load of the machine when it began: how many wanted a core.
    pub load: f64,
    /// Why measuring ended.
    pub ended: String,
}

/// Writes it.
///
/// # Errors
/// The output could not be written; formats other than those for people and JSON there are none.
pub fn write_grown(format: ComparisonFormat, out: &mut dyn Write, grown: &Grown<'_>) -> io::Result<()> {
    match format {
        ComparisonFormat::Human => human::write(out, grown),
        ComparisonFormat::Json => machine::write(out, grown),
        ComparisonFormat::Csv | ComparisonFormat::Markdown | ComparisonFormat::Html => {
            Err(io::Error::from(io::ErrorKind::Unsupported))
        }
    }?;
    out.flush()
}
