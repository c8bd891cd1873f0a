//! The rounds of a comparison, until enough is known.

use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::cli::{CompareArgs, Runs};
use crate::commands::compare::{Field, since, why};
use crate::comparison::{Contender, Sample, Standings};
use crate::event::Outcome;
use crate::failure::Failure;
use crate::model::{Verdict, counted, seconds};
use crate::plan::{self, Entry, Job};
use crate::ui::Progress;

/// Of fewer rounds nobody can say how much they vary.
const FEWEST: usize = 2;

/// Sweeps before the first look at the intervals.
const FIRST_LOOK: usize = 3;

/// What the judge needs for a run beside the program's own time, about.
const COST_OF_A_RUN: Duration = Duration::from_millis(2);

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
    run(field, plan::round(&running, [0], &mut random))?;
    let mut agenda = Agenda::new(field.cases(), args.runs);
    let mut next_look = FIRST_LOOK;
    let mut is_late = false;
    for sweep in 1.. {
        let left = args.max_time.saturating_sub(started.elapsed());
        let due = agenda.due(sweep, left);
        if due.is_empty() {
            is_late = matches!(args.runs, Runs::Auto) || !agenda.is_done();
            break;
        }
        let outcomes = run(field, plan::round(&running, due.iter().copied(), &mut random))?;
        if field.session.stop.is_set() {
            break;
        }
        take(contenders, &outcomes);
        running.retain(|entry| contenders[entry.subject.index].disqualified.is_none());
        agenda.note(&due, &running, contenders);
        if sweep == 1 && agenda.cost_of_missing() > args.max_time.saturating_sub(started.elapsed()) {
            progress.say(&format!(
                "{FEWEST} rounds, the fewest that say something, take longer than --max-time: some {}; leave cases out with --cases",
                seconds(started.elapsed() + agenda.cost_of_missing())
            ));
        }
        if let Runs::Auto = args.runs
            && sweep >= next_look
            && agenda.has_enough()
        {
            let standings = Standings::of(contenders, args.metric);
            let (widest, unsettled) = (standings.widest() * 100.0, standings.unsettled());
            running.retain(|entry| unsettled.contains(&entry.subject.index));
            agenda.note(&[], &running, contenders);
            let open = counted(running.len(), "solution");
            progress.say(&format!("round {sweep}: intervals within ±{widest:.1} %, {open} not settled"));
            // Rarer and rarer: looking costs time, too.
            next_look = sweep + 1 + sweep / 4;
        }
        if running.is_empty() {
            break;
        }
    }
    Ok(ended(args, contenders, started, is_late))
}

/// Which cases are run when.
///
/// The variance of a mean over cases, each measured n times at its cost, is smallest for a given time
/// where n goes with the inverse root of the cost (J. Neyman, "On the Two Different Aspects of the
/// Representative Method", 1934, for samples from strata). So a case that takes a hundred times as
/// long as the shortest is run in every tenth sweep.
struct Agenda {
    /// By case the rounds that it had.
    rounds: Vec<usize>,
    /// By case what a round takes.
    costs: Vec<Duration>,
    runs: Runs,
}

impl Agenda {
    fn new(cases: usize, runs: Runs) -> Self {
        Self { rounds: vec![0; cases], costs: vec![Duration::ZERO; cases], runs }
    }

    /// The cases to run in this sweep, which begins at 1; none when it is time to end. What is missing
    /// to the fewest rounds is run last, when just enough time is left for it, or whatever it takes.
    fn due(&self, sweep: usize, left: Duration) -> Vec<usize> {
        let cases = 0..self.rounds.len();
        let wanted: Vec<usize> = match self.runs {
            Runs::Exactly(runs) => cases.clone().filter(|case| self.rounds[*case] < runs).collect(),
            Runs::Auto => {
                let is_due = |case: &usize| self.rounds[*case] <= self.share(*case, sweep - 1);
                cases.clone().filter(is_due).collect()
            }
        };
        let cost: Duration = wanted.iter().map(|case| self.costs[*case]).sum();
        let missing = |case: &usize| self.rounds[*case] < FEWEST && !wanted.contains(case);
        let reserved: Duration =
            cases.clone().filter(missing).map(|case| self.cost_of_missing_of(case)).sum();
        if sweep == 1 || cost + reserved <= left {
            return wanted;
        }
        cases.filter(|case| self.rounds[*case] < FEWEST).collect()
    }

    /// The rounds that a case should have had after so many sweeps.
    fn share(&self, case: usize, sweeps: usize) -> usize {
        let shortest = self.costs.iter().min().copied().unwrap_or_default();
        let part = shortest.as_secs_f64() / self.costs[case].as_secs_f64().max(f64::MIN_POSITIVE);
        let sweeps = f64::from(u32::try_from(sweeps).unwrap_or(u32::MAX));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the sweeps")]
        let rounds = (sweeps * part.min(1.0).sqrt()) as usize;
        rounds
    }

    /// After a sweep over these cases: what they cost those who go on.
    fn note(&mut self, done: &[usize], running: &[Entry<'_>], contenders: &[Contender]) {
        for case in done {
            self.rounds[*case] += 1;
        }
        for (case, cost) in self.costs.iter_mut().enumerate() {
            let last = |entry: &Entry<'_>| contenders[entry.subject.index].samples.get(case)?.last().copied();
            *cost = running.iter().filter_map(last).map(|sample| sample.wall + COST_OF_A_RUN).sum();
        }
    }

    /// What the rounds take that are missing to the fewest.
    fn cost_of_missing(&self) -> Duration {
        (0..self.rounds.len()).map(|case| self.cost_of_missing_of(case)).sum()
    }

    fn cost_of_missing_of(&self, case: usize) -> Duration {
        let missing = FEWEST.saturating_sub(self.rounds[case]);
        self.costs[case] * u32::try_from(missing).unwrap_or(u32::MAX)
    }

    /// Every case had the fewest rounds that say something.
    fn has_enough(&self) -> bool {
        self.rounds.iter().all(|rounds| *rounds >= FEWEST)
    }

    /// Every case had as many rounds as were asked for.
    fn is_done(&self) -> bool {
        let Runs::Exactly(runs) = self.runs else { return false };
        self.rounds.iter().all(|rounds| *rounds >= runs)
    }
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Agenda, FEWEST};
    use crate::cli::Runs;

    /// How often each case is run in a minute, and how long all takes, where a round takes so many
    /// milliseconds.
    fn minute(milliseconds: [u64; 3], runs: Runs) -> (Vec<usize>, Duration) {
        let costs: Vec<Duration> = milliseconds.into_iter().map(Duration::from_millis).collect();
        let mut agenda = Agenda::new(3, runs);
        let mut spent = Duration::ZERO;
        for sweep in 1.. {
            let due = agenda.due(sweep, Duration::from_mins(1).saturating_sub(spent));
            if due.is_empty() {
                break;
            }
            for case in due {
                agenda.rounds[case] += 1;
                spent += costs[case];
            }
            agenda.costs.clone_from(&costs);
        }
        (agenda.rounds, spent)
    }

    #[test]
    fn what_takes_a_hundred_times_as_long_is_run_a_tenth_as_often() {
        let (rounds, spent) = minute([10, 1000, 10], Runs::Auto);
        assert!(rounds[0] == rounds[2] && rounds[0].abs_diff(rounds[1] * 10) <= 10, "{rounds:?}");
        assert!(spent <= Duration::from_mins(1) && spent > Duration::from_secs(58), "{spent:?}");
        let (rounds, _) = minute([500, 500, 500], Runs::Auto);
        assert_eq!(rounds, [40; 3]);
    }

    #[test]
    fn time_is_kept_for_the_fewest_rounds_and_they_are_run_whatever_they_take() {
        let (rounds, spent) = minute([100, 28_000, 100], Runs::Auto);
        assert!(rounds[1] == FEWEST && rounds[0] > FEWEST && spent <= Duration::from_mins(1), "{rounds:?}");
        let (rounds, _) = minute([100, 90_000, 100], Runs::Auto);
        assert_eq!(rounds, [FEWEST; 3]);
    }

    #[test]
    fn so_many_rounds_as_were_asked_for_are_run_while_there_is_time() {
        assert_eq!(minute([10, 1000, 10], Runs::Exactly(7)).0, [7; 3]);
        assert_eq!(minute([10, 1000, 10], Runs::Exactly(3)).0, [3; 3]);
        let (rounds, spent) = minute([10, 1000, 10], Runs::Exactly(1000));
        assert!(rounds[0] == rounds[1] && spent <= Duration::from_mins(1), "{rounds:?} {spent:?}");
    }
}
