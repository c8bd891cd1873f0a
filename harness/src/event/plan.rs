//! What a run is going to do: every solution, every case, and what is expected.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use harness_sandbox::Guarantees;

use crate::model::{Audience, Expectation, Group, Limits, Name};

/// A solution, by its names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    /// The problem.
    pub problem: Name,
    /// The solution.
    pub solution: Name,
    /// The language.
    pub language: String,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.problem, self.solution)
    }
}

/// A job, by its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobName {
    /// The solution.
    pub subject: Arc<Subject>,
    /// The case.
    pub case: Name,
}

/// A case that a solution is judged on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedCase {
    /// Its name.
    pub name: Name,
    /// The limits in force for this solution: its language may change those of the case. Neighbours with
    /// the same limits share them.
    pub limits: Arc<Limits>,
    /// Its files.
    pub files: CaseFiles,
}

/// The files of a case, relative to the root of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFiles {
    /// What programs read.
    pub input: Name,
    /// What is expected; none where an interactor decides alone.
    pub answer: Option<Name>,
    /// The bytes of the input, where that is known.
    pub input_size: Option<u64>,
    /// Students may see what is in them.
    pub is_visible: bool,
}

impl PlannedCase {
    /// These cases in a list, in which neighbours share their limits.
    pub fn list(cases: impl Iterator<Item = (Name, Limits, CaseFiles)>) -> Arc<[Self]> {
        let mut last: Option<Arc<Limits>> = None;
        let case = |(name, limits, files): (Name, Limits, CaseFiles)| {
            let limits = last.take().filter(|last| **last == limits).unwrap_or_else(|| Arc::new(limits));
            last = Some(Arc::clone(&limits));
            Self { name, limits, files }
        };
        cases.map(case).collect()
    }
}

/// A solution, and what it is judged on.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedSolution {
    /// The solution.
    pub subject: Arc<Subject>,
    /// The file with its main function, relative to the root of the workspace.
    pub source: Name,
    /// What its verdicts are meant to be.
    pub expectation: Expectation,
    /// Its cases in order. Solutions with the same cases and limits share the list.
    pub cases: Arc<[PlannedCase]>,
    /// The groups of its cases that have points, in the order of the settings.
    pub groups: Arc<[Group]>,
    /// Others of the cases that were asked for are run elsewhere, or not again. That these do not kill a wrong
    /// solution is then no fault, and they make no points.
    pub is_part: bool,
    /// What is to be told of it beside its verdict, such as that it came late; for the staff.
    pub note: Option<String>,
}

/// Where a job stands in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobPlace {
    /// The place of the solution among all, from 0.
    pub solution: usize,
    /// The place of the case among those of the solution, from 0.
    pub case: usize,
    /// The place of the job among all, from 0.
    pub sequence: usize,
}

/// What a run is going to do. Reports keep the order of solutions and cases that it has.
#[derive(Clone, Debug, PartialEq)]
pub struct RunPlan {
    /// How many jobs; of a solution that is known not to be built when the run begins there is none.
    pub jobs: usize,
    /// How many at once.
    pub workers: usize,
    /// What the sandbox can enforce here.
    pub guarantees: Guarantees,
    /// The machine in words, where that is known.
    pub machine: String,
    /// Only some of the cases are judged. That they do not kill a wrong solution is then no fault.
    pub is_partial: bool,
    /// The solutions are what students have handed in.
    pub is_class: bool,
    /// Who is told; what students may not see is not in what they are told.
    pub audience: Audience,
    solutions: Vec<PlannedSolution>,
    /// Made from the solutions, once for all who look up places.
    index: Index,
}

/// The places of what the plan names.
#[derive(Clone, Debug, PartialEq)]
struct Index {
    solutions: HashMap<Arc<Subject>, usize>,
    /// Of each solution the place of its first job.
    firsts: Vec<usize>,
    /// Of each solution the places of its cases by name, to be searched by halving; shared as the lists of
    /// cases are.
    cases: Vec<Arc<[u32]>>,
}

impl Index {
    fn of(planned: &[PlannedSolution]) -> Self {
        let mut index = Self { solutions: HashMap::new(), firsts: Vec::new(), cases: Vec::new() };
        let mut known: HashMap<usize, Arc<[u32]>> = HashMap::new();
        let mut jobs = 0;
        for (place, solution) in planned.iter().enumerate() {
            index.solutions.insert(Arc::clone(&solution.subject), place);
            index.firsts.push(jobs);
            jobs += solution.cases.len();
            let list = solution.cases.as_ptr().addr();
            let by_name = || {
                let mut places: Vec<u32> = (0..).take(solution.cases.len()).collect();
                places.sort_by_key(|place| solution.cases[*place as usize].name.as_bytes());
                places.into()
            };
            let places = known.entry(list).or_insert_with(by_name);
            index.cases.push(Arc::clone(places));
        }
        index
    }
}

impl RunPlan {
    /// The plan of a run over these solutions.
    #[must_use]
    pub fn new(
        solutions: Vec<PlannedSolution>,
        is_partial: bool,
        (jobs, workers): (usize, usize),
        guarantees: Guarantees,
    ) -> Self {
        let index = Index::of(&solutions);
        Self {
            jobs,
            workers,
            guarantees,
            machine: String::new(),
            is_partial,
            is_class: false,
            audience: Audience::Staff,
            solutions,
            index,
        }
    }

    /// The solutions, in the order of reports.
    #[must_use]
    pub fn solutions(&self) -> &[PlannedSolution] {
        &self.solutions
    }

    /// The place of a solution; none where the plan has no such solution.
    #[must_use]
    pub fn solution(&self, subject: &Subject) -> Option<usize> {
        self.index.solutions.get(subject).copied()
    }

    /// The place of the first job of the solution at this place.
    #[must_use]
    pub fn first_job(&self, solution: usize) -> usize {
        self.index.firsts[solution]
    }

    /// The place of a solution on a case; none where the plan has no such job.
    #[must_use]
    pub fn job(&self, subject: &Subject, case: &Name) -> Option<JobPlace> {
        let solution = self.solution(subject)?;
        let (places, cases) = (&self.index.cases[solution], &self.solutions[solution].cases);
        let name = |place: &u32| cases[*place as usize].name.as_bytes();
        let found = places.binary_search_by(|place| name(place).cmp(case.as_bytes())).ok()?;
        let case = places[found] as usize;
        Some(JobPlace { solution, case, sequence: self.first_job(solution) + case })
    }
}

#[cfg(test)]
mod tests {
    use crate::event::JobPlace;
    use crate::event::fixture::{plan, planned, subject};
    use crate::model::{Expectation, Name};

    #[test]
    fn places_are_found_by_name_in_the_order_of_the_plan() {
        let (one, other) = (subject("p", "one", "rust"), subject("q", "one", "rust"));
        let solutions = vec![
            planned(&one, Expectation::accepted(), &["2", "1"]),
            planned(&other, Expectation::accepted(), &["1"]),
        ];
        let plan = plan(solutions);
        let place = |subject, case: &str| plan.job(subject, &Name::from(case));
        assert_eq!(place(&one, "1"), Some(JobPlace { solution: 0, case: 1, sequence: 1 }));
        assert_eq!(place(&other, "1"), Some(JobPlace { solution: 1, case: 0, sequence: 2 }));
        assert_eq!(place(&other, "2"), None);
        assert_eq!(plan.solution(&subject("p", "two", "rust")), None);
    }
}
