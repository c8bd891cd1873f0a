//! The rounds of a comparison, until enough is known.

use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::cli::{CompareArgs, Runs};
use crate::commands::compare::agenda::{Agenda, FEWEST};
use crate::commands::compare::{Field, since, why};
use crate::comparison::{Contender, Sample, Standings};
use crate::event::Outcome;
use crate::failure::Failure;
use crate::model::{Verdict, counted, seconds};
use crate::plan::{self, Entry, Job};
use crate::ui::Progress;

/// Sweeps before the first look at the intervals.
const FIRST_LOOK: usize = 3;

/// Measuring takes so many times as long as looking at what was measured, at least.
const RATHER_THAN_LOOK: u32 = 10;

/// The seed of the orders: the same comparison runs in the same order again.
pub const SEED: u64 = 225;

/// Measures; returns a sentence that says why it ended.
///
/// Who is settled, that is told apart from everybody or known to be equal, runs no further: the time
/// goes to those between whom it is close. And what is short is run more often than what is long.
pub fn measure(
    field: &Field<'_>,
    args: &CompareArgs,
    entries: &[Entry<'_>],
    contenders: &mut [Contender],
    progress: &Progress,
) -> Result<String, Failure> {
    let started = Instant::now();
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut running = entries.to_vec();
    running.retain(|entry| contenders[entry.subject.index].disqualified.is_none());
    if running.is_empty() {
        return Ok("nothing was measured: no solution is right on every case".to_owned());
    }
    // All have just been judged, on every case; this is for what another core does not share.
    progress.say("warming up");
    run(field, plan::round(&running, |_, case| case == 0, &mut random))?;
    let mut agenda = Agenda::new(&running, args.runs);
    let mut until = args.max_time;
    let mut looks = Looks { last: started, took: Duration::ZERO };
    while agenda.advance(until.saturating_sub(started.elapsed())) {
        let is_due = |entry: &Entry<'_>, case: usize| agenda.is_due(entry.subject.index, case);
        let outcomes = run(field, plan::round(&running, is_due, &mut random))?;
        if field.session.stop.is_set() {
            break;
        }
        take(contenders, &outcomes, agenda.sweep());
        agenda.note(&outcomes);
        running.retain(|entry| contenders[entry.subject.index].disqualified.is_none());
        agenda.keep(&running);
        if agenda.sweep() == 1 {
            // A tenth more, so that what is short is not left with two rounds by what is long.
            let least = started.elapsed() + agenda.cost_of_missing() * 11 / 10;
            if least > until {
                warn_of_long_rounds(least, progress);
                until = least;
            }
        }
        if matches!(args.runs, Runs::Auto)
            && agenda.sweep() >= FIRST_LOOK
            && agenda.has_enough()
            && looks.is_time()
        {
            let standings = looks.look(contenders, args);
            let (widest, unsettled) = (standings.widest() * 100.0, standings.unsettled());
            running.retain(|entry| unsettled.contains(&entry.subject.index));
            agenda.keep(&running);
            let (sweep, open) = (agenda.sweep(), counted(running.len(), "solution"));
            progress.say(&format!("round {sweep}: intervals within ±{widest:.1} %, {open} not settled"));
        }
    }
    Ok(ended(args, contenders, started, !agenda.is_done()))
}

/// When was looked at what was measured, and how long that took: with many solutions and cases it
/// takes time, too.
struct Looks {
    last: Instant,
    took: Duration,
}

impl Looks {
    fn is_time(&self) -> bool {
        self.last.elapsed() >= self.took * RATHER_THAN_LOOK
    }

    fn look<'a>(&mut self, contenders: &'a [Contender], args: &CompareArgs) -> Standings<'a> {
        let began = Instant::now();
        let standings = Standings::of(contenders, args.metric);
        self.last = Instant::now();
        self.took = began.elapsed();
        standings
    }
}

/// The fewest rounds are run whatever they take, so that is said before.
fn warn_of_long_rounds(least: Duration, progress: &Progress) {
    progress.say(&format!(
        "{FEWEST} rounds, the fewest that say something, take longer than --max-time: some {}; leave cases out with --cases",
        seconds(least)
    ));
}

/// How many rounds, in which time, and what is not known yet.
fn ended(args: &CompareArgs, contenders: &[Contender], started: Instant, is_late: bool) -> String {
    let standings = Standings::of(contenders, args.metric);
    let lengths = || standings.measured().flat_map(|(_, contender)| contender.samples.iter().map(Vec::len));
    let (fewest, most) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
    let rounds = match (fewest, most) {
        (fewest, most) if fewest < most => format!("{fewest} to {most} rounds"),
        (_, most) => counted(most, "round"),
    };
    let took = since(started);
    let widest = standings.widest() * 100.0;
    let late = if is_late { ", stopped by --max-time" } else { "" };
    format!("{rounds} in {took}{late}; intervals are within ±{widest:.1} %")
}

/// Runs these, one at a time.
fn run(field: &Field<'_>, jobs: Vec<Job<'_>>) -> Result<Vec<Outcome>, Failure> {
    field.engine().outcomes(jobs.into_iter(), &|| ()).map_err(Failure::judge)
}

/// Adds a round. Who is not right any more is out, with all that was measured of it.
pub fn take(contenders: &mut [Contender], outcomes: &[Outcome], round: usize) {
    for outcome in outcomes {
        let contender = &mut contenders[outcome.subject.index];
        if outcome.judgement.verdict != Verdict::Accepted && contender.disqualified.is_none() {
            contender.disqualified = Some(format!("{} while it was measured", why(outcome)));
        }
        let Some(sample) = Sample::of(outcome, round) else { continue };
        if contender.samples.len() <= outcome.case_index {
            contender.samples.resize(outcome.case_index + 1, Vec::new());
        }
        contender.samples[outcome.case_index].push(sample);
    }
}
