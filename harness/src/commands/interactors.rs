//! The programs that talk to solutions, built and ready. They run beside the solutions but in a sandbox
//! of their own, because they may see the cases.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::anyhow;
use harness_sandbox::{LinuxSandbox, Program, Stdin};

use crate::build::Built;
use crate::commands::crew;
use crate::commands::workbench::{self, Candidate};
use crate::failure::Failure;
use crate::model::{Name, Problem, Protocol};
use crate::plan::Interactor;
use crate::session::Session;

/// The interactors of some problems.
#[derive(Default)]
pub struct Interactors {
    programs: BTreeMap<Name, (Program, Protocol)>,
    sandbox: Option<LinuxSandbox>,
}

impl Interactors {
    /// Builds those of the problems of these candidates and starts the sandbox for them, if there are
    /// any.
    ///
    /// # Errors
    /// One cannot be built, or the sandbox cannot be started.
    pub fn start(session: &Session, candidates: &[Candidate<'_>]) -> Result<Self, Failure> {
        let mut problems: Vec<&Problem> = candidates.iter().map(|candidate| candidate.problem).collect();
        problems.dedup_by_key(|problem| &problem.name);
        let roles =
            problems.iter().filter_map(|problem| Some((*problem, problem.roles.interactor.as_ref()?)));
        let roles: Vec<_> = roles.collect();
        if roles.is_empty() {
            return Ok(Self::default());
        }
        let orders = roles.iter().map(|(problem, role)| crew::role_order(problem, role));
        let built = workbench::build_orders(session, &orders.collect::<Vec<_>>())?;
        let mut programs = BTreeMap::new();
        let mut visible: BTreeSet<PathBuf> = BTreeSet::new();
        for ((problem, role), built) in roles.into_iter().zip(&built) {
            let Built::Ready(executable) = built else { return Err(crew::unbuilt(&role.name, built)) };
            visible.extend(executable.files.iter().cloned());
            visible.insert(problem.folder.clone());
            let program = executable.program(&[], Stdin::Empty);
            programs.insert(problem.name.clone(), (program, problem.roles.protocol));
        }
        let visible: Vec<PathBuf> = visible.into_iter().collect();
        let folder = "interactors";
        let sandbox = workbench::start_sandbox_in(session, folder, workbench::workers(session), visible)?;
        Ok(Self { programs, sandbox: Some(sandbox) })
    }

    /// The interactor of a problem, where it has one.
    #[must_use]
    pub fn of(&self, problem: &Name) -> Option<Interactor<'_>> {
        let (program, protocol) = self.programs.get(problem)?;
        Some(Interactor { program, protocol: *protocol, sandbox: self.sandbox.as_ref()? })
    }
}

/// Says that a command has nothing to do with a problem whose solutions are talked to.
///
/// # Errors
/// The problem is interactive.
pub fn refuse(problem: &Problem) -> Result<(), Failure> {
    match problem.roles.interactor {
        Some(_) => {
            let what = anyhow!("`{}` is interactive, and only `grade` is for such problems", problem.name);
            Err(Failure::usage(what)
                .hint("an answer here depends on what is asked: there is none to compare or to write"))
        }
        None => Ok(()),
    }
}
