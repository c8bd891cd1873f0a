//! The flags of `add`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::cli::help::{ADVANCED, LIMITS, OUTPUT, RUN};
use crate::config::{Flags, Jobs};

/// The flags of `add`.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that is given or not")]
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct AddArgs {
    /// The problem
    #[arg(value_name = "PROBLEM", help_heading = RUN, display_order = 0)]
    pub problem: String,
    /// The name of the case, as in `max-n` or `group/max-n` [default: the next free number]
    #[arg(value_name = "NAME", help_heading = RUN, display_order = 1)]
    pub name: Option<String>,
    /// Where the inputs come from; without any of it, standard input.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Read the answer from FILE [default: ask the reference; none where an interactor decides]
    #[arg(long, value_name = "FILE", help_heading = RUN)]
    pub answer: Option<PathBuf>,
    /// Take the answer on which all accepted solutions agree
    #[arg(long, conflicts_with = "answer", help_heading = RUN)]
    pub consensus: bool,
    /// Generate N cases
    #[arg(long, value_name = "N", requires = "generate", default_value = "1", help_heading = LIMITS)]
    pub count: NonZeroUsize,
    /// Run at most N programs in parallel; `auto` is one per physical core
    #[arg(short, long, value_name = "N", help_heading = LIMITS)]
    pub jobs: Option<Jobs>,
    /// Check, answer and judge the case, but do not write it
    #[arg(long, help_heading = OUTPUT)]
    pub dry_run: bool,
    /// Begin with SEED; each further case takes the next one [default: from the clock]
    #[arg(long, value_name = "SEED", requires = "generate", help_heading = ADVANCED)]
    pub seed: Option<u64>,
    /// Keep the bytes of the input: line ends, byte order mark and encoding
    #[arg(long, help_heading = ADVANCED)]
    pub raw: bool,
    /// Write the case even if an accepted solution contradicts the answer
    #[arg(long, help_heading = ADVANCED)]
    pub force: bool,
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
    /// Read the input from FILE, not from standard input
    #[arg(long, value_name = "FILE", help_heading = RUN)]
    pub input: Option<PathBuf>,
    /// Read the input from the clipboard
    #[arg(long, help_heading = RUN)]
    pub clip: bool,
    /// Write input and answer in $EDITOR
    #[arg(long, help_heading = RUN)]
    pub edit: bool,
    /// Add every sample of the statement in FILE, Markdown or HTML
    #[arg(long, value_name = "FILE", help_heading = RUN)]
    pub from_markdown: Option<PathBuf>,
    /// Run the generator with the seed and ARGS; `{seed}` in ARGS is replaced by the seed; '' takes the arguments
    /// of `generate` in problem.toml
    #[arg(
        long = "gen",
        id = "generate",
        value_name = "ARGS",
        allow_hyphen_values = true,
        help_heading = RUN
    )]
    pub generate: Option<String>,
}
