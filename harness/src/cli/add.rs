//! The flags of `add`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::config::{Flags, Jobs};

/// The flags of `add`.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that is given or not")]
#[derive(Debug, Args)]
pub struct AddArgs {
    /// The problem
    #[arg(value_name = "PROBLEM")]
    pub problem: String,
    /// The name of the case, as in `max-n` or `group/max-n`; without it the next free number
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Where the inputs come from; nothing of it is standard input.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Read the answer from this file; without it the reference is asked
    #[arg(long, value_name = "FILE")]
    pub answer: Option<PathBuf>,
    /// Ask all solutions that should be right for the answer, and take it if they agree
    #[arg(long, conflicts_with = "answer")]
    pub consensus: bool,
    /// Keep line ends as they are
    #[arg(long)]
    pub raw: bool,
    /// Write the case even though a solution that should be right says something else
    #[arg(long)]
    pub force: bool,
    /// Do everything but write
    #[arg(long)]
    pub dry_run: bool,
    /// Run so many programs at once
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<Jobs>,
    /// Generate so many cases
    #[arg(long, value_name = "N", requires = "generate", default_value = "1")]
    pub count: NonZeroUsize,
    /// The seed of the first case, which the next count on from; without it the clock gives one
    #[arg(long, value_name = "SEED", requires = "generate")]
    pub seed: Option<u64>,
}

impl AddArgs {
    /// The flags that are settings.
    #[must_use]
    pub fn settings(&self) -> Flags {
        Flags { jobs: self.jobs, ..Flags::NONE }
    }
}

/// Where inputs come from, other than standard input.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct SourceArgs {
    /// Read the input from this file, not from standard input
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// Take the input from the clipboard
    #[arg(long)]
    pub clip: bool,
    /// Write input and answer in $EDITOR
    #[arg(long)]
    pub edit: bool,
    /// Take every sample of a statement in Markdown
    #[arg(long, value_name = "FILE")]
    pub from_markdown: Option<PathBuf>,
    /// Run the generator with these arguments behind the seed, or with the seed in place of `{seed}`
    #[arg(long = "gen", id = "generate", value_name = "ARGS", allow_hyphen_values = true)]
    pub generate: Option<String>,
}
