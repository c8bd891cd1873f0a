//! What every command does that runs programs: choose them, build them, make a place to run them in.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use harness_sandbox::{
    Fault, Isolation as Sandboxing, LinuxSandbox, Sandbox, SandboxConfig, Stdin, Step, physical_cores,
};

use crate::build::{self, BuildError, Built, Order, Workshop};
use crate::commands::troubles;
use crate::config::{Isolation, Jobs, nearest};
use crate::discover::Selection;
use crate::event::Subject;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Case, Language, Name, Problem, Solution, listed};
use crate::plan::{Entry, Interactor};
use crate::run::Engine;
use crate::session::Session;
use crate::ui::Progress;

/// A solution that was selected, and the cases it was selected with.
pub struct Candidate<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The solution.
    pub solution: &'a Solution,
    /// Its language.
    pub language: &'a Language,
    /// The cases, in order.
    pub cases: Vec<&'a Case>,
}

impl<'a> Candidate<'a> {
    /// The same solution on these cases.
    #[must_use]
    pub fn on<'b>(&self, cases: &'b [Case]) -> Candidate<'b>
    where
        'a: 'b,
    {
        Candidate { cases: cases.iter().collect(), ..*self }
    }

    /// The order to build it.
    #[must_use]
    pub fn order(&self) -> Order<'a> {
        Order {
            name: format!("{}/{}", self.problem.name, self.solution.name),
            source: &self.solution.source,
            language: &self.solution.language,
        }
    }

    /// Who it is in events.
    #[must_use]
    pub fn subject(&self, index: usize) -> Arc<Subject> {
        Arc::new(Subject {
            index,
            problem: self.problem.name.clone(),
            solution: self.solution.name.clone(),
            language: self.solution.language.clone(),
        })
    }
}

/// The problem of this name.
///
/// # Errors
/// There is none.
pub fn find_problem<'a>(session: &'a Session, wanted: &str) -> Result<&'a Problem, Failure> {
    let problems = &session.catalog.problems;
    let is_meant = |name: &Name| name.as_bytes() == wanted.as_bytes() || name.shown() == wanted;
    problems.iter().find(|problem| is_meant(&problem.name)).ok_or_else(|| {
        let names: Vec<String> = problems.iter().map(|problem| problem.name.to_string()).collect();
        let what = anyhow!("no problem is called `{}`", Name::from(wanted));
        let hint = match nearest(wanted, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("make a folder cases/{} for it", Name::from(wanted)),
        };
        Failure { code: ExitCode::NothingSelected, ..Failure::usage(what).hint(hint) }
    })
}

/// The solutions of a selection that have a case.
#[must_use]
pub fn candidates<'a>(session: &'a Session, selection: &Selection) -> Vec<Candidate<'a>> {
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

/// Builds the candidates; the results come in their order.
///
/// # Errors
/// The folder for what the judge writes cannot be made, or a signal came before all was built.
pub fn build(session: &Session, candidates: &[Candidate<'_>]) -> Result<Vec<Built>, Failure> {
    let orders: Vec<Order<'_>> = candidates.iter().map(Candidate::order).collect();
    build_orders(session, &orders)
}

/// Builds these sources; the results come in their order.
///
/// # Errors
/// The folder for what the judge writes cannot be made, or a signal came before all was built.
pub fn build_orders(session: &Session, orders: &[Order<'_>]) -> Result<Vec<Built>, Failure> {
    let cache = cache(session);
    let workshop = workshop(session, &cache)?;
    let progress = Progress::new(&session.ui);
    let built = build::build(&workshop, orders, &|names| progress.say(&building(names)));
    progress.finish();
    troubles::tell_remarks(session);
    built.map_err(|error| unbuilt(session, error))
}

/// What is said of builds that take long.
fn building(names: &[String]) -> String {
    format!("building {}", listed(names))
}

/// The folder for what is built.
#[must_use]
pub fn cache(session: &Session) -> PathBuf {
    session.own_folder().join("build")
}

/// What building needs to know of a session.
///
/// # Errors
/// The folder for what the judge writes cannot be made.
pub fn workshop<'a>(session: &'a Session, cache: &'a Path) -> Result<Workshop<'a>, Failure> {
    Ok(Workshop {
        root: &session.config.root,
        case_places: session.case_places(),
        cache,
        drafts: session.run_folder()?,
        languages: &session.config.languages.rows,
        limits: session.config.build.limits(),
        isolation: isolation(session),
        groups: session.groups(),
        workers: workers(session),
        stop: &session.stop,
        remarks: &session.remarks,
    })
}

/// The failure of a command for which not all was built.
#[must_use]
pub fn unbuilt(session: &Session, error: BuildError) -> Failure {
    match error {
        BuildError::Stopped(_) => {
            let code = session.stop.signal().map_or(ExitCode::JudgeFailed, ExitCode::Interrupted);
            Failure { code, ..Failure::judge(error) }
        }
        BuildError::NotIsolated(why) => refused(anyhow!(why).context("builds cannot be kept from the cases")),
        BuildError::NoThread(_) => Failure::judge(error),
    }
}

fn isolation(session: &Session) -> Sandboxing {
    match session.config.conduct.isolation.value {
        Isolation::Auto => Sandboxing::Auto,
        Isolation::Required => Sandboxing::Required,
        Isolation::None => Sandboxing::None,
    }
}

/// How many programs may run at once.
#[must_use]
pub fn workers(session: &Session) -> usize {
    match session.config.conduct.jobs.value {
        Jobs::Exactly(workers) => workers.get(),
        Jobs::Auto => NonZeroUsize::new(physical_cores().len()).map_or(1, NonZeroUsize::get),
    }
}

/// The engine for what is measured: one program at a time, and none of them twice.
#[must_use]
pub fn alone<'a>(sandbox: &'a LinuxSandbox, session: &'a Session) -> Engine<'a> {
    Engine { sandbox, stop: &session.stop, workers: 1, recheck: 0, fail_fast: false, quiet: None }
}

/// Starts the sandbox in which these programs will run.
///
/// # Errors
/// It could not be started, or the isolation that is required cannot be had.
pub fn start_sandbox(session: &Session, workers: usize, built: &[Built]) -> Result<LinuxSandbox, Failure> {
    start_sandbox_in(session, "solutions", workers, programs(built))
}

/// As [`start_sandbox`], for programs that are measured one at a time: they get the core before anybody
/// else's, where this user may give it. Verdicts need none of that, they count CPU time.
///
/// # Errors
/// As for [`start_sandbox`].
pub fn start_measuring(session: &Session, built: &[Built]) -> Result<LinuxSandbox, Failure> {
    let config = sandbox_config(session, "measured", 1, programs(built))?;
    start(session, &SandboxConfig { first: true, ..config })
}

/// Starts a sandbox whose programs are made of these files and folders; its own folder has this name.
///
/// # Errors
/// It could not be started, or the isolation that is required cannot be had.
pub fn start_sandbox_in(
    session: &Session,
    folder: &str,
    workers: usize,
    programs: Vec<PathBuf>,
) -> Result<LinuxSandbox, Failure> {
    start(session, &sandbox_config(session, folder, workers, programs)?)
}

fn sandbox_config(
    session: &Session,
    folder: &str,
    workers: usize,
    programs: Vec<PathBuf>,
) -> Result<SandboxConfig, Failure> {
    let scratch = session.run_folder()?.join(folder);
    std::fs::create_dir_all(&scratch)
        .with_context(|| format!("failed to make `{}`", scratch.display()))
        .map_err(Failure::usage)?;
    let cores = physical_cores();
    Ok(SandboxConfig {
        slots: workers,
        isolation: isolation(session),
        scratch,
        programs,
        secrets: session.secrets(),
        // More workers than cores would only wait for each other on cores of their own.
        cores: if workers <= cores.len() { cores } else { Vec::new() },
        first: false,
        groups: session.groups().clone(),
    })
}

fn start(session: &Session, config: &SandboxConfig) -> Result<LinuxSandbox, Failure> {
    let wanted = session.config.conduct.isolation.value;
    let sandbox = match LinuxSandbox::start(config) {
        Ok(sandbox) => sandbox,
        Err(fault) if wanted == Isolation::Required => return Err(refused(anyhow::Error::new(fault))),
        Err(fault) => return Err(not_started(fault, &config.scratch)),
    };
    if wanted == Isolation::Required && !sandbox.guarantees().is_full() {
        return Err(refused(anyhow!(sandbox.guarantees().gaps().join("; "))));
    }
    Ok(sandbox)
}

/// The isolation that is required cannot be had, for this reason.
fn refused(why: anyhow::Error) -> Failure {
    let hint = "use isolation = \"auto\" to judge with what this machine gives; `harness doctor` says what is missing and why";
    Failure::usage(why.context("full isolation is required, and cannot be had here")).hint(hint)
}

/// The sandbox could not be started with this folder.
fn not_started(fault: Fault, scratch: &Path) -> Failure {
    let is_about_folder = fault.step == Step::MakeWorkdir;
    let what = format!("failed to start the sandbox in `{}`", scratch.display());
    let failure = Failure::judge(anyhow::Error::new(fault).context(what));
    if is_about_folder { failure.hint("see to it that you may write to this folder") } else { failure }
}

/// The files and folders that the programs are made of, each once.
#[must_use]
pub fn programs<'b>(built: impl IntoIterator<Item = &'b Built>) -> Vec<PathBuf> {
    let ready = built.into_iter().filter_map(|built| match built {
        Built::Ready(executable) => Some(executable),
        Built::Rejected(_) | Built::Failed(_) => None,
    });
    let files: BTreeSet<PathBuf> = ready.flat_map(|executable| executable.files.iter().cloned()).collect();
    files.into_iter().collect()
}

/// A candidate that is built, as the engine takes it.
#[must_use]
pub fn entry<'a>(
    candidate: &Candidate<'a>,
    subject: Arc<Subject>,
    executable: &build::Executable,
    interactor: Option<Interactor<'a>>,
) -> Entry<'a> {
    Entry {
        subject,
        program: executable.program(&[], Stdin::Empty),
        language: candidate.language,
        cases: candidate.cases.clone(),
        expectation: &candidate.solution.expectation,
        interactor,
    }
}
