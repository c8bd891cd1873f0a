//! Groups that are decided: what comes after the case that decides is not run, whatever ran first.
//!
//! Workers run the cases of a group at once, so a case may end before an earlier one that decides the group.
//! Outcomes of such groups therefore wait here until all earlier ones are known, and what comes after the
//! deciding case is told as not run. So a run tells the same with one worker and with many.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::event::{Event, JobPlace, Outcome, RunPlan};
use crate::judge;
use crate::model::{Group, Name, OnReject, Verdict};

/// The outcomes that wait.
pub struct Gate {
    /// None where all cases are run.
    plan: Option<Arc<RunPlan>>,
    /// By the place of a solution and of a group.
    queues: HashMap<(usize, usize), Queue>,
}

/// The outcomes of a solution on a group.
struct Queue {
    /// The places of the cases whose outcomes have not been passed on, in reverse order.
    open: Vec<usize>,
    /// What came too early.
    early: BTreeMap<usize, Box<Outcome>>,
    /// The case that decided the group, and its verdict.
    decided: Option<(Name, Verdict)>,
}

impl Gate {
    /// A gate for a run by this plan; without one everything passes.
    #[must_use]
    pub fn new(plan: Option<&Arc<RunPlan>>) -> Self {
        Self { plan: plan.map(Arc::clone), queues: HashMap::new() }
    }

    /// Takes an event in: the events that may be told now, in their order.
    pub fn pass(&mut self, place: JobPlace, event: Event) -> Vec<(JobPlace, Event)> {
        let outcome = match event {
            Event::Judged(outcome) => outcome,
            other => return vec![(place, other)],
        };
        let planned = self.plan.as_ref().map(|plan| &plan.solutions()[place.solution]);
        let group = planned.and_then(|planned| {
            let group = Group::of(&planned.groups, &outcome.case)?;
            (planned.groups[group].on_reject == OnReject::Break).then_some((planned, group))
        });
        let Some((planned, group)) = group else { return vec![(place, Event::Judged(outcome))] };
        let queue = self.queues.entry((place.solution, group)).or_insert_with(|| {
            let cases = planned.cases.iter().enumerate().rev();
            let of_group = cases.filter(|(_, case)| Group::of(&planned.groups, &case.name) == Some(group));
            Queue { open: of_group.map(|(index, _)| index).collect(), early: BTreeMap::new(), decided: None }
        });
        queue.early.insert(place.case, outcome);
        let first = place.sequence - place.case;
        let told = queue.ready(&planned.groups[group]);
        let told = told.into_iter().map(|(case, outcome)| {
            (JobPlace { case, sequence: first + case, ..place }, Event::Judged(outcome))
        });
        told.collect()
    }
}

impl Queue {
    /// The outcomes before which nothing is open any more.
    fn ready(&mut self, group: &Group) -> Vec<(usize, Box<Outcome>)> {
        let mut ready = Vec::new();
        while let Some(outcome) = self.open.last().and_then(|next| self.early.remove(next)) {
            let Some(case) = self.open.pop() else { break };
            let outcome = match &self.decided {
                Some(decided) => after(*outcome, group, decided),
                None => *outcome,
            };
            let share = outcome.judgement.share();
            if self.decided.is_none() && share.is_some_and(|share| group.is_decided_by(share)) {
                self.decided = Some((outcome.case.clone(), outcome.judgement.verdict));
            }
            ready.push((case, Box::new(outcome)));
        }
        ready
    }
}

/// The outcome of a case after the one that decided.
fn after(outcome: Outcome, group: &Group, (case, verdict): &(Name, Verdict)) -> Outcome {
    let why = format!("the group `{}` is decided: {verdict} on `{case}`", group.name);
    let judgement = judge::skipped(why);
    Outcome { judgement, input: None, rechecks: Vec::new(), decided_by: Some(case.clone()), ..outcome }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::event::fixture::{outcome, plan, planned, subject};
    use crate::event::{Event, JobPlace, RunPlan};
    use crate::grading::gate::Gate;
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
                let Event::Judged(outcome) = event else { panic!("{event:?}") };
                let name = &planned.cases[place.case].name;
                assert_eq!((&outcome.case, place.sequence), (name, place.case));
                told.push(format!("{name} {} {}", outcome.judgement.verdict, outcome.judgement.reason));
            }
        }
        told
    }

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
            let mut told = told(&mut Gate::new(Some(&run())), verdicts, &order);
            told.sort();
            let decided = "g/3 SK the group `g` is decided: WA on `g/2`";
            assert_eq!(told, ["1 WA ", "g/1 AC ", "g/2 WA ", decided], "{order:?}");
        }
    }

    #[test]
    fn a_failure_of_the_judge_decides_nothing() {
        use Verdict::{Accepted, JudgeError, WrongAnswer};
        let mut gate = Gate::new(Some(&run()));
        let told = told(&mut gate, [JudgeError, Accepted, Accepted, WrongAnswer], &[3, 2, 1, 0]);
        assert_eq!(told, ["1 AC ", "g/1 JE ", "g/2 AC ", "g/3 WA "]);
    }

    #[test]
    fn without_a_plan_all_passes() {
        use Verdict::{Accepted, WrongAnswer};
        let told = told(&mut Gate::new(None), [WrongAnswer, Accepted, Accepted, Accepted], &[2, 0, 3, 1]);
        assert_eq!(told, ["g/2 AC ", "g/1 WA ", "g/3 AC ", "1 AC "]);
    }
}
