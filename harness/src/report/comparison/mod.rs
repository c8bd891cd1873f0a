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
mod tested;
mod wording;
pub mod words;

use std::io::{self, Write};

use crate::exit_code::ExitCode;
use crate::measure::Measured;
use crate::report::machine::{Junit, LibtestJson, Short, Tap};
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
    /// `JUnit`, for CI services.
    Junit,
    /// Test Anything Protocol, version 13.
    Tap,
    /// What Rust's test harness prints with `--format json`.
    LibtestJson,
    /// One line a solution that became too slow, as compilers write them.
    Short,
}

/// How a comparison ended, for reports that say whether it is a success.
#[derive(Clone, Debug)]
pub struct ComparisonEnd {
    /// The part by which a solution may be slower than the baseline; without one none is too slow.
    pub limit: Option<f64>,
    /// How the command ends.
    pub exit_code: ExitCode,
    /// Why it does not end well, where no solution is too slow.
    pub trouble: Option<String>,
}

impl ComparisonEnd {
    /// With nothing to be held to.
    #[must_use]
    pub fn fine() -> Self {
        Self { limit: None, exit_code: ExitCode::Fine, trouble: None }
    }
}

impl ComparisonFormat {
    /// Those that may be written to files.
    pub const REPORTS: &[Self] = &[
        Self::Html,
        Self::Json,
        Self::Csv,
        Self::Markdown,
        Self::Hyperfine,
        Self::Github,
        Self::Junit,
        Self::Tap,
        Self::LibtestJson,
        Self::Short,
    ];
}

/// Writes the ranking.
///
/// # Errors
/// The output could not be written.
pub fn write_comparison(
    format: ComparisonFormat,
    out: &mut dyn Write,
    measured: &Measured,
    end: &ComparisonEnd,
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
        ComparisonFormat::Junit => tested::write(&mut Junit::new(Box::new(&mut *out)), measured, end),
        ComparisonFormat::Tap => tested::write(&mut Tap::new(Box::new(&mut *out)), measured, end),
        ComparisonFormat::LibtestJson => {
            tested::write(&mut LibtestJson::new(Box::new(&mut *out)), measured, end)
        }
        ComparisonFormat::Short => tested::write(&mut Short::new(Box::new(&mut *out)), measured, end),
    }?;
    out.flush()
}

#[cfg(test)]
mod tests;
