//! The flags of `cases`, `rm`, `mv` and `renumber`.

use clap::Args;

use crate::config::Jobs;

/// The flags of `cases`.
#[derive(Debug, Args)]
pub struct CasesArgs {
    /// The problem
    #[arg(value_name = "PROBLEM")]
    pub problem: String,
    /// Print only the names of a smallest set of cases that kills as much as all
    #[arg(long, conflicts_with = "format")]
    pub minimal: bool,
    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: CasesFormat,
    /// Run so many programs at once
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<Jobs>,
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
pub struct RmArgs {
    /// The cases: PROBLEM/CASE, each part a glob
    #[arg(value_name = "CASE", required = true)]
    pub cases: Vec<String>,
    /// How to do it
    #[command(flatten)]
    pub manner: Manner,
}

/// The flags of `mv`.
#[derive(Debug, Args)]
pub struct MvArgs {
    /// The case: PROBLEM/CASE
    #[arg(value_name = "CASE")]
    pub case: String,
    /// Its new name, as in `max-n` or `group/max-n`
    #[arg(value_name = "NAME")]
    pub name: String,
    /// How to do it
    #[command(flatten)]
    pub manner: Manner,
}

/// The flags of `renumber`.
#[derive(Debug, Args)]
pub struct RenumberArgs {
    /// The problem
    #[arg(value_name = "PROBLEM")]
    pub problem: String,
    /// How to do it
    #[command(flatten)]
    pub manner: Manner,
}

/// How cases are changed.
#[derive(Clone, Copy, Debug, Args)]
pub struct Manner {
    /// Even if a rule of problem.toml is left without a case
    #[arg(long)]
    pub force: bool,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
}
