//! The flags of `list` and `show`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::help::{OUTPUT, RUN};

/// The flags of `list`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct ListArgs {
    /// PROBLEM, PROBLEM/SOLUTION or PROBLEM/SOLUTION/CASE, each part a glob; without it everything
    #[arg(value_name = "SELECTION", help_heading = RUN, display_order = 0)]
    pub selection: Vec<String>,
    /// Print every setting in force with the file and line that it comes from
    #[arg(long, help_heading = OUTPUT)]
    pub explain: bool,
}

/// The flags of `show`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct ShowArgs {
    /// PROBLEM/CASE, each part a glob
    #[arg(value_name = "CASE", required = true, help_heading = RUN, display_order = 0)]
    pub cases: Vec<String>,
    /// Write what the view of the problem prints for one case to FILE, and nothing else
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub picture: Option<PathBuf>,
    /// Run SOLUTION on one case, and draw what it prints instead of the answer
    #[arg(long, value_name = "SOLUTION", conflicts_with = "output", help_heading = OUTPUT)]
    pub of: Option<String>,
    /// Run SOLUTION on one case and print what it prints, and nothing else
    #[arg(long, value_name = "SOLUTION", conflicts_with = "picture", help_heading = OUTPUT)]
    pub output: Option<String>,
}
