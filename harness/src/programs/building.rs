//! Builds what a command needs, and says so while it takes long.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::build::{self, BuildContext, BuildError, BuildRequest, Built};
use crate::event::{Event, Reporter, Stamped};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Language, Name, Problem, Role, counted, listed};
use crate::programs::Candidate;
use crate::programs::sandboxes::{isolation, refused, workers};
use crate::session::Session;
use crate::ui::Progress;

/// Shows what is built, for commands that report no runs.
pub struct BuildProgress {
    progress: Progress,
    programs: usize,
}

impl BuildProgress {
    /// Shows nothing: where another progress is on the terminal.
    #[must_use]
    pub fn hidden(session: &Session) -> Self {
        Self { progress: Progress::new(&session.ui.at_rest()), programs: 0 }
    }

    /// On the terminal of this session.
    #[must_use]
    pub fn new(session: &Session) -> Self {
        Self { progress: Progress::new(&session.ui), programs: 0 }
    }
}

impl Reporter for BuildProgress {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        match &event.event {
            Event::BuildStarted { programs } => {
                self.programs = *programs;
                self.progress.say(&format!("building {}", counted(*programs, "program")));
            }
            Event::Building { names, done } => {
                self.progress.say(&format!("building, {done} of {} done: {}", self.programs, listed(names)));
            }
            Event::BuildFinished => self.progress.finish(),
            Event::LeftOut(_)
            | Event::RunStarted(_)
            | Event::NotBuilt(_)
            | Event::Warned(_)
            | Event::EmptyProgram(_)
            | Event::Drawn(_)
            | Event::Explained(_)
            | Event::Judged(_)
            | Event::Started(_)
            | Event::Waits(_)
            | Event::Provisional
            | Event::RunFinished(_) => {}
        }
        Ok(())
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        self.progress.finish();
        Ok(())
    }
}

/// Builds the candidates and shows that it takes long; the results come in their order.
///
/// # Errors
/// As for [`build_requests`].
pub fn build(session: &Session, candidates: &[Candidate<'_>]) -> Result<Vec<Built>, Failure> {
    let requests: Vec<BuildRequest<'_>> = candidates.iter().map(Candidate::build_request).collect();
    build_requests(session, &requests, &mut BuildProgress::new(session))
}

/// Builds these sources and tells a reporter so; the results come in their order.
///
/// # Errors
/// The folder for what the judge writes cannot be made, a signal came before all was built, or the
/// output cannot be written.
pub fn build_requests(
    session: &Session,
    requests: &[BuildRequest<'_>],
    reporter: &mut dyn Reporter,
) -> Result<Vec<Built>, Failure> {
    let cache = cache(session);
    let context = build_context(session, &cache)?;
    build_in(session, &context, requests, reporter)
}

/// The same by another language table: what is built is kept beside what is built usually. Of a package only what
/// is asked for is built.
///
/// # Errors
/// As for [`build_requests`].
pub fn build_otherwise(
    session: &Session,
    requests: &[BuildRequest<'_>],
    languages: &[Language],
    reporter: &mut dyn Reporter,
) -> Result<Vec<Built>, Failure> {
    let cache = cache(session);
    let context = BuildContext { languages, only_wanted: true, ..build_context(session, &cache)? };
    build_in(session, &context, requests, reporter)
}

fn build_in(
    session: &Session,
    context: &BuildContext<'_>,
    requests: &[BuildRequest<'_>],
    reporter: &mut dyn Reporter,
) -> Result<Vec<Built>, Failure> {
    let mut told = reporter.on_event(&session.clock.stamp(Event::BuildStarted { programs: requests.len() }));
    let listener = RefCell::new((reporter, &mut told));
    let built = build::build(context, requests, &|building| {
        let (reporter, told) = &mut *listener.borrow_mut();
        let event = Event::Building { names: building.under_way(), done: building.done() };
        let event = session.clock.stamp(event);
        **told = std::mem::replace(*told, Ok(())).and_then(|()| reporter.on_event(&event));
    });
    let (reporter, _) = listener.into_inner();
    let told = told.and_then(|()| reporter.on_event(&session.clock.stamp(Event::BuildFinished)));
    told.map_err(Failure::output)?;
    built.map_err(|error| not_built(session, error))
}

/// The request to build a program with a role.
#[must_use]
pub fn request_of_role<'a>(problem: &Problem, role: &'a Role) -> BuildRequest<'a> {
    let name = format!("{}/{}", problem.name, role.name);
    BuildRequest { name, source: &role.source, language: &role.language, function: None }
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
pub fn build_context<'a>(session: &'a Session, cache: &'a Path) -> Result<BuildContext<'a>, Failure> {
    Ok(BuildContext {
        root: &session.config.root,
        case_places: session.case_places(),
        submissions: session.submission_folders(),
        readable: session.readable(),
        cache,
        drafts: session.run_folder()?,
        languages: &session.config.languages.rows,
        limits: session.config.build.limits(),
        isolation: isolation(session),
        groups: session.groups(),
        workers: workers(session),
        stop: &session.stop,
        remarks: &session.remarks,
        packed: session.packed(),
        only_wanted: false,
    })
}

/// The failure of a command for which not everything was built.
#[must_use]
pub fn not_built(session: &Session, error: BuildError) -> Failure {
    match error {
        BuildError::Stopped(_) => {
            let code = session.stop.signal().map_or(ExitCode::JudgeFailed, ExitCode::Interrupted);
            Failure { code, ..Failure::judge(error) }
        }
        BuildError::NotIsolated(why) => {
            refused(anyhow!(why).context("builds cannot be isolated from the cases"))
        }
        BuildError::NoThread(_) => Failure::judge(error),
    }
}

/// The failure that a program that is needed could not be built.
#[must_use]
pub fn not_ready(name: &Name, built: &Built) -> Failure {
    let what = |why: &str| anyhow!("`{name}` cannot be built:\n{}", why.trim_end());
    match built {
        Built::Rejected(why) => Failure::usage(what(why)),
        Built::Missing(why) | Built::Failed(why) | Built::Absent(why) => Failure::judge(what(why)),
        Built::Ready(_) => Failure::judge(what("it is built")),
    }
}
