//! The flags of `watch`.

use std::time::Duration;

use clap::Args;

use crate::cli::help::{LIMITS, OUTPUT, RUN};
use crate::config::{Flags, Jobs, parse_size_limit, parse_time_limit};
use crate::model::Bytes;
use crate::report::WatchFormat;

/// The flags of `watch`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct WatchArgs {
    /// PROBLEM, PROBLEM/SOLUTION or PROBLEM/SOLUTION/CASE, each part a glob; without it everything
    #[arg(value_name = "SELECTION", help_heading = RUN, display_order = 0)]
    pub selection: Vec<String>,
    /// Stop each solution at its first verdict other than AC
    #[arg(long, conflicts_with = "all", help_heading = RUN)]
    pub first_failure: bool,
    /// Run every case, even if its group of points is decided or the solution has failed
    #[arg(long, help_heading = RUN)]
    pub all: bool,
    /// Run each failing solution again on its first WA or RE, with sanitizers or run-time checks, and show the line
    #[arg(long, help_heading = RUN)]
    pub explain: bool,
    /// Limit the CPU time of every run to TIME, as in `1.5s` or `800ms`
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit, help_heading = LIMITS)]
    pub time_limit: Option<Duration>,
    /// Limit the memory of every run to SIZE, as in `256MiB`
    #[arg(long, value_name = "SIZE", value_parser = parse_size_limit, help_heading = LIMITS)]
    pub memory_limit: Option<Bytes>,
    /// Run at most N programs in parallel; `auto` is one per physical core
    #[arg(short, long, value_name = "N", help_heading = LIMITS)]
    pub jobs: Option<Jobs>,
    /// Format of standard output: human (a few lines per run) or jsonl (one event per line) [default: human on a
    /// terminal, else jsonl]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, help_heading = OUTPUT)]
    pub format: Option<WatchFormat>,
}

impl WatchArgs {
    /// The flags that are settings.
    #[must_use]
    pub fn settings(&self) -> Flags {
        Flags {
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
            first_failure: Flags::first_failure(self.first_failure, self.all),
            jobs: self.jobs,
            ..Flags::NONE
        }
    }
}
