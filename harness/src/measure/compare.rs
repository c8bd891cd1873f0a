//! Judges solutions and measures those that are right.

use std::collections::BTreeMap;

use anyhow::anyhow;

use crate::build::{Built, Executable};
use crate::comparison::{self, Contender, Floors, Metric};
use crate::event::{JobPlace, Outcome};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::machine;
use crate::measure::baseline::{Baseline, Overlap};
use crate::measure::bench::{Bench, MeasureRequest, unbuilt, verdict_and_case};
use crate::measure::counters::Counter;
use crate::measure::measured::{Against, Measured};
use crate::measure::rerun::Rerun;
use crate::measure::start_cost::{StartCost, start_costs};
use crate::measure::{advice, counters, rounds};
use crate::model::{Expectation, Language, Name, Verdict};
use crate::plan::{self, Check, Entry};
use crate::programs::{self, BuildProgress, Candidate, Deciders, EmptyPrograms, entry};
use crate::run::{Engine, Pool};
use crate::session::Session;
use crate::ui::Progress;

/// Judges the candidates, which have the same cases, and measures those that are right on all of them, beside
/// the programs of a baseline.
///
/// # Errors
/// Nothing can be built or run, or nothing counts instructions where those are compared.
pub fn measure(
    session: &Session,
    candidates: &[Candidate<'_>],
    request: &MeasureRequest,
    baseline: Option<&(Baseline, Overlap)>,
    (load, progress): (f64, &Progress),
) -> Result<Measured, Failure> {
    let counter = (request.metric == Metric::Instructions).then(Counter::find).transpose()?;
    let built = programs::build(session, candidates)?;
    let languages = candidates.iter().map(|candidate| candidate.solution.language.as_str());
    let empty = EmptyPrograms::build(session, languages, BuildProgress::new)?;
    let problem = candidates[0].problem;
    let deciders = Deciders::start(session, [problem], &mut BuildProgress::new(session))?;
    let check = deciders.check(&problem.name).map_err(|why| Failure::judge(anyhow!("{why}")))?;
    let entries = entries(candidates, &built, check);
    let mut outcomes = judge(session, &entries, &built, progress)?;
    if let Some(signal) = session.stop.signal() {
        progress.finish();
        return Err(interrupted(signal, &outcomes));
    }
    let mut contenders = contenders(candidates, &built, &outcomes);
    let rerun = baseline.filter(|_| counter.is_none()).map(|baseline| Rerun::of(candidates, baseline));
    let rerun = rerun.unwrap_or_default();
    let expectation = Expectation::accepted();
    let ready = entries.len();
    let entries = [entries, rerun.entries(candidates, &expectation, check)].concat();
    contenders.extend(rerun.contenders(candidates));
    // A sandbox of its own, because what is only judged needs no priority.
    let sandbox =
        programs::start_prioritized(session, &[built.as_slice(), empty.built(), &rerun.built()].concat())?;
    let has_priority = sandbox.has_priority();
    let single = Pool::single();
    let bench = Bench { sandbox: &sandbox, stop: &session.stop, pool: &single };
    if request.limits {
        progress.say("running beyond the time limits");
        advice::look_beyond(&bench, &entries[..ready], &mut outcomes, request.max_time);
    }
    let start_costs = start_costs(&empty, &bench, request.metric);
    let floors = floors(&start_costs);
    let ended = match &counter {
        Some(counter) => counters::measure(&bench, counter, &entries, &mut contenders, progress),
        None => rounds::measure(
            &bench,
            request,
            &entries,
            (&mut contenders, &rerun.pairing(candidates.len())),
            &floors,
            progress,
        ),
    };
    progress.finish();
    let changes = rerun.changes(&contenders, candidates.len(), request.metric);
    contenders.truncate(candidates.len());
    let cases: Vec<Name> = candidates[0].cases.iter().map(|case| case.name.clone()).collect();
    let comparison =
        comparison::rank((&candidates[0].problem.name, &cases), &contenders, request.metric, &floors);
    let advice = if request.limits { advice::limits(candidates, &outcomes, &contenders) } else { Vec::new() };
    let mut measured = Measured {
        origins: origins(candidates),
        sources: candidates.iter().map(source).collect(),
        comparison,
        contenders,
        executables: built.iter().map(executable).collect(),
        input_sizes: input_sizes(&candidates[0]),
        start_costs,
        machine: machine::machine(),
        load,
        has_priority,
        ended,
        against: changes,
        uncovered: Vec::new(),
        advice,
    };
    if let Some((baseline, overlap)) = baseline {
        if counter.is_some() {
            measured.against = changes_of_counts(&measured, baseline, overlap);
        }
        measured.uncovered = overlap.sentences();
        let other = measured.contenders.iter().filter_map(|one| baseline.other_command(&measured, one));
        let other: Vec<String> = other.collect();
        measured.uncovered.extend(other);
    }
    Ok(measured)
}

/// A solution and the file with its main function.
fn source(candidate: &Candidate<'_>) -> (Name, Name) {
    (candidate.solution.name.clone(), candidate.within(&candidate.solution.main_file))
}

/// What starting costs, as values of the metric.
fn floors(costs: &[StartCost]) -> Floors {
    Floors(costs.iter().map(|cost| (cost.language.clone(), cost.time.as_secs_f64() * 1e9)).collect())
}

/// The executable, where it was built.
fn executable(built: &Built) -> Option<Executable> {
    match built {
        Built::Ready(executable) => Some(executable.clone()),
        Built::Rejected(_) | Built::Missing(_) | Built::Failed(_) | Built::Absent(_) => None,
    }
}

/// What changed by the counts that are kept.
fn changes_of_counts(measured: &Measured, baseline: &Baseline, overlap: &Overlap) -> Vec<Against> {
    let change = |contender: &Contender| Against {
        solution: contender.subject.solution.clone(),
        change: baseline.change_of_counts(&overlap.common, contender, measured.comparison.metric),
    };
    let measured = measured.contenders.iter().filter(|contender| contender.disqualified.is_none());
    measured.map(change).collect()
}

/// Those that are built, each with its place among the candidates.
fn entries<'a>(candidates: &[Candidate<'a>], built: &[Built], check: Check<'a>) -> Vec<Entry<'a>> {
    let ready = |(index, built): (usize, &Built)| match built {
        Built::Ready(executable) => {
            let candidate = &candidates[index];
            Some(entry(candidate, index, executable, check))
        }
        Built::Rejected(_) | Built::Missing(_) | Built::Failed(_) | Built::Absent(_) => None,
    };
    built.iter().enumerate().filter_map(ready).collect()
}

/// Judges all on every case, as `grade` does.
fn judge(
    session: &Session,
    entries: &[Entry<'_>],
    built: &[Built],
    progress: &Progress,
) -> Result<Vec<(JobPlace, Outcome)>, Failure> {
    let sandbox = programs::start(session, built)?;
    let pool = Pool::new(programs::workers(session)).map_err(Failure::judge)?;
    progress.start(entries.iter().map(|entry| entry.cases.len()).sum(), "judging");
    let engine = Engine::new(&sandbox, &session.stop, &pool, session.config.judge.recheck.value);
    Ok(engine.outcomes(plan::grid(entries), &|| progress.advance()))
}

/// Every candidate, and why it is not measured, if so.
fn contenders(
    candidates: &[Candidate<'_>],
    built: &[Built],
    outcomes: &[(JobPlace, Outcome)],
) -> Vec<Contender> {
    let contender = |(index, candidate): (usize, &Candidate<'_>)| {
        let mut own =
            outcomes.iter().filter(|(place, _)| place.solution == index).map(|(_, outcome)| outcome);
        let disqualified = unbuilt(&built[index]).or_else(|| {
            own.find(|outcome| outcome.judgement.verdict != Verdict::Accepted).map(verdict_and_case)
        });
        Contender { subject: candidate.subject(), samples: Vec::new(), disqualified }
    };
    candidates.iter().enumerate().map(contender).collect()
}

/// The failure that a signal came before anything was measured; it says which solutions are known not to be
/// right.
fn interrupted(signal: i32, outcomes: &[(JobPlace, Outcome)]) -> Failure {
    let is_known =
        |outcome: &&Outcome| !matches!(outcome.judgement.verdict, Verdict::Accepted | Verdict::Skipped);
    let known = outcomes.iter().map(|(_, outcome)| outcome).filter(is_known);
    let mut wrong: BTreeMap<&Name, String> = BTreeMap::new();
    for outcome in known {
        let name = &outcome.subject.solution;
        wrong.entry(name).or_insert_with(|| format!("`{name}` {}", verdict_and_case(outcome)));
    }
    let wrong: Vec<String> = wrong.into_values().collect();
    let known = if wrong.is_empty() { String::new() } else { format!("; not right: {}", wrong.join(", ")) };
    let what = anyhow!("interrupted while the solutions were judged, before any was measured{known}");
    Failure { code: ExitCode::Interrupted(signal), ..Failure::usage(what) }
}

/// How the programs are built, a sentence for each language.
fn origins(candidates: &[Candidate<'_>]) -> Vec<String> {
    let languages: BTreeMap<&str, &Language> =
        candidates.iter().map(|candidate| (candidate.language.name.as_str(), candidate.language)).collect();
    languages.into_values().map(machine::origin).collect()
}

/// The bytes of the input of each case.
fn input_sizes(candidate: &Candidate<'_>) -> Vec<f64> {
    // A case that is gone after all was measured has no size to show.
    #[expect(clippy::cast_precision_loss, reason = "no input has 2⁵² bytes")]
    let size = |path| std::fs::metadata(path).map_or(0.0, |input| input.len() as f64);
    candidate.cases.iter().map(|case| size(case.input())).collect()
}
