//! A ranking, in every format.

mod doubts;
#[cfg(test)]
pub mod fixture;
mod github;
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
pub mod words;

use std::io::{self, Write};

use crate::measure::Measured;
use crate::report::step_summary;
use crate::ui::Ui;

pub use growth::write_grown;
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
    /// The samples as hyperfine's `--export-json` has them.
    Hyperfine,
    /// Warnings of GitHub Actions about what became slower, and the summary of the step.
    Github,
}

impl ComparisonFormat {
    /// Those that may be written to files.
    pub const REPORTS: &[Self] =
        &[Self::Html, Self::Json, Self::Csv, Self::Markdown, Self::Hyperfine, Self::Github];
}

/// Writes the ranking.
///
/// # Errors
/// The output could not be written.
pub fn write_comparison(
    format: ComparisonFormat,
    out: &mut dyn Write,
    measured: &Measured,
    ui: Ui,
) -> io::Result<()> {
    match format {
        ComparisonFormat::Human => human::write(out, measured, ui.width),
        ComparisonFormat::Json => machine::write(out, measured),
        ComparisonFormat::Csv => tables::write_csv(out, measured),
        ComparisonFormat::Markdown => tables::write_markdown(out, measured),
        ComparisonFormat::Html => html::write(out, measured),
        ComparisonFormat::Hyperfine => export_hyperfine(out, measured),
        ComparisonFormat::Github => github::write(out, measured, step_summary::place().as_deref()),
    }?;
    out.flush()
}

#[cfg(test)]
mod tests;
