//! The rounds of a comparison, until enough is known.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::comparison::{Contender, Floors, Pairing, Ranking, RunSample};
use crate::event::{JobPlace, Outcome};
use crate::measure::bench::{Bench, MeasureRequest, since, verdict_and_case};
use crate::model::{Verdict, counted, seconds};
use crate::plan::{self, Entry, FEWEST, Job, RoundSchedule};
use crate::ui::Progress;

/// Sweeps before the first look at the intervals.
const FIRST_LOOK: usize = 3;

/// The seed of the requests.
pub const SEED: u64 = 225;

/// Measures; returns a sentence that says why it ended.
///
/// A solution whose rank is decided runs no further: the time
/// goes to those with close results. And short runs are repeated more often than long ones. The programs of a
/// baseline run on the cases that it has, until it is known what became of each.
pub fn measure(
    bench: &Bench<'_>,
    request: &MeasureRequest,
    entries: &[Entry<'_>],
    (contenders, pairing): (&mut [Contender], &Pairing),
    floors: &Floors,
    progress: &Progress,
) -> String {
    let started = Instant::now();
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut running = entries.to_vec();
    running.retain(|entry| pairing.is_needed(entry.index, contenders));
    if running.is_empty() {
        return "nothing was measured: no solution is right on every case".to_owned();
    }
    // All have just been judged, on every case; this is for what another core does not share.
    progress.say("warming up");
    let _ = run(bench, plan::round(&running, |_, case| case == 0, &mut random));
    let runs = request.runs;
    let mut schedule = RoundSchedule::new(&running, runs);
    for then in pairing.of_baseline() {
        schedule.restrict(then, &pairing.cases);
    }
    let mut until = request.max_time;
    let mut looks = Looks { next: FIRST_LOOK, settled: BTreeSet::new() };
    if let Some(runs) = runs {
        progress.start(runs, "measuring, round");
    }
    while schedule.advance(until.saturating_sub(started.elapsed())) {
        let is_due = |entry: &Entry<'_>, case: usize| schedule.is_due(entry.index, case);
        let outcomes = run(bench, plan::round(&running, is_due, &mut random));
        if bench.stop.is_set() {
            break;
        }
        take(contenders, &outcomes, schedule.sweep());
        if runs.is_some() {
            progress.advance();
        } else if schedule.sweep() < FIRST_LOOK {
            progress.say(&format!("round {}", schedule.sweep() + 1));
        }
        schedule.note(&outcomes);
        running.retain(|entry| pairing.is_needed(entry.index, contenders));
        schedule.keep(&running);
        if schedule.sweep() == 1 {
            // A tenth more, so that what is short is not left with two rounds by what is long.
            let least = started.elapsed() + schedule.cost_of_missing() * 11 / 10;
            if least > until {
                // A count of rounds says as much.
                if runs.is_none() {
                    warn_of_long_rounds(least, progress);
                }
                until = least;
            }
        }
        if runs.is_none() && schedule.has_enough() && looks.is_time(schedule.sweep()) {
            let places: BTreeSet<usize> = running.iter().map(|entry| entry.index).collect();
            let ranking = Ranking::of(&contenders[..pairing.ranked], request.metric, floors);
            let widest = ranking.widest() * 100.0;
            let changing = pairing.unsettled(contenders, request.metric, &places);
            let settled = looks.settled(&places, &(&ranking.unsettled(&places) | &changing));
            running.retain(|entry| !settled.contains(&entry.index));
            schedule.keep(&running);
            let (sweep, open) = (schedule.sweep(), counted(running.len(), "solution"));
            let within = if pairing.ranked < 2 {
                String::new()
            } else {
                format!("intervals within ±{widest:.1} %, ")
            };
            progress.say(&format!("round {sweep}: {within}{open} undecided"));
        }
    }
    let why = match (bench.stop.is_set(), schedule.is_done()) {
        (true, _) => ", interrupted",
        (false, false) => ", stopped by --max-time",
        (false, true) => "",
    };
    ended(&contenders[..pairing.ranked], started, why)
}

/// The interim looks at the samples. Frequent looks find false differences, so there are few,
/// ever farther apart, and a rank is decided only at two of them in a row.
struct Looks {
    next: usize,
    settled: BTreeSet<usize>,
}

impl Looks {
    fn is_time(&mut self, sweep: usize) -> bool {
        let is_time = sweep >= self.next;
        if is_time {
            self.next = sweep + (sweep / 2).max(2);
        }
        is_time
    }

    /// Those of these that were decided at the last look and are at this one.
    fn settled(&mut self, running: &BTreeSet<usize>, unsettled: &BTreeSet<usize>) -> BTreeSet<usize> {
        let before = std::mem::replace(&mut self.settled, running - unsettled);
        &before & &self.settled
    }
}

/// The minimum of rounds is run even beyond the time, so that is said before.
fn warn_of_long_rounds(least: Duration, progress: &Progress) {
    progress.say(&format!(
        "{FEWEST} rounds, the minimum, take longer than --max-time: about {}; select fewer cases with --cases",
        seconds(least)
    ));
}

/// How many rounds, in which time, and why no more.
fn ended(contenders: &[Contender], started: Instant, why: &str) -> String {
    let measured = || contenders.iter().filter(|contender| contender.disqualified.is_none());
    let lengths = || measured().flat_map(|contender| contender.samples.iter().map(Vec::len));
    let (fewest, most) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
    let rounds = match (fewest, most) {
        (fewest, most) if fewest < most => format!("{fewest} to {most} rounds"),
        (_, most) => counted(most, "round"),
    };
    let took = since(started);
    format!("{rounds} in {took}{why}")
}

/// Runs these, one at a time.
fn run(bench: &Bench<'_>, jobs: Vec<Job<'_>>) -> Vec<(JobPlace, Outcome)> {
    bench.engine().outcomes(jobs.into_iter(), &|| ())
}

/// Adds a round. A solution that is not right any more is disqualified, with all its samples.
pub fn take(contenders: &mut [Contender], outcomes: &[(JobPlace, Outcome)], round: usize) {
    for (place, outcome) in outcomes {
        let contender = &mut contenders[place.solution];
        if outcome.judgement.verdict != Verdict::Accepted && contender.disqualified.is_none() {
            contender.disqualified = Some(format!("{} during the measurement", verdict_and_case(outcome)));
        }
        let Some(sample) = RunSample::of(outcome, round) else { continue };
        if contender.samples.len() <= place.case {
            contender.samples.resize(place.case + 1, Vec::new());
        }
        contender.samples[place.case].push(sample);
    }
}
