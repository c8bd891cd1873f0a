//! The shape of a plan.
//!
//! Most solutions of a problem have the same cases and limits, so a list of cases is written with the
//! first solution that has it, and the others name that solution.

use std::collections::HashMap;
use std::sync::Arc;

use harness_sandbox::Guarantees;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::event::{PlannedCase, PlannedSolution, RunPlan, Subject};
use crate::model::{Expectation, Glob, Limits, Name, Permitted, Scope};
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
    is_partial: bool,
    solutions: Vec<SolutionShape>,
}

#[derive(Serialize, Deserialize)]
struct SolutionShape {
    #[serde(with = "crate::wire::scalar::name")]
    problem: Name,
    #[serde(with = "crate::wire::scalar::name")]
    solution: Name,
    language: String,
    expectation: Vec<RuleShape>,
    #[serde(with = "ScopeShape")]
    scope: Scope,
    cases: CasesShape,
}

/// The cases of a solution, each with the limits in force.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum CasesShape {
    Own(Vec<CaseShape>),
    /// Those of this solution of the same problem, which stands before.
    AsOf(#[serde(with = "crate::wire::scalar::name")] Name),
}

#[derive(Serialize, Deserialize)]
struct CaseShape {
    #[serde(with = "crate::wire::scalar::name")]
    case: Name,
    #[serde(with = "LimitsShape")]
    limits: Limits,
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
        let mut written: HashMap<*const PlannedCase, Arc<Subject>> = HashMap::new();
        let mut cases = |of: &PlannedSolution| -> CasesShape {
            let subject = &of.subject;
            let first = written.entry(of.cases.as_ptr()).or_insert_with(|| Arc::clone(subject));
            if first == subject || first.problem != subject.problem {
                let case = |case: &PlannedCase| CaseShape {
                    case: case.name.clone(),
                    limits: Limits::clone(&case.limits),
                };
                return CasesShape::Own(of.cases.iter().map(case).collect());
            }
            CasesShape::AsOf(first.solution.clone())
        };
        let solution = |planned: &PlannedSolution| {
            let PlannedSolution { subject, expectation, .. } = planned;
            SolutionShape {
                problem: subject.problem.clone(),
                solution: subject.solution.clone(),
                language: subject.language.clone(),
                expectation: expectation.rules.iter().map(rule).collect(),
                scope: expectation.scope,
                cases: cases(planned),
            }
        };
        Self {
            jobs: plan.jobs,
            workers: plan.workers,
            guarantees: plan.guarantees,
            is_partial: plan.is_partial,
            solutions: plan.solutions().iter().map(solution).collect(),
        }
    }
}

fn rule((cases, permitted): &(Glob, Permitted)) -> RuleShape {
    RuleShape {
        cases: cases.text().to_owned(),
        permitted: permitted.verdicts.clone(),
        required: permitted.required.clone(),
    }
}

impl TryFrom<PlanShape> for RunPlan {
    type Error = String;

    fn try_from(shape: PlanShape) -> Result<Self, String> {
        let mut lists: HashMap<(Name, Name), Arc<[PlannedCase]>> = HashMap::new();
        let mut solutions = Vec::new();
        for SolutionShape { problem, solution, language, expectation, scope, cases } in shape.solutions {
            let cases = match cases {
                CasesShape::Own(own) => {
                    PlannedCase::list(own.into_iter().map(|case| (case.case, case.limits)))
                }
                CasesShape::AsOf(other) => {
                    let known = lists.get(&(problem.clone(), other.clone()));
                    Arc::clone(
                        known.ok_or_else(|| format!("no solution `{other}` stands before `{solution}`"))?,
                    )
                }
            };
            lists.insert((problem.clone(), solution.clone()), Arc::clone(&cases));
            let rule = |rule: RuleShape| match Glob::new(&rule.cases) {
                Ok(glob) => Ok((glob, Permitted { verdicts: rule.permitted, required: rule.required })),
                Err(why) => Err(format!("`{}` is no pattern: {why}", rule.cases)),
            };
            let rules = expectation.into_iter().map(rule).collect::<Result<_, String>>()?;
            let subject = Arc::new(Subject { problem, solution, language });
            solutions.push(PlannedSolution { subject, expectation: Expectation { rules, scope }, cases });
        }
        Ok(Self::new(solutions, shape.is_partial, (shape.jobs, shape.workers), shape.guarantees))
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
