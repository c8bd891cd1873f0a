//! `completions`: what makes a shell complete command lines, and the answers to its questions.

use std::ffi::OsString;
use std::io::{self, Write};

use clap_complete::env::Shells;

use crate::cli::{CompletionsArgs, Shell};
use crate::completion::{self, Slash};
use crate::exit_code::ExitCode;
use crate::failure::Failure;

/// The variable by which the script of a shell asks; its value is the shell.
pub const VARIABLE: &str = "HARNESS_COMPLETE";

fn name_of(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => "bash",
        Shell::Zsh => "zsh",
        Shell::Fish => "fish",
        Shell::Powershell => "powershell",
    }
}

/// Prints the script.
///
/// # Errors
/// The output cannot be written.
pub fn run(args: &CompletionsArgs) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    let shell = shells.completer(name_of(args.shell));
    let written = shell.map_or(Ok(()), |shell| {
        shell.write_registration(VARIABLE, "harness", "harness", "harness", &mut script)
    });
    let script = match args.shell {
        Shell::Zsh => with_slashes_taken_back(&String::from_utf8_lossy(&script)).into_bytes(),
        _ => script,
    };
    let mut out = io::stdout().lock();
    written.and_then(|()| out.write_all(&script)).and_then(|()| out.flush()).map_err(Failure::output)?;
    Ok(ExitCode::Fine)
}

/// The script of zsh, with which the slash behind a name goes away when a blank follows or the line ends: a problem is a
/// selection, too.
fn with_slashes_taken_back(script: &str) -> String {
    script.replace(AS_WRITTEN, TAKEN_BACK)
}

/// How names that end with a slash are offered by `clap_complete`, and how by us.
const AS_WRITTEN: &str = "dirs -S '/' -r '/'";
const TAKEN_BACK: &str = "dirs -S '/' -r '/ \\n'";

/// Answers the script of this shell: prints what may stand in the place of the cursor. The words of the command line
/// come after `--`.
#[must_use]
pub fn answer(shell: &OsString, arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = arguments.skip_while(|word| word != "--").skip(1).collect();
    let slash = if shell == name_of(Shell::Zsh) { Slash::IsTakenBack } else { Slash::IsPartOfName };
    let mut command = completion::command(&words, slash);
    let shells = Shells::builtins();
    let Some(shell) = shell.to_str().and_then(|name| shells.completer(name)) else { return ExitCode::Usage };
    let here = std::env::current_dir().ok();
    let mut text = Vec::new();
    let answered = shell.write_complete(&mut command, words, here.as_deref(), &mut text);
    let mut out = io::stdout().lock();
    match answered.and_then(|()| out.write_all(&text)).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::Fine,
        // The user is typing: a message would stand in the middle of the line.
        Err(_) => ExitCode::JudgeFailed,
    }
}
