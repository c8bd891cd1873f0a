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
use crate::plan::{Check, Helper, Written};
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

/// The programs of a problem that decide.
struct Panel {
    /// An interactor, or a checker.
    first: Ready,
    /// The checker that judges what the interactor writes.
    second: Option<Ready>,
    /// What an interactor writes is judged.
    checks_interactor: bool,
}

/// The interactors and checkers of some problems.
pub struct Deciders {
    /// By problem: the programs, or why there are none.
    panels: BTreeMap<Name, Result<Panel, String>>,
    limits: Limits,
    sandbox: Option<LinuxSandbox>,
    /// For the outputs that checkers read.
    scratch: PathBuf,
}

/// A program that decides, and its convention.
type Decider<'p> = (RoleKind, &'p Role, Protocol);

/// The programs of a problem that decide, if there are any: an interactor comes before the checker of its output.
fn deciders(problem: &Problem) -> Vec<Decider<'_>> {
    let roles = &problem.roles;
    let interactor = roles.interactor();
    let is_asked = interactor.is_none() || roles.checks_interactor;
    let checker = match (roles.of(RoleKind::Checker).first(), problem.rules.checker) {
        (Some(checker), CheckerChoice::Program(protocol)) if is_asked => {
            Some((RoleKind::Checker, checker, protocol))
        }
        _ => None,
    };
    let interactor = interactor.map(|role| (RoleKind::Interactor, role, roles.protocol));
    interactor.into_iter().chain(checker).collect()
}

/// The requests to build the programs that decide, of these problems.
#[must_use]
pub fn decider_requests<'p>(problems: impl IntoIterator<Item = &'p Problem>) -> Vec<BuildRequest<'p>> {
    let requests = |problem: &'p Problem| {
        deciders(problem).into_iter().map(move |(_, role, _)| request_of_role(problem, role))
    };
    problems.into_iter().flat_map(requests).collect()
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
        let all: Vec<(&Problem, Vec<Decider<'_>>)> =
            problems.into_iter().map(|problem| (problem, deciders(problem))).collect();
        let scratch = session.run_folder()?.join("outputs");
        let requests: Vec<_> = all
            .iter()
            .flat_map(|(problem, deciders)| {
                deciders.iter().map(|(_, role, _)| request_of_role(problem, role))
            })
            .collect();
        if requests.is_empty() {
            return Ok(Self { panels: BTreeMap::new(), limits, sandbox: None, scratch });
        }
        let mut built = build_requests(session, &requests, reporter)?.into_iter();
        let mut panels = BTreeMap::new();
        let mut visible: BTreeSet<PathBuf> = BTreeSet::new();
        for (problem, deciders) in all {
            let ready = |(decider, built)| ready(problem, decider, built, &limits, &mut visible);
            let ready: Result<Vec<Ready>, String> =
                deciders.into_iter().zip(built.by_ref()).map(ready).collect();
            let panel = ready.map(|ready| {
                let mut ready = ready.into_iter();
                let checks_interactor = problem.roles.checks_interactor;
                ready.next().map(|first| Panel { first, second: ready.next(), checks_interactor })
            });
            if let Some(panel) = panel.transpose() {
                panels.insert(problem.name.clone(), panel);
            }
        }
        std::fs::create_dir_all(&scratch)
            .with_context(|| format!("failed to make `{}`", scratch.display()))
            .map_err(Failure::usage)?;
        visible.insert(scratch.clone());
        // Inputs that are no cases yet.
        visible.extend(Some(InputFolder::place(session.run_folder()?)).filter(|inputs| inputs.is_dir()));
        let visible: Vec<PathBuf> = visible.into_iter().collect();
        let sandbox = start_in(session, "helpers", workers(session), visible)?;
        Ok(Self { panels, limits, sandbox: Some(sandbox), scratch })
    }

    /// How outputs for a problem are checked.
    ///
    /// # Errors
    /// Its interactor or checker cannot be built, for this reason.
    pub fn check(&self, problem: &Name) -> Result<Check<'_>, &str> {
        let (panel, sandbox) = match (self.panels.get(problem), &self.sandbox) {
            (Some(Ok(panel)), Some(sandbox)) => (panel, sandbox),
            (Some(Err(why)), _) => return Err(why),
            (Some(Ok(_)) | None, _) => return Ok(Check::Compare),
        };
        let first = self.helper(&panel.first, sandbox);
        let written = match &panel.second {
            Some(checker) => Written::Checked(self.helper(checker, sandbox)),
            None if panel.checks_interactor => Written::Compared,
            None => Written::Unread,
        };
        Ok(match first.role {
            RoleKind::Interactor => Check::Interact(first, written),
            RoleKind::Checker | RoleKind::Generator | RoleKind::Validator | RoleKind::View => {
                Check::Program(first)
            }
        })
    }

    fn helper<'d>(&'d self, ready: &'d Ready, sandbox: &'d LinuxSandbox) -> Helper<'d> {
        Helper {
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
        }
    }
}

/// A program that was built, ready to run, with what it may see; or why there is none.
fn ready(
    problem: &Problem,
    (kind, role, protocol): Decider<'_>,
    built: Built,
    limits: &Limits,
    visible: &mut BTreeSet<PathBuf>,
) -> Result<Ready, String> {
    match built {
        Built::Ready(executable) => {
            visible.extend(executable.files.iter().cloned());
            visible.insert(problem.folder.clone());
            let program = executable.program(&[], Stdin::Empty, limits);
            let (full_points, passes) = (problem.roles.full_points, problem.roles.passes);
            let (name, arguments, report) = (role.name.clone(), role.arguments.clone(), role.report);
            Ok(Ready { role: kind, name, program, protocol, arguments, report, full_points, passes })
        }
        Built::Rejected(why) | Built::Missing(why) | Built::Failed(why) | Built::Absent(why) => {
            Err(format!("the {} `{}` cannot be built:\n{}", kind.key(), role.name, why.trim_end()))
        }
    }
}
