//! Outcomes to summaries of solutions: pure, in whatever order the outcomes come.

use std::sync::Arc;
use std::time::Duration;

use crate::event::{Outcome, Slowest, SolutionSummary, Subject};
use crate::model::{Bytes, Expectation, Kills, Verdict};

/// What is known of one solution so far.
struct Row {
    subject: Arc<Subject>,
    expectation: Expectation,
    /// Of each case, once it is known, the verdict and whether it is as expected.
    results: Vec<Option<(Verdict, bool)>>,
    kills: Kills,
    open: usize,
    slowest: Option<Slowest>,
    max_memory: Bytes,
    trouble: Option<String>,
}

/// Collects outcomes until each solution is complete.
pub struct Scoreboard {
    rows: Vec<Row>,
    is_partial: bool,
}

impl Scoreboard {
    /// An empty one. Where only some of the cases are judged, as when one is added, it is no fault
    /// that they do not kill a wrong solution.
    #[must_use]
    pub fn new(is_partial: bool) -> Self {
        Self { rows: Vec::new(), is_partial }
    }

    /// Adds a solution that will be judged on so many cases. The subjects must come in the order of
    /// their index.
    pub fn add(&mut self, subject: Arc<Subject>, expectation: Expectation, cases: usize) {
        self.rows.push(Row {
            subject,
            expectation,
            results: vec![None; cases],
            kills: Kills::default(),
            open: cases,
            slowest: None,
            max_memory: Bytes(0),
            trouble: None,
        });
    }

    /// Takes an outcome in. The summary when it was the last one of its solution.
    pub fn take(&mut self, outcome: &Outcome) -> Option<SolutionSummary> {
        let row = self.rows.get_mut(outcome.subject.index)?;
        let slot = row.results.get_mut(outcome.case_index)?;
        if slot.is_none() {
            row.open -= 1;
        }
        let verdict = outcome.judgement.verdict;
        *slot = Some((verdict, outcome.as_expected()));
        if verdict != Verdict::Skipped {
            row.expectation.note(&mut row.kills, &outcome.case, verdict);
        }
        row.measure(outcome);
        (row.open == 0).then(|| row.summary(self.is_partial))
    }

    /// The summary of a solution that cannot be built.
    #[must_use]
    pub fn fail(&self, index: usize, verdict: Verdict, why: &str) -> Option<SolutionSummary> {
        let row = self.rows.get(index)?;
        let expected = row.expectation.verdicts();
        Some(SolutionSummary {
            subject: Arc::clone(&row.subject),
            verdict,
            as_expected: row.expectation.permits_everywhere(verdict),
            expected,
            unmet: None,
            cases: row.results.len(),
            accepted: 0,
            slowest: None,
            max_memory: Bytes(0),
            is_built: false,
            trouble: Some(why.to_owned()),
        })
    }
}

impl Row {
    fn measure(&mut self, outcome: &Outcome) {
        if matches!(outcome.judgement.verdict, Verdict::CompileError | Verdict::JudgeError)
            && self.trouble.is_none()
        {
            self.trouble = Some(outcome.judgement.reason.clone());
        }
        let Some(facts) = &outcome.judgement.execution else { return };
        self.max_memory = self.max_memory.max(facts.usage.memory);
        let slower = |than: &Slowest| facts.usage.cpu > than.cpu;
        if self.slowest.as_ref().is_none_or(slower) {
            let (case, cpu) = (outcome.case.clone(), facts.usage.cpu);
            let was_killed = facts.was_ended_at_its_cpu_line();
            self.slowest = Some(Slowest { case, cpu, limit: outcome.limits.time, was_killed });
        }
    }

    fn summary(&self, is_partial: bool) -> SolutionSummary {
        let results = || self.results.iter().flatten();
        let ran = || results().filter(|(verdict, _)| *verdict != Verdict::Skipped);
        let count = |wanted| results().filter(|(verdict, _)| *verdict == wanted).count();
        let first_bad = ran().map(|(verdict, _)| *verdict).find(|verdict| *verdict != Verdict::Accepted);
        let all_skipped = ran().next().is_none() && !self.results.is_empty();
        // One case tells all of a program that cannot be started; the others were not run for it.
        let complete = count(Verdict::Skipped) == 0 || count(Verdict::CompileError) > 0;
        // What was not run to the end cannot be blamed for what it did not show.
        let unmet = if complete && !is_partial { self.expectation.unmet(&self.kills) } else { None };
        SolutionSummary {
            subject: Arc::clone(&self.subject),
            verdict: if all_skipped { Verdict::Skipped } else { first_bad.unwrap_or(Verdict::Accepted) },
            expected: self.expectation.verdicts(),
            as_expected: unmet.is_none() && complete && ran().all(|(_, as_expected)| *as_expected),
            unmet: unmet.map(|permitted| permitted.failures().to_string()),
            cases: self.results.len(),
            accepted: count(Verdict::Accepted),
            slowest: self.slowest.clone().filter(|slowest| slowest.cpu > Duration::ZERO),
            max_memory: self.max_memory,
            is_built: true,
            trouble: self.trouble.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
