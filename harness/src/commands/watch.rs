//! `watch`: grades again what changes.

use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use harness_sandbox::Stop;

use crate::cli::WatchArgs;
use crate::commands::invocation::{Invocation, tell, tell_defects, tell_remarks, told};
use crate::discover::{self, Selection, select};
use crate::event::Reporter;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::grading::{self, Ends, Options};
use crate::model::{Catalog, Name};
use crate::programs::{self, Candidate};
use crate::report::{Begun, WatchFormat, WatchReport};
use crate::session::{self, Session};
use crate::ui::Keys;
use crate::watch::{Cause, Memory, Ran, Touched, UntilCut, Watching, attend, narrowed, touched};

/// Watches until a key or a signal ends it.
///
/// # Errors
/// There is no workspace, it cannot be watched, or the selection selects nothing at the beginning.
pub fn run(invocation: &Invocation<'_>, args: &WatchArgs) -> Result<ExitCode, Failure> {
    let root = session::find_root(invocation.global.root.as_deref())?;
    let usual = if io::stdout().is_terminal() { WatchFormat::Human } else { WatchFormat::Jsonl };
    let report = WatchReport { format: args.format.unwrap_or(usual), ui: invocation.ui };
    let mut reruns = Reruns {
        invocation,
        args,
        root: &root,
        report,
        memory: Memory::default(),
        before: None,
        troubles: Vec::new(),
    };
    let output = io::stdout();
    let keys = Keys::listen();
    report.watching(&root.display().to_string(), keys.are_pressed()).map_err(Failure::output)?;
    let watching = Watching { root: &root, stop: &invocation.stop, keys, output: output.as_fd() };
    attend(watching, &mut |cause, stop| reruns.rerun(cause, stop))
}

/// What one run leaves to the next.
struct Reruns<'a> {
    invocation: &'a Invocation<'a>,
    args: &'a WatchArgs,
    root: &'a Path,
    report: WatchReport,
    memory: Memory,
    /// What was in the workspace when it could be used last.
    before: Option<Catalog>,
    /// What was told of its files.
    troubles: Vec<String>,
}

impl Reruns<'_> {
    fn rerun(&mut self, cause: &Cause, stop: &Stop) -> Result<Ran, Failure> {
        let Invocation { global, ui, .. } = self.invocation;
        let (root, profile) = (Some(self.root), global.profile.as_deref());
        let session = Session::open(root, profile, &self.args.settings(), *ui, stop.clone());
        let mut session = match session {
            Ok(session) => session,
            Err(failure) => return self.unusable(cause, &failure),
        };
        let selection = select(session.catalog(), &self.args.selection)
            .map_err(|error| Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) });
        let selection = match selection {
            Ok(selection) => selection,
            // Later it may be a file that comes back.
            Err(failure) if self.before.is_none() => return Err(failure),
            Err(failure) => return self.unusable(cause, &failure),
        };
        let (what, mut selection, is_partial) = self.narrowed(&session, selection, cause);
        let now = session.catalog().clone();
        self.memory.keep_only(&now);
        let narrowed = if what.is_empty() {
            Ok(())
        } else {
            let narrowed = session.narrow(&mut selection, self.args.selection.is_empty());
            narrowed.map(|()| session.note_encodings(&selection))
        };
        if let Err(failure) = narrowed {
            return self.unusable(cause, &failure);
        }
        let begun = self.begun(cause, what.everything);
        self.before = Some(now);
        if what.is_empty() {
            return Ok(Ran::Done);
        }
        self.report.begun(&begun).map_err(Failure::output)?;
        self.tell_troubles(session.catalog());
        let candidates = programs::candidates(&session, &selection);
        if candidates.is_empty() {
            return self.report.nothing().map_err(Failure::output).map(|()| Ran::Done);
        }
        self.grade(&session, &candidates, is_partial)
    }

    /// What is touched, and what of the selection is therefore run.
    fn narrowed(&self, session: &Session, selection: Selection, cause: &Cause) -> (Touched, Selection, bool) {
        let catalog = session.catalog();
        let languages = &session.config.languages;
        let is_source = |path: &Path| {
            discover::is_header(path.file_name().unwrap_or_default())
                || path.extension().is_some_and(|extension| languages.of_extension(extension).is_some())
        };
        let what = match &self.before {
            Some(before) if !cause.all => touched(&cause.changes, self.root, (catalog, before), &is_source),
            _ => Touched::everything(),
        };
        let (selection, is_partial) = narrowed(selection, catalog, &what);
        (what, selection, is_partial)
    }

    fn grade(
        &mut self,
        session: &Session,
        candidates: &[Candidate<'_>],
        is_partial: bool,
    ) -> Result<Ran, Failure> {
        let options = Options {
            ends: Ends { of_groups: !self.args.all, of_solutions: session.config.judge.first_failure.value },
            is_part: is_partial,
            explains: self.args.explain,
            urgent: self.memory.urgent(),
            ..Options::default()
        };
        self.memory.begin(is_partial);
        let report = self.report.open(self.others(candidates));
        let mut reporter = UntilCut { stop: &session.stop, report, memory: &mut self.memory };
        let (tally, graded) = grading::grade(session, candidates, options, &mut reporter);
        if reporter.is_cut() {
            return self.report.cut_off().map_err(Failure::output).map(|()| Ran::CutOff);
        }
        if let Err(failure) = graded {
            if failure.code == ExitCode::ClosedPipe {
                return Err(failure);
            }
            // What the report shows meanwhile goes, and says no end of a run that has none.
            drop(reporter);
            tell_remarks(session);
            return self.told_unusable(&failure);
        }
        let code = match tally.exit_code(&session.stop) {
            ExitCode::Fine | ExitCode::Unexpected if !session.catalog().defects.is_empty() => ExitCode::Usage,
            code => code,
        };
        tell_remarks(session);
        reporter.finish(code).map_err(Failure::output).map(|()| Ran::Done)
    }

    /// The solutions that were not as expected before, and are not run now.
    fn others(&self, candidates: &[Candidate<'_>]) -> Vec<String> {
        let is_run = |(problem, solution): &&(Name, Name)| {
            candidates.iter().any(|run| run.problem.name == *problem && run.solution.name == *solution)
        };
        let others = self.memory.unexpected().filter(|name| !is_run(name));
        others.map(|(problem, solution)| format!("{problem}/{solution}")).collect()
    }

    fn begun(&self, cause: &Cause, everything: bool) -> Begun {
        let path = |path: &PathBuf| {
            let inside = path.strip_prefix(self.root).unwrap_or(path);
            (Name::from_os(inside.as_os_str()).to_string(), path.symlink_metadata().is_err())
        };
        let paths = cause.changes.paths.iter().map(path).collect();
        Begun { paths, everything, is_first: self.before.is_none() }
    }

    /// Tells what keeps the workspace from being used.
    fn unusable(&self, cause: &Cause, failure: &Failure) -> Result<Ran, Failure> {
        self.report.begun(&self.begun(cause, true)).map_err(Failure::output)?;
        self.told_unusable(failure)
    }

    /// The same, after it was told why a run begins.
    fn told_unusable(&self, failure: &Failure) -> Result<Ran, Failure> {
        tell(failure);
        self.report.unusable(told(&failure.source), failure.code).map_err(Failure::output)?;
        Ok(Ran::Unusable)
    }

    /// Tells what is wrong with files, where that is news.
    fn tell_troubles(&mut self, catalog: &Catalog) {
        let all: Vec<String> =
            catalog.defects.iter().chain(&catalog.notes).map(ToString::to_string).collect();
        if all != self.troubles {
            tell_defects(catalog, self.invocation.ui.verbosity);
            self.troubles = all;
        }
    }
}
