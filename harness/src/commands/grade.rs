//! `grade`: builds, runs, judges, and holds the verdicts against what is expected.

use std::collections::BTreeSet;
use std::io::BufWriter;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;

use anyhow::{Context, anyhow};
use harness_sandbox::{
    Isolation as Sandboxing, LinuxSandbox, Program, Sandbox, SandboxConfig, Stdin, physical_cores,
};

use crate::build::{self, Built, Order, Workshop};
use crate::cli::{Global, GradeArgs};
use crate::commands::troubles;
use crate::config::{Isolation, Jobs};
use crate::discover::{Selection, select};
use crate::event::{Event, RunEnd, RunPlan, SolutionSummary, Subject};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Case, Language, Problem, Solution, Verdict, limits_for};
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
    let candidates = candidates(&session, &selection);
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

/// A solution that was selected, and the cases it was selected with.
struct Candidate<'a> {
    problem: &'a Problem,
    solution: &'a Solution,
    language: &'a Language,
    cases: Vec<&'a Case>,
}

fn candidates<'a>(session: &'a Session, selection: &Selection) -> Vec<Candidate<'a>> {
    let mut found = Vec::new();
    for selected in &selection.problems {
        let Some(problem) = session.catalog.problems.get(selected.problem) else { continue };
        for chosen in &selected.solutions {
            let Some(solution) = problem.solutions.get(chosen.solution) else { continue };
            let Some(language) = session.config.languages.get(&solution.language) else { continue };
            let cases: Vec<&Case> =
                chosen.cases.iter().filter_map(|index| problem.cases.get(*index)).collect();
            if !cases.is_empty() {
                found.push(Candidate { problem, solution, language, cases });
            }
        }
    }
    found
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
        let workers = self.workers();
        let built = self.build(candidates)?;
        // What programs are made of is known now; they see nothing else of the workspace.
        let sandbox = self.start_sandbox(workers, &built)?;
        let mut scoreboard = Scoreboard::default();
        let mut entries = Vec::new();
        let mut broken = Vec::new();
        for (index, (candidate, built)) in candidates.iter().zip(built).enumerate() {
            let subject = Arc::new(Subject {
                index,
                problem: candidate.problem.name.clone(),
                solution: candidate.solution.name.clone(),
                language: candidate.solution.language.clone(),
            });
            scoreboard.add(
                Arc::clone(&subject),
                candidate.solution.expectation.clone(),
                candidate.cases.len(),
            );
            match built {
                Built::Ready(executable) => entries.push(entry(candidate, subject, executable)),
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

    fn workers(&self) -> usize {
        match self.session.config.conduct.jobs.value {
            Jobs::Exactly(workers) => workers.get(),
            Jobs::Auto => NonZeroUsize::new(physical_cores().len()).map_or(1, NonZeroUsize::get),
        }
    }

    fn start_sandbox(&self, workers: usize, built: &[Built]) -> Result<LinuxSandbox, Failure> {
        let own = self.session.own_folder();
        std::fs::create_dir_all(own.join("run"))
            .with_context(|| format!("failed to make `{}`", own.display()))
            .map_err(Failure::usage)?;
        let cores = physical_cores();
        let wanted = self.session.config.conduct.isolation.value;
        let config = SandboxConfig {
            slots: workers,
            isolation: match wanted {
                Isolation::Auto => Sandboxing::Auto,
                Isolation::Required => Sandboxing::Required,
                Isolation::None => Sandboxing::None,
            },
            scratch: own.join("run"),
            programs: programs(built),
            secrets: vec![self.session.config.root.clone()],
            // More workers than cores would only wait for each other on cores of their own.
            cores: if workers <= cores.len() { cores } else { Vec::new() },
        };
        let refuse = |why: anyhow::Error| {
            let hint = "use isolation = \"auto\" to judge with what this machine gives; `harness doctor` says what is missing and why";
            Failure::usage(why.context("full isolation is required, and cannot be had here")).hint(hint)
        };
        let sandbox = match LinuxSandbox::start(&config) {
            Ok(sandbox) => sandbox,
            Err(fault) if wanted == Isolation::Required => return Err(refuse(anyhow::Error::new(fault))),
            Err(fault) => return Err(Failure::judge(anyhow::Error::new(fault).context("the sandbox"))),
        };
        if wanted == Isolation::Required && !sandbox.guarantees().is_full() {
            return Err(refuse(anyhow!(sandbox.guarantees().gaps().join("; "))));
        }
        Ok(sandbox)
    }

    fn build(&mut self, candidates: &[Candidate<'_>]) -> Result<Vec<Built>, Failure> {
        let orders: Vec<Order<'_>> = candidates
            .iter()
            .map(|candidate| Order {
                source: &candidate.solution.source,
                language: &candidate.solution.language,
            })
            .collect();
        self.emit(&Event::BuildStarted { solutions: orders.len() })?;
        let own = self.session.own_folder();
        build::prepare_own_folder(&own)
            .with_context(|| format!("failed to make `{}`", own.display()))
            .map_err(Failure::usage)?;
        let cache = own.join("build");
        let workshop = Workshop { cache: &cache, languages: &self.session.config.languages.rows };
        let built = build::build(&workshop, &orders);
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

/// The files and folders that the programs are made of, each once.
fn programs(built: &[Built]) -> Vec<PathBuf> {
    let ready = built.iter().filter_map(|built| match built {
        Built::Ready(executable) => Some(executable),
        Built::Failed(_) => None,
    });
    let files: BTreeSet<PathBuf> = ready.flat_map(|executable| executable.files.iter().cloned()).collect();
    files.into_iter().collect()
}

fn entry<'a>(candidate: &Candidate<'a>, subject: Arc<Subject>, executable: build::Executable) -> Entry<'a> {
    let build::Executable { path, args, files } = executable;
    let cases =
        candidate.cases.iter().map(|case| (*case, limits_for(&case.rules, candidate.language))).collect();
    Entry {
        subject,
        program: Program { executable: path, args, files, stdin: Stdin::Empty, pad: 0 },
        cases,
        expectation: &candidate.solution.expectation,
    }
}
