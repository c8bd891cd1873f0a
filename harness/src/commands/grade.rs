//! `grade`: builds, runs, judges, and holds the verdicts against what is expected.

use std::io::BufWriter;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;

use anyhow::anyhow;
use harness_sandbox::Sandbox;

use crate::build::Built;
use crate::cli::{Global, GradeArgs};
use crate::commands::troubles;
use crate::commands::workbench::{self, Candidate};
use crate::discover::select;
use crate::event::{Event, RunEnd, RunPlan, SolutionSummary};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::Verdict;
use crate::plan::{self, Entry};
use crate::report::{self, Reporter};
use crate::run::Engine;
use crate::scoreboard::Scoreboard;
use crate::session::Session;
use crate::ui::Ui;

/// Grades.
///
/// # Errors
/// Nothing could be graded.
pub fn run(global: &Global, args: &GradeArgs, ui: Ui) -> Result<ExitCode, Failure> {
    let started = Instant::now();
    let session = Session::open(global, &args.settings(), ui)?;
    let selection = select(&session.catalog, &args.selection)
        .map_err(|error| Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) })?;
    troubles::tell(&session.catalog);
    let candidates = workbench::candidates(&session, &selection);
    if candidates.is_empty() {
        let nothing = anyhow!("nothing to grade: no solution with a case was found");
        return Err(Failure { code: ExitCode::NothingSelected, ..Failure::usage(nothing) });
    }
    let out = Box::new(BufWriter::new(std::io::stdout().lock()));
    let mut reporter = report::open(args.format, out, ui);
    let mut grading =
        Grading { session: &session, args, reporter: reporter.as_mut(), tally: Tally::default() };
    let graded = grading.run(&candidates, started);
    let code = grading.tally.exit_code(&session);
    // What is known is told, also when something broke on the way.
    reporter.finish(code).map_err(Failure::output)?;
    graded.map(|()| code)
}

/// What the exit code is made of.
#[derive(Default)]
struct Tally {
    unexpected: bool,
    judge_failed: bool,
}

impl Tally {
    fn take(&mut self, summary: &SolutionSummary) {
        self.unexpected |= !summary.as_expected;
    }

    fn exit_code(&self, session: &Session) -> ExitCode {
        match session.stop.signal() {
            Some(signal) => ExitCode::Interrupted(signal),
            None if self.judge_failed => ExitCode::JudgeFailed,
            None if !session.catalog.defects.is_empty() => ExitCode::Usage,
            None if self.unexpected => ExitCode::Unexpected,
            None => ExitCode::Fine,
        }
    }
}

struct Grading<'a, 'r> {
    session: &'a Session,
    args: &'a GradeArgs,
    reporter: &'r mut (dyn Reporter + 'a),
    tally: Tally,
}

impl Grading<'_, '_> {
    fn run(&mut self, candidates: &[Candidate<'_>], started: Instant) -> Result<(), Failure> {
        let workers = workbench::workers(self.session);
        let built = self.build(candidates)?;
        // What programs are made of is known now; they see nothing else of the workspace.
        let sandbox = workbench::start_sandbox(self.session, workers, &built)?;
        let mut scoreboard = Scoreboard::default();
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
                Built::Ready(executable) => entries.push(workbench::entry(candidate, subject, executable)),
                Built::Failed(why) => broken.extend(scoreboard.fail(index, Verdict::CompileError, &why)),
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
        self.execute(&entries, &sandbox, workers, scoreboard)?;
        let interrupted = self.session.stop.signal();
        self.emit(&Event::RunFinished(RunEnd { wall: started.elapsed(), interrupted }))
    }

    fn build(&mut self, candidates: &[Candidate<'_>]) -> Result<Vec<Built>, Failure> {
        self.emit(&Event::BuildStarted { solutions: candidates.len() })?;
        let built = workbench::build(self.session, candidates)?;
        self.emit(&Event::BuildFinished)?;
        Ok(built)
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
        let engine = Engine { sandbox, stop, workers, recheck, fail_fast: self.args.fail_fast };
        let (sender, events) = mpsc::channel();
        std::thread::scope(|scope| {
            let running = scope.spawn(move || {
                let result = engine.execute(plan::grid(entries), &|event| {
                    // Whoever listened is gone after a closed pipe; then nobody wants the rest.
                    let _ = sender.send(event);
                });
                drop(sender);
                result
            });
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
            self.tally.judge_failed |= outcome.judgement.verdict == Verdict::JudgeError;
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
