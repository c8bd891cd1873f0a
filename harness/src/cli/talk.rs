//! The flags of `talk`.

use clap::Args;

use crate::cli::help::RUN;

/// The flags of `talk`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct TalkArgs {
    /// PROBLEM/SOLUTION: the program to talk to; with `--as solution`, PROBLEM is enough
    #[arg(value_name = "PROBLEM/SOLUTION", help_heading = RUN, display_order = 0)]
    pub program: String,
    /// The case to use [default: the first]
    #[arg(value_name = "CASE", help_heading = RUN, display_order = 1)]
    pub case: Option<String>,
    /// Your role: interactor (talk to the solution) or solution (talk to the interactor)
    #[arg(
        long = "as",
        value_name = "ROLE",
        default_value = "interactor",
        hide_possible_values = true,
        help_heading = RUN
    )]
    pub played: Played,
}

/// Whom a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Played {
    /// The interactor.
    Interactor,
    /// A solution.
    Solution,
}
