//! Judges what is built, tells a reporter, and keeps what the exit code is made of.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread::Thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use harness_sandbox::{Fault, Sandbox, Step, Stop};

use crate::build::Built;
use crate::event::{
    Clock, Event, JobPlace, NotBuilt, PlannedSolution, Reporter, RunEnd, RunPlan, SolutionSummary, Warned,
};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::grading::explaining::WorthExplaining;
use crate::grading::gate::{Ends, Gate};
use crate::grading::pictures::WorthDrawing;
use crate::grading::planned::planned;
use crate::machine::{ProcessorTime, machine};
use crate::model::{KillSlack, Name, Verdict};
use crate::plan::{self, Check, Entry, Urgent};
use crate::programs::{Candidate, Deciders, entry};
use crate::run::{Engine, KeptOutputs, Pool};
use crate::scoreboard::Scoreboard;

/// For so long events are gathered before they are told: a person does not see it, and a run is a fraction of it.
const GATHERED: Duration = Duration::from_millis(2);

/// Wakes a thread when it is dropped.
struct WokenAtEnd(Thread);

impl Drop for WokenAtEnd {
    fn drop(&mut self) {
        self.0.unpark();
    }
}

/// What the exit code is made of.
#[derive(Default)]
pub struct Tally {
    /// What was not as expected.
    pub surprises: Vec<Surprise>,
    /// The cases that are worth a picture.
    pub(super) worth_drawing: WorthDrawing,
    /// The failures that are worth a run of their own.
    pub(super) worth_explaining: WorthExplaining,
    unexpected: bool,
    judge_failed: bool,
}

/// A verdict that was not as expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surprise {
    /// The index of the candidate.
    pub candidate: usize,
    /// The index of the case among those of the candidate.
    pub case: usize,
    /// The verdict.
    pub verdict: Verdict,
}

impl Tally {
    fn take(&mut self, summary: &SolutionSummary) {
        self.unexpected |= !summary.as_expected;
        self.judge_failed |= summary.verdict == Verdict::JudgeError;
    }

    /// How the command ends, as far as its runs decide that.
    #[must_use]
    pub fn exit_code(&self, stop: &Stop) -> ExitCode {
        match stop.signal() {
            Some(signal) => ExitCode::Interrupted(signal),
            None if self.judge_failed => ExitCode::JudgeFailed,
            None if self.unexpected => ExitCode::Unexpected,
            None => ExitCode::Fine,
        }
    }
}

/// What is wanted of a run.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
#[derive(Clone, Debug, Default)]
pub struct Options<'o> {
    /// Stop at the first outcome that is not as expected.
    pub fail_fast: bool,
    /// A solution whose compiler or interpreter is not installed is an error of the judge.
    pub require_languages: bool,
    /// What ends before all cases are run.
    pub ends: Ends,
    /// These are not all cases that the user is asking about: others run elsewhere, or were not chosen again.
    pub is_part: bool,
    /// Where what solutions print is kept.
    pub outputs: Option<&'o KeptOutputs>,
    /// Draw the first case on which each solution failed, where its problem has a view.
    pub draws: bool,
    /// Draw also where that was expected.
    pub draws_expected: bool,
    /// Find out why each solution was wrong or crashed first.
    pub explains: bool,
    /// The solutions are what students have handed in.
    pub is_class: bool,
    /// What is run before all else.
    pub urgent: Urgent,
    /// The candidates as the plan tells them, where a record has asked for that before.
    pub planned: Option<Vec<PlannedSolution>>,
}

/// Where programs are judged.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// Where solutions run.
    pub sandbox: &'a dyn Sandbox,
    /// The programs that decide instead of a comparison, if there are any.
    pub deciders: Option<&'a Deciders>,
}

impl<'a> Site<'a> {
    /// How outputs for a problem are checked on its cases.
    ///
    /// # Errors
    /// Its interactor cannot be built, for this reason.
    pub fn check(&self, problem: &Name) -> Result<Check<'a>, &'a str> {
        self.deciders.map_or(Ok(Check::Compare), |deciders| deciders.check(problem))
    }
}

/// Judges, and tells a reporter.
pub struct Judging<'a, 'r> {
    /// When to stop.
    pub stop: &'a Stop,
    /// On which threads.
    pub pool: &'a Pool,
    /// How often a borderline run is repeated alone.
    pub recheck: u32,
    /// How far above its limit a run beside others is let go on.
    pub slack: KillSlack,
    /// The listener.
    pub reporter: &'r mut (dyn Reporter + 'a),
    /// What is wanted.
    pub options: Options<'a>,
    /// Since when the time of events is counted.
    pub clock: Clock,
    /// What is known of the solutions so far.
    pub scoreboard: Scoreboard,
    /// What came of it so far.
    pub tally: Tally,
}

/// A run under way: all candidates at once, or some now and others when they are built.
pub struct Run<'c> {
    candidates: &'c [Candidate<'c>],
    plan: Arc<RunPlan>,
    before: Option<ProcessorTime>,
    started: Instant,
    /// Why nothing more is run.
    halted: Option<&'static str>,
    /// Set once nothing is built any more.
    quiet: Option<Stop>,
}

impl Judging<'_, '_> {
    /// Judges every candidate on its cases.
    ///
    /// # Errors
    /// The engine failed, or the output cannot be written.
    pub fn run(
        &mut self,
        candidates: &[Candidate<'_>],
        built: Vec<Built>,
        site: Site<'_>,
        started: Instant,
    ) -> Result<(), Failure> {
        let is_broken = |index: usize| !matches!(built.get(index), Some(Built::Ready(_)));
        let mut run = self.begin((candidates, site), is_broken, started, None)?;
        self.judge(&mut run, built.into_iter().enumerate().collect(), site)?;
        self.end(&run)
    }

    /// Begins a run and says what is going to be done. Of candidates that are known to be broken there
    /// are no jobs; the others may be.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn begin<'c>(
        &mut self,
        (candidates, site): (&'c [Candidate<'c>], Site<'_>),
        is_broken: impl Fn(usize) -> bool,
        started: Instant,
        quiet: Option<Stop>,
    ) -> Result<Run<'c>, Failure> {
        let whole = candidates.iter().enumerate().filter(|(index, _)| !is_broken(*index));
        let jobs = whole.map(|(_, candidate)| candidate.cases.len()).sum();
        let amount = (jobs, self.pool.workers());
        let planned = self.options.planned.take().unwrap_or_else(|| planned(candidates));
        let mut plan = RunPlan::new(planned, self.options.is_part, amount, *site.sandbox.guarantees());
        plan.machine = machine().in_words();
        plan.is_class = self.options.is_class;
        let plan = Arc::new(plan);
        let before = ProcessorTime::now();
        self.emit(Event::RunStarted(Arc::clone(&plan)))?;
        Ok(Run { candidates, plan, before, started, halted: None, quiet })
    }

    /// Judges these candidates of a run, which are built or not.
    ///
    /// # Errors
    /// The engine failed, or the output cannot be written.
    pub fn judge(
        &mut self,
        run: &mut Run<'_>,
        built: Vec<(usize, Built)>,
        site: Site<'_>,
    ) -> Result<(), Failure> {
        let mut entries = Vec::new();
        for (index, built) in built {
            let candidate = &run.candidates[index];
            let is_absent = matches!(built, Built::Absent(_));
            let (verdict, why, is_missing) = match built {
                Built::Ready(executable) => match site.check(&candidate.problem.name) {
                    Ok(check) => {
                        if let Some(said) = executable.warnings.clone() {
                            let subject = Arc::clone(&run.plan.solutions()[index].subject);
                            self.emit(Event::Warned(Box::new(Warned { subject, said })))?;
                        }
                        let entry = entry(candidate, index, &executable, check);
                        entries.push((run.plan.first_job(index), entry));
                        continue;
                    }
                    Err(why) => (Verdict::JudgeError, why.to_owned(), false),
                },
                Built::Rejected(why) => (Verdict::CompileError, why, false),
                Built::Absent(why) => (Verdict::Skipped, why, false),
                Built::Missing(why) if !self.options.require_languages => (Verdict::Skipped, why, true),
                Built::Missing(why) | Built::Failed(why) => (Verdict::JudgeError, why, false),
            };
            let subject = Arc::clone(&run.plan.solutions()[index].subject);
            self.emit(Event::NotBuilt(Box::new(NotBuilt { subject, verdict, why, is_missing, is_absent })))?;
        }
        self.execute(run, &entries, site.sandbox)
    }

    /// Says of candidates that nothing will become of them, because a stop came.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn give_up(
        &mut self,
        run: &Run<'_>,
        mut candidates: impl Iterator<Item = usize>,
    ) -> Result<(), Failure> {
        let verdict = Verdict::Skipped;
        candidates.try_for_each(|index| {
            let subject = Arc::clone(&run.plan.solutions()[index].subject);
            let why = "interrupted before it was built".to_owned();
            self.emit(Event::NotBuilt(Box::new(NotBuilt {
                subject,
                verdict,
                why,
                is_missing: false,
                is_absent: false,
            })))
        })
    }

    /// Says that all is done.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn end(&mut self, run: &Run<'_>) -> Result<(), Failure> {
        let meanwhile = ProcessorTime::now().zip(run.before).map(|(now, before)| now.since(before));
        let interrupted = self.stop.signal();
        self.emit(Event::RunFinished(RunEnd {
            wall: Some(run.started.elapsed()),
            interrupted,
            steal_per_mille: meanwhile.map_or(0, ProcessorTime::steal_per_mille),
        }))
    }

    fn execute(
        &mut self,
        run: &mut Run<'_>,
        entries: &[(usize, Entry<'_>)],
        sandbox: &dyn Sandbox,
    ) -> Result<(), Failure> {
        let Run { halted, quiet, plan, .. } = run;
        let (stop, quiet) = (self.stop, quiet.as_ref());
        let Options { fail_fast, outputs, .. } = self.options;
        let urgent = &self.options.urgent.clone();
        // What ends at the first failure needs no other end.
        let ends = Ends {
            of_groups: self.options.ends.of_groups && !fail_fast,
            of_solutions: self.options.ends.of_solutions && !fail_fast,
        };
        let engine = Engine {
            slack: self.slack,
            fail_fast,
            groups: Some(plan.as_ref()).filter(|_| ends.of_groups),
            first_failure: ends.of_solutions,
            quiet,
            outputs,
            ..Engine::new(sandbox, stop, self.pool, self.recheck)
        };
        let gate = Gate::new(plan, ends);
        let (sender, events) = mpsc::channel();
        let earlier = *halted;
        *halted = std::thread::scope(|scope| {
            let listener = std::thread::current();
            let running = std::thread::Builder::new().spawn_scoped(scope, move || {
                // At the end there is nothing to gather.
                let _woken = WokenAtEnd(listener);
                let emit = |place, event| {
                    // The receiver is gone after a closed pipe; the rest is not wanted.
                    let _ = sender.send((place, event));
                };
                match earlier {
                    None => engine.execute(plan::grid_of(entries, urgent), &emit),
                    Some(reason) => {
                        Engine::skip(plan::grid_of(entries, urgent), reason, &emit);
                        Some(reason)
                    }
                }
            });
            let running = running.map_err(|error| Fault::new(Step::StartThread, &error));
            let running = running.map_err(|fault| Failure::judge(anyhow!("failed to {fault}")))?;
            let listened = self.listen(&events, gate);
            if listened.is_err() {
                stop.now();
            }
            let ran = running.join().map_err(|_| Failure::judge(anyhow!("the engine panicked")))?;
            listened.map(|()| ran)
        })?;
        Ok(())
    }

    /// Passes the events on, in one order, on one thread. Those that come soon after one another are gathered: to wake a
    /// thread for each costs as much as a tenth of a short run.
    fn listen(&mut self, events: &Receiver<(JobPlace, Event)>, mut gate: Gate) -> Result<(), Failure> {
        while let Ok(first) = events.recv() {
            for (place, event) in std::iter::once(first).chain(events.try_iter()) {
                self.pass_on(gate.pass(place, event))?;
            }
            std::thread::park_timeout(GATHERED);
        }
        Ok(())
    }

    fn pass_on(&mut self, events: impl IntoIterator<Item = (JobPlace, Event)>) -> Result<(), Failure> {
        for (place, event) in events {
            if let Event::Judged(outcome) = &event {
                let verdict = outcome.judgement.verdict;
                if self.options.explains {
                    self.tally.worth_explaining.take((place.solution, place.case), outcome);
                }
                if self.options.draws && (self.options.draws_expected || !outcome.as_expected()) {
                    self.tally.worth_drawing.take((place.solution, place.case), outcome);
                }
                self.tally.judge_failed |= verdict == Verdict::JudgeError;
                if !outcome.as_expected() {
                    let JobPlace { solution: candidate, case, .. } = place;
                    self.tally.surprises.push(Surprise { candidate, case, verdict });
                }
            }
            self.emit(event)?;
        }
        Ok(())
    }

    /// Tells the reporter, and keeps what follows from the event.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn emit(&mut self, event: Event) -> Result<(), Failure> {
        let told = self.scoreboard.tell(&self.clock.stamp(event), self.reporter);
        if let Some(summary) = told.map_err(Failure::output)? {
            self.tally.take(&summary);
        }
        Ok(())
    }
}
