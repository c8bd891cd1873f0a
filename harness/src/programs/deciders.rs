//! The programs that decide: interactors, which talk to solutions, and checkers, which read what they print.
//! They run beside the solutions but in a sandbox of their own, because they may see the cases.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::Context as _;
use harness_sandbox::{LinuxSandbox, Program, Stdin};

use crate::build::{BuildRequest, Built};
use crate::event::Reporter;
use crate::failure::Failure;
use crate::model::{CheckerChoice, Limits, Name, Problem, Protocol, ReportForm, Role, RoleKind};
use crate::plan::{Check, Helper};
use crate::programs::InputFolder;
use crate::programs::building::{build_requests, request_of_role};
use crate::programs::sandboxes::{start_in, workers};
use crate::session::Session;

/// A program that is ready to run.
struct Ready {
    role: RoleKind,
    name: Name,
    program: Program,
    protocol: Protocol,
    arguments: Vec<String>,
    report: Option<ReportForm>,
    full_points: f64,
    passes: u32,
}

/// The interactors and checkers of some problems.
pub struct Deciders {
    /// By problem: the program, or why there is none.
    programs: BTreeMap<Name, Result<Ready, String>>,
    limits: Limits,
    sandbox: Option<LinuxSandbox>,
    /// For the outputs that checkers read.
    scratch: PathBuf,
}

/// The program of a problem that decides, if there is one, and its convention.
fn decider(problem: &Problem) -> Option<(RoleKind, &Role, Protocol)> {
    let first = |kind| problem.roles.of(kind).first();
    match (first(RoleKind::Interactor), problem.rules.checker) {
        (Some(interactor), _) => Some((RoleKind::Interactor, interactor, problem.roles.protocol)),
        (None, CheckerChoice::Program(protocol)) => {
            Some((RoleKind::Checker, first(RoleKind::Checker)?, protocol))
        }
        (None, _) => None,
    }
}

/// The requests to build the programs that decide, of these problems.
#[must_use]
pub fn decider_requests<'p>(problems: impl IntoIterator<Item = &'p Problem>) -> Vec<BuildRequest<'p>> {
    let request = |problem| decider(problem).map(|(_, role, _)| request_of_role(problem, role));
    problems.into_iter().filter_map(request).collect()
}

/// The requests to build the programs that draw the cases of these problems.
#[must_use]
pub fn view_requests<'p>(problems: impl IntoIterator<Item = &'p Problem>) -> Vec<BuildRequest<'p>> {
    let view = |problem: &'p Problem| Some((problem, problem.roles.of(RoleKind::View).first()?));
    let views = problems.into_iter().filter_map(view);
    views.map(|(problem, role)| request_of_role(problem, role)).collect()
}

impl Deciders {
    /// Builds those of these problems and starts the sandbox for them, if there are any. One that cannot be built
    /// concerns its problem alone.
    ///
    /// # Errors
    /// The sandbox cannot be started, or a signal came.
    pub fn start<'p>(
        session: &Session,
        problems: impl IntoIterator<Item = &'p Problem>,
        reporter: &mut dyn Reporter,
    ) -> Result<Self, Failure> {
        let limits = session.config.helpers.limits();
        let mut problems: Vec<&Problem> = problems.into_iter().collect();
        problems.dedup_by_key(|problem| &problem.name);
        let deciders: Vec<(&Problem, RoleKind, &Role, Protocol)> = problems
            .into_iter()
            .filter_map(|problem| {
                decider(problem).map(|(kind, role, protocol)| (problem, kind, role, protocol))
            })
            .collect();
        let scratch = session.run_folder()?.join("outputs");
        if deciders.is_empty() {
            return Ok(Self { programs: BTreeMap::new(), limits, sandbox: None, scratch });
        }
        let requests: Vec<_> =
            deciders.iter().map(|(problem, _, role, _)| request_of_role(problem, role)).collect();
        let built = build_requests(session, &requests, reporter)?;
        let mut programs = BTreeMap::new();
        let mut visible: BTreeSet<PathBuf> = BTreeSet::new();
        for ((problem, kind, role, protocol), built) in deciders.into_iter().zip(built) {
            let program = match built {
                Built::Ready(executable) => {
                    visible.extend(executable.files.iter().cloned());
                    visible.insert(problem.folder.clone());
                    let program = executable.program(&[], Stdin::Empty, &limits);
                    let (full_points, passes) = (problem.roles.full_points, problem.roles.passes);
                    let (name, arguments, report) = (role.name.clone(), role.arguments.clone(), role.report);
                    Ok(Ready { role: kind, name, program, protocol, arguments, report, full_points, passes })
                }
                Built::Rejected(why) | Built::Missing(why) | Built::Failed(why) | Built::Absent(why) => {
                    Err(format!("the {} `{}` cannot be built:\n{}", kind.key(), role.name, why.trim_end()))
                }
            };
            programs.insert(problem.name.clone(), program);
        }
        std::fs::create_dir_all(&scratch)
            .with_context(|| format!("failed to make `{}`", scratch.display()))
            .map_err(Failure::usage)?;
        visible.insert(scratch.clone());
        // Inputs that are no cases yet.
        visible.extend(Some(InputFolder::place(session.run_folder()?)).filter(|inputs| inputs.is_dir()));
        let visible: Vec<PathBuf> = visible.into_iter().collect();
        let sandbox = start_in(session, "helpers", workers(session), visible)?;
        Ok(Self { programs, limits, sandbox: Some(sandbox), scratch })
    }

    /// How outputs for a problem are checked.
    ///
    /// # Errors
    /// Its interactor or checker cannot be built, for this reason.
    pub fn check(&self, problem: &Name) -> Result<Check<'_>, &str> {
        match (self.programs.get(problem), &self.sandbox) {
            (Some(Ok(ready)), Some(sandbox)) => {
                let helper = Helper {
                    role: ready.role,
                    name: &ready.name,
                    program: &ready.program,
                    protocol: ready.protocol,
                    arguments: &ready.arguments,
                    report: ready.report,
                    full_points: ready.full_points,
                    passes: ready.passes,
                    limits: &self.limits,
                    sandbox,
                    scratch: &self.scratch,
                };
                Ok(match helper.role {
                    RoleKind::Interactor => Check::Interact(helper),
                    RoleKind::Checker | RoleKind::Generator | RoleKind::Validator | RoleKind::View => {
                        Check::Program(helper)
                    }
                })
            }
            (Some(Err(why)), _) => Err(why),
            (Some(Ok(_)) | None, _) => Ok(Check::Compare),
        }
    }
}
