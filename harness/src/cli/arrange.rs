//! The flags of `cases`, `rm`, `mv` and `renumber`.

use clap::Args;

use crate::cli::help::{ADVANCED, LIMITS, OUTPUT, RUN};
use crate::config::Jobs;

/// The flags of `cases`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct CasesArgs {
    /// The problem
    #[arg(value_name = "PROBLEM", help_heading = RUN, display_order = 0)]
    pub problem: String,
    /// Run at most N programs in parallel; `auto` is one per physical core
    #[arg(short, long, value_name = "N", help_heading = LIMITS)]
    pub jobs: Option<Jobs>,
    /// Print only the names of a smallest set of cases that kills the same wrong solutions as all cases
    #[arg(long, conflicts_with = "format", help_heading = OUTPUT)]
    pub minimal: bool,
    /// Show the output that is tested as TEST, such as `1:trailing-word`, and what the checker says about it
    #[arg(long, value_name = "TEST", conflicts_with_all = ["minimal", "format"], help_heading = OUTPUT)]
    pub checker_test: Option<String>,
    /// Format of standard output: human or json (one document)
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "human",
        hide_possible_values = true,
        help_heading = OUTPUT
    )]
    pub format: CasesFormat,
}

/// The formats of `cases --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum CasesFormat {
    /// For people.
    Human,
    /// One document.
    Json,
}

/// The flags of `rm`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct RmArgs {
    /// PROBLEM/CASE, each part a glob
    #[arg(value_name = "CASE", required = true, help_heading = RUN, display_order = 0)]
    pub cases: Vec<String>,
    /// How to do it
    #[command(flatten)]
    pub manner: Manner,
}

/// The flags of `mv`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct MvArgs {
    /// The case: PROBLEM/CASE
    #[arg(value_name = "CASE", help_heading = RUN, display_order = 0)]
    pub case: String,
    /// Its new name, as in `max-n` or `group/max-n`
    #[arg(value_name = "NAME", help_heading = RUN, display_order = 1)]
    pub name: String,
    /// How to do it
    #[command(flatten)]
    pub manner: Manner,
}

/// The flags of `renumber`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct RenumberArgs {
    /// The problem
    #[arg(value_name = "PROBLEM", help_heading = RUN, display_order = 0)]
    pub problem: String,
    /// How to do it
    #[command(flatten)]
    pub manner: Manner,
}

/// How cases are changed.
#[derive(Clone, Copy, Debug, Args)]
pub struct Manner {
    /// Print what would be done, but do not do it
    #[arg(long, help_heading = OUTPUT)]
    pub dry_run: bool,
    /// Change the cases even if a pattern in problem.toml then matches no case
    #[arg(long, help_heading = ADVANCED)]
    pub force: bool,
}
