//! One verb a file.

mod add;
mod arrange;
mod cases;
mod compare;
pub mod completions;
mod doctor;
mod grade;
mod growth;
mod history;
mod hunt;
mod invocation;
mod languages;
mod list;
mod man;
mod merge;
mod pack;
mod printed;
mod report;
mod run;
mod show;
mod talk;
mod watch;

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;
use harness_sandbox::{Stop, explained};

use crate::cli::{Cli, Command};
use crate::commands::invocation::{Invocation, print_failure, tell};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::ui::Ui;

/// Does what the command line says; failures are told on standard error.
#[must_use]
pub fn run(cli: &Cli) -> ExitCode {
    let ui = Ui::detect(cli.global.color, cli.global.verbosity());
    let stop = Stop::on_signals()
        .map_err(|error| Failure::judge(anyhow!("failed to watch for signals: {}", explained(&error))));
    let has_begun = AtomicBool::new(false);
    let invocation = |stop| Invocation { global: &cli.global, ui, stop, has_begun: &has_begun };
    let result = stop.and_then(|stop| run_verb(cli, &invocation(stop)));
    result.unwrap_or_else(|failure| {
        tell(&failure);
        if cli.command.prints_document()
            && !has_begun.load(Ordering::Relaxed)
            && failure.code != ExitCode::ClosedPipe
        {
            print_failure(&failure);
        }
        failure.code
    })
}

fn run_verb(cli: &Cli, invocation: &Invocation<'_>) -> Result<ExitCode, Failure> {
    match &cli.command {
        Command::Add(args) => add::run(invocation, args),
        Command::Cases(args) => cases::run(invocation, args),
        Command::Compare(args) => compare::run(invocation, args),
        Command::Completions(args) => completions::run(args),
        Command::Languages => languages::run(invocation),
        Command::Doctor => doctor::run(invocation),
        Command::Grade(args) => grade::run(invocation, args),
        Command::History(args) => history::run(invocation, args),
        Command::Hunt(args) => hunt::run(invocation, args),
        Command::List(args) => list::run(invocation, args),
        Command::Man(args) => man::run(args),
        Command::Merge(args) => merge::run(invocation, args),
        Command::Mv(args) => arrange::mv(invocation, args),
        Command::Pack(args) => pack::run(invocation, args),
        Command::Renumber(args) => arrange::renumber(invocation, args),
        Command::Report(args) => report::run(invocation, args),
        Command::Rm(args) => arrange::rm(invocation, args),
        Command::Run(args) => run::run(invocation, args),
        Command::Show(args) => show::run(invocation, args),
        Command::Talk(args) => talk::run(invocation, args),
        Command::Watch(args) => watch::run(invocation, args),
    }
}
