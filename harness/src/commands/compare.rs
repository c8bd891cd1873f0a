//! `compare`: ranks solutions by speed.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, anyhow};

use crate::cli::{CompareArgs, Runs};
use crate::commands::growth;
use crate::commands::invocation::{Invocation, tell_defects, tell_remarks};
use crate::config::Flags;
use crate::discover::select;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::machine;
use crate::measure::baseline::{self, Baseline};
use crate::measure::{self, MeasureRequest, Measured};
use crate::programs;
use crate::record;
use crate::report::{
    ComparisonEnd, ComparisonFormat, ReportFile, export_hyperfine, open_file, open_files, write_comparison,
};
use crate::session::Session;
use crate::ui::{Folded, Progress, Ui};
use crate::wire::baseline::KeptCase;

/// Compares.
///
/// # Errors
/// Nothing could be compared.
pub fn run(invocation: &Invocation<'_>, args: &CompareArgs) -> Result<ExitCode, Failure> {
    // Before the judge is a load itself.
    let load = machine::load();
    let mut session = invocation.open(&Flags::NONE)?;
    let ui = invocation.ui;
    let mut selection = select(session.catalog(), &args.patterns())
        .map_err(|error| Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) })?;
    session.narrow(&mut selection, false)?;
    session.note_encodings(&selection);
    tell_defects(session.catalog(), session.ui.verbosity);
    if let Some(growth) = &args.growth {
        return growth::run(invocation, &session, (args, growth), &selection);
    }
    let candidates = programs::candidates(&session, &selection);
    measure::check_comparable(&candidates)?;
    let cases = baseline::identities(&candidates[0]);
    let is_gate = args.fail_if_slower.is_some();
    let against = args
        .against
        .as_ref()
        .map(|name| baseline::to_compare(&session, name, (&candidates, &cases), (args.metric, is_gate)));
    let against = against.transpose()?;
    // All that is written is opened before a minute is spent on what goes there.
    let save = args.save.as_ref().map(|name| Save::open(&session, name)).transpose()?;
    let files = Files::open(&session, args)?;
    let request = MeasureRequest {
        metric: args.metric,
        runs: match args.runs {
            Runs::Exactly(runs) => Some(runs),
            Runs::Auto => None,
        },
        max_time: args.max_time,
        limits: args.limits,
    };
    let progress = Progress::new(&ui);
    let measured = measure::measure(&session, &candidates, &request, against.as_ref(), (load, &progress))?;
    tell_remarks(&session);
    // What took a minute to measure is kept before a closed pipe can end us.
    let saved = save.map_or(Ok(()), |save| save.write(&session, &measured, &cases));
    let code = exit_code(&session, args, &measured);
    let end = end(args, &code);
    let kept = saved.and(files.write(&measured, &end, ui));
    let (ui, out) = (ui.resized(), BufWriter::new(io::stdout().lock()));
    let mut out = Folded::on_stdout(out, ui, args.format == ComparisonFormat::Human);
    invocation.has_begun.store(true, Ordering::Relaxed);
    write_comparison(args.format, &mut out, &measured, &end, ui).map_err(Failure::output)?;
    kept?;
    let code = code?;
    let mut text = Vec::new();
    write_comparison(ComparisonFormat::Json, &mut text, &measured, &end, ui).map_err(Failure::output)?;
    record::keep_document(&session, &args.record(), "compare", &String::from_utf8_lossy(&text), code);
    tell_remarks(&session);
    Ok(code)
}

/// A baseline that is to be saved.
struct Save {
    path: PathBuf,
    file: ReportFile,
}

impl Save {
    /// Makes sure that it can be written.
    fn open(session: &Session, name: &str) -> Result<Self, Failure> {
        let path = baseline::path(&session.own_folder(), name)?;
        baseline::prepare(&path)?;
        let file = open_file(&path, session.run_folder()?)?;
        Ok(Self { path, file })
    }

    fn write(self, session: &Session, measured: &Measured, cases: &[KeptCase]) -> Result<(), Failure> {
        let Self { path, file } = self;
        if measured.comparison.rows.is_empty() {
            // An older one with something in it is worth more.
            let nothing = anyhow!("nothing was measured, so `{}` is not saved", path.display());
            return if session.stop.is_set() { Ok(()) } else { Err(Failure::usage(nothing)) };
        }
        let root = &session.config.root;
        let root = root.canonicalize().unwrap_or_else(|_| root.clone());
        let baseline = Baseline::of(measured, cases, (&path, &root))
            .with_context(|| format!("failed to keep the programs beside `{}`", path.display()))
            .map_err(Failure::usage)?;
        let text = serde_json::to_string(baseline.file()).map_err(Failure::judge)?;
        let mut out = file.writer().map_err(Failure::usage)?;
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::usage)?;
        file.commit().map_err(Failure::usage)?;
        baseline.tidy();
        Ok(())
    }
}

/// The files to write.
struct Files {
    reports: Vec<(ComparisonFormat, ReportFile)>,
    hyperfine: Option<ReportFile>,
}

impl Files {
    /// Makes sure that all can be written.
    fn open(session: &Session, args: &CompareArgs) -> Result<Self, Failure> {
        let spare = session.run_folder()?;
        let reports = open_files(&args.report, spare)?;
        let hyperfine = args.export_hyperfine.as_deref().map(|path| open_file(path, spare)).transpose()?;
        Ok(Self { reports, hyperfine })
    }

    fn write(self, measured: &Measured, end: &ComparisonEnd, ui: Ui) -> Result<(), Failure> {
        let reports = self.reports.into_iter().map(|(format, file)| {
            let mut out = file.writer()?;
            write_comparison(format, &mut out, measured, end, ui)?;
            file.commit()
        });
        let hyperfine = self.hyperfine.into_iter().map(|file| {
            let mut out = file.writer()?;
            export_hyperfine(&mut out, measured)?;
            out.flush()?;
            file.commit()
        });
        // One that cannot be written keeps no other from it.
        reports.chain(hyperfine).fold(Ok(()), io::Result::and).map_err(Failure::output)
    }
}

/// What reports are told of how the command ends.
fn end(args: &CompareArgs, code: &Result<ExitCode, Failure>) -> ComparisonEnd {
    let (exit_code, trouble) = match code {
        Ok(ExitCode::Interrupted(signal)) => {
            (ExitCode::Interrupted(*signal), Some(format!("interrupted by signal {signal}")))
        }
        Ok(code) => (*code, None),
        Err(failure) => (failure.code, Some(failure.source.to_string())),
    };
    ComparisonEnd { limit: args.fail_if_slower, exit_code, trouble }
}

fn exit_code(session: &Session, args: &CompareArgs, measured: &Measured) -> Result<ExitCode, Failure> {
    match (session.stop.signal(), args.fail_if_slower) {
        (Some(signal), _) => Ok(ExitCode::Interrupted(signal)),
        (None, Some(limit)) if baseline::is_slower(&measured.against, limit)? => Ok(ExitCode::Unexpected),
        (None, _) => Ok(ExitCode::Fine),
    }
}
