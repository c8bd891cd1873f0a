//! The flags of `completions` and `man`.

use clap::Args;

use crate::cli::help::RUN;

/// The flags of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell: bash, zsh, fish or powershell
    #[arg(value_name = "SHELL", hide_possible_values = true, help_heading = RUN, display_order = 0)]
    pub shell: Shell,
}

/// A shell that can be told how to complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Shell {
    /// Bash 4 or later.
    Bash,
    /// Z shell.
    Zsh,
    /// Fish.
    Fish,
    /// `PowerShell`.
    Powershell,
}

/// The flags of `man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The command [default: `harness` itself]
    #[arg(value_name = "COMMAND", help_heading = RUN, display_order = 0)]
    pub command: Option<String>,
}
