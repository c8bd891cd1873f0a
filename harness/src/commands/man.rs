//! `man`: the manual page of the judge, or of one of its commands.

use std::io::{self, Write};

use anyhow::anyhow;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::cli::{Cli, ManArgs};
use crate::config::hint;
use crate::exit_code::ExitCode;
use crate::failure::Failure;

/// The program and its version, at the foot of a page.
const SOURCE: &str = concat!("harness ", env!("CARGO_PKG_VERSION"));

/// Prints a page.
///
/// # Errors
/// There is no such command, or the output cannot be written.
pub fn run(args: &ManArgs) -> Result<ExitCode, Failure> {
    let mut top = Cli::command();
    top.build();
    let command = match &args.command {
        None => top,
        Some(name) => of_name(&top, name)?,
    };
    let mut page = Vec::new();
    let mut out = io::stdout().lock();
    let title = command.get_display_name().unwrap_or_else(|| command.get_name()).to_uppercase();
    let rendered =
        Man::new(unpainted(command)).title(title).source(SOURCE).manual("Harness").render(&mut page);
    rendered.and_then(|()| out.write_all(&page)).and_then(|()| out.flush()).map_err(Failure::output)?;
    Ok(ExitCode::Fine)
}

fn of_name(top: &Command, name: &str) -> Result<Command, Failure> {
    if let Some(command) = top.find_subcommand(name) {
        return Ok(command.clone());
    }
    let names: Vec<&str> = top.get_subcommands().map(Command::get_name).collect();
    let failure = Failure::usage(anyhow!("there is no command `{}`", crate::model::Name::from(name)));
    Err(match hint(name, &names, "the commands are") {
        Some(hint) => failure.hint(hint),
        None => failure,
    })
}

/// The command with its examples in plain text: escapes for a terminal have no place in a page.
fn unpainted(command: Command) -> Command {
    let examples = command.get_after_help().map(ToString::to_string);
    match examples {
        Some(examples) => command.after_help(examples),
        None => command,
    }
}
