//! The flags of `run`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::help::RUN;

/// The flags of `run`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct RunArgs {
    /// PROBLEM/SOLUTION: the solution to run
    #[arg(value_name = "PROBLEM/SOLUTION", help_heading = RUN, display_order = 0)]
    pub program: String,
    /// The case to run and judge it on [default: `-`, standard input]
    #[arg(value_name = "CASE", help_heading = RUN, display_order = 1)]
    pub case: Option<String>,
    /// Read the input from FILE
    #[arg(long, value_name = "FILE", conflicts_with = "case", help_heading = RUN)]
    pub input: Option<PathBuf>,
}
