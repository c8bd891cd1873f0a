//! The command line: flags and commands, no logic.

mod add;
mod again;
mod arrange;
mod compare;
mod grade;
mod growth;
mod help;
mod hunt;
mod inspect;
mod look_back;
mod pack;
mod report_to;
mod run;
mod shell;
mod students;
mod talk;
mod watch;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand};

use crate::cli::help::EVERY;
use crate::config::nearest;
use crate::report::{ComparisonFormat, Format};
use crate::ui::{ColorChoice, Verbosity};

pub use add::AddArgs;
pub use again::run_again;
pub use arrange::{CasesArgs, CasesFormat, Manner, MvArgs, RenumberArgs, RmArgs};
pub use compare::{CompareArgs, Runs};
pub use grade::{GradeArgs, MessageFormat};
pub use growth::Growth;
pub use hunt::HuntArgs;
pub use inspect::{ListArgs, ShowArgs};
pub use look_back::{HistoryArgs, HistoryFormat, MergeArgs, ReportArgs, ReportsTo};
pub use pack::PackArgs;
pub use run::RunArgs;
pub use shell::{CompletionsArgs, ManArgs, Shell};
pub use talk::{Played, TalkArgs};
pub use watch::WatchArgs;

/// A judge for competitive programming; without a command, `grade` is run
#[derive(Debug, Parser)]
#[command(
    name = "harness",
    version,
    about,
    max_term_width = 100,
    disable_help_flag = true,
    disable_version_flag = true,
    after_help = help::TOP
)]
pub struct Cli {
    /// Flags of every command.
    #[command(flatten)]
    pub global: Global,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version, help_heading = EVERY)]
    version: Option<bool>,
}

/// Flags of every command.
#[derive(Debug, Args)]
#[command(next_display_order = 100)]
pub struct Global {
    /// When to use colour: auto, always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        help_heading = EVERY
    )]
    pub color: ColorChoice,
    /// Print more details
    #[arg(short, long, global = true, conflicts_with = "quiet", help_heading = EVERY)]
    pub verbose: bool,
    /// Print only what is not as expected
    #[arg(short, long, global = true, help_heading = EVERY)]
    pub quiet: bool,
    /// Print this help
    #[arg(short, long, global = true, action = ArgAction::Help, help_heading = EVERY)]
    help: Option<bool>,
    /// Use the workspace in DIR instead of searching upward for judge.toml
    #[arg(long, global = true, value_name = "DIR", help_heading = EVERY)]
    pub root: Option<PathBuf>,
    /// Apply the settings of `[profile.NAME]` in judge.toml
    #[arg(long, global = true, value_name = "NAME", help_heading = EVERY)]
    pub profile: Option<String>,
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
    /// Build and run solutions, judge their output, and compare verdicts with expectations
    #[command(after_help = help::GRADE)]
    Grade(GradeArgs),
    /// Print what a solution prints on a case, on a file or on standard input
    #[command(after_help = help::RUN_ONE)]
    Run(RunArgs),
    /// Make any report of a past run from its record
    #[command(after_help = help::REPORT)]
    Report(ReportArgs),
    /// List the recorded runs, or show how verdict and CPU time of solutions changed from run to run
    #[command(after_help = help::HISTORY)]
    History(HistoryArgs),
    /// Merge the records of the parts of a run, and report the whole run
    #[command(after_help = help::MERGE)]
    Merge(MergeArgs),
    /// Build everything once and pack it into one file, for `grade --pack` on machines without compilers
    #[command(after_help = help::PACK)]
    Pack(PackArgs),
    /// Grade after each save what the change affects
    #[command(after_help = help::WATCH)]
    Watch(WatchArgs),
    /// Rank solutions by speed, with confidence intervals and significance
    #[command(after_help = help::COMPARE)]
    Compare(CompareArgs),
    /// Add cases, answered by the reference or by consensus, and judge all solutions on them
    #[command(after_help = help::ADD)]
    Add(AddArgs),
    /// Search for an input on which a solution fails, shrink it, and add it as a case
    #[command(after_help = help::HUNT)]
    Hunt(HuntArgs),
    /// Check the cases of a problem, and find which wrong solutions they kill
    #[command(after_help = help::CASES)]
    Cases(CasesArgs),
    /// Remove cases
    #[command(after_help = help::RM)]
    Rm(RmArgs),
    /// Rename a case
    #[command(after_help = help::MV)]
    Mv(MvArgs),
    /// Renumber the cases of a problem without gaps
    #[command(after_help = help::RENUMBER)]
    Renumber(RenumberArgs),
    /// List problems, solutions and cases, or the settings in force
    #[command(after_help = help::LIST)]
    List(ListArgs),
    /// Show a case: its description, its input, its answer and its picture
    #[command(after_help = help::SHOW)]
    Show(ShowArgs),
    /// Talk to a solution as its interactor, or to the interactor as a solution
    #[command(after_help = help::TALK)]
    Talk(TalkArgs),
    /// List the languages: whether each is installed here, its version, its commands, how to install it
    #[command(after_help = help::LANGUAGES)]
    Languages,
    /// Report what this machine can limit, isolate and measure, and test the sandbox with misbehaving programs
    #[command(after_help = help::DOCTOR)]
    Doctor,
    /// Print a shell completion script for commands, flags and the names of the workspace
    #[command(after_help = help::COMPLETIONS)]
    Completions(CompletionsArgs),
    /// Print the manual page, or that of a command
    #[command(after_help = help::MAN)]
    Man(ManArgs),
}

impl Command {
    /// Whether standard output is to be one JSON document.
    #[must_use]
    pub fn prints_document(&self) -> bool {
        match self {
            Self::Grade(args) => args.format() == Format::Json,
            Self::Compare(args) => args.format == ComparisonFormat::Json,
            Self::Cases(args) => args.format == CasesFormat::Json,
            Self::History(args) => args.format == HistoryFormat::Json,
            Self::Report(ReportArgs { to, .. }) | Self::Merge(MergeArgs { to, .. }) => {
                to.format == Format::Json
            }
            _ => false,
        }
    }
}

/// Reads the command line. Where no command is named, `grade` is put in its place.
///
/// # Errors
/// What is wrong with the command line; or the text of `--help` and `--version`.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(with_command(arguments.into_iter().collect()))
}

/// The command whose name is nearest to a word.
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
