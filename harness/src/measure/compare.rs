//! Judges solutions and measures those that are right.

use std::collections::BTreeMap;

use crate::build::Built;
use crate::comparison::{self, Contender, Metric};
use crate::event::{JobPlace, Outcome};
use crate::failure::Failure;
use crate::machine;
use crate::measure::bench::{Bench, MeasureRequest, unbuilt, verdict_and_case};
use crate::measure::counters::Counter;
use crate::measure::measured::Measured;
use crate::measure::start_cost::EmptyPrograms;
use crate::measure::{advice, counters, rounds};
use crate::model::{Language, Name, Verdict, counted};
use crate::plan::{self, Check, Entry};
use crate::programs::{self, Candidate, entry};
use crate::run::{Engine, Pool};
use crate::session::Session;
use crate::ui::Progress;

/// Judges the candidates, which have the same cases, and measures those that are right on all of them.
///
/// # Errors
/// Nothing can be built or run, or nothing counts instructions where those are compared.
pub fn measure(
    session: &Session,
    candidates: &[Candidate<'_>],
    request: &MeasureRequest,
    (load, progress): (f64, &Progress),
) -> Result<Measured, Failure> {
    let counter = (request.metric == Metric::Instructions).then(Counter::find).transpose()?;
    progress.say(&format!("building {}", counted(candidates.len(), "program")));
    let built = programs::build(session, candidates)?;
    let languages = candidates.iter().map(|candidate| candidate.solution.language.as_str());
    let empty = EmptyPrograms::build(session, languages)?;
    let entries = entries(candidates, &built);
    let outcomes = judge(session, &entries, &built, progress)?;
    let mut contenders = contenders(candidates, &built, &outcomes);
    // A sandbox of its own, because what is only judged needs no priority.
    let sandbox = programs::start_prioritized(session, &[built.as_slice(), empty.built()].concat())?;
    let has_priority = sandbox.has_priority();
    let single = Pool::single();
    let bench = Bench { sandbox: &sandbox, stop: &session.stop, pool: &single };
    let start_costs = empty.measure(&bench, request.metric);
    let ended = match &counter {
        Some(counter) => counters::measure(&bench, counter, &entries, &mut contenders, progress),
        None => rounds::measure(&bench, request, &entries, &mut contenders, progress),
    };
    progress.finish();
    let cases: Vec<Name> = candidates[0].cases.iter().map(|case| case.name.clone()).collect();
    let comparison = comparison::rank(&candidates[0].problem.name, &cases, &contenders, request.metric);
    Ok(Measured {
        origins: origins(candidates),
        comparison,
        contenders,
        input_sizes: input_sizes(&candidates[0]),
        start_costs,
        machine: machine::machine(),
        load,
        has_priority,
        ended,
        against: Vec::new(),
        advice: if request.limits { advice::limits(candidates, &outcomes) } else { Vec::new() },
    })
}

/// Those that are built, each with its place among the candidates.
fn entries<'a>(candidates: &[Candidate<'a>], built: &[Built]) -> Vec<Entry<'a>> {
    let ready = |(index, built): (usize, &Built)| match built {
        Built::Ready(executable) => {
            let candidate = &candidates[index];
            Some(entry(candidate, index, executable, Check::Compare))
        }
        Built::Rejected(_) | Built::Missing(_) | Built::Failed(_) => None,
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
    candidate.cases.iter().map(|case| size(&case.input)).collect()
}
