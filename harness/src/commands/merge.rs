//! `merge`: puts the records of the parts of a run together, and reports the whole.

use std::fs::File;
use std::sync::atomic::Ordering;

use anyhow::{Context, anyhow};

use crate::cli::MergeArgs;
use crate::commands::invocation::Invocation;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::Remarks;
use crate::record::{Earlier, Merged, Merging, Recording};
use crate::report::{Reports, RunAgain};
use crate::ui::message;

/// Merges.
///
/// # Errors
/// A record cannot be read, they are not of one run, or a report cannot be written.
pub fn run(invocation: &Invocation<'_>, args: &MergeArgs) -> Result<ExitCode, Failure> {
    let merging = Merging::open(&args.files).map_err(|why| {
        Failure::usage(anyhow!("{why}"))
            .hint("merge records that `harness grade --shard I/N --record FILE` has written")
    })?;
    let remarks = Remarks::default();
    let on_terminal = (invocation.ui.at_rest(), invocation.manner(&args.to, None));
    let mut wanted = args.to.wanted();
    wanted.again = Some(&RunAgain::NotKnown);
    let shows_earlier = wanted.show_earlier_runs(args.to.format);
    let earlier =
        shows_earlier.then(|| Earlier::before(&invocation.records(), &merging.header(), merging.universe()));
    wanted.earlier = earlier.as_ref();
    let mut reports = Reports::open(args.to.format, &wanted, on_terminal, &std::env::temp_dir())?;
    if let Some(path) = &args.record {
        if args.files.contains(path) {
            return Err(Failure::usage(anyhow!("`{}` is one of the parts", path.display())));
        }
        let file = File::create(path).with_context(|| format!("failed to write `{}`", path.display()));
        let file = Ok(file.map_err(Failure::usage)?);
        let recording = Recording::begin(file, path.clone(), merging.header(), merging.universe(), &remarks);
        // First, as where a run is recorded.
        reports.reporters.0.insert(0, Box::new(recording));
    }
    let told = merging.tell(args.allow_missing, &mut reports.reporters);
    let (merged, code) = told.context("failed to merge").map_err(Failure::usage)?;
    invocation.has_begun.store(true, Ordering::Relaxed);
    reports.finish(code)?;
    remarks.take().iter().for_each(|remark| message::note(remark));
    tell(&merged, args.allow_missing);
    Ok(code)
}

/// Tells what is odd, what contradicts and what is missing.
fn tell(merged: &Merged, allow_missing: bool) {
    merged.notes.iter().for_each(|note| message::note(note));
    for conflict in Merged::listed(&merged.conflicts) {
        message::error(&format!("conflict: {conflict}"));
    }
    for missing in Merged::listed(&merged.missing) {
        let what = format!("in no part: {missing}");
        if allow_missing { message::note(&what) } else { message::error(&what) }
    }
}
