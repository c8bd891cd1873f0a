//! What earlier runs came to, as long as `watch` goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use crate::event::{Event, Outcome, Reporter, SolutionSummary, Stamped, Subject};
use crate::exit_code::ExitCode;
use crate::model::{Catalog, Name, Verdict};
use crate::plan::Urgent;

/// What is known of a solution.
#[derive(Debug, Default)]
struct Known {
    /// The cases on which it was not as expected.
    failing: BTreeSet<Name>,
    /// It was not as expected for another reason than a case: it cannot be built, or no case meets what is
    /// expected of it.
    is_amiss: bool,
}

/// The solutions that were not as expected, by problem and solution, and where.
#[derive(Debug, Default)]
pub struct Memory {
    known: BTreeMap<(Name, Name), Known>,
    /// Only some cases are run, which say nothing of a solution as a whole.
    is_partial: bool,
}

fn key(subject: &Subject) -> (Name, Name) {
    (subject.problem.clone(), subject.solution.clone())
}

impl Memory {
    /// Prepares for a run; a partial one runs only some of the cases of its solutions.
    pub fn begin(&mut self, is_partial: bool) {
        self.is_partial = is_partial;
    }

    /// Forgets what is there no more.
    pub fn keep_only(&mut self, catalog: &Catalog) {
        self.known.retain(|(problem, solution), known| {
            let problem = catalog.problems.iter().find(|of| of.name == *problem);
            let Some(problem) = problem.filter(|of| of.solutions.iter().any(|of| of.name == *solution))
            else {
                return false;
            };
            let cases: BTreeSet<&Name> = problem.cases.iter().map(|case| &case.name).collect();
            known.failing.retain(|case| cases.contains(case));
            true
        });
    }

    /// The cases on which solutions failed: they are run first.
    #[must_use]
    pub fn urgent(&self) -> Urgent {
        let failing = self.known.iter().filter(|(_, known)| !known.failing.is_empty());
        Urgent::of(failing.map(|(name, known)| (name.clone(), known.failing.clone())))
    }

    /// The solutions that were not as expected when they were run last, by problem and solution.
    pub fn unexpected(&self) -> impl Iterator<Item = &(Name, Name)> {
        let is_unexpected = |known: &Known| known.is_amiss || !known.failing.is_empty();
        self.known.iter().filter(move |(_, known)| is_unexpected(known)).map(|(name, _)| name)
    }

    fn judged(&mut self, outcome: &Outcome) {
        // What was not run says nothing.
        if outcome.judgement.verdict == Verdict::Skipped {
            return;
        }
        let key = key(&outcome.subject);
        if !outcome.as_expected() {
            self.known.entry(key).or_default().failing.insert(outcome.case.clone());
        } else if let Some(known) = self.known.get_mut(&key) {
            known.failing.remove(&outcome.case);
        }
    }
}

impl Reporter for Memory {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        if let Event::Judged(outcome) = &event.event {
            self.judged(outcome);
        }
        Ok(())
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        let key = key(&summary.subject);
        if !summary.is_built {
            self.known.insert(key, Known { is_amiss: !summary.as_expected, ..Known::default() });
        } else if summary.as_expected && !self.is_partial {
            // Also where single cases were not, and the final verdict is.
            self.known.remove(&key);
        } else if !self.is_partial && summary.verdict != Verdict::Skipped {
            let known = self.known.entry(key).or_default();
            known.is_amiss = known.failing.is_empty();
        }
        Ok(())
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Memory;
    use crate::event::fixture::{outcome, plan, planned, subject};
    use crate::event::{Clock, Event, NotBuilt};
    use crate::model::{Expectation, Name, Verdict};
    use crate::plan::Urgent;
    use crate::scoreboard::Scoreboard;

    /// A run of `p/s` on cases with these verdicts; none where it cannot be built.
    fn run(memory: &mut Memory, is_partial: bool, verdicts: &[(&str, Verdict)]) {
        let subject = subject("p", "s", "rust");
        let cases: Vec<&str> = verdicts.iter().map(|(case, _)| *case).collect();
        let mut events =
            vec![Event::RunStarted(Arc::new(plan(vec![planned(&subject, Expectation::accepted(), &cases)])))];
        if verdicts.is_empty() {
            let why = "no compiler likes it".to_owned();
            let verdict = Verdict::CompileError;
            let subject = Arc::clone(&subject);
            events.push(Event::NotBuilt(Box::new(NotBuilt {
                subject,
                verdict,
                why,
                is_missing: false,
                is_absent: false,
            })));
        }
        for (case, verdict) in verdicts {
            events.push(Event::Judged(Box::new(outcome(&subject, Name::from(*case), *verdict))));
        }
        memory.begin(is_partial);
        let mut scoreboard = Scoreboard::default();
        let clock = Clock::start();
        for event in events {
            scoreboard.tell(&clock.stamp(event), memory).unwrap();
        }
    }

    fn failing(memory: &Memory) -> (Urgent, usize) {
        (memory.urgent(), memory.unexpected().count())
    }

    fn urgent(cases: &[&str]) -> Urgent {
        let cases = cases.iter().map(|case| Name::from(*case)).collect();
        Urgent::of([((Name::from("p"), Name::from("s")), cases)])
    }

    #[test]
    fn cases_that_failed_are_kept_until_they_are_right() {
        use Verdict::{Accepted, RuntimeError, Skipped, WrongAnswer};
        let mut memory = Memory::default();
        run(&mut memory, false, &[("1", Accepted), ("2", WrongAnswer), ("3", RuntimeError)]);
        assert_eq!(failing(&memory), (urgent(&["2", "3"]), 1));
        // A run that was cut off, or of some cases, changes what it has seen.
        run(&mut memory, false, &[("1", Accepted), ("2", Skipped), ("3", Accepted)]);
        assert_eq!(failing(&memory), (urgent(&["2"]), 1));
        run(&mut memory, true, &[("4", WrongAnswer)]);
        assert_eq!(failing(&memory), (urgent(&["2", "4"]), 1));
        run(&mut memory, true, &[("4", Accepted)]);
        run(&mut memory, true, &[("2", Accepted)]);
        assert_eq!(failing(&memory), (Urgent::default(), 0));
    }

    #[test]
    fn a_solution_that_cannot_be_built_is_not_as_expected_until_it_is() {
        let mut memory = Memory::default();
        run(&mut memory, false, &[]);
        assert_eq!(failing(&memory), (Urgent::default(), 1));
        run(&mut memory, false, &[("1", Verdict::Accepted)]);
        assert_eq!(failing(&memory), (Urgent::default(), 0));
    }
}
