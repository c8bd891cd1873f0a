//! What is run of what was selected, by the records that are there, and what is written down of it.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use harness_sandbox::explained;

use crate::event::{PlannedSolution, Subject, Universe};
use crate::failure::Failure;
use crate::grading;
use crate::model::{Defect, Name, counted};
use crate::plan::Urgent;
use crate::programs::{self, Candidate};
use crate::record::contents::{compilers_of, universe_and_notes};
use crate::record::target::{OpenedRecord, RecordTarget};
use crate::record::{
    self, Division, Earlier, Past, PastRun, Recording, Shard, ShardBy, ShardManner, ShardWanted, Store,
};
use crate::run::KeptOutputs;
use crate::session::Session;
use crate::ui::Verbosity;
use crate::wire::Header;

/// What is to be done with records.
pub struct RecordRequest {
    /// Where the record goes.
    pub target: RecordTarget,
    /// Where all that programs print is kept.
    pub output: Option<PathBuf>,
    /// The run to compare with.
    pub against: Option<String>,
    /// Run only what was not as expected when it was last judged, what did not run, and what is new.
    pub failed: bool,
    /// The run ends early, so nothing is run first.
    pub ends_early: bool,
    /// The options that decide which cases are run.
    pub options: Vec<String>,
    /// The part that is run.
    pub shard: Option<ShardWanted>,
    /// What is kept together in a part.
    pub shard_by: ShardBy,
    /// How parts are dealt.
    pub shard_manner: ShardManner,
    /// The record with the times by which parts are made.
    pub balance: Option<PathBuf>,
}

impl RecordRequest {
    /// Whether the files of all cases are read, because the record or the choice depends on their content.
    #[must_use]
    pub fn reads_cases(&self, session: &Session) -> bool {
        self.target.is_on(session) || self.failed || self.shard.is_some()
    }
}

/// What is run of what was selected, and what is written down.
pub struct RecordChoice<'s> {
    /// The record, if one is kept.
    pub recording: Option<Recording<'s>>,
    /// Which run that is, and what it is about.
    about: Option<(Header, Universe)>,
    /// What is run as the plan tells it, where that was asked for.
    pub planned: Option<Vec<PlannedSolution>>,
    /// Where what programs print is kept.
    pub outputs: Option<KeptOutputs>,
    /// The run that is compared with.
    pub against: Option<PastRun>,
    /// Which files of the cases no program reads as what they show; where they are not read, nothing.
    pub notes_on_cases: Vec<Defect>,
    /// What is run first, because it took longest.
    pub urgent: Urgent,
    /// Solutions on cases outside of the selection that are not as expected since they were last judged.
    pub elsewhere: usize,
    /// Nothing of the selection is to be run again, so that no run is kept either.
    pub has_nothing: bool,
}

/// Leaves the cases to candidates that are to be run, and begins the record.
///
/// # Errors
/// A record that is named cannot be read or written, or no part of the run is named.
pub fn choose<'s>(
    session: &'s Session,
    request: &RecordRequest,
    candidates: &mut Vec<Candidate<'s>>,
) -> Result<RecordChoice<'s>, Failure> {
    let store = Store::below(&session.own_folder());
    let against = request.against.as_ref().map(|run| read_graded(&store, run)).transpose()?;
    let outputs = request.output.clone().map(KeptOutputs::of_all);
    let urgent = Urgent::default();
    let mut chosen = RecordChoice {
        recording: None,
        about: None,
        planned: None,
        outputs,
        against,
        notes_on_cases: Vec::new(),
        urgent,
        elsewhere: 0,
        has_nothing: false,
    };
    if programs::workers(session) > 1 && !request.ends_early {
        chosen.urgent = record::slowest_first(&store);
    }
    if !request.reads_cases(session) {
        return Ok(chosen);
    }
    let is_recorded = request.target.is_on(session);
    let of = |candidates: &[Candidate<'_>]| {
        universe_and_notes(session, candidates, grading::planned(candidates), request.options.clone())
    };
    let (mut universe, notes_on_cases) = of(candidates);
    chosen.notes_on_cases = notes_on_cases;
    if request.failed {
        let past = Past::of(&store, &universe);
        let wanted = past.outstanding(&universe);
        chosen.elsewhere = record::elsewhere(session, &past, &universe);
        record::leave(candidates, &wanted);
        (universe, _) = of(candidates);
        chosen.has_nothing = candidates.is_empty();
    }
    let division = request.shard.map(|wanted| division(request, wanted)).transpose()?;
    // Of the whole, also where a part is run.
    let compilers = compilers_of(session, candidates);
    if let Some(division) = &division {
        let times = request.balance.as_ref().map(|path| read(&store, &path.to_string_lossy())).transpose()?;
        let times = times.as_ref().map(Past::of_run);
        let times = times.as_ref().map(|past| {
            |subject: &Subject, case: &Name| -> Option<Duration> { past.last(subject, case)?.cpu }
        });
        let part = match &times {
            Some(times) => division.part(&universe.solutions, Some(times)),
            None => division.part(&universe.solutions, None),
        };
        record::leave(candidates, &part);
    } else {
        chosen.planned = Some(universe.solutions.clone());
    }
    // Only a file that is named is written for a run of nothing: the last run of the workspace is the one before.
    if is_recorded && (!chosen.has_nothing || request.target.file.is_some()) {
        let OpenedRecord { file, path, folder, header } = request.target.open(session, "grade")?;
        if let Some(folder) = folder {
            chosen.outputs.get_or_insert_with(|| KeptOutputs::of_failures(folder));
        }
        let header = Header { shard: division.as_ref().map(Division::line), compilers, ..header };
        chosen.recording = Some(Recording::begin(file, path, header.clone(), &universe, &session.remarks));
        chosen.about = Some((header, universe));
    }
    Ok(chosen)
}

/// Reads the record that is meant.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn read(store: &Store, run: &str) -> Result<PastRun, Failure> {
    let path = store.find(run)?;
    let read =
        PastRun::read(&path).with_context(|| format!("failed to read the record `{}`", path.display()));
    read.map_err(Failure::usage)
}

/// Reads the record of a run that was graded.
fn read_graded(store: &Store, run: &str) -> Result<PastRun, Failure> {
    let read = if run == "last" { read(store, &store.last_graded()?)? } else { read(store, run)? };
    if !read.header.is_graded() {
        let what =
            anyhow!("`{run}` is a run of `{}`, and has no verdicts to compare with", read.header.command);
        return Err(Failure::usage(what).hint("name a run of `harness grade`; `harness history` lists them"));
    }
    Ok(read)
}

fn division(request: &RecordRequest, wanted: ShardWanted) -> Result<Division, Failure> {
    let shard = match wanted {
        ShardWanted::Exactly(shard) => shard,
        ShardWanted::Auto => Shard::auto(|name| std::env::var(name).ok()).map_err(|why| {
            Failure::usage(anyhow!("--shard auto: {why}")).hint("name it, as in --shard 2/4")
        })?,
    };
    Ok(Division { shard, by: request.shard_by, manner: request.shard_manner })
}

impl RecordChoice<'_> {
    /// What became of the solutions in the runs before this one, where that is wanted; nothing where this one is not
    /// recorded. What the run is about is held no longer.
    pub fn take_earlier(&mut self, session: &Session, is_wanted: bool) -> Option<Earlier> {
        let about = self.about.take().filter(|_| is_wanted);
        let store = Store::below(&session.own_folder());
        let earlier = about.map(|(header, universe)| Earlier::before(&store, &header, &universe));
        is_wanted.then(|| earlier.unwrap_or_default())
    }

    /// What is to be told after the run: where outputs are kept, and what `--failed` has found beside the selection.
    #[must_use]
    pub fn notes(&self, session: &Session) -> Vec<String> {
        let mut notes = self.outputs.as_ref().map_or_else(Vec::new, |outputs| notes_of(session, outputs));
        if self.elsewhere > 0 {
            notes.push(format!(
                "{} outside of the selection {} not as expected when last judged",
                counted(self.elsewhere, "run"),
                if self.elsewhere == 1 { "was" } else { "were" }
            ));
        }
        notes
    }
}

/// Where outputs are kept, and if some could not be.
fn notes_of(session: &Session, outputs: &KeptOutputs) -> Vec<String> {
    let folder = outputs.folder().strip_prefix(&session.config.root).unwrap_or(outputs.folder());
    let folder = Name::from_os(folder.as_os_str());
    let trouble = outputs.trouble();
    let lost =
        trouble.map(|error| format!("not all outputs could be kept in `{folder}`: {}", explained(&error)));
    // Who asked for them knows where they are; others are told when they ask for more.
    let is_told = outputs.kept() > 0 && session.ui.verbosity == Verbosity::Verbose;
    let kept = is_told.then(|| format!("what {} printed is in `{folder}`", counted(outputs.kept(), "run")));
    lost.into_iter().chain(kept).collect()
}
