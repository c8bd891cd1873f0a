//! What `grade` does with records: it keeps one of each run, and chooses what to run by those that are there.

use std::fs::{File, OpenOptions};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use anyhow::{Context, anyhow};
use harness_sandbox::explained;
use humantime::format_rfc3339_millis;

use crate::cli::GradeArgs;
use crate::commands::troubles;
use crate::event::Subject;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::grading;
use crate::model::{Language, Name, counted};
use crate::plan::Urgent;
use crate::programs::{self, Candidate};
use crate::record::{self, Division, Past, PastRun, Recording, Shard, ShardWanted, Store};
use crate::run::KeptOutputs;
use crate::session::Session;
use crate::ui::Verbosity;
use crate::wire::Header;

/// What is run of what was selected, and what is written down.
pub struct Chosen<'s> {
    /// The record, if one is kept.
    pub recording: Option<Recording<'s>>,
    /// Where what programs print is kept.
    pub outputs: Option<KeptOutputs>,
    /// The run that is compared with.
    pub against: Option<PastRun>,
    /// What is run first, because it took longest.
    pub urgent: Urgent,
    /// Solutions on cases outside of the selection that are not as expected since they were last judged.
    pub elsewhere: usize,
}

/// Leaves the cases to candidates that are to be run, and begins the record.
///
/// # Errors
/// A record that is named cannot be read or written, or no part of the run is named.
pub fn choose<'s>(
    session: &'s Session,
    args: &GradeArgs,
    candidates: &mut Vec<Candidate<'s>>,
) -> Result<Chosen<'s>, Failure> {
    let store = Store::below(&session.own_folder());
    let against = args.against.as_ref().map(|run| read(&store, run)).transpose()?;
    let keep = session.config.records.keep.value;
    let is_recorded = args.record.is_some() || (!args.no_record && keep.runs > 0 && session.is_lasting());
    let outputs = args.output.clone().map(KeptOutputs::of_all);
    let mut chosen = Chosen { recording: None, outputs, against, urgent: Urgent::default(), elsewhere: 0 };
    if programs::workers(session) > 1 && !args.fail_fast {
        chosen.urgent = record::slowest_first(&store);
    }
    if !is_recorded && !args.failed && args.shard.is_none() {
        return Ok(chosen);
    }
    let of = |candidates: &[Candidate<'_>]| {
        record::universe(session, candidates, grading::planned(candidates), options(session, args))
    };
    let mut universe = of(candidates);
    if args.failed {
        let past = Past::of(&store, &universe);
        let wanted = past.outstanding(&universe);
        chosen.elsewhere = record::elsewhere(session, &past, &universe);
        record::leave(candidates, &wanted);
        universe = of(candidates);
    }
    let division = args.shard.map(|wanted| division(args, wanted)).transpose()?;
    let header = header(session, candidates, division.as_ref());
    if let Some(division) = &division {
        let times = args.balance.as_ref().map(|path| times(&path.to_string_lossy(), &store)).transpose()?;
        let times = times.as_ref().map(|past| {
            |subject: &Subject, case: &Name| -> Option<Duration> { past.last(subject, case)?.cpu }
        });
        let part = match &times {
            Some(times) => division.part(&universe.solutions, Some(times)),
            None => division.part(&universe.solutions, None),
        };
        record::leave(candidates, &part);
    }
    if is_recorded {
        let began = SystemTime::now();
        let started = format_rfc3339_millis(began).to_string();
        let (id, opened, path) = if let Some(path) = &args.record {
            (Store::id_of(began), named(path)?, path.clone())
        } else {
            let (id, opened) = store.create(began, keep);
            chosen.outputs.get_or_insert_with(|| KeptOutputs::of_failures(store.folder(&id)));
            let path = store.path(&id);
            (id, opened, path)
        };
        let header = Header { id, started, ..header };
        chosen.recording = Some(Recording::begin(opened, path, header, &universe, &session.remarks));
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

fn times(run: &str, store: &Store) -> Result<Past, Failure> {
    read(store, run).map(|run| Past::of_run(&run))
}

/// A record where the user wants it; one that is there is replaced.
fn named(path: &PathBuf) -> Result<std::io::Result<File>, Failure> {
    let file = OpenOptions::new().write(true).create(true).truncate(true).open(path);
    let file = file.with_context(|| format!("failed to write `{}`", path.display()));
    file.map(Ok).map_err(Failure::usage)
}

/// The options that decide which cases are run.
fn options(session: &Session, args: &GradeArgs) -> Vec<String> {
    // Set by a flag or in the settings.
    let first_failure = session.config.judge.first_failure.value;
    [(args.all, "--all"), (args.failed, "--failed"), (first_failure, "--first-failure")]
        .into_iter()
        .filter(|(is_set, _)| *is_set)
        .map(|(_, name)| name.to_owned())
        .collect()
}

fn division(args: &GradeArgs, wanted: ShardWanted) -> Result<Division, Failure> {
    let shard = match wanted {
        ShardWanted::Exactly(shard) => shard,
        ShardWanted::Auto => Shard::auto(|name| std::env::var(name).ok()).map_err(|why| {
            Failure::usage(anyhow!("--shard auto: {why}")).hint("name it, as in --shard 2/4")
        })?,
    };
    Ok(Division { shard, by: args.shard_by, manner: args.shard_manner })
}

fn header(session: &Session, candidates: &[Candidate<'_>], division: Option<&Division>) -> Header {
    let mut languages: Vec<&Language> = candidates.iter().map(|candidate| candidate.language).collect();
    languages.sort_by(|one, other| one.name.cmp(&other.name));
    languages.dedup_by(|one, other| one.name == other.name);
    Header {
        arguments: record::arguments(),
        profile: session.config.profile.clone(),
        shard: division.map(Division::line),
        machine: record::machine_mark(),
        compilers: record::compilers(&session.config.root, languages.into_iter()),
        ..Header::bare("grade")
    }
}

/// How `--failed` ends where nothing is to be run.
#[must_use]
pub fn nothing_failed(chosen: &Chosen<'_>) -> ExitCode {
    troubles::note("nothing to run again: all that was selected is as expected since it was last judged");
    tell_elsewhere(chosen.elsewhere);
    if chosen.elsewhere > 0 { ExitCode::Incomplete } else { ExitCode::Fine }
}

/// Tells where outputs are kept, and if some could not be.
pub fn tell_outputs(session: &Session, outputs: Option<&KeptOutputs>) {
    let Some(outputs) = outputs else { return };
    let folder = outputs.folder().strip_prefix(&session.config.root).unwrap_or(outputs.folder());
    let folder = Name::from_os(folder.as_os_str());
    if let Some(error) = outputs.trouble() {
        troubles::note(&format!("not all outputs could be kept in `{folder}`: {}", explained(&error)));
    }
    // Who asked for them knows where they are; others are told when they ask for more.
    if outputs.kept() > 0 && session.ui.verbosity == Verbosity::Verbose {
        troubles::note(&format!("what {} printed is in `{folder}`", counted(outputs.kept(), "run")));
    }
}

/// Tells what `--failed` has found beside the selection.
pub fn tell_elsewhere(count: usize) {
    if count > 0 {
        troubles::note(&format!(
            "{} outside of the selection were not as expected when they were last judged",
            counted(count, "run")
        ));
    }
}
