//! A solution that was selected, with the cases that it was selected with.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;

use crate::build::BuildRequest;
use crate::discover::{Selection, select};
use crate::event::Subject;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Case, Language, Name, Problem, RoleKind, Solution, Verdict};
use crate::session::Session;

/// The cases of a solution. Solutions that were selected with the same cases share the list.
type CaseList<'a> = Arc<[&'a Case]>;

/// A solution and the cases for it.
pub struct Candidate<'a> {
    /// The root of the workspace.
    pub root: &'a Path,
    /// The problem.
    pub problem: &'a Problem,
    /// The solution.
    pub solution: &'a Solution,
    /// Its language.
    pub language: &'a Language,
    /// The cases, in order.
    pub cases: CaseList<'a>,
    /// It was selected with more cases, and runs on the others elsewhere, or not again.
    pub is_part: bool,
}

impl<'a> Candidate<'a> {
    /// The same solution on these cases.
    #[must_use]
    pub fn on<'b>(&self, cases: &'b [Case]) -> Candidate<'b>
    where
        'a: 'b,
    {
        Candidate { cases: cases.iter().collect(), ..*self }
    }

    /// The request to build it.
    #[must_use]
    pub fn build_request(&self) -> BuildRequest<'a> {
        BuildRequest {
            name: format!("{}/{}", self.problem.name, self.solution.name),
            source: &self.solution.source,
            language: &self.solution.language,
            function: self.problem.function.as_ref(),
        }
    }

    /// A file as events name it: relative to the root of the workspace, where it is below.
    #[must_use]
    pub fn within(&self, path: &Path) -> Name {
        Name::from_os(path.strip_prefix(self.root).unwrap_or(path).as_os_str())
    }

    /// Its names in events.
    #[must_use]
    pub fn subject(&self) -> Arc<Subject> {
        Arc::new(Subject {
            problem: self.problem.name.clone(),
            solution: self.solution.name.clone(),
            language: self.solution.language.clone(),
        })
    }

    /// Whether it is expected to be right on every case.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.solution.expectation.verdicts() == [Verdict::Accepted]
    }
}

/// The solutions of a selection that have a case.
#[must_use]
pub fn candidates<'a>(session: &'a Session, selection: &Selection) -> Vec<Candidate<'a>> {
    let mut found = of_selection(session, selection);
    found.retain(|candidate| !candidate.cases.is_empty());
    found
}

/// The one solution that `PROBLEM/SOLUTION` means, with the one case that is named, or with all that it has.
///
/// # Errors
/// There is none, or there are several.
pub fn only_candidate<'a>(
    session: &'a Session,
    program: &str,
    case: Option<&str>,
) -> Result<Candidate<'a>, Failure> {
    let pattern = case.map_or_else(|| program.to_owned(), |case| format!("{program}/{case}"));
    let selection = select(session.catalog(), &[pattern])
        .map_err(|error| Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) })?;
    let mut found = of_selection(session, &selection);
    let (count, candidate) = (found.len(), found.pop());
    let Some(candidate) = candidate.filter(|_| count == 1) else {
        let what = anyhow!("`{program}` names {count} solutions, and one is needed");
        return Err(Failure::usage(what).hint("write PROBLEM/SOLUTION"));
    };
    match (case, candidate.cases.len()) {
        (None, _) | (Some(_), 1) => Ok(candidate),
        (Some(case), count) => {
            let what = anyhow!("`{case}` names {count} cases of `{program}`, and one is needed");
            Err(Failure::usage(what))
        }
    }
}

fn of_selection<'a>(session: &'a Session, selection: &Selection) -> Vec<Candidate<'a>> {
    let mut found = Vec::new();
    for selected in &selection.problems {
        let Some(problem) = session.catalog().problems.get(selected.problem) else { continue };
        let mut last: Option<(&Arc<[usize]>, CaseList<'a>)> = None;
        for chosen in &selected.solutions {
            let Some(solution) = problem.solutions.get(chosen.solution) else { continue };
            let Some(language) = session.language_of(solution) else { continue };
            let same = last.take().filter(|(places, _)| Arc::ptr_eq(places, &chosen.cases));
            let listed = || chosen.cases.iter().filter_map(|index| problem.cases.get(*index)).collect();
            let cases = same.map_or_else(listed, |(_, cases)| cases);
            last = Some((&chosen.cases, Arc::clone(&cases)));
            let root = &session.config.root;
            found.push(Candidate { root, problem, solution, language, cases, is_part: false });
        }
    }
    found
}

/// The problems of these with a program that draws cases.
#[must_use]
pub fn viewed(candidates: &[Candidate<'_>]) -> BTreeSet<Name> {
    let has_view = |candidate: &&Candidate<'_>| !candidate.problem.roles.of(RoleKind::View).is_empty();
    candidates.iter().filter(has_view).map(|candidate| candidate.problem.name.clone()).collect()
}

/// All solutions of a problem, without cases.
#[must_use]
pub fn of_problem<'a>(session: &'a Session, problem: &'a Problem) -> Vec<Candidate<'a>> {
    let candidate = |solution: &'a Solution| {
        let language = session.config.languages.get(&solution.language)?;
        Some(Candidate {
            root: &session.config.root,
            problem,
            solution,
            language,
            cases: [].into(),
            is_part: false,
        })
    };
    problem.solutions.iter().filter_map(candidate).collect()
}
