//! A ranking, in every format.

#[cfg(test)]
pub mod fixture;
mod growth;
#[expect(
    clippy::format_collect,
    clippy::format_push_string,
    reason = "a page is put together once, and reads best as pieces"
)]
mod html;
mod human;
mod machine;
mod tables;
mod wording;

use std::io::{self, Write};
use std::time::Duration;

use crate::comparison::{Comparison, Contender};
use crate::model::Name;
use crate::stats::Interval;
use crate::ui::Ui;

pub use growth::{Grown, write_grown};
pub use machine::export_hyperfine;

/// The formats of `compare --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ComparisonFormat {
    /// For people.
    Human,
    /// One document.
    Json,
    /// One line a solution, with commas.
    Csv,
    /// A table for a text.
    Markdown,
    /// A page with plots that needs nothing else.
    Html,
}

/// What starting a program takes that does nothing.
#[derive(Clone, Debug)]
pub struct Floor {
    /// In which language.
    pub language: String,
    /// The median of its runs.
    pub time: Duration,
}

/// Where it was measured.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// Physical cores that the judge may use.
    pub cores: usize,
    /// The kernel's release.
    pub kernel: String,
    /// Whether it is a guest of another machine.
    pub is_virtual: bool,
    /// How the frequency of the cores is governed, where that can be known.
    pub governor: Option<String>,
}

/// A ranking and all that belongs to it.
#[derive(Clone)]
pub struct Measured<'a> {
    /// How the programs came about: a sentence for each language, with command and version.
    pub origins: &'a [String],
    /// The ranking.
    pub comparison: &'a Comparison,
    /// The samples behind it.
    pub contenders: &'a [Contender],
    /// The bytes of the input of each case.
    pub input_sizes: &'a [f64],
    /// What starting takes.
    pub floors: &'a [Floor],
    /// Where.
    pub machine: &'a Machine,
    /// Load of the machine when it began: how many wanted a core.
    pub load: f64,
    /// Programs got the core before anybody else's.
    pub is_first: bool,
    /// Why measuring ended.
    pub ended: String,
    /// What came of holding it against a kept one: the solution and the ratio to then.
    pub against: Vec<(Name, Option<Interval>)>,
    /// Lines about time limits.
    pub advice: Vec<String>,
}

/// Writes the ranking.
///
/// # Errors
/// The output could not be written.
pub fn write_comparison(
    format: ComparisonFormat,
    out: &mut dyn Write,
    measured: &Measured<'_>,
    ui: Ui,
) -> io::Result<()> {
    match format {
        ComparisonFormat::Human => human::write(out, measured, ui.width),
        ComparisonFormat::Json => machine::write(out, measured),
        ComparisonFormat::Csv => tables::write_csv(out, measured),
        ComparisonFormat::Markdown => tables::write_markdown(out, measured),
        ComparisonFormat::Html => html::write(out, measured),
    }?;
    out.flush()
}

#[cfg(test)]
mod tests;
