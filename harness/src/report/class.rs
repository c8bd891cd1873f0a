//! How a class did: how many are right, which verdicts there are, which cases most fail on.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::event::{Event, RunPlan, SolutionSummary};
use crate::model::{Name, Verdict, points_text};

/// Cases that are named.
const MOST_CASES: usize = 5;

/// Collects what there is to say of a class.
#[derive(Default)]
pub struct ClassOverview {
    plan: Option<Arc<RunPlan>>,
    /// By problem and the place of the case: how many fail on it, and how many ran on it.
    cases: BTreeMap<(Name, usize), (usize, usize)>,
    /// What a case is called.
    names: BTreeMap<(Name, usize), Name>,
}

impl ClassOverview {
    /// Takes an event in; nothing is kept where the solutions are not those of students.
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::RunStarted(plan) if plan.is_class => self.plan = Some(Arc::clone(plan)),
            Event::Judged(outcome) => {
                let Some(plan) = &self.plan else { return };
                let verdict = outcome.judgement.verdict;
                let Some(place) = plan.job(&outcome.subject, &outcome.case) else { return };
                if matches!(verdict, Verdict::Skipped | Verdict::JudgeError) {
                    return;
                }
                let key = (outcome.subject.problem.clone(), place.case);
                let (failed, ran) = self.cases.entry(key.clone()).or_default();
                *failed += usize::from(verdict != Verdict::Accepted);
                *ran += 1;
                self.names.entry(key).or_insert_with(|| outcome.case.clone());
            }
            _ => {}
        }
    }

    /// The lines about a class; none where it is none.
    #[must_use]
    pub fn lines(&self, summaries: &[SolutionSummary]) -> Vec<String> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let students = plan.solutions().len();
        let count =
            |is_it: &dyn Fn(&SolutionSummary) -> bool| summaries.iter().filter(|one| is_it(one)).count();
        let right = count(&|one| one.verdict == Verdict::Accepted);
        let absent = count(&|one| one.is_absent);
        let missing = if absent > 0 { format!(", {absent} missing") } else { String::new() };
        let first = format!("{right} of {students} right{missing}");
        let order = [Verdict::Accepted, Verdict::Partial].into_iter();
        let others = Verdict::ALL.into_iter().rev();
        let others = others.filter(|verdict| !matches!(verdict, Verdict::Accepted | Verdict::Partial));
        let verdicts: Vec<String> = order
            .chain(others)
            .filter_map(|verdict| {
                let n = count(&|one| one.verdict == verdict && !one.is_absent);
                (n > 0).then(|| format!("{verdict} {n}"))
            })
            .collect();
        let mut lines = vec![first];
        if !verdicts.is_empty() {
            lines.push(format!("verdicts: {}", verdicts.join(", ")));
        }
        lines.extend(mean_of_points(summaries));
        lines.extend(self.hardest());
        lines
    }

    /// The cases on which most fail, most first.
    fn hardest(&self) -> Option<String> {
        let mut failed: Vec<_> = self.cases.iter().filter(|(_, (failed, _))| *failed > 0).collect();
        failed.sort_by_key(|(_, (failed, _))| std::cmp::Reverse(*failed));
        let named = failed
            .iter()
            .take(MOST_CASES)
            .filter_map(|(key, (failed, ran))| Some(format!("{} ({failed} of {ran})", self.names.get(key)?)));
        let named: Vec<String> = named.collect();
        (!named.is_empty()).then(|| format!("most fail on: {}", named.join(", ")))
    }
}

/// The mean of the points, where they are known of a student.
fn mean_of_points(summaries: &[SolutionSummary]) -> Option<String> {
    let scores: Vec<_> = summaries.iter().filter_map(|summary| summary.score.as_ref()).collect();
    let full = scores.first()?.full;
    let count = u32::try_from(scores.len()).ok()?;
    let mean = scores.iter().map(|score| score.points).sum::<f64>() / f64::from(count);
    Some(format!("points: {mean:.1} of {} on average", points_text(full)))
}
