//! The flags of `hunt`.

use std::time::Duration;

use clap::Args;

use crate::config::{Flags, Jobs, parse_time_limit};

/// The flags of `hunt`.
#[derive(Debug, Args)]
pub struct HuntArgs {
    /// The problem
    #[arg(value_name = "PROBLEM")]
    pub problem: String,
    /// The solutions to break; without them all that should be right, and the wrong ones that no case kills
    #[arg(value_name = "SOLUTION")]
    pub solutions: Vec<String>,
    /// The name of the case; without it the next free number
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The first seed, which the next count on from; without it the clock gives one
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Try so many inputs
    #[arg(long, value_name = "N")]
    pub count: Option<u64>,
    /// Look for so long; a minute where neither this nor --count is given
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit)]
    pub time: Option<Duration>,
    /// Run the generator with these arguments, `{seed}` and `{size}` in them replaced
    #[arg(long = "gen", value_name = "ARGS", default_value = Self::GENERATE, allow_hyphen_values = true)]
    pub generate: String,
    /// Try so many smaller inputs once one is found
    #[arg(long, value_name = "N", default_value = "5000")]
    pub shrink: usize,
    /// Keep the input that costs this solution the most CPU time instead
    #[arg(long, value_name = "SOLUTION", conflicts_with = "solutions")]
    pub slowest: Option<String>,
    /// Do everything but write
    #[arg(long)]
    pub dry_run: bool,
    /// Run so many programs at once
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<Jobs>,
}

impl HuntArgs {
    /// The arguments of the generator where none are given.
    pub const GENERATE: &str = "size={size}";

    /// The flags that are settings.
    #[must_use]
    pub fn settings(&self) -> Flags {
        Flags { jobs: self.jobs, ..Flags::NONE }
    }
}
