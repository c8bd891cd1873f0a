//! Where programs run: sandboxes and the engine, as the settings of a session want them.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use harness_sandbox::{Fault, Isolation, LinuxSandbox, Sandbox, SandboxConfig, Step, physical_cores};

use crate::build::{Built, Executable};
use crate::config::{IsolationMode, Jobs};
use crate::failure::Failure;
use crate::plan::{Check, Entry};
use crate::programs::Candidate;
use crate::session::Session;

/// How much programs are isolated.
pub(super) fn isolation(session: &Session) -> Isolation {
    match session.config.judge.isolation.value {
        IsolationMode::Auto => Isolation::Auto,
        IsolationMode::Required => Isolation::Required,
        IsolationMode::None => Isolation::None,
    }
}

/// How many programs may run at once.
#[must_use]
pub fn workers(session: &Session) -> usize {
    match session.config.judge.jobs.value {
        Jobs::Exactly(workers) => workers.get(),
        Jobs::Auto => NonZeroUsize::new(physical_cores().len()).map_or(1, NonZeroUsize::get),
    }
}

/// Starts the sandbox in which these programs run, with a slot for each worker.
///
/// # Errors
/// It could not be started, or the isolation that is required cannot be had.
pub fn start(session: &Session, built: &[Built]) -> Result<LinuxSandbox, Failure> {
    start_in(session, "solutions", workers(session), files_of(built))
}

/// As [`start`], for programs that are measured one at a time: at the highest priority, where the user
/// may set it. Verdicts need none of that, they count CPU time.
///
/// # Errors
/// As for [`start`].
pub fn start_prioritized(session: &Session, built: &[Built]) -> Result<LinuxSandbox, Failure> {
    let config = sandbox_config(session, "measured", 1, files_of(built))?;
    start_with(session, &SandboxConfig { priority: true, ..config })
}

/// Starts a sandbox whose programs are made of these files and folders; its own folder has this name.
///
/// # Errors
/// It could not be started, or the isolation that is required cannot be had.
pub fn start_in(
    session: &Session,
    folder: &str,
    workers: usize,
    files: Vec<PathBuf>,
) -> Result<LinuxSandbox, Failure> {
    start_with(session, &sandbox_config(session, folder, workers, files)?)
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
        priority: false,
        groups: session.groups().clone(),
    })
}

fn start_with(session: &Session, config: &SandboxConfig) -> Result<LinuxSandbox, Failure> {
    let wanted = session.config.judge.isolation.value;
    let sandbox = match LinuxSandbox::start(config) {
        Ok(sandbox) => sandbox,
        Err(fault) if wanted == IsolationMode::Required => return Err(refused(anyhow::Error::new(fault))),
        Err(fault) => return Err(not_started(fault, &config.scratch)),
    };
    if wanted == IsolationMode::Required && !sandbox.guarantees().is_full() {
        return Err(refused(anyhow!(sandbox.guarantees().gaps().join("; "))));
    }
    Ok(sandbox)
}

/// The isolation that is required cannot be had, for this reason.
pub(super) fn refused(why: anyhow::Error) -> Failure {
    let hint = "use isolation = \"auto\" to use what this machine provides; `harness doctor` shows what is missing and why";
    Failure::usage(why.context("full isolation is required, and this machine does not provide it")).hint(hint)
}

/// The sandbox could not be started with this folder.
fn not_started(fault: Fault, scratch: &Path) -> Failure {
    let is_about_folder = fault.step == Step::MakeWorkdir;
    let what = format!("failed to start the sandbox in `{}`", scratch.display());
    let failure = Failure::judge(anyhow::Error::new(fault).context(what));
    if is_about_folder { failure.hint("check that you may write to this folder") } else { failure }
}

/// The files and folders that the programs are made of, each once.
#[must_use]
pub fn files_of<'b>(built: impl IntoIterator<Item = &'b Built>) -> Vec<PathBuf> {
    let ready = built.into_iter().filter_map(|built| match built {
        Built::Ready(executable) => Some(executable),
        Built::Rejected(_) | Built::Missing(_) | Built::Failed(_) | Built::Absent(_) => None,
    });
    let files: BTreeSet<PathBuf> = ready.flat_map(|executable| executable.files.iter().cloned()).collect();
    files.into_iter().collect()
}

/// A candidate that is built, at this place, as the engine takes it.
#[must_use]
pub fn entry<'a>(
    candidate: &Candidate<'a>,
    index: usize,
    executable: &Executable,
    check: Check<'a>,
) -> Entry<'a> {
    Entry {
        index,
        subject: candidate.subject(),
        program: executable.template(),
        language: candidate.language,
        cases: Arc::clone(&candidate.cases),
        expectation: &candidate.solution.expectation,
        check,
        function: candidate.problem.function.as_ref().filter(|_| executable.takes_values),
    }
}
