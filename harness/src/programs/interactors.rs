//! The programs that talk to solutions. They run beside the solutions but in a sandbox of their own,
//! because they may see the cases.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::anyhow;
use harness_sandbox::{LinuxSandbox, Program, Stdin};

use crate::build::Built;
use crate::event::Reporter;
use crate::failure::Failure;
use crate::model::{Limits, Name, Problem, Protocol, Role, RoleKind};
use crate::plan::{Check, Helper};
use crate::programs::Candidate;
use crate::programs::building::{build_requests, request_of_role};
use crate::programs::sandboxes::{start_in, workers};
use crate::session::Session;

/// The interactors of some problems.
pub struct Interactors {
    /// By problem: the program, or why there is none.
    programs: BTreeMap<Name, Result<(Name, Program, Protocol), String>>,
    limits: Limits,
    sandbox: Option<LinuxSandbox>,
}

impl Interactors {
    /// Builds those of the problems of these candidates and starts the sandbox for them, if there are
    /// any. One that cannot be built concerns its problem alone.
    ///
    /// # Errors
    /// The sandbox cannot be started, or a signal came.
    pub fn start(
        session: &Session,
        candidates: &[Candidate<'_>],
        reporter: &mut dyn Reporter,
    ) -> Result<Self, Failure> {
        let limits = session.config.helpers.limits();
        let mut problems: Vec<&Problem> = candidates.iter().map(|candidate| candidate.problem).collect();
        problems.dedup_by_key(|problem| &problem.name);
        let roles = problems
            .into_iter()
            .filter_map(|problem| Some((problem, problem.roles.of(RoleKind::Interactor).first()?)));
        let roles: Vec<(&Problem, &Role)> = roles.collect();
        if roles.is_empty() {
            return Ok(Self { programs: BTreeMap::new(), limits, sandbox: None });
        }
        let requests: Vec<_> = roles.iter().map(|(problem, role)| request_of_role(problem, role)).collect();
        let built = build_requests(session, &requests, reporter)?;
        let mut programs = BTreeMap::new();
        let mut visible: BTreeSet<PathBuf> = BTreeSet::new();
        for ((problem, role), built) in roles.into_iter().zip(built) {
            let program = match built {
                Built::Ready(executable) => {
                    visible.extend(executable.files.iter().cloned());
                    visible.insert(problem.folder.clone());
                    let program = executable.program(&[], Stdin::Empty, &limits);
                    Ok((role.name.clone(), program, problem.roles.protocol))
                }
                Built::Rejected(why) | Built::Missing(why) | Built::Failed(why) => {
                    Err(format!("the interactor `{}` cannot be built:\n{}", role.name, why.trim_end()))
                }
            };
            programs.insert(problem.name.clone(), program);
        }
        let visible: Vec<PathBuf> = visible.into_iter().collect();
        let sandbox = start_in(session, "interactors", workers(session), visible)?;
        Ok(Self { programs, limits, sandbox: Some(sandbox) })
    }

    /// How outputs for a problem are checked.
    ///
    /// # Errors
    /// Its interactor cannot be built, for this reason.
    pub fn check(&self, problem: &Name) -> Result<Check<'_>, &str> {
        match (self.programs.get(problem), &self.sandbox) {
            (Some(Ok((name, program, protocol))), Some(sandbox)) => {
                let (limits, protocol) = (&self.limits, *protocol);
                Ok(Check::Interact(Helper { name, program, protocol, limits, sandbox }))
            }
            (Some(Err(why)), _) => Err(why),
            (Some(Ok(_)) | None, _) => Ok(Check::Compare),
        }
    }
}

/// Refuses an interactive problem.
///
/// # Errors
/// It is one.
pub fn refuse_interactive(problem: &Problem) -> Result<(), Failure> {
    if problem.roles.of(RoleKind::Interactor).is_empty() {
        return Ok(());
    }
    let what = anyhow!("`{}` is interactive, and only `grade` supports interactive problems", problem.name);
    Err(Failure::usage(what).hint("an interactive problem has no answers to compare or to write"))
}
