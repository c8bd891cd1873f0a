//! The rounds of a comparison, until enough is known.

use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::cli::{CompareArgs, Runs};
use crate::commands::compare::{Field, since, why};
use crate::comparison::{self, Contender, Sample};
use crate::event::Outcome;
use crate::failure::Failure;
use crate::model::{Name, Verdict, counted};
use crate::plan::{self, Entry};
use crate::ui::Progress;

/// Half the width of an interval that is narrow enough.
const NARROW: f64 = 0.02;

/// Rounds before the intervals are looked at, and between two looks.
const LOOK_EVERY: usize = 5;

/// Fewer rounds say nothing.
const FEWEST: usize = 3;

/// The seed of the orders: the same comparison runs in the same order again.
pub const SEED: u64 = 225;

/// Measures; returns a sentence that says why it ended.
pub fn measure(
    field: &Field<'_>,
    args: &CompareArgs,
    entries: &[Entry<'_>],
    contenders: &mut [Contender],
    progress: &Progress,
) -> Result<String, Failure> {
    let started = Instant::now();
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut field_of = entries.to_vec();
    field_of.retain(|entry| contenders[entry.subject.index].disqualified.is_none());
    if field_of.is_empty() {
        return Ok("nothing was measured: no solution is right on every case".to_owned());
    }
    progress.say("warming up");
    run_round(field, &field_of, &mut random)?;
    for round in 1.. {
        let outcomes = run_round(field, &field_of, &mut random)?;
        if field.session.stop.is_set() {
            break;
        }
        take(contenders, &outcomes);
        field_of.retain(|entry| contenders[entry.subject.index].disqualified.is_none());
        let is_late = started.elapsed() >= args.max_time;
        let (is_over, widest) = match args.runs {
            Runs::Exactly(runs) => (round >= runs || (is_late && round >= FEWEST), None),
            Runs::Auto if round % LOOK_EVERY == 0 || is_late => {
                let widest = widest(field, args, contenders);
                (round >= FEWEST && (is_late || widest < NARROW), Some(widest))
            }
            Runs::Auto => (false, None),
        };
        if let Some(widest) = widest {
            progress.say(&format!("round {round}, intervals within ±{:.1} %", widest * 100.0));
        }
        if is_over || field_of.is_empty() {
            break;
        }
    }
    let rounds = contenders.iter().filter_map(|contender| contender.samples.first()).map(Vec::len).max();
    let widest = widest(field, args, contenders) * 100.0;
    let enough = if started.elapsed() >= args.max_time { ", stopped by --max-time" } else { "" };
    let rounds = counted(rounds.unwrap_or(0), "round");
    Ok(format!("{rounds} in {}{enough}; intervals are within ±{widest:.1} %", since(started)))
}

/// One round, alone, in a fresh order.
fn run_round(
    field: &Field<'_>,
    entries: &[Entry<'_>],
    random: &mut ChaCha8Rng,
) -> Result<Vec<Outcome>, Failure> {
    field.engine().outcomes(plan::round(entries, random).into_iter(), &|| ()).map_err(Failure::judge)
}

/// Adds a round. Who is not right any more is out, with all that was measured of it.
pub fn take(contenders: &mut [Contender], outcomes: &[Outcome]) {
    for outcome in outcomes {
        let contender = &mut contenders[outcome.subject.index];
        if outcome.judgement.verdict != Verdict::Accepted && contender.disqualified.is_none() {
            contender.disqualified = Some(format!("{} while it was measured", why(outcome)));
        }
        let Some(sample) = Sample::of(outcome) else { continue };
        if contender.samples.len() <= outcome.case_index {
            contender.samples.resize(outcome.case_index + 1, Vec::new());
        }
        contender.samples[outcome.case_index].push(sample);
    }
}

fn widest(field: &Field<'_>, args: &CompareArgs, contenders: &[Contender]) -> f64 {
    let measured = contenders.iter().filter(|contender| contender.disqualified.is_none());
    if measured.clone().any(|contender| contender.samples.is_empty()) || measured.count() == 0 {
        return 0.0;
    }
    let cases: Vec<Name> = field.candidates[0].cases.iter().map(|case| case.name.clone()).collect();
    comparison::rank(&field.candidates[0].problem.name, &cases, contenders, args.metric).widest()
}
