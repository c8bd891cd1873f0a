//! Judges what is built, tells a reporter, and keeps what the exit code is made of. `grade` does so
//! with all that was selected, `add` with the cases that are new.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;

use anyhow::anyhow;
use harness_sandbox::{Fault, Sandbox, Step, Stop};

use crate::build::Built;
use crate::commands::host::ProcessorTime;
use crate::commands::interactors::Interactors;
use crate::commands::workbench::{self, Candidate};
use crate::event::{Event, RunEnd, RunPlan, SolutionSummary};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::Verdict;
use crate::plan::{self, Entry};
use crate::report::Reporter;
use crate::run::Engine;
use crate::scoreboard::Scoreboard;
use crate::session::Session;

/// What the exit code is made of.
#[derive(Default)]
pub struct Tally {
    /// What was not as expected.
    pub surprises: Vec<Surprise>,
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

/// Where programs are judged.
pub struct Place<'a> {
    /// Where solutions run.
    pub sandbox: &'a dyn Sandbox,
    /// Who talks to them, where they are talked to.
    pub interactors: &'a Interactors,
}

/// Judges, and tells a reporter.
pub struct Judging<'a, 'r> {
    /// The workspace.
    pub session: &'a Session,
    /// Who is told.
    pub reporter: &'r mut (dyn Reporter + 'a),
    /// Stop at the first outcome that is not as expected.
    pub fail_fast: bool,
    /// Only some of the cases are judged. That they do not kill a wrong solution is then no fault.
    pub is_partial: bool,
    /// What came of it so far.
    pub tally: Tally,
}

impl Judging<'_, '_> {
    /// Builds the candidates, and says so.
    ///
    /// # Errors
    /// The folder for what the judge writes cannot be made, or the output not be written.
    pub fn build(&mut self, candidates: &[Candidate<'_>]) -> Result<Vec<Built>, Failure> {
        self.emit(&Event::BuildStarted { solutions: candidates.len() })?;
        let built = workbench::build(self.session, candidates)?;
        self.emit(&Event::BuildFinished)?;
        Ok(built)
    }

    /// Judges every candidate on its cases.
    ///
    /// # Errors
    /// The engine failed, or the output cannot be written.
    pub fn run(
        &mut self,
        candidates: &[Candidate<'_>],
        built: Vec<Built>,
        place: &Place<'_>,
        started: Instant,
    ) -> Result<(), Failure> {
        let sandbox = place.sandbox;
        let workers = workbench::workers(self.session);
        let mut scoreboard = Scoreboard::new(self.is_partial);
        let mut entries = Vec::new();
        let mut broken = Vec::new();
        for (index, (candidate, built)) in candidates.iter().zip(built).enumerate() {
            let subject = candidate.subject(index);
            scoreboard.add(
                Arc::clone(&subject),
                candidate.solution.expectation.clone(),
                candidate.cases.len(),
            );
            match built {
                Built::Ready(executable) => {
                    let interactor = place.interactors.of(&candidate.problem.name);
                    entries.push(workbench::entry(candidate, subject, &executable, interactor));
                }
                Built::Rejected(why) => broken.extend(scoreboard.fail(index, Verdict::CompileError, &why)),
                Built::Failed(why) => broken.extend(scoreboard.fail(index, Verdict::JudgeError, &why)),
            }
        }
        self.emit(&Event::RunStarted(RunPlan {
            jobs: entries.iter().map(|entry| entry.cases.len()).sum(),
            workers,
            guarantees: *sandbox.guarantees(),
        }))?;
        for summary in broken {
            self.finish_solution(summary)?;
        }
        let before = ProcessorTime::now();
        self.execute(&entries, sandbox, workers, scoreboard)?;
        let meanwhile = ProcessorTime::now().zip(before).map(|(now, before)| now.since(before));
        let interrupted = self.session.stop.signal();
        self.emit(&Event::RunFinished(RunEnd {
            wall: started.elapsed(),
            interrupted,
            stolen_per_mille: meanwhile.map_or(0, ProcessorTime::stolen_per_mille),
        }))
    }

    fn execute(
        &mut self,
        entries: &[Entry<'_>],
        sandbox: &dyn Sandbox,
        workers: usize,
        mut scoreboard: Scoreboard,
    ) -> Result<(), Failure> {
        let stop = &self.session.stop;
        let recheck = self.session.config.conduct.recheck.value;
        let engine = Engine { sandbox, stop, workers, recheck, fail_fast: self.fail_fast };
        let (sender, events) = mpsc::channel();
        std::thread::scope(|scope| {
            let running = std::thread::Builder::new().spawn_scoped(scope, move || {
                let result = engine.execute(plan::grid(entries), &|event| {
                    // Whoever listened is gone after a closed pipe; then nobody wants the rest.
                    let _ = sender.send(event);
                });
                drop(sender);
                result
            });
            let running = running.map_err(|error| Fault::new(Step::StartThread, &error));
            let running = running.map_err(|fault| Failure::judge(anyhow!("failed to {fault}")))?;
            let listened = self.listen(&events, &mut scoreboard);
            if listened.is_err() {
                stop.now();
            }
            let ran = running.join().map_err(|_| Failure::judge(anyhow!("the engine panicked")))?;
            listened?;
            ran.map_err(Failure::judge)
        })
    }

    /// Passes the events on, in one order, on one thread.
    fn listen(&mut self, events: &Receiver<Event>, scoreboard: &mut Scoreboard) -> Result<(), Failure> {
        for event in events {
            self.emit(&event)?;
            let Event::Judged(outcome) = event else { continue };
            let verdict = outcome.judgement.verdict;
            self.tally.judge_failed |= verdict == Verdict::JudgeError;
            if !outcome.as_expected() {
                let (candidate, case) = (outcome.subject.index, outcome.case_index);
                self.tally.surprises.push(Surprise { candidate, case, verdict });
            }
            if let Some(summary) = scoreboard.take(&outcome) {
                self.finish_solution(summary)?;
            }
        }
        Ok(())
    }

    fn finish_solution(&mut self, summary: SolutionSummary) -> Result<(), Failure> {
        self.tally.take(&summary);
        self.emit(&Event::SolutionFinished(Box::new(summary)))
    }

    fn emit(&mut self, event: &Event) -> Result<(), Failure> {
        self.reporter.on_event(event).map_err(Failure::output)
    }
}
