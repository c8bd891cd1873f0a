//! The flags of `grade`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::help::{ADVANCED, LIMITS, OUTPUT, RUN, SHARDS};
use crate::cli::look_back::ReportsTo;
use crate::cli::students::StudentArgs;
use crate::config::{Flags, IsolationMode, Jobs, parse_size_limit, parse_time_limit};
use crate::model::{Bytes, KillSlack};
use crate::record::{RecordRequest, RecordTarget, ShardBy, ShardManner, ShardWanted};
use crate::report::Format;

/// The flags of `grade`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct GradeArgs {
    /// PROBLEM, PROBLEM/SOLUTION or PROBLEM/SOLUTION/CASE, each part a glob; without it everything
    #[arg(value_name = "SELECTION", help_heading = RUN, display_order = 0)]
    pub selection: Vec<String>,
    /// Run only what was not as expected or did not run last time, and what is new or changed
    #[arg(long, help_heading = RUN)]
    pub failed: bool,
    /// Stop at the first verdict that is not as expected
    #[arg(long, help_heading = RUN)]
    pub fail_fast: bool,
    /// Stop each solution at its first verdict other than AC
    #[arg(long, conflicts_with_all = ["fail_fast", "all"], help_heading = RUN)]
    pub first_failure: bool,
    /// Run every case, even if its group of points is decided or the solution has failed
    #[arg(long, help_heading = RUN)]
    pub all: bool,
    /// Run each failing solution again on its first WA or RE, with sanitizers or run-time checks, and show the line
    #[arg(long, conflicts_with = "pack", help_heading = RUN)]
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
    /// Whose programs.
    #[command(flatten)]
    pub class: StudentArgs,
    /// What to print and write.
    #[command(flatten)]
    pub to: ReportsTo,
    /// Style of standard output: human, or short (one line per failure, as compilers write them)
    #[arg(
        long,
        value_name = "STYLE",
        conflicts_with = "format",
        hide_possible_values = true,
        help_heading = OUTPUT
    )]
    pub message_format: Option<MessageFormat>,
    /// Print what changed since RUN: `last`, a name that `history` lists, or the file of a record
    #[arg(long, value_name = "RUN", help_heading = OUTPUT, conflicts_with = "audience")]
    pub against: Option<String>,
    /// Write the record of the run to FILE, not to `.judge/runs`
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, conflicts_with = "no_record")]
    pub record: Option<PathBuf>,
    /// Save the full output of each run in DIR/PROBLEM/SOLUTION/CASE.out
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Keep no record of the run
    #[arg(long, help_heading = OUTPUT)]
    pub no_record: bool,
    /// Run only part I of N of the selection; `auto` reads I and N from environment variables of the scheduler
    #[arg(long, value_name = "I/N", help_heading = SHARDS, conflicts_with = "no_record")]
    pub shard: Option<ShardWanted>,
    /// What stays together in a part: unit (one solution on one case), solution, case or problem
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "unit",
        hide_possible_values = true,
        requires = "shard",
        help_heading = SHARDS
    )]
    pub shard_by: ShardBy,
    /// How runs are assigned to parts: slice (round-robin) or hash (by name; new cases and solutions move no others)
    #[arg(
        long,
        value_name = "HOW",
        default_value = "slice",
        hide_possible_values = true,
        requires = "shard",
        help_heading = SHARDS
    )]
    pub shard_manner: ShardManner,
    /// Make parts that take equally long, by the times in the record FILE; all parts need the same FILE
    #[arg(long, value_name = "FILE", requires = "shard", help_heading = SHARDS, conflicts_with = "shard_manner")]
    pub balance: Option<PathBuf>,
    /// Grade the pack FILE of `harness pack`; needs no compiler and no workspace
    #[arg(long, value_name = "FILE", help_heading = SHARDS)]
    pub pack: Option<PathBuf>,
    /// Unpack the pack into DIR and use DIR again in later runs [default: a temporary folder]
    #[arg(long, value_name = "DIR", requires = "pack", help_heading = SHARDS)]
    pub unpack: Option<PathBuf>,
    /// Repeat a run near its time limit with nothing else running, at most N times
    #[arg(long, value_name = "N", help_heading = ADVANCED)]
    pub recheck: Option<u32>,
    /// Kill a run at FACTOR times its time limit while others run; 1.0: at the limit, as TLE, without repetition
    #[arg(long, value_name = "FACTOR", help_heading = ADVANCED)]
    pub kill_slack: Option<KillSlack>,
    /// Isolation of programs: auto (as much as this machine supports), required (full, or refuse to run) or none
    #[arg(long, value_name = "LEVEL", help_heading = ADVANCED)]
    pub isolation: Option<IsolationMode>,
    /// Fail where the compiler or interpreter of a solution is not installed, instead of skipping it
    #[arg(long, help_heading = ADVANCED)]
    pub require_languages: bool,
}

/// The styles of `--message-format`, the flag that editors know from Cargo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum MessageFormat {
    /// For people.
    Human,
    /// One line a failure.
    Short,
}

impl GradeArgs {
    /// The format of standard output.
    #[must_use]
    pub fn format(&self) -> Format {
        match self.message_format {
            Some(MessageFormat::Short) => Format::Short,
            Some(MessageFormat::Human) => Format::Human,
            None => self.to.format,
        }
    }

    /// What is to be done with records. A run may end early by a flag or by a setting.
    #[must_use]
    pub fn records(&self, first_failure: bool) -> RecordRequest {
        let options =
            [(self.all, "--all"), (self.failed, "--failed"), (first_failure, "--first-failure")].into_iter();
        RecordRequest {
            target: RecordTarget { file: self.record.clone(), is_off: self.no_record },
            output: self.output.clone(),
            against: self.against.clone(),
            failed: self.failed,
            ends_early: self.fail_fast,
            options: options.filter(|(is_set, _)| *is_set).map(|(_, name)| name.to_owned()).collect(),
            shard: self.shard,
            shard_by: self.shard_by,
            shard_manner: self.shard_manner,
            balance: self.balance.clone(),
        }
    }

    /// The flags that are settings.
    #[must_use]
    pub fn settings(&self) -> Flags {
        Flags {
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
            recheck: self.recheck,
            kill_slack: self.kill_slack,
            first_failure: Flags::first_failure(self.first_failure, self.all),
            jobs: self.jobs,
            isolation: self.isolation,
        }
    }
}
