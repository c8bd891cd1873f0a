//! The shape of a plan.
//!
//! Most solutions of a problem have the same cases and limits, so a list of cases is written with the
//! first solution that has it, and the others name that solution.

use std::collections::HashMap;
use std::sync::Arc;

use harness_sandbox::Guarantees;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::event::{CaseFiles, PlannedCase, PlannedSolution, RunPlan, Subject};
use crate::model::{
    Accept, Expectation, Glob, Group, Limits, Name, OnReject, Permitted, PointsExpected, PointsRange, Scope,
};
use crate::wire::judgement::{GuaranteesShape, LimitsShape};
use crate::wire::listed::list;

list!(names_of_verdicts, crate::model::Verdict, "crate::wire::scalar::verdict");

pub use names_of_verdicts as verdicts;

#[derive(Serialize, Deserialize)]
struct PlanShape {
    jobs: usize,
    workers: usize,
    #[serde(with = "GuaranteesShape")]
    guarantees: Guarantees,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    machine: String,
    is_partial: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_class: bool,
    solutions: Vec<SolutionShape>,
}

#[derive(Serialize, Deserialize)]
struct SolutionShape {
    #[serde(with = "crate::wire::scalar::name")]
    problem: Name,
    #[serde(with = "crate::wire::scalar::name")]
    solution: Name,
    language: String,
    #[serde(with = "crate::wire::scalar::name")]
    source: Name,
    expectation: Vec<RuleShape>,
    #[serde(with = "ScopeShape")]
    scope: Scope,
    #[serde(default)]
    is_part: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<PointsShape>,
    /// Empty where they are those of the solution that the cases are of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    groups: Vec<GroupShape>,
    cases: CasesShape,
}

/// Points that are meant, of groups and in all.
#[derive(Serialize, Deserialize)]
struct PointsShape {
    total: Option<(f64, f64)>,
    groups: Vec<(String, f64, f64)>,
}

#[derive(Serialize, Deserialize)]
struct GroupShape {
    #[serde(with = "crate::wire::scalar::name")]
    name: Name,
    score: f64,
    accept: String,
    on_reject: String,
}

/// The cases of a solution, each with the limits in force.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum CasesShape {
    Own(#[serde(with = "own_cases")] Arc<[PlannedCase]>),
    /// Those of this solution of the same problem, which stands before.
    AsOf(#[serde(with = "crate::wire::scalar::name")] Name),
}

#[derive(Serialize, Deserialize)]
struct CaseShape {
    #[serde(with = "crate::wire::scalar::name")]
    case: Name,
    #[serde(with = "LimitsShape")]
    limits: Limits,
    #[serde(with = "crate::wire::scalar::name")]
    input: Name,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::wire::event::maybe_name")]
    answer: Option<Name>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    input_size: Option<u64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_visible: bool,
}

#[derive(Serialize, Deserialize)]
struct RuleShape {
    cases: String,
    #[serde(with = "verdicts")]
    permitted: Vec<crate::model::Verdict>,
    #[serde(with = "verdicts")]
    required: Vec<crate::model::Verdict>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Scope", rename_all = "snake_case")]
enum ScopeShape {
    Cases,
    Final,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Subject")]
pub struct SubjectShape {
    #[serde(with = "crate::wire::scalar::name")]
    problem: Name,
    #[serde(with = "crate::wire::scalar::name")]
    solution: Name,
    language: String,
}

impl From<&RunPlan> for PlanShape {
    fn from(plan: &RunPlan) -> Self {
        Self {
            jobs: plan.jobs,
            workers: plan.workers,
            guarantees: plan.guarantees,
            machine: plan.machine.clone(),
            is_partial: plan.is_partial,
            is_class: plan.is_class,
            solutions: shapes(plan.solutions()),
        }
    }
}

/// Solutions to be written. A list of cases is written once.
fn shapes(solutions: &[PlannedSolution]) -> Vec<SolutionShape> {
    let mut written: HashMap<*const PlannedCase, Arc<Subject>> = HashMap::new();
    let mut cases = |of: &PlannedSolution| -> CasesShape {
        let subject = &of.subject;
        let first = written.entry(of.cases.as_ptr()).or_insert_with(|| Arc::clone(subject));
        if first == subject || first.problem != subject.problem {
            return CasesShape::Own(Arc::clone(&of.cases));
        }
        CasesShape::AsOf(first.solution.clone())
    };
    let solution = |planned: &PlannedSolution| {
        let PlannedSolution { subject, source, expectation, .. } = planned;
        let cases = cases(planned);
        SolutionShape {
            problem: subject.problem.clone(),
            solution: subject.solution.clone(),
            language: subject.language.clone(),
            source: source.clone(),
            expectation: expectation.rules.iter().map(rule).collect(),
            scope: expectation.scope,
            is_part: planned.is_part,
            note: planned.note.clone(),
            points: expectation.points.as_ref().map(PointsShape::from),
            groups: match cases {
                CasesShape::Own(_) => planned.groups.iter().map(GroupShape::from).collect(),
                CasesShape::AsOf(_) => Vec::new(),
            },
            cases,
        }
    };
    solutions.iter().map(solution).collect()
}

impl From<&PointsExpected> for PointsShape {
    fn from(points: &PointsExpected) -> Self {
        let group = |(name, range): &(Name, PointsRange)| (name.shown().into_owned(), range.from, range.to);
        Self {
            total: points.total.map(|range| (range.from, range.to)),
            groups: points.groups.iter().map(group).collect(),
        }
    }
}

impl TryFrom<PointsShape> for PointsExpected {
    type Error = String;

    fn try_from(shape: PointsShape) -> Result<Self, String> {
        let range = |(from, to)| PointsRange { from, to };
        let group = |(name, from, to): (String, f64, f64)| {
            let known = Name::from_shown(&name).ok_or_else(|| format!("`{name}` has a broken escape"))?;
            Ok((known, range((from, to))))
        };
        let groups = shape.groups.into_iter().map(group).collect::<Result<_, String>>()?;
        Ok(Self { total: shape.total.map(range), groups })
    }
}

impl From<&Group> for GroupShape {
    fn from(group: &Group) -> Self {
        let (accept, on_reject) = (group.accept.name().to_owned(), group.on_reject.name().to_owned());
        Self { name: group.name.clone(), score: group.score, accept, on_reject }
    }
}

impl TryFrom<GroupShape> for Group {
    type Error = String;

    fn try_from(GroupShape { name, score, accept, on_reject }: GroupShape) -> Result<Self, String> {
        let unknown = |word: &str| format!("no rule of a group is called `{word}`");
        Ok(Self {
            name,
            score,
            accept: Accept::from_name(&accept).ok_or_else(|| unknown(&accept))?,
            on_reject: OnReject::from_name(&on_reject).ok_or_else(|| unknown(&on_reject))?,
        })
    }
}

fn rule((cases, permitted): &(Glob, Permitted)) -> RuleShape {
    RuleShape {
        cases: cases.text().to_owned(),
        permitted: permitted.verdicts.clone(),
        required: permitted.required.clone(),
    }
}

/// What solutions of a problem share.
type CasesAndGroups = (Arc<[PlannedCase]>, Arc<[Group]>);

impl TryFrom<PlanShape> for RunPlan {
    type Error = String;

    fn try_from(shape: PlanShape) -> Result<Self, String> {
        let solutions = planned(shape.solutions)?;
        let amount = (shape.jobs, shape.workers);
        let mut plan = Self::new(solutions, shape.is_partial, amount, shape.guarantees);
        plan.machine = shape.machine;
        plan.is_class = shape.is_class;
        Ok(plan)
    }
}

/// Solutions as they were written.
fn planned(shapes: Vec<SolutionShape>) -> Result<Vec<PlannedSolution>, String> {
    let mut lists: HashMap<(Name, Name), CasesAndGroups> = HashMap::new();
    let mut solutions = Vec::new();
    for shape in shapes {
        let SolutionShape {
            problem,
            solution,
            language,
            source,
            expectation,
            scope,
            is_part,
            note,
            points,
            groups,
            cases,
        } = shape;
        let (cases, groups) = match cases {
            CasesShape::Own(own) => {
                (own, groups.into_iter().map(Group::try_from).collect::<Result<_, String>>()?)
            }
            CasesShape::AsOf(other) => {
                let known = lists.get(&(problem.clone(), other.clone()));
                known.cloned().ok_or_else(|| format!("no solution `{other}` stands before `{solution}`"))?
            }
        };
        lists.insert((problem.clone(), solution.clone()), (Arc::clone(&cases), Arc::clone(&groups)));
        let rule = |rule: RuleShape| match Glob::new(&rule.cases) {
            Ok(glob) => Ok((glob, Permitted { verdicts: rule.permitted, required: rule.required })),
            Err(why) => Err(format!("`{}` is no pattern: {why}", rule.cases)),
        };
        let rules = expectation.into_iter().map(rule).collect::<Result<_, String>>()?;
        let subject = Arc::new(Subject { problem, solution, language });
        let points = points.map(PointsExpected::try_from).transpose()?;
        let expectation = Expectation { rules, scope, points };
        solutions.push(PlannedSolution { subject, source, expectation, cases, groups, is_part, note });
    }
    Ok(solutions)
}

impl From<&PlannedCase> for CaseShape {
    fn from(case: &PlannedCase) -> Self {
        let PlannedCase { name, limits, files } = case;
        Self {
            case: name.clone(),
            limits: Limits::clone(limits),
            input: files.input.clone(),
            answer: files.answer.clone(),
            input_size: files.input_size,
            is_visible: files.is_visible,
        }
    }
}

impl From<CaseShape> for (Name, Limits, CaseFiles) {
    fn from(shape: CaseShape) -> Self {
        let CaseShape { case, limits, input, answer, input_size, is_visible } = shape;
        (case, limits, CaseFiles { input, answer, input_size, is_visible })
    }
}

/// For `#[serde(with)]` on the cases of a solution. There may be many: the shape of each is made when it is written.
mod own_cases {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serializer};

    use crate::event::PlannedCase;
    use crate::wire::plan::CaseShape;

    pub fn serialize<S: Serializer>(cases: &Arc<[PlannedCase]>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(cases.iter().map(CaseShape::from))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<[PlannedCase]>, D::Error> {
        let shapes = Vec::<CaseShape>::deserialize(deserializer)?;
        Ok(PlannedCase::list(shapes.into_iter().map(Into::into)))
    }
}

/// For `#[serde(with)]` on a list of solutions.
pub mod solutions {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::event::PlannedSolution;
    use crate::wire::plan::{SolutionShape, planned, shapes};

    pub fn serialize<S: Serializer>(solutions: &[PlannedSolution], serializer: S) -> Result<S::Ok, S::Error> {
        shapes(solutions).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PlannedSolution>, D::Error> {
        planned(Vec::<SolutionShape>::deserialize(deserializer)?).map_err(Error::custom)
    }
}

/// For `#[serde(with)]`.
pub fn serialize<S: Serializer>(plan: &Arc<RunPlan>, serializer: S) -> Result<S::Ok, S::Error> {
    PlanShape::from(plan.as_ref()).serialize(serializer)
}

/// For `#[serde(with)]`.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<RunPlan>, D::Error> {
    let plan = RunPlan::try_from(PlanShape::deserialize(deserializer)?);
    plan.map(Arc::new).map_err(serde::de::Error::custom)
}
