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
    /// Read the input from this file, not from standard input
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
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
    /// How many cases to generate
    #[arg(skip = NonZeroUsize::MIN)]
    pub count: NonZeroUsize,
}

impl AddArgs {
    /// The flags that are settings.
    #[must_use]
    pub fn settings(&self) -> Flags {
        Flags { jobs: self.jobs, ..Flags::NONE }
    }
}
