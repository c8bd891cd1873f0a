//! After a run: how to see a case on which a solution failed, where a program of the problem draws cases.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use crate::commands::troubles;
use crate::event::{Event, Outcome, Reporter, Stamped};
use crate::exit_code::ExitCode;
use crate::model::{Name, RoleKind, Verdict};
use crate::programs::Candidate;
use crate::ui::shell_word;

/// Remembers one case of each problem with a view.
pub struct Undrawn<'a> {
    /// The problems that have one.
    viewed: BTreeSet<&'a Name>,
    /// By problem the first of the cases on which a solution failed.
    failed: BTreeMap<Name, Name>,
}

impl<'a> Undrawn<'a> {
    /// Listens to a run of these solutions.
    pub fn of(candidates: &[Candidate<'a>]) -> Self {
        let has_view = |candidate: &&Candidate<'a>| !candidate.problem.roles.of(RoleKind::View).is_empty();
        let viewed = candidates.iter().filter(has_view).map(|candidate| &candidate.problem.name).collect();
        Self { viewed, failed: BTreeMap::new() }
    }

    fn hints(&self) -> Vec<String> {
        let hint = |(problem, case): (&Name, &Name)| {
            format!("`harness show {}` draws the case", shell_word(&format!("{problem}/{case}")))
        };
        self.failed.iter().map(hint).collect()
    }
}

/// Whether a look at the case may tell why.
fn is_telling(outcome: &Outcome) -> bool {
    !outcome.as_expected()
        && match outcome.judgement.verdict {
            Verdict::WrongAnswer
            | Verdict::Partial
            | Verdict::RuntimeError
            | Verdict::TimeLimit
            | Verdict::MemoryLimit
            | Verdict::IdleLimit
            | Verdict::OutputLimit => true,
            Verdict::JudgeError | Verdict::CompileError | Verdict::Skipped | Verdict::Accepted => false,
        }
}

impl Reporter for Undrawn<'_> {
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
        Ok(())
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        troubles::hints(&self.hints());
        Ok(())
    }
}
