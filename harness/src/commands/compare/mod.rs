//! `compare`: which solution is faster, by how much, and how sure is that?
//!
//! First everybody is judged; who is not right on every case is not measured. Then come rounds: in
//! each, case by case, every solution that is due on it runs once, alone, on one core, in an order drawn
//! anew. What disturbs the machine so disturbs all alike, and what was measured at the same time is
//! compared, not the sums.

mod advice;
mod baseline;
mod floors;
mod growth;
mod instructions;
mod rounds;

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::time::Instant;

use anyhow::anyhow;
use harness_sandbox::LinuxSandbox;

use crate::build::Built;
use crate::cli::{CompareArgs, Global};
use crate::commands::compare::instructions::Counter;
use crate::commands::host;
use crate::commands::interactors;
use crate::commands::reports;
use crate::commands::troubles;
use crate::commands::workbench::{self, Candidate};
use crate::comparison::{self, Contender, Metric};
use crate::config::Flags;
use crate::discover::{Selection, select};
use crate::event::Outcome;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Language, Name, Verdict, counted, seconds};
use crate::plan::{self, Entry};
use crate::report::{ComparisonFormat, Measured, ReportFile, export_hyperfine, write_comparison};
use crate::run::Engine;
use crate::session::Session;
use crate::ui::{Progress, Ui};

/// Compares.
///
/// # Errors
/// Nothing could be compared.
pub fn run(global: &Global, args: &CompareArgs, ui: Ui) -> Result<ExitCode, Failure> {
    // Before we are a load ourselves.
    let load = host::load();
    let session = Session::open(global, &Flags::NONE, ui)?;
    let selection = select(&session.catalog, &patterns(args))
        .map_err(|error| Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) })?;
    troubles::tell(&session.catalog);
    if let Some(growth) = &args.growth {
        return growth::run(&session, args, growth, &selection, ui);
    }
    let candidates = candidates(&session, &selection)?;
    interactors::refuse(candidates[0].problem)?;
    let kept = args.against.as_deref().map(|name| baseline::load(&session, name)).transpose()?;
    let here = host::machine();
    if let Some(kept) = &kept {
        kept.check(&candidates[0].problem.name, args.metric, &here)?;
    }
    let counter = (args.metric == Metric::Instructions).then(Counter::find).transpose()?;
    let files = Files::open(&session, args)?;
    let progress = Progress::new(&ui);
    progress.say(&format!("building {}", counted(candidates.len(), "program")));
    let built = workbench::build(&session, &candidates)?;
    let workers = workbench::workers(&session);
    let languages = candidates.iter().map(|candidate| candidate.solution.language.as_str());
    let floors = floors::Programs::build(&session, languages)?;
    let court = workbench::start_sandbox(&session, workers, &built)?;
    let court = Field { session: &session, sandbox: &court, candidates: &candidates };
    let entries = court.entries(&built);
    let outcomes = court.judge(&entries, workers, &progress)?;
    let mut contenders = court.contenders(&built, &outcomes);
    // Only who is right comes before everybody else's programs.
    let sandbox = workbench::start_measuring(&session, &[built.as_slice(), floors.built()].concat())?;
    let field = Field { session: &session, sandbox: &sandbox, candidates: &candidates };
    let floors = floors.measure(&sandbox, &session, args.metric)?;
    let ended = match &counter {
        Some(counter) => instructions::measure(&field, counter, &entries, &mut contenders, &progress)?,
        None => rounds::measure(&field, args, &entries, &mut contenders, &progress)?,
    };
    progress.finish();
    let cases: Vec<Name> = candidates[0].cases.iter().map(|case| case.name.clone()).collect();
    let comparison = comparison::rank(&candidates[0].problem.name, &cases, &contenders, args.metric);
    let against =
        kept.as_ref().map(|kept| kept.hold_against(&cases, &contenders, args.metric)).unwrap_or_default();
    let measured = Measured {
        origins: &origins(&candidates),
        comparison: &comparison,
        contenders: &contenders,
        input_sizes: &input_sizes(&candidates[0]),
        floors: &floors,
        machine: &here,
        load,
        is_first: sandbox.is_first(),
        ended,
        against,
        advice: if args.limits { advice::limits(&candidates, &outcomes) } else { Vec::new() },
    };
    // What took a minute to measure is kept before a reader who went away can end us.
    let kept = keep(&session, args, &measured).and(files.write(&measured, ui));
    let mut out = BufWriter::new(io::stdout().lock());
    write_comparison(args.format, &mut out, &measured, ui).map_err(Failure::output)?;
    kept?;
    Ok(exit_code(&session, args, &measured))
}

/// How the programs came about, a sentence a language.
fn origins(candidates: &[Candidate<'_>]) -> Vec<String> {
    let languages: BTreeMap<&str, &Language> =
        candidates.iter().map(|candidate| (candidate.language.name.as_str(), candidate.language)).collect();
    languages.into_values().map(host::origin).collect()
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
    let candidates = workbench::candidates(session, selection);
    let Some(first) = candidates.first() else {
        let nothing = anyhow!("nothing to compare: no solution with a case was found");
        return Err(Failure { code: ExitCode::NothingSelected, ..Failure::usage(nothing) });
    };
    let names =
        |candidate: &Candidate<'_>| candidate.cases.iter().map(|case| case.name.clone()).collect::<Vec<_>>();
    if candidates.iter().any(|candidate| candidate.problem.name != first.problem.name) {
        return Err(Failure::usage(anyhow!("solutions of different problems cannot be compared"))
            .hint("name one problem, as in `harness compare leetcode-909`"));
    }
    if candidates.iter().any(|candidate| names(candidate) != names(first)) {
        return Err(Failure::usage(anyhow!("solutions on different cases cannot be compared"))
            .hint("name the cases once for all, with --cases GLOB"));
    }
    Ok(candidates)
}

/// Where it takes place.
struct Field<'a> {
    session: &'a Session,
    sandbox: &'a LinuxSandbox,
    candidates: &'a [Candidate<'a>],
}

impl Field<'_> {
    /// Those that could be built; their subjects carry the place among the candidates.
    fn entries(&self, built: &[Built]) -> Vec<Entry<'_>> {
        let ready = |(index, built): (usize, &Built)| match built {
            Built::Ready(executable) => {
                let candidate: &Candidate<'_> = &self.candidates[index];
                Some(workbench::entry(candidate, candidate.subject(index), executable, None))
            }
            Built::Rejected(_) | Built::Failed(_) => None,
        };
        built.iter().enumerate().filter_map(ready).collect()
    }

    /// One program at a time, for what is measured.
    fn engine(&self) -> Engine<'_> {
        workbench::alone(self.sandbox, self.session)
    }

    /// Judges everybody on every case, as `grade` does.
    fn judge(
        &self,
        entries: &[Entry<'_>],
        workers: usize,
        progress: &Progress,
    ) -> Result<Vec<Outcome>, Failure> {
        progress.start(entries.iter().map(|entry| entry.cases.len()).sum(), "judging");
        let engine = Engine {
            sandbox: self.sandbox,
            stop: &self.session.stop,
            workers,
            recheck: self.session.config.conduct.recheck.value,
            fail_fast: false,
            quiet: None,
        };
        engine.outcomes(plan::grid(entries), &|| progress.advance()).map_err(Failure::judge)
    }

    /// Every candidate, and why it is not measured, if so.
    fn contenders(&self, built: &[Built], outcomes: &[Outcome]) -> Vec<Contender> {
        let contender = |(index, candidate): (usize, &Candidate<'_>)| {
            let mut own = outcomes.iter().filter(|outcome| outcome.subject.index == index);
            let disqualified = match built[index] {
                Built::Ready(_) => {
                    own.find(|outcome| outcome.judgement.verdict != Verdict::Accepted).map(why)
                }
                Built::Rejected(_) => Some("CE, it does not build".to_owned()),
                Built::Failed(_) => Some("JE, it could not be built".to_owned()),
            };
            Contender { subject: candidate.subject(index), samples: Vec::new(), disqualified }
        };
        self.candidates.iter().enumerate().map(contender).collect()
    }
}

fn why(outcome: &Outcome) -> String {
    format!("{} on {}", outcome.judgement.verdict.code(), outcome.case)
}

/// The bytes of the input of each case.
fn input_sizes(candidate: &Candidate<'_>) -> Vec<f64> {
    // A case that is gone after all was measured has no size to show.
    #[expect(clippy::cast_precision_loss, reason = "no input has 2⁵² bytes")]
    let size = |path| std::fs::metadata(path).map_or(0.0, |input| input.len() as f64);
    candidate.cases.iter().map(|case| size(&case.input)).collect()
}

/// Keeps what `--save` asks for.
fn keep(session: &Session, args: &CompareArgs, measured: &Measured<'_>) -> Result<(), Failure> {
    args.save.as_deref().map_or(Ok(()), |name| baseline::save(session, name, measured))
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

    fn write(self, measured: &Measured<'_>, ui: Ui) -> Result<(), Failure> {
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

fn exit_code(session: &Session, args: &CompareArgs, measured: &Measured<'_>) -> ExitCode {
    let limit = args.fail_if_slower;
    let is_slower = measured
        .against
        .iter()
        .filter_map(|(_, ratio)| ratio.as_ref())
        .any(|ratio| limit.is_some_and(|limit| ratio.low > 1.0 && ratio.estimate > 1.0 + limit));
    match session.stop.signal() {
        Some(signal) => ExitCode::Interrupted(signal),
        None if is_slower => ExitCode::Unexpected,
        None => ExitCode::Fine,
    }
}

/// When a measurement began, to say how long it took.
fn since(started: Instant) -> String {
    seconds(started.elapsed())
}
