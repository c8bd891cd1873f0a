//! The terminal: whether there is one, its width, its colours. The one owner of such decisions.
//!
//! Data goes to standard output, talk to standard error. Colour never carries meaning alone.

mod color;
mod error_terminal;
mod folded;
mod keys;
pub mod message;
mod progress;
mod shell;
mod style;
mod text;

use std::io::IsTerminal;

pub use folded::Folded;
pub use keys::{Key, Keys};
pub use progress::Progress;
pub use shell::{shell_quoted, shell_word};
pub use style::{Tone, paint};
pub use text::{fit, width_of};

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ColorChoice {
    /// Where a terminal reads, unless variables such as `NO_COLOR` and `CLICOLOR_FORCE` say otherwise.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How much to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Only what is not as expected, and the last line.
    Quiet,
    /// What one wants to know.
    Normal,
    /// Everything.
    Verbose,
}

/// What is known about the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Ui {
    /// Columns of the terminal; 100 where there is none.
    pub width: usize,
    /// Whether a progress bar may be drawn.
    pub has_progress: bool,
    /// How much to say.
    pub verbosity: Verbosity,
}

/// Columns where there is no terminal.
const DEFAULT_WIDTH: usize = 100;

/// Columns of a terminal that does not tell them.
const TERMINAL_WIDTH: usize = 80;

impl Ui {
    /// Looks at the terminal and decides about colour, once.
    #[must_use]
    pub fn detect(choice: ColorChoice, verbosity: Verbosity) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        // Where either is a file, no escapes go into it.
        let is_terminal = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
        let in_color = color::is_colored(choice, |name| std::env::var(name).ok(), is_terminal);
        colored::control::set_override(in_color);
        let told = terminal_size::terminal_size().map(|(terminal_size::Width(columns), _)| columns.into());
        // A terminal that does not tell its size is as wide as most are.
        let usual = if std::io::stdout().is_terminal() { TERMINAL_WIDTH } else { DEFAULT_WIDTH };
        let columns = told.filter(|columns| *columns > 0);
        Self {
            width: columns.unwrap_or(usual).clamp(40, 200),
            has_progress: std::io::stderr().is_terminal() && !is_dumb && verbosity > Verbosity::Quiet,
            verbosity,
        }
    }

    /// The width to which long lines on standard output are folded: none where no terminal shows them, or
    /// no person reads them.
    #[must_use]
    pub fn fold_width(&self, is_for_people: bool) -> Option<usize> {
        (is_for_people && std::io::stdout().is_terminal()).then_some(self.width)
    }
}
