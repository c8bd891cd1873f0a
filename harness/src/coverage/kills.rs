//! All solutions on all cases: which case kills which wrong solution.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use crate::coverage::minimal::KillSets;
use crate::event::{Event, Reporter, RunPlan, Stamped};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::grading;
use crate::model::{Name, Verdict};
use crate::programs::ProblemPrograms;
use crate::ui::Progress;

/// The result of judging all solutions on all cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KillMatrix {
    /// The wrong solutions.
    pub wrong: Vec<WrongSolution>,
    /// Right solutions that fail, each with the first case on which it does.
    pub unexpected_failures: Vec<(Name, Name, Verdict)>,
    /// Solutions that could not be judged, each with the first such case and the reason.
    pub judge_failures: Vec<(Name, Name, String)>,
}

/// A wrong solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongSolution {
    /// Its name.
    pub name: Name,
    /// The cases that kill it, with its verdicts.
    pub killed_by: BTreeMap<usize, Verdict>,
}

impl KillMatrix {
    /// For each case, the wrong solutions that it kills.
    #[must_use]
    pub fn kill_sets(&self, n_cases: usize) -> KillSets {
        let is_killed = |case: usize| {
            move |(index, wrong): (usize, &WrongSolution)| {
                wrong.killed_by.contains_key(&case).then_some(index)
            }
        };
        (0..n_cases).map(|case| self.wrong.iter().enumerate().filter_map(is_killed(case)).collect()).collect()
    }
}

/// Judges all solutions on all cases.
///
/// # Errors
/// The engine failed.
pub fn judge(programs: &ProblemPrograms<'_>, progress: &Progress) -> Result<KillMatrix, Failure> {
    let mut listener = Listener { progress, plan: None, deaths: BTreeMap::new(), failures: BTreeMap::new() };
    grading::judge_all(programs, &programs.problem.cases, false, &mut listener)?;
    let mut matrix = KillMatrix::default();
    for (index, candidate) in programs.candidates.iter().enumerate() {
        let name = candidate.solution.name.clone();
        if let Some((case, why)) = listener.failures.remove(&index) {
            let case = programs.problem.cases[case].name.clone();
            matrix.judge_failures.push((name.clone(), case, why));
        }
        let killed_by = listener.deaths.remove(&index).unwrap_or_default();
        if !candidate.is_right() {
            matrix.wrong.push(WrongSolution { name, killed_by });
        } else if let Some((case, verdict)) = killed_by.first_key_value() {
            let case = programs.problem.cases[*case].name.clone();
            matrix.unexpected_failures.push((name, case, *verdict));
        }
    }
    Ok(matrix)
}

/// Notes which case kills which solution.
struct Listener<'a> {
    progress: &'a Progress,
    plan: Option<Arc<RunPlan>>,
    deaths: BTreeMap<usize, BTreeMap<usize, Verdict>>,
    /// By solution the first case on which the judge failed, and why.
    failures: BTreeMap<usize, (usize, String)>,
}

impl Reporter for Listener<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        match &event.event {
            Event::RunStarted(plan) => {
                self.progress.start(plan.jobs, "judging");
                self.plan = Some(Arc::clone(plan));
            }
            Event::Judged(outcome) => {
                self.progress.advance();
                let verdict = outcome.judgement.verdict;
                let place = self.plan.as_ref().and_then(|plan| plan.job(&outcome.subject, &outcome.case));
                let Some(place) = place else { return Ok(()) };
                if is_death(verdict) {
                    self.deaths.entry(place.solution).or_default().insert(place.case, verdict);
                } else if verdict == Verdict::JudgeError {
                    let failure = (place.case, outcome.judgement.reason.clone());
                    let first = self.failures.entry(place.solution).or_insert_with(|| failure.clone());
                    if failure.0 < first.0 {
                        *first = failure;
                    }
                }
            }
            Event::LeftOut(_)
            | Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::Started(_)
            | Event::Waits(_)
            | Event::Provisional
            | Event::NotBuilt(_)
            | Event::Warned(_)
            | Event::EmptyProgram(_)
            | Event::Drawn(_)
            | Event::Explained(_)
            | Event::RunFinished(_) => {}
        }
        Ok(())
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        self.progress.finish();
        Ok(())
    }
}

/// Whether a case with this verdict kills the solution.
fn is_death(verdict: Verdict) -> bool {
    match verdict {
        Verdict::Accepted | Verdict::Skipped | Verdict::JudgeError | Verdict::CompileError => false,
        Verdict::Partial
        | Verdict::WrongAnswer
        | Verdict::TimeLimit
        | Verdict::IdleLimit
        | Verdict::MemoryLimit
        | Verdict::OutputLimit
        | Verdict::RuntimeError => true,
    }
}
