//! The flags of `pack`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::help::{LIMITS, OUTPUT, RUN};
use crate::config::{Flags, Jobs};

/// The flags of `pack`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct PackArgs {
    /// PROBLEM, PROBLEM/SOLUTION or PROBLEM/SOLUTION/CASE, each part a glob; without it everything
    #[arg(value_name = "SELECTION", help_heading = RUN, display_order = 0)]
    pub selection: Vec<String>,
    /// Build at most N programs in parallel; `auto` is one per physical core
    #[arg(short, long, value_name = "N", help_heading = LIMITS)]
    pub jobs: Option<Jobs>,
    /// Write the pack to FILE
    #[arg(short, long, value_name = "FILE", default_value = "judge-pack.tar.zst", help_heading = OUTPUT)]
    pub output: PathBuf,
}

impl PackArgs {
    /// The flags that are settings.
    #[must_use]
    pub fn settings(&self) -> Flags {
        Flags { jobs: self.jobs, ..Flags::NONE }
    }
}
