//! What every verb gets: the global flags, the terminal, and the flag that stops everything; and what is told of a
//! workspace before anything else is done.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;
use harness_sandbox::Stop;

use crate::cli::{Global, GradeArgs, ReportsTo};
use crate::config::{self, Config, Flags, MOST_TOLD, SettingsErrors};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Catalog, Defect, Problem};
use crate::pack;
use crate::record::Store;
use crate::report::{Presentation, write_failure};
use crate::session::{OWN_FOLDER, Session};
use crate::ui::{Links, Ui, Verbosity, message};

/// One call of the judge.
pub struct Invocation<'a> {
    /// The flags that hold for every command.
    pub global: &'a Global,
    /// The terminal.
    pub ui: Ui,
    /// Set by INT, TERM and HUP.
    pub stop: Stop,
    /// The document that the command prints has begun, so that no other may follow it.
    pub has_begun: &'a AtomicBool,
}

impl Invocation<'_> {
    /// Opens the workspace that the command line means.
    ///
    /// # Errors
    /// There is none, or its settings are wrong.
    pub fn open(&self, flags: &Flags) -> Result<Session, Failure> {
        let Self { global, ui, stop, .. } = self;
        Session::open(global.root.as_deref(), global.profile.as_deref(), flags, *ui, stop.clone())
    }

    /// Opens the workspace that `grade` works on, or what it is to unpack; with the selection for which that was
    /// made.
    ///
    /// # Errors
    /// There is none, its settings are wrong, or the pack cannot be used.
    pub fn open_or_unpack(&self, args: &GradeArgs) -> Result<(Session, Vec<String>), Failure> {
        let Some(path) = &args.pack else {
            let mut session = self.open(&args.settings())?;
            args.class.files().map_or(Ok(()), |files| session.hand_in(&args.selection, &files))?;
            return Ok((session, Vec::new()));
        };
        if self.global.root.is_some() {
            return Err(Failure::usage(anyhow!(
                "--root cannot be used with --pack, which has its own workspace"
            )));
        }
        if args.shard.is_some() && args.record.is_none() && args.unpack.is_none() {
            let what =
                anyhow!("the record of this part would be removed with the temporary folder of the pack");
            return Err(Failure::usage(what).hint("name it with --record FILE"));
        }
        let profile = self.global.profile.as_deref();
        let terminal = (self.ui, self.stop.clone());
        pack::open_session(path, args.unpack.as_deref(), profile, &args.settings(), terminal)
    }

    /// How a report for people is told; the files that it links to are below this folder, or below the root of the
    /// workspace, if there is one.
    #[must_use]
    pub fn manner(&self, to: &ReportsTo, root: Option<&Path>) -> Presentation {
        let found = root.is_none().then(|| self.root_if_any()).flatten();
        let links = root.or(found.as_deref()).map(|root| Links::on_stdout(self.global.color, root));
        let stop = Some(self.stop.clone());
        Presentation {
            levels: to.levels(),
            links: links.unwrap_or_default(),
            stop,
            order: to.sort,
            ..Presentation::default()
        }
    }

    /// The root of the workspace, if there is one.
    fn root_if_any(&self) -> Option<PathBuf> {
        match &self.global.root {
            Some(root) => Some(root.clone()),
            None => std::env::current_dir().ok().and_then(|here| config::find_root(&here)),
        }
    }

    /// The records of the workspace; outside of one there are none, and records are named by their files.
    #[must_use]
    pub fn records(&self) -> Store {
        Store::below(&self.root_if_any().unwrap_or_default().join(OWN_FOLDER))
    }

    /// The settings of the workspace, if there is one.
    ///
    /// # Errors
    /// They are wrong.
    pub fn settings_if_any(&self) -> Result<Option<Config>, Failure> {
        let profile = self.global.profile.as_deref();
        self.root_if_any()
            .map(|root| config::load(&root, profile, &Flags::NONE).map_err(Failure::usage))
            .transpose()
    }
}

/// Tells what is wrong with the files of a workspace, or the first of many mistakes; all of each where
/// everything is to be told.
pub fn tell_defects(catalog: &Catalog, verbosity: Verbosity) {
    tell_each(&catalog.defects, message::error, verbosity);
    tell_notes(&catalog.notes, verbosity);
}

/// Tells what is odd but does no harm, without what it is like where there is much.
pub fn tell_notes(notes: &[Defect], verbosity: Verbosity) {
    tell_each(notes, message::note, verbosity);
}

fn tell_each(all: &[Defect], tell: fn(&str), verbosity: Verbosity) {
    let told = |one: &Defect| if verbosity == Verbosity::Verbose { one.in_full() } else { one.to_string() };
    all.iter().take(MOST_TOLD).for_each(|one| tell(&told(one)));
    if all.len() > MOST_TOLD {
        tell(&format!("and {} more like these", all.len() - MOST_TOLD));
    }
}

/// Tells what builds have said of themselves and that was not told yet.
pub fn tell_remarks(session: &Session) {
    session.remarks.take().iter().for_each(|remark| message::note(remark));
}

/// The problem of this name. What is wrong in the settings of others is told.
///
/// # Errors
/// There is none, or its settings are wrong.
pub fn problem_named<'s>(session: &'s Session, name: &str) -> Result<&'s Problem, Failure> {
    let problem = session.problem(name)?;
    let elsewhere = session.mistakes_elsewhere(problem);
    elsewhere.iter().take(MOST_TOLD).for_each(|one| message::note(&one.to_string()));
    Ok(problem)
}

/// What went wrong: the mistakes in settings one by one, anything else with its causes.
pub fn told(source: &anyhow::Error) -> Vec<String> {
    if let Some(errors) = source.downcast_ref::<SettingsErrors>() {
        return errors.told().iter().map(ToString::to_string).chain(errors.rest()).collect();
    }
    vec![source.chain().map(ToString::to_string).collect::<Vec<_>>().join(": ")]
}

/// Prints what went wrong as a JSON document.
pub fn print_failure(failure: &Failure) {
    let (errors, hints) = (told(&failure.source), failure.hints.clone());
    // What cannot be printed either has been told on standard error.
    let _ = write_failure(&mut std::io::stdout().lock(), errors, hints, failure.code);
}

/// Tells what went wrong and what to do.
pub fn tell(failure: &Failure) {
    if failure.code != ExitCode::ClosedPipe {
        message::failure(&told(&failure.source), &failure.hints);
    }
}
