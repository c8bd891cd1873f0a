//! The flags of `hunt`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::help::{ADVANCED, LIMITS, OUTPUT, RUN};
use crate::config::{Flags, Jobs, parse_time_limit};
use crate::record::RecordTarget;

/// The flags of `hunt`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct HuntArgs {
    /// The problem
    #[arg(value_name = "PROBLEM", help_heading = RUN, display_order = 0)]
    pub problem: String,
    /// The targets [default: all accepted solutions, and wrong solutions that no case kills]
    #[arg(value_name = "SOLUTION", help_heading = RUN, display_order = 1)]
    pub solutions: Vec<String>,
    /// Take the answers of SOLUTION as right [default: the reference, or a consensus]
    #[arg(long, value_name = "SOLUTION", help_heading = RUN)]
    pub trust: Option<String>,
    /// Keep the input on which SOLUTION needs the most CPU time, instead of a failure
    #[arg(long, value_name = "SOLUTION", conflicts_with = "solutions", help_heading = RUN)]
    pub slowest: Option<String>,
    /// Run the generator with ARGS; `{seed}` and `{size}` are replaced [default: `generate` of
    /// problem.toml, or `size={size}`]
    #[arg(long = "gen", value_name = "ARGS", allow_hyphen_values = true, help_heading = RUN)]
    pub generate: Option<String>,
    /// Try at most N inputs
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub count: Option<u64>,
    /// Search for at most TIME, even if a program hangs [default: 60s, unless --count is given]
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit, help_heading = LIMITS)]
    pub time: Option<Duration>,
    /// Try at most N smaller inputs to shrink the one that was found
    #[arg(long, value_name = "N", default_value_t = Self::SHRINK, help_heading = LIMITS)]
    pub shrink: usize,
    /// Run at most N programs in parallel; `auto` is one per physical core
    #[arg(short, long, value_name = "N", help_heading = LIMITS)]
    pub jobs: Option<Jobs>,
    /// Call the case NAME [default: the next free number]
    #[arg(long, value_name = "NAME", help_heading = OUTPUT)]
    pub name: Option<String>,
    /// Search and shrink, but do not write the case
    #[arg(long, help_heading = OUTPUT)]
    pub dry_run: bool,
    /// Write the record of the hunt to FILE, not to `.judge/runs`
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, conflicts_with = "no_record")]
    pub record: Option<PathBuf>,
    /// Keep no record of the hunt
    #[arg(long, help_heading = OUTPUT)]
    pub no_record: bool,
    /// Begin with SEED; each further input takes the next one [default: from the clock]
    #[arg(long, value_name = "SEED", help_heading = ADVANCED)]
    pub seed: Option<u64>,
}

impl HuntArgs {
    /// The smaller inputs that are tried where no number is given.
    pub const SHRINK: usize = 5000;

    /// Where the record goes.
    #[must_use]
    pub fn record(&self) -> RecordTarget {
        RecordTarget { file: self.record.clone(), is_off: self.no_record }
    }

    /// The flags that are settings.
    #[must_use]
    pub fn settings(&self) -> Flags {
        Flags { jobs: self.jobs, ..Flags::NONE }
    }
}
