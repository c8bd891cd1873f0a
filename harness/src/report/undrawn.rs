//! After a run: how to see a case on which a solution failed, where a program of the problem draws cases.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use crate::event::{Event, Outcome, Reporter, Stamped};
use crate::exit_code::ExitCode;
use crate::model::Name;
use crate::report::human::fits_terminal;
use crate::ui::{message, shell_word};

/// Remembers one case of each problem with a view.
pub struct Undrawn {
    /// The problems that have one.
    viewed: BTreeSet<Name>,
    /// By problem the first of the cases on which a solution failed.
    failed: BTreeMap<Name, Name>,
    /// The problems of which the report has a picture.
    drawn: BTreeSet<Name>,
}

impl Undrawn {
    /// Listens to a run of these problems, of which each has a view.
    #[must_use]
    pub fn of(viewed: BTreeSet<Name>) -> Self {
        Self { viewed, failed: BTreeMap::new(), drawn: BTreeSet::new() }
    }

    fn hints(&self) -> Vec<String> {
        let hint = |(problem, case): (&Name, &Name)| {
            format!("`harness show {}` draws the case", shell_word(&format!("{problem}/{case}")))
        };
        self.failed.iter().filter(|(problem, _)| !self.drawn.contains(*problem)).map(hint).collect()
    }
}

/// Whether a look at the case may tell why.
fn is_telling(outcome: &Outcome) -> bool {
    !outcome.as_expected() && outcome.judgement.verdict.is_failed_run()
}

impl Reporter for Undrawn {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        if let Event::Judged(outcome) = &event.event {
            let problem = &outcome.subject.problem;
            if is_telling(outcome) && self.viewed.contains(problem) {
                let first = self.failed.entry(problem.clone()).or_insert_with(|| outcome.case.clone());
                // Whichever was done first.
                if outcome.case < *first {
                    first.clone_from(&outcome.case);
                }
            }
        }
        if let Event::Drawn(drawing) = &event.event
            && fits_terminal(drawing)
        {
            self.drawn.insert(drawing.problem.clone());
        }
        Ok(())
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        self.hints().iter().for_each(|hint| message::hint(hint));
        Ok(())
    }
}
