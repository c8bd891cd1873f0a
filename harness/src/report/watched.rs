//! What `watch` says between the runs: why one begins, and that one was not made or was cut off.

use std::io::{self, Write};

use crate::event::Reporter;
use crate::exit_code::ExitCode;
use crate::model::{counted, plain};
use crate::report::human::Brief;
use crate::report::jsonl::{self, JsonLines};
use crate::ui::{Folded, Tone, Ui, paint};
use crate::wire::watch::{ChangedLine, CutOffLine, NothingLine, UnusableLine};

/// The formats of `watch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum WatchFormat {
    /// For people.
    Human,
    /// One event a line, as they happen.
    Jsonl,
}

/// Writes what comes between the runs, and opens a report for each.
#[derive(Clone, Copy, Debug)]
pub struct WatchReport {
    /// The format.
    pub format: WatchFormat,
    /// The terminal.
    pub ui: Ui,
}

/// Why a run begins.
#[derive(Clone, Debug, Default)]
pub struct Begun {
    /// What has changed, relative to the root, and whether it is there no more.
    pub paths: Vec<(String, bool)>,
    /// Everything is run.
    pub everything: bool,
    /// It is the first of all, which needs no words.
    pub is_first: bool,
}

/// Paths that are named when something has changed; others are counted.
const MOST_NAMED: usize = 3;

impl WatchReport {
    /// Says what is watched.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn watching(&self, root: &str, has_keys: bool) -> io::Result<()> {
        if self.format == WatchFormat::Jsonl {
            return Ok(());
        }
        let keys = if has_keys { ": Enter runs all, q ends" } else { "" };
        self.say(&paint(Tone::Faint, &format!("watching {}{keys}", plain(root))))
    }

    /// Says why a run begins.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn begun(&self, begun: &Begun) -> io::Result<()> {
        match self.format {
            WatchFormat::Human => {
                let line = begun.line();
                if line.is_empty() { Ok(()) } else { self.say(&format!("\n{}", paint(Tone::Strong, &line))) }
            }
            WatchFormat::Jsonl => {
                let paths = begun.paths.iter().map(|(path, _)| path.clone()).collect();
                line("changed", ChangedLine { paths, everything: begun.everything })
            }
        }
    }

    /// Says that the workspace cannot be used as it is; what is wrong is told apart.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn unusable(&self, errors: Vec<String>, exit_code: ExitCode) -> io::Result<()> {
        match self.format {
            WatchFormat::Human => self.say(&paint(Tone::Bad, "not run; waiting for a change")),
            WatchFormat::Jsonl => line("unusable", UnusableLine { errors, exit_code: exit_code.number() }),
        }
    }

    /// Says that nothing is to be run.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn nothing(&self) -> io::Result<()> {
        match self.format {
            WatchFormat::Human => self.say("nothing to run"),
            WatchFormat::Jsonl => line("nothing_to_run", NothingLine {}),
        }
    }

    /// Says that a run was cut off.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn cut_off(&self) -> io::Result<()> {
        match self.format {
            WatchFormat::Human => Ok(()),
            WatchFormat::Jsonl => line("cut_off", CutOffLine {}),
        }
    }

    /// The report of one run. These solutions were not as expected before, and are not run.
    #[must_use]
    pub fn open(&self, others: Vec<String>) -> Box<dyn Reporter> {
        // Between two runs there is time enough to make the terminal larger.
        let ui = self.ui.resized();
        let out = Box::new(Folded::on_stdout(io::stdout(), ui, self.format == WatchFormat::Human));
        match self.format {
            WatchFormat::Human => Box::new(Brief::new(out, ui, others)),
            WatchFormat::Jsonl => Box::new(JsonLines::new(out)),
        }
    }

    fn say(&self, line: &str) -> io::Result<()> {
        let mut out = Folded::on_stdout(io::stdout(), self.ui, true);
        writeln!(out, "{line}")?;
        out.flush()
    }
}

/// Writes a line of JSON.
fn line(event: &str, body: impl serde::Serialize) -> io::Result<()> {
    jsonl::write_line(&mut io::stdout().lock(), event, body)
}

impl Begun {
    /// `solutions/p/a.py changed`.
    fn line(&self) -> String {
        if self.paths.is_empty() && self.everything && !self.is_first {
            return "all".to_owned();
        }
        let named = |(path, is_gone): &(String, bool)| {
            format!("{} {}", plain(path), if *is_gone { "removed" } else { "changed" })
        };
        let mut parts: Vec<String> = self.paths.iter().take(MOST_NAMED).map(named).collect();
        let more = self.paths.len().saturating_sub(MOST_NAMED);
        if more > 0 {
            parts.push(format!("{} more", counted(more, "file")));
        }
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::Begun;

    #[test]
    fn a_few_paths_are_named_and_others_are_counted() {
        let line = |paths: &[(&str, bool)]| {
            let paths = paths.iter().map(|(path, is_gone)| ((*path).to_owned(), *is_gone)).collect();
            Begun { paths, ..Begun::default() }.line()
        };
        assert_eq!(line(&[("solutions/p/a.py", false)]), "solutions/p/a.py changed");
        assert_eq!(line(&[("a", true), ("b", false)]), "a removed, b changed");
        let many = [("a", false), ("b", false), ("c", false), ("d", false), ("e", true)];
        assert_eq!(line(&many), "a changed, b changed, c changed, 2 files more");
        let all = Begun { everything: true, ..Begun::default() };
        assert_eq!(all.line(), "all");
        assert_eq!(Begun { is_first: true, ..all }.line(), "");
    }
}
