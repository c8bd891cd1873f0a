//! How source files become programs.

use std::time::Duration;

/// The name of the language of Cargo packages, which are built by Cargo and not by the table.
pub const RUST_PACKAGE: &str = "rust";

/// One row of the language table. The argument vectors hold `{source}`, `{binary}`, `{dir}`; there
/// is never a shell.
#[derive(Clone, Debug, PartialEq)]
pub struct Language {
    /// The name in settings and reports.
    pub name: String,
    /// File name extensions without the dot.
    pub extensions: Vec<String>,
    /// Builds `{binary}` from `{source}`; empty for languages that are not compiled.
    pub compile: Vec<String>,
    /// Starts the program.
    pub run: Vec<String>,
    /// Prints the version of the compiler or interpreter.
    pub version: Vec<String>,
    /// The time limit is multiplied by this.
    pub time_factor: f64,
    /// And this is added.
    pub time_extra: Duration,
}
