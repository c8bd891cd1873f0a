//! What of a selection is run: some of the cases of each solution.

use crate::event::{Subject, Universe};
use crate::model::Name;
use crate::programs::Candidate;
use crate::record::Past;
use crate::session::Session;

/// Leaves these cases to each candidate, and no candidate without one.
pub fn leave(candidates: &mut Vec<Candidate<'_>>, places: &[Vec<usize>]) {
    for (candidate, places) in candidates.iter_mut().zip(places) {
        candidate.is_part |= places.len() < candidate.cases.len();
        candidate.cases = places.iter().map(|place| candidate.cases[*place]).collect();
    }
    candidates.retain(|candidate| !candidate.cases.is_empty());
}

/// How many solutions on cases were not as expected when they were last judged, are still there, and were not selected.
#[must_use]
pub fn elsewhere(session: &Session, past: &Past, universe: &Universe) -> usize {
    let is_selected = |subject: &Subject, case: &Name| {
        let planned = universe.solutions.iter().find(|planned| *planned.subject == *subject);
        planned.is_some_and(|planned| planned.cases.iter().any(|of| of.name == *case))
    };
    let is_there = |subject: &Subject, case: &Name| {
        let problem = session.catalog().problems.iter().find(|problem| problem.name == subject.problem);
        problem.is_some_and(|problem| {
            problem.solutions.iter().any(|solution| solution.name == subject.solution)
                && problem.cases.iter().any(|there| there.name == *case)
        })
    };
    past.not_fine().filter(|(subject, case)| !is_selected(subject, case) && is_there(subject, case)).count()
}
