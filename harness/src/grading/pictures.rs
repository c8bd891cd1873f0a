//! Pictures of cases on which solutions failed, for the reports that show them.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::{Drawing, Outcome};
use crate::failure::Failure;
use crate::model::{Case, Problem, RoleKind};
use crate::programs::{BuildProgress, Candidate, View};
use crate::session::Session;

/// Pictures of one run.
const MOST_PICTURES: usize = 24;

/// Bytes of an input that is drawn: a larger one makes no picture that a person can read.
const LARGEST_INPUT: u64 = 4 << 10;

/// Bytes of a picture that is passed on.
const LARGEST_PICTURE: usize = 24 << 10;

/// The first case on which each solution failed; one that is a surprise before one that was expected.
#[derive(Default)]
pub struct WorthDrawing(BTreeMap<usize, (bool, usize)>);

impl WorthDrawing {
    /// Takes in what came of a case, by the places of the solution and of the case.
    pub fn take(&mut self, (solution, case): (usize, usize), outcome: &Outcome) {
        if outcome.judgement.verdict.is_failed_run() {
            let this = (outcome.as_expected(), case);
            let first = self.0.entry(solution).or_insert(this);
            *first = this.min(*first);
        }
    }

    /// The solutions with their cases, surprises first.
    fn in_order(&self) -> Vec<(usize, usize)> {
        let mut all: Vec<(bool, usize, usize)> =
            self.0.iter().map(|(solution, (as_expected, case))| (*as_expected, *solution, *case)).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, solution, case)| (solution, case)).collect()
    }
}

/// Draws them, each case once.
///
/// # Errors
/// A signal came.
pub fn pictures(
    session: &Session,
    worth: &WorthDrawing,
    candidates: &[Candidate<'_>],
) -> Result<Vec<Drawing>, Failure> {
    let mut chosen = BTreeSet::new();
    let mut by_problem: Vec<(&Problem, Vec<&Case>)> = Vec::new();
    for (solution, case) in worth.in_order() {
        let candidate = &candidates[solution];
        let (problem, case) = (candidate.problem, candidate.cases[case]);
        let is_small = case.input.metadata().is_ok_and(|input| input.len() <= LARGEST_INPUT);
        let has_view = !problem.roles.of(RoleKind::View).is_empty();
        if !is_small || !has_view || chosen.len() == MOST_PICTURES {
            continue;
        }
        if chosen.insert((problem.name.clone(), case.name.clone())) {
            match by_problem.iter_mut().find(|(other, _)| other.name == problem.name) {
                Some((_, cases)) => cases.push(case),
                None => by_problem.push((problem, vec![case])),
            }
        }
    }
    let mut drawings = Vec::new();
    for (problem, cases) in by_problem {
        let Some(view) = View::start(session, problem, &cases, &mut BuildProgress::new(session))? else {
            continue;
        };
        for case in cases {
            let (is_svg, bytes) = match view.draw(case)? {
                Ok(picture) => (picture.is_svg(), picture.bytes),
                Err(why) => (false, why.into_bytes()),
            };
            if bytes.len() <= LARGEST_PICTURE {
                let (problem, case) = (problem.name.clone(), case.name.clone());
                drawings.push(Drawing { problem, case, bytes, is_svg });
            }
        }
    }
    Ok(drawings)
}

#[cfg(test)]
mod tests {
    use super::WorthDrawing;
    use crate::event::fixture::{outcome, subject};
    use crate::model::{Name, Verdict};

    #[test]
    fn the_first_failure_of_each_solution_is_drawn_and_surprises_come_first() {
        let mut worth = WorthDrawing::default();
        let mut take = |solution: usize, case: usize, verdict, expected: &[Verdict]| {
            let mut outcome = outcome(&subject("p", "s", "c"), Name::from("1"), verdict);
            outcome.expected = expected.to_vec();
            worth.take((solution, case), &outcome);
        };
        let (right, wrong) = ([Verdict::Accepted], [Verdict::WrongAnswer]);
        take(0, 4, Verdict::WrongAnswer, &wrong);
        take(0, 3, Verdict::WrongAnswer, &wrong);
        take(1, 9, Verdict::TimeLimit, &right);
        take(1, 8, Verdict::TimeLimit, &right);
        take(1, 2, Verdict::WrongAnswer, &wrong);
        take(2, 0, Verdict::Accepted, &wrong);
        take(2, 1, Verdict::JudgeError, &right);
        assert_eq!(worth.in_order(), [(1, 8), (0, 3)]);
    }
}
