//! Runs that come before all others: those that failed last time.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::Subject;
use crate::model::Name;

/// Cases of solutions that are run first. Where they stand in reports does not change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Urgent {
    /// By problem, by solution.
    cases: BTreeMap<Name, BTreeMap<Name, BTreeSet<Name>>>,
}

impl Urgent {
    /// These cases, by problem and solution.
    pub fn of(cases: impl IntoIterator<Item = ((Name, Name), BTreeSet<Name>)>) -> Self {
        let mut urgent = Self::default();
        for ((problem, solution), cases) in cases {
            urgent.cases.entry(problem).or_default().insert(solution, cases);
        }
        urgent
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// Those of a solution; none where it has none.
    #[must_use]
    pub fn of_solution(&self, subject: &Subject) -> Option<&BTreeSet<Name>> {
        self.cases.get(&subject.problem)?.get(&subject.solution)
    }
}
