//! One verb a file.

mod add;
mod additions;
mod arrange;
mod cases;
mod compare;
mod doctor;
mod grade;
mod growth;
mod hunt;
mod list;
mod reports;
mod show;
mod troubles;
mod workspace;

use std::io::Write;

use crate::cli::{Cli, Command};
use crate::config::SettingsErrors;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::ui::{Tone, Ui, paint};

/// Does what the command line says; failures are told on standard error.
#[must_use]
pub fn run(cli: &Cli) -> ExitCode {
    let ui = Ui::detect(cli.global.color, cli.global.verbosity());
    let result = match &cli.command {
        Command::Add(args) => add::run(&cli.global, args, ui),
        Command::Cases(args) => cases::run(&cli.global, args, ui),
        Command::Compare(args) => compare::run(&cli.global, args, ui),
        Command::Doctor => doctor::run(&cli.global, ui),
        Command::Grade(args) => grade::run(&cli.global, args, ui),
        Command::Hunt(args) => hunt::run(&cli.global, args, ui),
        Command::List(args) => list::run(&cli.global, args, ui),
        Command::Mv(args) => arrange::mv(&cli.global, args, ui),
        Command::Renumber(args) => arrange::renumber(&cli.global, args, ui),
        Command::Rm(args) => arrange::rm(&cli.global, args, ui),
        Command::Show(args) => show::run(&cli.global, args, ui),
    };
    result.unwrap_or_else(|failure| {
        tell(&failure);
        failure.code
    })
}

/// The mistakes in settings one by one, anything else with its causes.
fn told(source: &anyhow::Error) -> Vec<String> {
    if let Some(errors) = source.downcast_ref::<SettingsErrors>() {
        return errors.told().iter().map(ToString::to_string).chain(errors.rest()).collect();
    }
    vec![source.chain().map(ToString::to_string).collect::<Vec<_>>().join(": ")]
}

/// Prints what went wrong and what to do. A failure to print cannot be reported.
fn tell(failure: &Failure) {
    if failure.code == ExitCode::ClosedPipe {
        return;
    }
    let mut err = std::io::stderr().lock();
    for what in told(&failure.source) {
        let _ = writeln!(err, "{} {what}", paint(Tone::Bad, "error:"));
    }
    for hint in &failure.hints {
        let _ = writeln!(err, "{} {hint}", paint(Tone::Notable, "hint:"));
    }
}
