//! The terminal: whether there is one, its width, its colours. The one owner of such decisions.
//!
//! Data goes to standard output, talk to standard error. Colour never carries meaning alone.

mod area;
mod color;
mod escapes;
mod folded;
mod keys;
mod links;
pub mod message;
mod progress;
mod shell;
mod style;
mod suspend;
mod text;
mod workflow;

use std::io::IsTerminal;

pub use area::{Area, LiveLines, Size};
pub use folded::Folded;
pub use keys::{Key, Keys};
pub use links::Links;
pub use progress::{Progress, course_line};
pub use shell::{shell_quoted, shell_word};
pub use style::{Tone, paint};
pub use text::{end_of, fit, width_of};
pub use workflow::without_commands;

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
    /// Whether lines may be drawn that change.
    pub has_progress: bool,
    /// How much to say.
    pub verbosity: Verbosity,
}

/// Columns where there is no terminal.
const DEFAULT_WIDTH: usize = 100;

/// Columns of a terminal that does not tell them.
const TERMINAL_WIDTH: usize = 80;

/// Reports are made for terminals from this width on.
const NARROWEST: usize = 40;

/// On wider terminals no line gets longer.
const WIDEST: usize = 300;

/// Whether the terminal knows no escapes. `variable` gives the value of a variable of the environment.
fn is_dumb(variable: impl Fn(&str) -> Option<String>) -> bool {
    variable("TERM").is_some_and(|term| term == "dumb")
}

/// Whether this is a service for continuous integration, where no person looks on, even if it gives a terminal.
fn is_on_ci(variable: impl Fn(&str) -> Option<String>) -> bool {
    variable("CI").is_some_and(|value| !["", "0", "false"].contains(&value.as_str()))
}

/// The width of reports.
fn width() -> usize {
    let told = terminal_size::terminal_size().map(|(terminal_size::Width(columns), _)| columns.into());
    // A terminal that does not tell its size is as wide as most are.
    let usual = if std::io::stdout().is_terminal() { TERMINAL_WIDTH } else { DEFAULT_WIDTH };
    let columns: Option<usize> = told.filter(|columns| *columns > 0);
    columns.unwrap_or(usual).clamp(NARROWEST, WIDEST)
}

impl Ui {
    /// No terminal: as many columns as are wished for, and nothing that changes.
    #[must_use]
    pub fn plain(width: usize, verbosity: Verbosity) -> Self {
        Self { width, has_progress: false, verbosity }
    }

    /// Looks at the terminal and decides about colour, once.
    #[must_use]
    pub fn detect(choice: ColorChoice, verbosity: Verbosity) -> Self {
        let variable = |name: &str| std::env::var(name).ok();
        let shows_change = std::io::stderr().is_terminal() && !is_dumb(variable) && !is_on_ci(variable);
        // Where either is a file, no escapes go into it.
        let is_terminal = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
        let in_color = color::is_colored(choice, variable, is_terminal);
        colored::control::set_override(in_color);
        Self { width: width(), has_progress: shows_change && verbosity > Verbosity::Quiet, verbosity }
    }

    /// Whether lines may be drawn, and what goes to standard output is not shown beside them.
    #[must_use]
    pub fn reads_elsewhere(&self) -> bool {
        self.has_progress && !std::io::stdout().is_terminal()
    }

    /// The same terminal, on which nothing is drawn that changes: what is told happened before.
    #[must_use]
    pub fn at_rest(self) -> Self {
        Self { has_progress: false, ..self }
    }

    /// The same terminal, as wide as it is now: its user may have changed that while something went on.
    #[must_use]
    pub fn resized(self) -> Self {
        let may_change = self.has_progress && std::io::stdout().is_terminal();
        if may_change { Self { width: width(), ..self } } else { self }
    }

    /// The width to which long lines on standard output are folded: none where no terminal shows them, or
    /// no person reads them.
    #[must_use]
    pub fn fold_width(&self, is_for_people: bool) -> Option<usize> {
        (is_for_people && std::io::stdout().is_terminal()).then_some(self.width)
    }
}
