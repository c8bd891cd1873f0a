//! After a run: how to see a case on which a solution failed, where a program of the problem draws cases.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use crate::event::{Event, Outcome, Reporter, Stamped};
use crate::exit_code::ExitCode;
use crate::model::{Name, Verdict};
use crate::report::human::fits_terminal;
use crate::ui::{message, shell_word};

/// Remembers one case of each problem with a view.
pub struct Undrawn {
    /// The problems that have one.
    viewed: BTreeSet<Name>,
    /// By problem the first of the cases on which a solution failed, and a solution whose output was wrong there.
    failed: BTreeMap<Name, (Name, Option<Name>)>,
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
        let hint = |(problem, (case, solution)): (&Name, &(Name, Option<Name>))| {
            let case = shell_word(&format!("{problem}/{case}"));
            match solution {
                Some(solution) => {
                    let of = shell_word(&solution.to_string());
                    format!(
                        "`harness show {case}` draws the case, and with `--of {of}` the output of that solution"
                    )
                }
                None => format!("`harness show {case}` draws the case"),
            }
        };
        self.failed.iter().filter(|(problem, _)| !self.drawn.contains(*problem)).map(hint).collect()
    }
}

/// Whether a look at the case may tell why.
fn is_telling(outcome: &Outcome) -> bool {
    !outcome.as_expected() && outcome.judgement.verdict.is_failed_run()
}

/// The solution, where what it printed is wrong and can be drawn.
fn wrong_output(outcome: &Outcome) -> Option<Name> {
    let judgement = &outcome.judgement;
    let is_wrong = matches!(judgement.verdict, Verdict::WrongAnswer | Verdict::Partial);
    let is_plain = judgement.interactor.is_none() && judgement.passes.is_empty();
    let has_printed = judgement.execution.as_ref().is_some_and(|facts| facts.stdout_bytes > 0);
    (is_wrong && is_plain && has_printed).then(|| outcome.subject.solution.clone())
}

impl Reporter for Undrawn {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        if let Event::Judged(outcome) = &event.event {
            let problem = &outcome.subject.problem;
            if is_telling(outcome) && self.viewed.contains(problem) {
                let this = (outcome.case.clone(), wrong_output(outcome));
                let first = self.failed.entry(problem.clone()).or_insert_with(|| this.clone());
                // Whichever was done first. An output says more than none.
                let key = |(case, solution): &(Name, Option<Name>)| {
                    (case.clone(), solution.is_none(), solution.clone())
                };
                if key(&this) < key(first) {
                    *first = this;
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
