//! `compare`: ranks solutions by speed.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow};

use crate::cli::{CompareArgs, Runs};
use crate::commands::invocation::Invocation;
use crate::commands::{growth, kept, reports, troubles};
use crate::config::Flags;
use crate::discover::{Selection, select};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::machine;
use crate::measure::baseline::{self, Baseline, Overlap};
use crate::measure::{self, MeasureRequest, Measured};
use crate::model::Name;
use crate::programs::{self, Candidate};
use crate::report::{ComparisonFormat, ReportFile, export_hyperfine, write_comparison};
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
    let mut selection = select(session.catalog(), &patterns(args))
        .map_err(|error| Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) })?;
    session.narrow(&mut selection, false)?;
    troubles::tell(session.catalog());
    if let Some(growth) = &args.growth {
        return growth::run(&session, args, growth, &selection);
    }
    let candidates = candidates(&session, &selection)?;
    let cases = baseline::identities(&candidates[0]);
    let against = args.against.as_ref().map(|name| against(&session, args, name, &candidates, &cases));
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
    troubles::tell_remarks(&session);
    // What took a minute to measure is kept before a closed pipe can end us.
    let saved = save.map_or(Ok(()), |save| save.write(&session, &measured, &cases));
    let kept = saved.and(files.write(&measured, ui));
    let mut out = Folded::new(
        BufWriter::new(io::stdout().lock()),
        ui.fold_width(args.format == ComparisonFormat::Human),
    );
    write_comparison(args.format, &mut out, &measured, ui).map_err(Failure::output)?;
    kept?;
    let code = kept::measured(&session, args, &measured, exit_code(&session, args, &measured)?)?;
    troubles::tell_remarks(&session);
    Ok(code)
}

/// The baseline, and what can be held against it.
fn against(
    session: &Session,
    args: &CompareArgs,
    name: &str,
    candidates: &[Candidate<'_>],
    cases: &[KeptCase],
) -> Result<(Baseline, Overlap), Failure> {
    let baseline = baseline::load(&baseline::path(&session.own_folder(), name)?, name)?;
    baseline.check(&candidates[0].problem.name, args.metric, &machine::machine())?;
    let solutions: Vec<String> =
        candidates.iter().map(|candidate| candidate.solution.name.to_string()).collect();
    let overlap = Overlap::of(&baseline, cases, &solutions);
    if args.fail_if_slower.is_some() {
        overlap.gate()?;
    }
    Ok((baseline, overlap))
}

/// The patterns with that of the cases in its place.
fn patterns(args: &CompareArgs) -> Vec<String> {
    let Some(cases) = &args.cases else { return args.selection.clone() };
    let whole = |pattern: &String| {
        if pattern.contains('/') { format!("{pattern}/{cases}") } else { format!("{pattern}/*/{cases}") }
    };
    args.selection.iter().map(whole).collect()
}

/// The solutions to compare: at least one, of one problem, all on the same cases.
fn candidates<'a>(session: &'a Session, selection: &Selection) -> Result<Vec<Candidate<'a>>, Failure> {
    let candidates = programs::candidates(session, selection);
    let Some(first) = candidates.first() else {
        let nothing = anyhow!("nothing to compare: no solution with a case was found");
        return Err(Failure { code: ExitCode::NothingSelected, ..Failure::usage(nothing) });
    };
    let names = |candidate: &Candidate<'_>| -> Vec<Name> {
        candidate.cases.iter().map(|case| case.name.clone()).collect()
    };
    if candidates.iter().any(|candidate| candidate.problem.name != first.problem.name) {
        return Err(Failure::usage(anyhow!("solutions of different problems cannot be compared"))
            .hint("name one problem, as in `harness compare leetcode-909`"));
    }
    if candidates.iter().any(|candidate| names(candidate) != names(first)) {
        return Err(Failure::usage(anyhow!("solutions on different cases cannot be compared"))
            .hint("select the cases with --cases GLOB"));
    }
    Ok(candidates)
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
        let file = reports::open_one(session, &path)?;
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
        let reports = reports::open(session, &args.report)?;
        let open_one = |path| reports::open_one(session, path);
        let hyperfine = args.export_hyperfine.as_deref().map(open_one).transpose()?;
        Ok(Self { reports, hyperfine })
    }

    fn write(self, measured: &Measured, ui: Ui) -> Result<(), Failure> {
        let reports = self.reports.into_iter().map(|(format, file)| {
            let mut out = file.writer()?;
            write_comparison(format, &mut out, measured, ui)?;
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

fn exit_code(session: &Session, args: &CompareArgs, measured: &Measured) -> Result<ExitCode, Failure> {
    match (session.stop.signal(), args.fail_if_slower) {
        (Some(signal), _) => Ok(ExitCode::Interrupted(signal)),
        (None, Some(limit)) if baseline::is_slower(&measured.against, limit)? => Ok(ExitCode::Unexpected),
        (None, _) => Ok(ExitCode::Fine),
    }
}
