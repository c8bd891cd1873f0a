//! Cases that are not run because of an earlier one: those of a group that is decided, and those of a solution
//! that is run no further than to its first failure.
//!
//! Workers run the cases of a solution at once, so a case may end before an earlier one that decides. Outcomes
//! therefore wait here until all earlier ones are known, and what comes after the deciding case is told as not
//! run. So a run tells the same with one worker and with many.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::event::{Event, JobName, JobPlace, Outcome, PlannedSolution, RunPlan};
use crate::judge;
use crate::model::{Group, Name, OnReject, Verdict};

/// What ends before all cases are run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ends {
    /// Groups of points that are decided.
    pub of_groups: bool,
    /// Solutions, after their first verdict other than AC.
    pub of_solutions: bool,
}

/// The outcomes that wait.
pub struct Gate {
    plan: Arc<RunPlan>,
    ends: Ends,
    /// By the place of a solution, and of a group where groups alone end.
    queues: HashMap<(usize, Option<usize>), Queue>,
}

/// Outcomes of a solution that depend on each other: all, or those of a group.
struct Queue {
    /// The places of the cases whose outcomes have not been passed on, in reverse order.
    open: Vec<usize>,
    /// What came too early.
    early: BTreeMap<usize, Box<Outcome>>,
    /// By group, the case that decided it, and its verdict.
    decided: BTreeMap<usize, (Name, Verdict)>,
    /// The case on which the solution failed first, and its verdict.
    failed: Option<(Name, Verdict)>,
}

impl Gate {
    /// A gate for a run by this plan in which this may end early; where nothing does, everything passes.
    #[must_use]
    pub fn new(plan: &Arc<RunPlan>, ends: Ends) -> Self {
        Self { plan: Arc::clone(plan), ends, queues: HashMap::new() }
    }

    /// Takes an event in: the events that may be told now, in their order.
    pub fn pass(&mut self, place: JobPlace, event: Event) -> Vec<(JobPlace, Event)> {
        let outcome = match event {
            Event::Judged(outcome) => outcome,
            other => return vec![(place, other)],
        };
        let (ends, planned) = (self.ends, &self.plan.solutions()[place.solution]);
        let group = ends.group(planned, &outcome.case);
        if group.is_none() && !ends.of_solutions {
            return vec![(place, Event::Judged(outcome))];
        }
        let group = group.filter(|_| !ends.of_solutions);
        let queue = self.queues.entry((place.solution, group)).or_insert_with(|| {
            let cases = planned.cases.iter().enumerate().rev();
            let own = cases.filter(|(_, case)| group.is_none() || ends.group(planned, &case.name) == group);
            Queue {
                open: own.map(|(index, _)| index).collect(),
                early: BTreeMap::new(),
                decided: BTreeMap::new(),
                failed: None,
            }
        });
        let name = JobName { subject: Arc::clone(&outcome.subject), case: outcome.case.clone() };
        queue.early.insert(place.case, outcome);
        let told = queue.ready(planned, ends);
        if told.is_empty() {
            return vec![(place, Event::Waits(name))];
        }
        let first = place.sequence - place.case;
        let told = told.into_iter().map(|(case, outcome)| {
            (JobPlace { case, sequence: first + case, ..place }, Event::Judged(outcome))
        });
        told.collect()
    }
}

impl Ends {
    /// The group of a case, where it is one that may be decided before all of its cases are run.
    fn group(self, planned: &PlannedSolution, case: &Name) -> Option<usize> {
        let group = Group::of(&planned.groups, case).filter(|_| self.of_groups)?;
        (planned.groups[group].on_reject == OnReject::Break).then_some(group)
    }
}

impl Queue {
    /// The outcomes before which nothing is open any more.
    fn ready(&mut self, planned: &PlannedSolution, ends: Ends) -> Vec<(usize, Box<Outcome>)> {
        let mut ready = Vec::new();
        while let Some(outcome) = self.open.last().and_then(|next| self.early.remove(next)) {
            let Some(case) = self.open.pop() else { break };
            ready.push((case, Box::new(self.told(*outcome, planned, ends))));
        }
        ready
    }

    /// What is told of the next outcome.
    fn told(&mut self, outcome: Outcome, planned: &PlannedSolution, ends: Ends) -> Outcome {
        let group = ends.group(planned, &outcome.case);
        if let Some((group, (case, verdict))) =
            group.and_then(|group| Some((group, self.decided.get(&group)?)))
        {
            let name = &planned.groups[group].name;
            let why = format!("the group `{name}` is decided: {verdict} on `{case}`");
            return not_run(outcome, why, case);
        }
        if let Some((case, verdict)) = &self.failed {
            let why = format!("stopped at the first failure: {verdict} on `{case}`");
            return Outcome { is_after_failure: true, ..not_run(outcome, why, case) };
        }
        let verdict = outcome.judgement.verdict;
        let share = outcome.judgement.share();
        if let Some(group) = group
            && share.is_some_and(|share| planned.groups[group].is_decided_by(share))
        {
            self.decided.insert(group, (outcome.case.clone(), verdict));
        }
        if ends.of_solutions && !matches!(verdict, Verdict::Accepted | Verdict::Skipped) {
            self.failed = Some((outcome.case.clone(), verdict));
        }
        outcome
    }
}

/// The outcome of a case that comes after the one that decides.
fn not_run(outcome: Outcome, why: String, case: &Name) -> Outcome {
    let judgement = judge::skipped(why);
    Outcome { judgement, input: None, rechecks: Vec::new(), decided_by: Some(case.clone()), ..outcome }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::event::fixture::{outcome, plan, planned, subject};
    use crate::event::{Event, JobPlace, RunPlan};
    use crate::grading::gate::{Ends, Gate};
    use crate::model::{Accept, Expectation, Group, Name, OnReject, Verdict};

    /// A solution on `g/1`, `1`, `g/2`, `g/3`, of which three are in a group that ends with the first that fails.
    fn run() -> Arc<RunPlan> {
        let subject = subject("p", "s", "rust");
        let mut solution = planned(&subject, Expectation::accepted(), &["g/1", "1", "g/2", "g/3"]);
        let name = Name::from("g");
        solution.groups =
            [Group { name, score: 1.0, accept: Accept::Min, on_reject: OnReject::Break }].into();
        Arc::new(plan(vec![solution]))
    }

    /// What is told of these verdicts on the cases in the order of the plan, when they come in this order.
    fn told(gate: &mut Gate, verdicts: [Verdict; 4], order: &[usize]) -> Vec<String> {
        let mut told = Vec::new();
        let plan = run();
        let planned = &plan.solutions()[0];
        for index in order {
            let place = JobPlace { solution: 0, case: *index, sequence: *index };
            let case = planned.cases[*index].name.clone();
            let event = Event::Judged(Box::new(outcome(&planned.subject, case, verdicts[*index])));
            for (place, event) in gate.pass(place, event) {
                let outcome = match event {
                    Event::Judged(outcome) => outcome,
                    // It waits.
                    Event::Waits(job) if job.case == planned.cases[*index].name => continue,
                    other => panic!("{other:?}"),
                };
                let name = &planned.cases[place.case].name;
                assert_eq!((&outcome.case, place.sequence), (name, place.case));
                told.push(format!("{name} {} {}", outcome.judgement.verdict, outcome.judgement.reason));
            }
        }
        told
    }

    const GROUPS: Ends = Ends { of_groups: true, of_solutions: false };
    const SOLUTIONS: Ends = Ends { of_groups: false, of_solutions: true };
    const BOTH: Ends = Ends { of_groups: true, of_solutions: true };

    fn orders() -> Vec<Vec<usize>> {
        let mut orders = vec![Vec::new()];
        for _ in 0..4 {
            let longer = |order: &Vec<usize>| {
                let order = order.clone();
                let others = (0..4).filter(|index| !order.contains(index)).collect::<Vec<_>>();
                others.into_iter().map(move |index| [order.clone(), vec![index]].concat())
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        orders
    }

    #[test]
    fn whatever_ends_first_the_same_is_told() {
        use Verdict::{Accepted, RuntimeError, WrongAnswer};
        let verdicts = [Accepted, WrongAnswer, WrongAnswer, RuntimeError];
        let orders = orders();
        assert_eq!(orders.len(), 24);
        for order in orders {
            let mut told = told(&mut Gate::new(&run(), GROUPS), verdicts, &order);
            told.sort();
            let decided = "g/3 SK the group `g` is decided: WA on `g/2`";
            assert_eq!(told, ["1 WA ", "g/1 AC ", "g/2 WA ", decided], "{order:?}");
        }
    }

    #[test]
    fn a_failure_of_the_judge_decides_nothing() {
        use Verdict::{Accepted, JudgeError, WrongAnswer};
        let mut gate = Gate::new(&run(), GROUPS);
        let told = told(&mut gate, [JudgeError, Accepted, Accepted, WrongAnswer], &[3, 2, 1, 0]);
        assert_eq!(told, ["1 AC ", "g/1 JE ", "g/2 AC ", "g/3 WA "]);
    }

    #[test]
    fn where_nothing_ends_early_all_passes() {
        use Verdict::{Accepted, WrongAnswer};
        let told = told(
            &mut Gate::new(&run(), Ends::default()),
            [WrongAnswer, Accepted, Accepted, Accepted],
            &[2, 0, 3, 1],
        );
        assert_eq!(told, ["g/2 AC ", "g/1 WA ", "g/3 AC ", "1 AC "]);
    }

    /// What is told in the order of the cases, whatever comes first.
    #[track_caller]
    fn check(ends: Ends, verdicts: [Verdict; 4], expect: [&str; 4]) {
        for order in orders() {
            assert_eq!(told(&mut Gate::new(&run(), ends), verdicts, &order), expect, "{order:?}");
        }
    }

    #[test]
    fn after_the_first_failure_in_the_order_of_cases_nothing_is_run() {
        use Verdict::{Accepted, JudgeError, Partial, RuntimeError, Skipped, WrongAnswer};
        let stopped =
            ["1", "g/2", "g/3"].map(|case| format!("{case} SK stopped at the first failure: WA on `g/1`"));
        let [one, two, three] = stopped.each_ref().map(String::as_str);
        check(SOLUTIONS, [WrongAnswer, RuntimeError, Accepted, WrongAnswer], ["g/1 WA ", one, two, three]);
        let three = "g/3 SK stopped at the first failure: RE on `g/2`";
        check(
            SOLUTIONS,
            [Accepted, Accepted, RuntimeError, WrongAnswer],
            ["g/1 AC ", "1 AC ", "g/2 RE ", three],
        );
        let all = ["g/1 AC ", "1 AC ", "g/2 AC ", "g/3 WA "];
        check(SOLUTIONS, [Accepted, Accepted, Accepted, WrongAnswer], all);
        // A part of the points is no AC, and nor is a failure of the judge; what was not run is no verdict.
        let three = three.replace("RE", "PT");
        check(SOLUTIONS, [Accepted, Skipped, Partial, Accepted], ["g/1 AC ", "1 SK ", "g/2 PT ", &three]);
        let three = three.replace("PT", "JE");
        check(SOLUTIONS, [Accepted, Accepted, JudgeError, Accepted], ["g/1 AC ", "1 AC ", "g/2 JE ", &three]);
    }

    #[test]
    fn what_is_decided_by_its_group_is_told_so_also_after_the_first_failure() {
        use Verdict::{Accepted, WrongAnswer};
        let decided = ["g/2", "g/3"].map(|case| format!("{case} SK the group `g` is decided: WA on `g/1`"));
        let one = "1 SK stopped at the first failure: WA on `g/1`";
        check(BOTH, [WrongAnswer, Accepted, Accepted, Accepted], ["g/1 WA ", one, &decided[0], &decided[1]]);
        let after = ["g/2", "g/3"].map(|case| format!("{case} SK stopped at the first failure: WA on `1`"));
        check(BOTH, [Accepted, WrongAnswer, Accepted, Accepted], ["g/1 AC ", "1 WA ", &after[0], &after[1]]);
    }
}
