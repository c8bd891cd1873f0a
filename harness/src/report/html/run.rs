//! What is kept of a run until its page is written: a little of every job, and all of a few.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use harness_sandbox::{Ending, Execution, Tail};

use crate::event::{
    Drawing, EmptyProgram, Event, Explanation, LeftOut, Outcome, RunEnd, RunPlan, SolutionSummary,
};
use crate::exit_code::ExitCode;
use crate::model::{Bytes, Name, Verdict, plain};
use crate::report::class::ClassOverview;
use crate::report::human::summary::{Totals, Waits};
use crate::report::row_order::RowOrder;

/// Cases of one solution that are kept in full: surprises, and verdicts that were expected.
const MOST_OF_SOLUTION: [usize; 2] = [4, 4];

/// Cases that are kept in full in all: more have no place on a page.
const MOST_IN_FULL: usize = 400;

/// Bytes of standard error that are kept of a case: the last ones, where a program says why it ends.
const MOST_STDERR: usize = 4 << 10;

/// Bytes of a reason that are kept of each job.
const MOST_REASON: usize = 160;

/// What came of one job.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether it was expected.
    pub as_expected: bool,
    /// Why; empty for AC.
    pub reason: Box<str>,
    /// What the run took; none where nothing ran.
    pub facts: Option<Facts>,
}

/// What a run took.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// CPU time.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// Peak memory.
    pub memory: Bytes,
    /// How it ended.
    pub ending: Ending,
}

impl Seen {
    fn of(outcome: &Outcome) -> Self {
        let facts = |run: &Execution| Facts {
            cpu: run.usage.cpu,
            wall: run.usage.wall,
            memory: run.usage.memory,
            ending: run.ending,
        };
        let reason = plain(&outcome.judgement.reason);
        Self {
            verdict: outcome.judgement.verdict,
            as_expected: outcome.as_expected(),
            reason: reason[..reason.floor_char_boundary(MOST_REASON)].into(),
            facts: outcome.judgement.execution.as_ref().map(facts),
        }
    }
}

/// Where an outcome that is kept in full stands: what is not expected comes first, then the first of each
/// solution before the second of any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// Whether it is no surprise.
    pub as_expected: bool,
    /// How many of its solution stand before it.
    pub nth: usize,
    /// The place of the solution in the plan.
    pub solution: usize,
}

/// A run, as far as its page shows it.
#[derive(Default)]
pub struct Run {
    /// What was planned; none where nothing could run.
    pub plan: Option<Arc<RunPlan>>,
    /// By solution and case, in the order of the plan.
    pub seen: Vec<Vec<Option<Seen>>>,
    /// By the place of the solution in the plan.
    pub summaries: BTreeMap<usize, SolutionSummary>,
    /// What could be worth a look, with the place of the case.
    pub in_full: BTreeMap<Rank, (usize, Outcome)>,
    /// The same of solutions that are not complete: by solution, surprise or not, and case.
    open: BTreeMap<(usize, bool, usize), Outcome>,
    /// What lies among the solutions and is not judged.
    pub left_out: Vec<LeftOut>,
    /// What languages take for themselves.
    pub empty_programs: Vec<EmptyProgram>,
    /// Pictures by problem, case, and the solution whose output they show; none where that is the answer.
    pub drawings: BTreeMap<(Name, Name, Option<Name>), Drawing>,
    /// Why solutions failed.
    pub explanations: Vec<Explanation>,
    /// How it ended.
    pub end: Option<RunEnd>,
    /// How a class did, where it is one.
    class: ClassOverview,
    runs: usize,
    judge_errors: usize,
    waits: Waits,
    /// The summaries once more, in the order of the plan.
    ordered: Vec<SolutionSummary>,
}

impl Run {
    /// Takes an event in.
    pub fn take(&mut self, event: &Event) {
        self.class.take(event);
        match event {
            Event::RunStarted(plan) => {
                self.seen = plan.solutions().iter().map(|planned| vec![None; planned.cases.len()]).collect();
                self.plan = Some(Arc::clone(plan));
            }
            Event::Judged(outcome) => self.judged(outcome),
            Event::LeftOut(left_out) => self.left_out.push(left_out.as_ref().clone()),
            Event::EmptyProgram(empty) => self.empty_programs.push(empty.clone()),
            Event::Drawn(drawing) => {
                let key = (drawing.problem.clone(), drawing.case.clone(), drawing.solution.clone());
                self.drawings.insert(key, drawing.as_ref().clone());
            }
            Event::Explained(explanation) => self.explanations.push(explanation.as_ref().clone()),
            Event::RunFinished(end) => self.end = Some(*end),
            Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::NotBuilt(_)
            | Event::Warned(_)
            | Event::Started(_)
            | Event::Waits(_)
            | Event::Provisional => {}
        }
    }

    fn judged(&mut self, outcome: &Outcome) {
        let place = self.plan.as_ref().and_then(|plan| plan.job(&outcome.subject, &outcome.case));
        let Some(place) = place else { return };
        self.runs += usize::from(self.plan.as_ref().is_some_and(|plan| outcome.has_run(plan)));
        if let Some(facts) = &outcome.judgement.execution {
            self.waits.take(&facts.usage);
        }
        let seen = Seen::of(outcome);
        if seen.verdict == Verdict::JudgeError && !seen.as_expected {
            self.judge_errors += 1;
        }
        if seen.verdict != Verdict::Skipped && !(seen.verdict == Verdict::Accepted && seen.as_expected) {
            self.open.insert((place.solution, seen.as_expected, place.case), trimmed(outcome));
            let of_kind =
                (place.solution, seen.as_expected, 0)..=(place.solution, seen.as_expected, usize::MAX);
            if self.open.range(of_kind.clone()).count() > MOST_OF_SOLUTION[usize::from(seen.as_expected)] {
                let last = self.open.range(of_kind).next_back().map(|(key, _)| *key);
                last.and_then(|last| self.open.remove(&last));
            }
        }
        if let Some(slot) = self.seen.get_mut(place.solution).and_then(|row| row.get_mut(place.case)) {
            *slot = Some(seen);
        }
    }

    /// A solution is complete.
    pub fn complete(&mut self, summary: &SolutionSummary) {
        let place = self.plan.as_ref().and_then(|plan| plan.solution(&summary.subject));
        let Some(solution) = place else { return };
        self.close(solution, summary.as_expected);
        self.summaries.insert(solution, summary.clone());
    }

    /// Single cases say little of a solution that is as expected as a whole.
    fn close(&mut self, solution: usize, is_fine: bool) {
        if let Some(row) = self.seen.get_mut(solution).filter(|_| is_fine) {
            row.iter_mut().flatten().for_each(|seen| seen.as_expected = true);
        }
        let after = self.open.split_off(&(solution + 1, false, 0));
        let of_solution = self.open.split_off(&(solution, false, 0));
        self.open.extend(after);
        let mut counts = [0, 0];
        for ((_, as_expected, case), outcome) in of_solution {
            let as_expected = as_expected || is_fine;
            let nth = &mut counts[usize::from(as_expected)];
            self.in_full.insert(Rank { as_expected, nth: *nth, solution }, (case, outcome));
            *nth += 1;
            if self.in_full.len() > MOST_IN_FULL {
                self.in_full.pop_last();
            }
        }
    }

    /// No more events come.
    pub fn end(&mut self) {
        while let Some((solution, _, _)) = self.open.keys().next().copied() {
            self.close(solution, false);
        }
        self.ordered = self.summaries.values().cloned().collect();
    }

    /// The lines about a class.
    pub fn class_lines(&self) -> Vec<String> {
        self.class.lines(&self.ordered)
    }

    /// What the last lines are made of.
    pub fn totals(&self, exit_code: ExitCode) -> Totals<'_> {
        Totals {
            solutions: &self.ordered,
            runs: self.runs,
            not_judged: self.left_out.len(),
            empty_programs: &self.empty_programs,
            judge_errors: self.judge_errors,
            waits: self.waits,
            plan: self.plan.as_deref(),
            end: self.end,
            exit_code,
            // The page shows what compilers have warned of.
            is_verbose: true,
        }
    }

    /// The problems with the places of their solutions, in this order or in that of the plan. What was not judged to the
    /// end comes last.
    pub fn problems(&self, order: Option<RowOrder>) -> Vec<(Name, Vec<usize>)> {
        let mut problems: Vec<(Name, Vec<usize>)> = Vec::new();
        let planned = self.plan.iter().flat_map(|plan| plan.solutions());
        for (place, solution) in planned.enumerate() {
            let problem = &solution.subject.problem;
            match problems.iter_mut().find(|(name, _)| name == problem) {
                Some((_, places)) => places.push(place),
                None => problems.push((problem.clone(), vec![place])),
            }
        }
        for (_, places) in &mut problems {
            let Some(order) = order else { break };
            let mut known: Vec<(usize, &SolutionSummary)> =
                places.iter().filter_map(|place| Some((*place, self.summaries.get(place)?))).collect();
            let open: Vec<usize> =
                places.iter().copied().filter(|place| !self.summaries.contains_key(place)).collect();
            order.sort(&mut known, |(_, summary)| summary);
            let known: Vec<usize> = known.into_iter().map(|(place, _)| place).collect();
            *places = [known, open].concat();
        }
        problems
    }
}

/// The outcome with as much of its standard error as a page shows.
fn trimmed(outcome: &Outcome) -> Outcome {
    let mut outcome = outcome.clone();
    if let Some(facts) = &mut outcome.judgement.execution {
        let Tail { head, tail, dropped } = std::mem::take(&mut facts.stderr);
        let mut kept = [head, tail].concat();
        let excess = kept.len().saturating_sub(MOST_STDERR);
        facts.stderr = if excess > 0 {
            Tail { tail: kept.split_off(excess), dropped: dropped + excess as u64, ..Tail::default() }
        } else {
            Tail { head: kept, dropped, ..Tail::default() }
        };
    }
    outcome
}
