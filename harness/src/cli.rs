//! The command line: flags and commands, no logic.

mod add;
mod arrange;
mod growth;
mod hunt;
mod report_to;

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::comparison::Metric;
use crate::config::{Flags, IsolationMode, Jobs, nearest, parse_size_limit, parse_time_limit};
use crate::model::Bytes;
use crate::report::{ComparisonFormat, Format};
use crate::ui::{ColorChoice, Verbosity};

pub use add::AddArgs;
pub use arrange::{CasesArgs, CasesFormat, Manner, MvArgs, RenumberArgs, RmArgs};
pub use growth::Growth;
pub use hunt::HuntArgs;
pub use report_to::ReportTo;

/// A judge for competitive programming.
///
/// Without a command it grades: `harness` is `harness grade`.
#[derive(Debug, Parser)]
#[command(name = "harness", version, about, max_term_width = 100)]
pub struct Cli {
    /// What holds for every command.
    #[command(flatten)]
    pub global: Global,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What holds for every command.
#[derive(Debug, Args)]
pub struct Global {
    /// The workspace; without it the nearest folder upward that has a judge.toml
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Use the settings of `[profile.NAME]` in judge.toml
    #[arg(long, global = true, value_name = "NAME")]
    pub profile: Option<String>,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
    /// Say more
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Say only what is not as expected
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

impl Global {
    /// How much to say.
    #[must_use]
    pub fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        }
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build, run and judge solutions, and hold the verdicts against what is expected
    Grade(GradeArgs),
    /// Say which solution is faster, by how much, and how sure that is
    Compare(CompareArgs),
    /// Add cases, answered by the reference or by consensus, and judge all solutions on them
    Add(AddArgs),
    /// Look for an input that breaks a solution, make it small, and add it as a case
    Hunt(HuntArgs),
    /// Say what is wrong with the cases of a problem, and which wrong solutions they kill
    Cases(CasesArgs),
    /// Remove cases
    Rm(RmArgs),
    /// Give a case another name
    Mv(MvArgs),
    /// Count the numbers in the names of cases anew
    Renumber(RenumberArgs),
    /// List problems, solutions and cases
    List(ListArgs),
    /// Show a case: what it is for, its input and its answer
    Show(ShowArgs),
    /// Tell what this machine can limit, isolate and measure, and judge programs that misbehave
    Doctor,
}

/// The flags of `grade`.
#[derive(Debug, Args)]
pub struct GradeArgs {
    /// What to grade: PROBLEM, PROBLEM/SOLUTION or PROBLEM/SOLUTION/CASE, each part a glob
    #[arg(value_name = "SELECTION")]
    pub selection: Vec<String>,
    /// Run so many programs at once
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<Jobs>,
    /// Stop at the first verdict that is not as expected
    #[arg(long)]
    pub fail_fast: bool,
    /// What to write to standard output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
    /// Write a report to a file, too: json or jsonl; may be given again
    #[arg(long, value_name = "KIND=FILE", value_parser = ReportTo::parser(&[Format::Json, Format::Jsonl]))]
    pub report: Vec<ReportTo<Format>>,
    /// Limit the CPU time of every run, as in `1.5s` or `800ms`
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit)]
    pub time_limit: Option<Duration>,
    /// Limit the memory of every run, as in `256MiB`
    #[arg(long, value_name = "SIZE", value_parser = parse_size_limit)]
    pub memory_limit: Option<Bytes>,
    /// Repeat a borderline run alone up to so many times
    #[arg(long, value_name = "N")]
    pub recheck: Option<u32>,
    /// How well to shut programs off: auto, required or none
    #[arg(long, value_name = "HOW")]
    pub isolation: Option<IsolationMode>,
}

impl GradeArgs {
    /// The flags that are settings.
    #[must_use]
    pub fn settings(&self) -> Flags {
        Flags {
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
            recheck: self.recheck,
            jobs: self.jobs,
            isolation: self.isolation,
        }
    }
}

/// The formats of `compare --report`.
const COMPARISON_REPORTS: &[ComparisonFormat] =
    &[ComparisonFormat::Html, ComparisonFormat::Json, ComparisonFormat::Csv, ComparisonFormat::Markdown];

/// The flags of `compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// What to compare: PROBLEM or PROBLEM/SOLUTION, the latter a glob
    #[arg(value_name = "SELECTION", required = true)]
    pub selection: Vec<String>,
    /// Only on the cases that match
    #[arg(long, value_name = "GLOB")]
    pub cases: Option<String>,
    /// Measure so many rounds, or as many as it takes
    #[arg(long, value_name = "N|auto", default_value = "auto")]
    pub runs: Runs,
    /// Stop measuring after this time, however unsure the result is
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time_limit)]
    pub max_time: Duration,
    /// What to compare
    #[arg(long, value_name = "WHAT", default_value = "cpu")]
    pub metric: Metric,
    /// Instead of the cases use the generator, with its parameter growing, and say by which law time grows
    #[arg(
        long,
        value_name = "PARAM=A..B",
        allow_hyphen_values = true,
        conflicts_with_all = ["cases", "save", "against", "limits", "report", "export_hyperfine"]
    )]
    pub growth: Option<Growth>,
    /// Give the generator these further arguments, `{seed}` and `{PARAM}` in them replaced
    #[arg(
        long = "gen",
        value_name = "ARGS",
        requires = "growth",
        default_value = "",
        allow_hyphen_values = true
    )]
    pub generate: String,
    /// Keep what was measured under this name
    #[arg(long, value_name = "NAME")]
    pub save: Option<String>,
    /// Compare with what was kept under this name, too
    #[arg(long, value_name = "NAME")]
    pub against: Option<String>,
    /// Fail if a solution is slower than what was kept by more than this
    #[arg(long, value_name = "PERCENT", requires = "against", value_parser = parse_percent)]
    pub fail_if_slower: Option<f64>,
    /// Say which time limits tell the solutions that should pass from those that should not
    #[arg(long)]
    pub limits: bool,
    /// What to write to standard output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: ComparisonFormat,
    /// Write a report to a file, too: html, json, csv or markdown; may be given again
    #[arg(long, value_name = "KIND=FILE", value_parser = ReportTo::parser(COMPARISON_REPORTS))]
    pub report: Vec<ReportTo<ComparisonFormat>>,
    /// Write the samples in the format of hyperfine's `--export-json`, for its scripts
    #[arg(long, value_name = "FILE")]
    pub export_hyperfine: Option<PathBuf>,
}

/// How many rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Until the intervals are narrow, or the time is over.
    Auto,
    /// So many.
    Exactly(usize),
}

impl FromStr for Runs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            _ => match text.parse() {
                Ok(runs @ 3..) => Ok(Self::Exactly(runs)),
                _ => Err("it must be `auto` or a number of at least 3; fewer say nothing".to_owned()),
            },
        }
    }
}

/// `5%` as 0.05.
fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim().parse::<f64>();
    match number {
        Ok(percent) if percent.is_finite() && percent >= 0.0 => Ok(percent / 100.0),
        _ => Err("it must be a percentage like `5%`".to_owned()),
    }
}

/// The flags of `list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// What to list: PROBLEM, PROBLEM/SOLUTION or PROBLEM/SOLUTION/CASE, each part a glob
    #[arg(value_name = "SELECTION")]
    pub selection: Vec<String>,
    /// Print every setting in force and the file and line it came from
    #[arg(long)]
    pub explain: bool,
}

/// The flags of `show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The case: PROBLEM/CASE, each part a glob
    #[arg(value_name = "CASE", required = true)]
    pub cases: Vec<String>,
}

/// Reads the command line. Where no command is named, `grade` is put in its place.
///
/// # Errors
/// What is wrong with the command line; or the text of `--help` and `--version`.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(with_command(arguments.into_iter().collect()))
}

/// The command that a word was most likely meant to be.
#[must_use]
pub fn nearest_command(word: &str) -> Option<String> {
    let cli = Cli::command();
    nearest(word, cli.get_subcommands().map(clap::Command::get_name)).map(str::to_owned)
}

/// The arguments with `grade` before the first one that is neither a global flag nor a command.
fn with_command(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let mut index = 1;
    while let Some(argument) = arguments.get(index).and_then(|argument| argument.to_str()) {
        match argument {
            "--root" | "--profile" | "--color" => index += 2,
            "-v" | "--verbose" | "-q" | "--quiet" => index += 1,
            "-h" | "--help" | "-V" | "--version" | "help" => return arguments,
            flag if ["--root=", "--profile=", "--color="].iter().any(|start| flag.starts_with(start)) => {
                index += 1;
            }
            command if <Command as Subcommand>::has_subcommand(command) => return arguments,
            _ => break,
        }
    }
    // Past the end only where a flag has no value; then the flag is what is wrong.
    if index <= arguments.len() {
        arguments.insert(index, "grade".into());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::{Cli, with_command};
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[track_caller]
    fn check(given: &str, expect: &str) {
        let words = |text: &str| text.split_whitespace().map(Into::into).collect::<Vec<std::ffi::OsString>>();
        assert_eq!(with_command(words(given)), words(expect));
    }

    #[test]
    fn without_a_command_it_grades() {
        check("harness", "harness grade");
        check("harness -j 2", "harness grade -j 2");
        check("harness leetcode-909", "harness grade leetcode-909");
        check("harness --root list x", "harness --root list grade x");
        check("harness --color=never --fail-fast", "harness --color=never grade --fail-fast");
        check("harness list", "harness list");
        check("harness -q list", "harness -q list");
        check("harness --help", "harness --help");
        check("harness --root", "harness --root");
    }
}
