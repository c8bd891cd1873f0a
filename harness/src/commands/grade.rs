//! `grade`: builds, runs, judges, and compares the verdicts with the expectations.

use std::iter;
use std::sync::atomic::Ordering;

use anyhow::anyhow;

use crate::cli::{self, GradeArgs};
use crate::commands::invocation::{Invocation, tell_defects, tell_notes, tell_remarks};
use crate::discover::select;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::grading::{self, Ends, Options};
use crate::pack;
use crate::programs;
use crate::record;
use crate::report::{Format, Reports, Undrawn, VerdictChanges};
use crate::ui::{Verbosity, message};

/// Grades.
///
/// # Errors
/// Nothing could be graded.
pub fn run(invocation: &Invocation<'_>, args: &GradeArgs) -> Result<ExitCode, Failure> {
    let (mut session, made_for) = invocation.open_or_unpack(args)?;
    let ui = invocation.ui;
    let words = if args.selection.is_empty() { &made_for } else { &args.selection };
    let mut selection = select(session.catalog(), words).map_err(|error| {
        let failure = Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) };
        // `harness grde` is read as a selection, since `grade` may be left out.
        match args.selection.first().and_then(|word| cli::nearest_command(word)) {
            Some(command) => failure.hint(format!("did you mean the command `{command}`?")),
            None => failure,
        }
    })?;
    session.narrow(&mut selection, words.is_empty())?;
    let first_failure = session.config.judge.first_failure.value;
    let records = args.records(first_failure);
    if !records.reads_cases(&session) {
        session.note_encodings(&selection);
    }
    tell_defects(session.catalog(), session.ui.verbosity);
    let mut candidates = programs::candidates(&session, &selection);
    drop(selection);
    if candidates.is_empty() {
        let nothing = anyhow!("nothing to grade: no solution with a case was found");
        return Err(Failure { code: ExitCode::NothingSelected, ..Failure::usage(nothing) });
    }
    pack::refuse_absent(&session, &candidates, &made_for)?;
    let mut chosen = record::choose(&session, &records, &mut candidates)?;
    tell_notes(&chosen.notes_on_cases, session.ui.verbosity);
    if chosen.has_nothing {
        message::note("nothing to run again: all that was selected is as expected since it was last judged");
    }
    let format = args.format();
    let manner = invocation.manner(&args.to, Some(&session.config.root));
    let again = cli::run_again(&record::arguments());
    let mut wanted = args.to.wanted();
    wanted.again = Some(&again);
    let earlier = chosen.take_earlier(&session, wanted.show_earlier_runs(format));
    wanted.earlier = earlier.as_ref();
    let mut reports = Reports::open(format, &wanted, (ui, manner), session.run_folder()?)?;
    // What it proposes needs the workspace, and a user who looks at single cases.
    let is_told = args.pack.is_none() && args.to.audience.is_none() && !session.is_class();
    if format == Format::Human && ui.verbosity != Verbosity::Quiet && is_told {
        reports.reporters.0.push(Box::new(Undrawn::of(programs::viewed(&candidates))));
    }
    if let Some(recording) = chosen.recording.take() {
        // First of all: what was told is in the record, whenever the judge is killed.
        reports.reporters.0.insert(0, Box::new(recording));
    }
    if let Some(run) = chosen.against.take() {
        reports.reporters.0.push(Box::new(VerdictChanges::since(run, format == Format::Human)));
    }
    let formats = iter::once(format).chain(args.to.report.iter().map(|report| report.kind));
    let options = Options {
        fail_fast: args.fail_fast,
        require_languages: args.require_languages,
        ends: Ends { of_groups: !args.all, of_solutions: first_failure },
        outputs: chosen.outputs.as_ref(),
        draws: formats.clone().any(Format::has_pictures),
        draws_expected: formats.clone().any(Format::shows_what_was_expected),
        explains: args.explain,
        urgent: std::mem::take(&mut chosen.urgent),
        planned: chosen.planned.take(),
        ..Options::default()
    };
    let (tally, graded) = grading::grade(&session, &candidates, options, &mut reports.reporters);
    let code = match tally.exit_code(&session.stop) {
        ExitCode::Fine | ExitCode::Unexpected
            if !session.catalog().defects.is_empty() && !chosen.has_nothing =>
        {
            ExitCode::Usage
        }
        ExitCode::Fine if chosen.elsewhere > 0 => ExitCode::Incomplete,
        code => code,
    };
    tell_remarks(&session);
    invocation.has_begun.store(true, Ordering::Relaxed);
    // What is known is told, also when something broke on the way.
    reports.finish(code)?;
    // The record may have failed at its very end.
    tell_remarks(&session);
    chosen.notes(&session).iter().for_each(|note| message::note(note));
    graded.map(|()| code)
}
