//! Events to summaries of solutions: a pure fold, in whatever order the outcomes come.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::event::PlannedSolution;
use crate::event::{Event, NotBuilt, Outcome, Reporter, RunPlan, Slowest, SolutionSummary, Stamped};
use crate::model::{Bytes, Group, GroupScore, Kills, Name, Scope, Score, Share, Verdict, alternatives};

/// What came of a case.
#[derive(Clone, Copy)]
struct CaseResult {
    verdict: Verdict,
    as_expected: bool,
    share: Option<Share>,
    /// It was not run, because its group was decided or the solution had failed.
    is_decided: bool,
}

/// What is known of one solution so far.
struct Row {
    /// Of each case, once it is known, what came of it; empty before the first is, and when all are told.
    results: Vec<Option<CaseResult>>,
    kills: Kills,
    open: usize,
    slowest: Option<Slowest>,
    /// Where it ran so far, where that is said; and whether it ran on several machines.
    machine: Option<String>,
    are_mixed: bool,
    max_memory: Bytes,
    trouble: Option<String>,
    warnings: Option<String>,
    /// The case of the first failure, where others were not run for it.
    stopped_at: Option<Name>,
}

/// Collects outcomes until each solution is complete.
#[derive(Default)]
pub struct Scoreboard {
    plan: Option<Arc<RunPlan>>,
    rows: Vec<Row>,
}

impl Scoreboard {
    /// Takes the next event in. The summary of a solution, when the event was the last one about it.
    pub fn take(&mut self, event: &Event) -> Option<SolutionSummary> {
        match event {
            Event::RunStarted(plan) => {
                self.rows = plan.solutions().iter().map(|planned| Row::new(planned.cases.len())).collect();
                self.plan = Some(Arc::clone(plan));
                None
            }
            Event::NotBuilt(what) => self.not_built(what),
            Event::Warned(what) => {
                let place = self.plan.as_ref().and_then(|plan| plan.solution(&what.subject));
                if let Some(row) = place.and_then(|place| self.rows.get_mut(place)) {
                    row.warnings = Some(what.said.clone());
                }
                None
            }
            Event::Judged(outcome) => self.judged(outcome),
            Event::LeftOut(_)
            | Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::Started(_)
            | Event::Waits(_)
            | Event::Provisional
            | Event::EmptyProgram(_)
            | Event::Drawn(_)
            | Event::Explained(_)
            | Event::RunFinished(_) => None,
        }
    }

    /// Takes an event in and tells a reporter: the event, and what follows from it.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn tell(
        &mut self,
        event: &Stamped,
        reporter: &mut dyn Reporter,
    ) -> io::Result<Option<SolutionSummary>> {
        let summary = self.take(&event.event);
        reporter.on_event(event)?;
        if let Some(summary) = &summary {
            reporter.on_solution(summary)?;
        }
        Ok(summary)
    }

    fn judged(&mut self, outcome: &Outcome) -> Option<SolutionSummary> {
        let plan = self.plan.as_ref()?;
        let place = plan.job(&outcome.subject, &outcome.case)?;
        let planned = &plan.solutions()[place.solution];
        let row = self.rows.get_mut(place.solution)?;
        // All of it was told.
        if row.open == 0 {
            return None;
        }
        // Where solutions end one after the other, few are held at once.
        row.results.resize(planned.cases.len(), None);
        let slot = row.results.get_mut(place.case)?;
        if slot.is_none() {
            row.open -= 1;
        }
        let verdict = outcome.judgement.verdict;
        *slot = Some(CaseResult {
            verdict,
            as_expected: outcome.as_expected(),
            share: outcome.judgement.share(),
            is_decided: outcome.decided_by.is_some(),
        });
        if verdict != Verdict::Skipped {
            planned.expectation.note(&mut row.kills, &outcome.case, verdict);
        }
        if outcome.is_after_failure {
            row.stopped_at.clone_from(&outcome.decided_by);
        }
        row.measure(outcome);
        if row.open > 0 {
            return None;
        }
        let summary = row.summary(outcome, planned, plan.is_partial || planned.is_part);
        row.results = Vec::new();
        Some(summary)
    }

    fn not_built(&self, what: &NotBuilt) -> Option<SolutionSummary> {
        let plan = self.plan.as_ref()?;
        let planned = &plan.solutions()[plan.solution(&what.subject)?];
        Some(SolutionSummary {
            subject: Arc::clone(&what.subject),
            verdict: what.verdict,
            as_expected: what.is_missing || planned.expectation.permits_everywhere(what.verdict),
            expected: planned.expectation.named(),
            required: planned.expectation.required(),
            unmet: None,
            score: ((what.verdict == Verdict::CompileError || what.is_absent) && !planned.groups.is_empty())
                .then(|| Score::none(&planned.groups, planned.cases.iter().map(|case| &case.name))),
            points_expected: planned.expectation.points.clone(),
            points_unmet: None,
            cases: planned.cases.len(),
            ran: 0,
            left_out: 0,
            accepted: 0,
            slowest: None,
            max_memory: Bytes(0),
            is_built: false,
            is_absent: what.is_absent,
            stopped_at: None,
            trouble: Some(what.why.clone()),
            warnings: None,
        })
    }
}

impl Row {
    fn new(cases: usize) -> Self {
        Self {
            results: Vec::new(),
            kills: Kills::default(),
            open: cases,
            slowest: None,
            machine: None,
            are_mixed: false,
            max_memory: Bytes(0),
            trouble: None,
            warnings: None,
            stopped_at: None,
        }
    }

    fn measure(&mut self, outcome: &Outcome) {
        if matches!(outcome.judgement.verdict, Verdict::CompileError | Verdict::JudgeError)
            && self.trouble.is_none()
        {
            self.trouble = Some(outcome.judgement.reason.clone());
        }
        let Some(facts) = &outcome.judgement.execution else { return };
        self.max_memory = self.max_memory.max(facts.usage.memory);
        self.are_mixed |= self.machine.is_some() && self.machine != outcome.machine;
        self.machine.clone_from(&outcome.machine);
        let slower = |than: &Slowest| facts.usage.cpu > than.cpu;
        if self.slowest.as_ref().is_none_or(slower) {
            let (case, cpu) = (outcome.case.clone(), facts.usage.cpu);
            let was_killed = facts.was_ended_at_its_cpu_line();
            self.slowest = Some(Slowest { case, cpu, limit: outcome.limits.time, was_killed });
        }
    }

    /// The summary, with the last outcome.
    fn summary(&self, last: &Outcome, planned: &PlannedSolution, is_partial: bool) -> SolutionSummary {
        let expectation = &planned.expectation;
        let results = || self.results.iter().flatten();
        let ran = || results().filter(|result| result.verdict != Verdict::Skipped);
        let count = |wanted| results().filter(|result| result.verdict == wanted).count();
        let all_skipped = ran().next().is_none() && !self.results.is_empty();
        // One case tells all of a program that cannot be started; the others were not run for it.
        let is_unstartable = count(Verdict::CompileError) > 0;
        let could_count = |result: &&CaseResult| {
            result.verdict != Verdict::Skipped || (!result.is_decided && !is_unstartable)
        };
        let counting = || results().filter(could_count).map(|result| result.verdict);
        let first_bad = counting().find(|verdict| *verdict != Verdict::Accepted);
        let left_out = counting().filter(|verdict| *verdict == Verdict::Skipped).count();
        let complete = left_out == 0;
        // What was not run to the end cannot be blamed for what it did not show.
        let may_miss = !complete || is_partial || self.stopped_at.is_some();
        let verdict = if all_skipped { Verdict::Skipped } else { first_bad.unwrap_or(Verdict::Accepted) };
        let (unmet, are_fine) = match expectation.scope {
            Scope::Cases => {
                let unmet = expectation.unmet(&self.kills).filter(|_| !may_miss);
                let unmet = unmet.map(|permitted| alternatives(&permitted.required));
                (unmet, ran().all(|result| result.as_expected))
            }
            Scope::Final => {
                let survives = verdict == Verdict::Accepted && !expectation.permits_finally(verdict);
                let unmet = (survives && !may_miss).then(|| alternatives(&expectation.named()));
                let is_fine = survives || expectation.permits_finally(verdict);
                (unmet, is_fine && count(Verdict::JudgeError) == 0)
            }
        };
        let score = if is_partial { None } else { self.score(planned) };
        let points_unmet = score.as_ref().zip(expectation.points.as_ref());
        let points_unmet = points_unmet.and_then(|(score, expected)| score.differs_from(expected));
        SolutionSummary {
            subject: Arc::clone(&last.subject),
            verdict,
            expected: expectation.named(),
            required: expectation.required(),
            as_expected: unmet.is_none() && points_unmet.is_none() && complete && are_fine,
            unmet,
            score,
            points_expected: expectation.points.clone(),
            points_unmet,
            cases: self.results.len(),
            ran: ran().count(),
            left_out,
            accepted: count(Verdict::Accepted),
            // Times of different machines are not compared.
            slowest: self.slowest.clone().filter(|slowest| slowest.cpu > Duration::ZERO && !self.are_mixed),
            max_memory: self.max_memory,
            is_built: true,
            is_absent: false,
            stopped_at: self.stopped_at.clone(),
            trouble: self.trouble.clone(),
            warnings: self.warnings.clone(),
        }
    }

    /// The points; nothing where there are none, or where those of a group are not known.
    fn score(&self, planned: &PlannedSolution) -> Option<Score> {
        let groups = &planned.groups;
        let mut shares: Vec<Vec<Option<Share>>> = vec![Vec::new(); groups.len()];
        let mut score =
            (!groups.is_empty()).then(|| Score::none(groups, planned.cases.iter().map(|case| &case.name)))?;
        for (case, result) in planned.cases.iter().zip(&self.results) {
            let Some(group) = Group::of(groups, &case.name) else { continue };
            shares[group].push(result.and_then(|result| result.share));
            let is_accepted = result.is_some_and(|result| result.verdict == Verdict::Accepted);
            score.groups[group].accepted += usize::from(is_accepted);
        }
        for ((group, shares), of_group) in groups.iter().zip(&shares).zip(&mut score.groups) {
            *of_group = GroupScore { points: group.points(shares)?, ..of_group.clone() };
        }
        score.points = score.groups.iter().map(|group| group.points).sum();
        Some(score)
    }
}

#[cfg(test)]
mod tests;
