//! Which cases of a run students may see, and what the others are called for them.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use crate::event::{CaseFiles, PlannedCase, PlannedSolution, RunPlan};
use crate::model::{Audience, Expectation, Group, Name};

/// What a hidden case is called: this and its number.
const NAME: &str = "hidden";

/// The cases of a run as students see them.
#[derive(Debug, Default)]
pub struct Hidden {
    /// By problem and case, what a hidden one is called.
    names: HashMap<(Name, Name), Name>,
    visible: HashSet<(Name, Name)>,
}

/// The cases of a problem, each once.
struct OfProblem<'p> {
    problem: &'p Name,
    groups: &'p [Group],
    cases: Vec<&'p PlannedCase>,
    known: HashSet<&'p Name>,
}

impl Hidden {
    /// Looks at a plan. A number is the place of the case among those of its problem.
    #[must_use]
    pub fn of(plan: &RunPlan) -> Self {
        let mut of_problems: Vec<OfProblem<'_>> = Vec::new();
        let mut lists = HashSet::new();
        for planned in plan.solutions() {
            let problem = &planned.subject.problem;
            if !lists.insert((problem, planned.cases.as_ptr())) {
                continue;
            }
            if of_problems.last().is_none_or(|last| last.problem != problem) {
                let groups = &planned.groups;
                of_problems.push(OfProblem { problem, groups, cases: Vec::new(), known: HashSet::new() });
            }
            let Some(last) = of_problems.last_mut() else { continue };
            last.cases.extend(planned.cases.iter().filter(|case| last.known.insert(&case.name)));
        }
        let mut hidden = Self::default();
        for OfProblem { problem, groups, cases, .. } in of_problems {
            hidden.add(problem, groups, &cases);
        }
        hidden
    }

    fn add(&mut self, problem: &Name, groups: &[Group], cases: &[&PlannedCase]) {
        let (shown, hidden): (Vec<_>, Vec<_>) =
            cases.iter().zip(1_usize..).partition(|(case, _)| case.files.is_visible);
        let shown: HashSet<Name> = shown.into_iter().map(|(case, _)| case.name.clone()).collect();
        for (case, number) in hidden {
            let group = Group::of(groups, &case.name).map(|place| groups[place].name.shown());
            let folder = group.filter(|group| *group != Group::REST).map(|group| format!("{group}/"));
            let mut name = Name::from(&*format!("{}{NAME}-{number}", folder.unwrap_or_default()));
            // A visible case may be called so, too.
            while shown.contains(&name) {
                name = Name::from(&*format!("{name}-"));
            }
            self.names.insert((problem.clone(), case.name.clone()), name);
        }
        self.visible.extend(shown.into_iter().map(|case| (problem.clone(), case)));
    }

    /// Whether there are cases that students may not see.
    #[must_use]
    pub fn has_some(&self) -> bool {
        !self.names.is_empty()
    }

    /// Whether students may see what is in a case.
    #[must_use]
    pub fn is_visible(&self, problem: &Name, case: &Name) -> bool {
        self.visible.contains(&(problem.clone(), case.clone()))
    }

    /// What a case is called; of one that is not known nothing is told.
    #[must_use]
    pub fn name(&self, problem: &Name, case: &Name) -> Name {
        if self.is_visible(problem, case) {
            return case.clone();
        }
        let name = self.names.get(&(problem.clone(), case.clone()));
        name.cloned().unwrap_or_else(|| Name::from(NAME))
    }

    /// The plan as students see it. Every solution is meant to be right.
    #[must_use]
    pub fn plan(&self, plan: &RunPlan) -> RunPlan {
        let mut lists: HashMap<(&Name, *const PlannedCase), Arc<[PlannedCase]>> = HashMap::new();
        let mut solutions = Vec::new();
        for planned in plan.solutions() {
            let problem = &planned.subject.problem;
            let list = lists.entry((problem, planned.cases.as_ptr()));
            let cases =
                list.or_insert_with(|| planned.cases.iter().map(|case| self.case(problem, case)).collect());
            let source = planned.source.to_os();
            solutions.push(PlannedSolution {
                subject: Arc::clone(&planned.subject),
                source: Name::from_os(Path::new(&source).file_name().unwrap_or_default()),
                expectation: Expectation::accepted(),
                cases: Arc::clone(cases),
                groups: Arc::clone(&planned.groups),
                is_part: planned.is_part,
                note: None,
            });
        }
        let mut redacted =
            RunPlan::new(solutions, plan.is_partial, (plan.jobs, plan.workers), plan.guarantees);
        redacted.machine.clone_from(&plan.machine);
        redacted.is_class = plan.is_class;
        redacted.audience = Audience::Student;
        redacted
    }

    fn case(&self, problem: &Name, case: &PlannedCase) -> PlannedCase {
        if case.files.is_visible {
            return case.clone();
        }
        let name = self.name(problem, &case.name);
        let files = CaseFiles { input: name.clone(), answer: None, input_size: None, is_visible: false };
        PlannedCase { name, limits: Arc::clone(&case.limits), files }
    }
}
