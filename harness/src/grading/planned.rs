//! Candidates as the plan of a run tells them.

use std::sync::Arc;

use crate::event::{CaseFiles, PlannedCase, PlannedSolution};
use crate::model::{Case, limits_for};
use crate::programs::Candidate;

/// The candidates, in their order. Those with the same cases and limits share a list.
#[must_use]
pub fn planned(candidates: &[Candidate<'_>]) -> Vec<PlannedSolution> {
    let mut lists: Vec<(&Candidate<'_>, Arc<[PlannedCase]>)> = Vec::new();
    let mut solutions = Vec::new();
    for candidate in candidates {
        // Candidates of a problem stand together.
        lists.retain(|(other, _)| std::ptr::eq(other.problem, candidate.problem));
        let known = lists.iter().find(|(other, _)| are_alike(other, candidate));
        let known = known.map(|(_, cases)| Arc::clone(cases));
        let cases = known.unwrap_or_else(|| {
            let case = |case: &&Case| {
                let files = CaseFiles {
                    input: case.input_name.clone(),
                    answer: case.answer_name.clone(),
                    input_size: case.input().metadata().ok().map(|input| input.len()),
                    is_visible: candidate.problem.is_visible(&case.name),
                };
                (case.name.clone(), limits_for(&case.rules, candidate.language), files)
            };
            let cases = PlannedCase::list(candidate.cases.iter().map(case));
            lists.push((candidate, Arc::clone(&cases)));
            cases
        });
        let expectation = candidate.solution.expectation.clone();
        let groups = Arc::clone(&candidate.problem.groups);
        let (subject, source) = (candidate.subject(), candidate.within(&candidate.solution.main_file));
        solutions.push(PlannedSolution {
            subject,
            source,
            expectation,
            cases,
            groups,
            is_part: candidate.is_part,
            note: candidate.solution.note.clone(),
        });
    }
    solutions
}

/// Whether two have the same cases with the same limits.
fn are_alike(one: &Candidate<'_>, other: &Candidate<'_>) -> bool {
    let scale = |of: &Candidate<'_>| (of.language.time_factor.to_bits(), of.language.time_extra);
    let are_same = |(case, other): (&&Case, &&Case)| std::ptr::eq(*case, *other);
    let same_cases =
        || one.cases.len() == other.cases.len() && one.cases.iter().zip(other.cases.iter()).all(are_same);
    scale(one) == scale(other) && (Arc::ptr_eq(&one.cases, &other.cases) || same_cases())
}
