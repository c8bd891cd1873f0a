//! A run as a run of each of its solutions alone, so that no student reads of another.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use crate::event::{Event, Reporter, RunPlan, SolutionSummary, Stamped, Subject};
use crate::exit_code::ExitCode;
use crate::model::{Name, Verdict};
use crate::scoreboard::Scoreboard;

/// The run of one solution, to be told.
pub struct OfOne<'e> {
    /// The solution.
    pub subject: Arc<Subject>,
    events: Vec<&'e Stamped>,
    plan: Stamped,
    command: ExitCode,
}

impl OfOne<'_> {
    /// Tells a reporter.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn tell(&self, reporter: &mut dyn Reporter) -> io::Result<()> {
        let mut scoreboard = Scoreboard::default();
        let mut summary = scoreboard.tell(&self.plan, reporter)?;
        for event in &self.events {
            summary = scoreboard.tell(event, reporter)?.or(summary);
        }
        reporter.finish(self.exit_code(summary.as_ref()))
    }

    /// How a command with this solution alone would end.
    fn exit_code(&self, summary: Option<&SolutionSummary>) -> ExitCode {
        match (self.command, summary) {
            (ExitCode::Interrupted(signal), _) => ExitCode::Interrupted(signal),
            (_, None) => ExitCode::Incomplete,
            (_, Some(summary)) if summary.verdict == Verdict::JudgeError => ExitCode::JudgeFailed,
            (_, Some(summary)) if summary.as_expected => ExitCode::Fine,
            (_, Some(_)) => ExitCode::Unexpected,
        }
    }
}

/// What becomes of the run of one solution.
type Write<'a> = Box<dyn FnMut(&OfOne<'_>) -> io::Result<()> + 'a>;

/// Keeps a run until it ends, and then writes it solution by solution: pictures come last.
pub struct Each<'a> {
    write: Write<'a>,
    plan: Option<(Stamped, Arc<RunPlan>)>,
    /// By the place of the solution in the plan.
    of_solutions: Vec<Vec<Stamped>>,
    of_all: Vec<Stamped>,
}

impl<'a> Each<'a> {
    /// Hands each to this.
    pub fn new(write: impl FnMut(&OfOne<'_>) -> io::Result<()> + 'a) -> Self {
        Self { write: Box::new(write), plan: None, of_solutions: Vec::new(), of_all: Vec::new() }
    }

    fn keep(&mut self, event: &Stamped, subject: &Subject) {
        let place = self.plan.as_ref().and_then(|(_, plan)| plan.solution(subject));
        if let Some(events) = place.and_then(|place| self.of_solutions.get_mut(place)) {
            events.push(event.clone());
        }
    }
}

impl Reporter for Each<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        match &event.event {
            Event::RunStarted(plan) => {
                self.of_solutions = vec![Vec::new(); plan.solutions().len()];
                self.plan = Some((event.clone(), Arc::clone(plan)));
            }
            Event::NotBuilt(what) => self.keep(event, &what.subject),
            Event::Warned(what) => self.keep(event, &what.subject),
            Event::Judged(outcome) => self.keep(event, &outcome.subject),
            Event::Explained(why) => self.keep(event, &why.subject),
            Event::Drawn(_) | Event::EmptyProgram(_) | Event::RunFinished(_) => {
                self.of_all.push(event.clone());
            }
            Event::LeftOut(_)
            | Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::Started(_)
            | Event::Waits(_)
            | Event::Provisional => {}
        }
        Ok(())
    }

    fn finish(&mut self, command: ExitCode) -> io::Result<()> {
        let Some((started, plan)) = self.plan.take() else { return Ok(()) };
        for (place, planned) in plan.solutions().iter().enumerate() {
            let own = &self.of_solutions[place];
            let is_run = !own.iter().any(|event| matches!(event.event, Event::NotBuilt(_)));
            let jobs = if is_run { planned.cases.len() } else { 0 };
            let amount = (jobs, plan.workers);
            let mut one = RunPlan::new(vec![planned.clone()], plan.is_partial, amount, plan.guarantees);
            one.machine.clone_from(&plan.machine);
            one.audience = plan.audience;
            let event = Event::RunStarted(Arc::new(one));
            let of_one = OfOne {
                subject: Arc::clone(&planned.subject),
                events: events(own, &self.of_all, &planned.subject),
                plan: Stamped { elapsed: started.elapsed, event },
                command,
            };
            (self.write)(&of_one)?;
        }
        Ok(())
    }
}

/// The events of one solution: its own, in the order in which they came, and those of all that are about it.
fn events<'e>(own: &'e [Stamped], of_all: &'e [Stamped], subject: &Subject) -> Vec<&'e Stamped> {
    let failed: HashSet<&Name> = own
        .iter()
        .filter_map(|event| match &event.event {
            Event::Judged(outcome) if outcome.judgement.verdict != Verdict::Accepted => Some(&outcome.case),
            _ => None,
        })
        .collect();
    let is_of_it = |event: &&Stamped| match &event.event {
        Event::Drawn(drawing) => {
            let is_own = drawing.solution.as_ref().is_none_or(|solution| *solution == subject.solution);
            is_own && drawing.problem == subject.problem && failed.contains(&drawing.case)
        }
        Event::EmptyProgram(empty) => empty.language == subject.language,
        _ => true,
    };
    own.iter().chain(of_all.iter().filter(is_of_it)).collect()
}
