//! Which failures are explained: the first wrong answer or crash of each solution.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::Outcome;
use crate::model::Verdict;

/// Solutions of one run whose failures are explained.
const MOST: usize = 16;

/// The first failure of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstFailure {
    /// The place of the solution among the candidates.
    pub solution: usize,
    /// The place of the case among those of the solution.
    pub case: usize,
    /// What the run that was judged has written to standard error.
    pub stderr: String,
}

/// The first failures; one that is a surprise before one that was expected.
#[derive(Default)]
pub struct WorthExplaining {
    /// By whether it was expected, and the solution.
    kept: BTreeMap<(bool, usize), FirstFailure>,
    failed: BTreeSet<usize>,
}

impl WorthExplaining {
    /// Takes in what came of a case, by the places of the solution and of the case.
    pub fn take(&mut self, (solution, case): (usize, usize), outcome: &Outcome) {
        if !matches!(outcome.judgement.verdict, Verdict::WrongAnswer | Verdict::RuntimeError) {
            return;
        }
        self.failed.insert(solution);
        let as_expected = outcome.as_expected();
        let is_first = |known: Option<&FirstFailure>| known.is_none_or(|known| case < known.case);
        if as_expected && self.kept.contains_key(&(false, solution))
            || !is_first(self.kept.get(&(as_expected, solution)))
        {
            return;
        }
        self.kept.remove(&(true, solution));
        let facts = outcome.judgement.execution.as_ref();
        let stderr = facts.map(|facts| facts.stderr.text()).unwrap_or_default();
        self.kept.insert((as_expected, solution), FirstFailure { solution, case, stderr });
        // What stands behind so many is never explained, so what it said need not be kept.
        if self.kept.len() > MOST {
            self.kept.pop_last();
        }
    }

    /// How many solutions failed that are not explained.
    pub fn left_out(&self) -> usize {
        self.failed.len() - self.kept.len()
    }

    /// The failures, surprises first.
    pub fn in_order(self) -> Vec<FirstFailure> {
        self.kept.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::WorthExplaining;
    use crate::event::fixture::{outcome, subject};
    use crate::model::{Name, Verdict};

    fn take(worth: &mut WorthExplaining, place: (usize, usize), verdict: Verdict, expected: Verdict) {
        let mut outcome = outcome(&subject("p", "s", "c"), Name::from("1"), verdict);
        outcome.expected = vec![expected];
        worth.take(place, &outcome);
    }

    fn places(worth: WorthExplaining) -> Vec<(usize, usize)> {
        worth.in_order().iter().map(|failure| (failure.solution, failure.case)).collect()
    }

    #[test]
    fn the_first_failure_of_each_solution_is_explained_and_surprises_come_first() {
        use Verdict::{Accepted, RuntimeError, TimeLimit, WrongAnswer};
        let mut worth = WorthExplaining::default();
        take(&mut worth, (0, 4), WrongAnswer, WrongAnswer);
        take(&mut worth, (0, 3), WrongAnswer, WrongAnswer);
        take(&mut worth, (1, 9), RuntimeError, Accepted);
        take(&mut worth, (1, 8), WrongAnswer, Accepted);
        take(&mut worth, (1, 2), WrongAnswer, WrongAnswer);
        take(&mut worth, (2, 0), TimeLimit, Accepted);
        take(&mut worth, (3, 1), WrongAnswer, WrongAnswer);
        take(&mut worth, (3, 2), WrongAnswer, Accepted);
        assert_eq!(worth.left_out(), 0);
        assert_eq!(places(worth), [(1, 8), (3, 2), (0, 3)]);
    }

    #[test]
    fn of_many_solutions_the_first_are_explained_whichever_comes_first() {
        let mut worth = WorthExplaining::default();
        for solution in (0..20).rev() {
            take(&mut worth, (solution, 1), Verdict::WrongAnswer, Verdict::Accepted);
        }
        assert_eq!(worth.left_out(), 4);
        assert_eq!(places(worth).last(), Some(&(15, 1)));
    }
}
