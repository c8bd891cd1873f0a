//! Which solution runs on which case in which round, by the costs of earlier runs.
//!
//! The variance of a mean over parts that are each measured n times at a cost is smallest, for a given
//! time, where n goes with the inverse root of the cost (J. Neyman, "On the Two Different Aspects of
//! the Representative Method", 1934, for samples from strata). So a run that takes a hundred times as
//! long as the shortest is done in every tenth round; in every eighth or sixteenth, in fact, because the
//! rounds of powers of two are nested, and what is compared should have been measured at the same time.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::event::{JobPlace, Outcome};
use crate::plan::Entry;

/// The variation of fewer rounds is unknown.
pub const FEWEST: usize = 2;

/// What the judge needs for a run beside the program's own time, about.
const COST_OF_A_RUN: Duration = Duration::from_millis(2);

/// Runs of a case take about the same where none takes more than so many times the shortest of them.
const ABOUT_THE_SAME: u32 = 3;

/// A contender and a case, by their places.
type Place = (usize, usize);

/// A contender on a case.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// Rounds that it had.
    rounds: usize,
    /// What a run takes.
    cost: Duration,
    /// It runs in every n-th round.
    every: usize,
}

impl Cell {
    /// It had fewer than the minimum of rounds.
    fn is_missing(&self) -> bool {
        self.rounds < FEWEST
    }
}

/// The schedule: in each round those that are due.
pub struct RoundSchedule {
    cells: BTreeMap<Place, Cell>,
    /// How many rounds each has, where the user says so.
    runs: Option<usize>,
    sweep: usize,
    due: BTreeSet<Place>,
}

impl RoundSchedule {
    /// For these, on all of their cases; so many rounds of each, or as many as are useful.
    #[must_use]
    pub fn new(entries: &[Entry<'_>], runs: Option<usize>) -> Self {
        let places = |entry: &Entry<'_>| {
            let index = entry.index;
            (0..entry.cases.len()).map(move |case| (index, case))
        };
        Self::of(entries.iter().flat_map(places), runs)
    }

    fn of(places: impl Iterator<Item = Place>, runs: Option<usize>) -> Self {
        let cell = Cell { rounds: 0, cost: Duration::ZERO, every: 1 };
        Self { cells: places.map(|place| (place, cell)).collect(), runs, sweep: 0, due: BTreeSet::new() }
    }

    /// Keeps a contender to these cases.
    pub fn restrict(&mut self, contender: usize, cases: &[usize]) {
        self.cells.retain(|(index, case), _| *index != contender || cases.contains(case));
    }

    /// The rounds that were begun.
    #[must_use]
    pub fn sweep(&self) -> usize {
        self.sweep
    }

    /// Whether this contender is to run on this case in this round.
    #[must_use]
    pub fn is_due(&self, contender: usize, case: usize) -> bool {
        self.due.contains(&(contender, case))
    }

    /// Goes on to the next round, for which so much time is left; false when it is time to end. What is
    /// missing to the minimum of rounds is run last, when just enough time is left for it, or even
    /// beyond the time.
    pub fn advance(&mut self, left: Duration) -> bool {
        self.due.clear();
        if self.is_done() {
            return false;
        }
        let mut wanted = Vec::new();
        // Those that run in every round may be decided: on to the next round of the others.
        while wanted.is_empty() {
            self.sweep += 1;
            let cells = self.cells.iter().filter(|(_, cell)| self.wants(cell));
            wanted.extend(cells.map(|(place, cell)| (cell.cost, *place)));
        }
        wanted.sort_unstable();
        let mut sum = self.cost_of_missing();
        for (cost, place) in wanted {
            // What is missing is in the sum already.
            sum += if self.cells[&place].is_missing() { Duration::ZERO } else { cost };
            // The first round costs nothing that is known yet.
            if self.sweep == 1 || sum <= left {
                self.due.insert(place);
            }
        }
        if self.due.is_empty() {
            let missing = self.cells.iter().filter(|(_, cell)| cell.is_missing());
            self.due.extend(missing.map(|(place, _)| *place));
        }
        !self.due.is_empty()
    }

    fn wants(&self, cell: &Cell) -> bool {
        match self.runs {
            Some(runs) => cell.rounds < runs,
            None => (self.sweep - 1).is_multiple_of(cell.every),
        }
    }

    /// Notes what was run, and its cost.
    pub fn note(&mut self, outcomes: &[(JobPlace, Outcome)]) {
        for (place, outcome) in outcomes {
            let place = (place.solution, place.case);
            let facts = outcome.judgement.execution.as_ref();
            self.note_run(place, facts.map_or(Duration::ZERO, |facts| facts.usage.wall) + COST_OF_A_RUN);
        }
        if self.sweep == 1 {
            self.share();
        }
    }

    fn note_run(&mut self, place: Place, cost: Duration) {
        if let Some(cell) = self.cells.get_mut(&place) {
            cell.rounds += 1;
            cell.cost = cost;
        }
    }

    /// Says how often each is run, by what its first run took. Those whose runs of a case take about
    /// the same are run as often: between them it is close, and one run is not like the median of two.
    fn share(&mut self) {
        let shortest = self.cells.values().map(|cell| cell.cost).min().unwrap_or_default();
        let mut order: Vec<(usize, Duration, Place)> =
            self.cells.iter().map(|(place, cell)| (place.1, cell.cost, *place)).collect();
        order.sort();
        let mut alike = None::<(usize, Duration)>;
        for (case, cost, place) in order {
            let first = match alike {
                Some((of_case, first)) if of_case == case && cost <= first * ABOUT_THE_SAME => first,
                _ => cost,
            };
            alike = Some((case, first));
            let ratio = first.as_secs_f64() / shortest.as_secs_f64().max(f64::MIN_POSITIVE);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a root of a ratio of times"
            )]
            let every = ratio.sqrt().round() as usize;
            if let Some(cell) = self.cells.get_mut(&place) {
                cell.every = every.next_power_of_two();
            }
        }
    }

    /// Leaves only these.
    pub fn keep(&mut self, running: &[Entry<'_>]) {
        let running: BTreeSet<usize> = running.iter().map(|entry| entry.index).collect();
        self.cells.retain(|(contender, _), _| running.contains(contender));
    }

    /// The time of the rounds that are missing to the minimum.
    #[must_use]
    pub fn cost_of_missing(&self) -> Duration {
        let missing = |cell: &Cell| (cell.rounds..FEWEST).map(|_| cell.cost).sum::<Duration>();
        self.cells.values().map(missing).sum()
    }

    /// All had the minimum of rounds.
    #[must_use]
    pub fn has_enough(&self) -> bool {
        !self.cells.values().any(Cell::is_missing)
    }

    /// Nothing is left to do: every rank is decided, or all had the requested rounds.
    #[must_use]
    pub fn is_done(&self) -> bool {
        match self.runs {
            Some(runs) => self.cells.values().all(|cell| cell.rounds >= runs),
            None => self.cells.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{FEWEST, RoundSchedule};

    /// How often each of some runs that take so many milliseconds is done in a minute, and how long all
    /// takes.
    fn minute(milliseconds: [u64; 3], runs: Option<usize>) -> (Vec<usize>, Duration) {
        let mut schedule = RoundSchedule::of((0..3).map(|case| (0, case)), runs);
        let mut spent = Duration::ZERO;
        while schedule.advance(Duration::from_mins(1).saturating_sub(spent)) {
            for place in schedule.due.clone() {
                let cost = Duration::from_millis(milliseconds[place.1]);
                schedule.note_run(place, cost);
                spent += cost;
            }
            if schedule.sweep == 1 {
                schedule.share();
            }
        }
        (schedule.cells.values().map(|cell| cell.rounds).collect(), spent)
    }

    #[test]
    fn what_takes_a_hundred_times_as_long_is_run_about_a_tenth_as_often() {
        let (rounds, spent) = minute([10, 1000, 10], None);
        assert!(rounds[0] == rounds[2] && rounds[0].abs_diff(rounds[1] * 16) <= 48, "{rounds:?}");
        assert!(spent <= Duration::from_mins(1) && spent > Duration::from_secs(59), "{spent:?}");
        let (rounds, _) = minute([500, 500, 500], None);
        assert_eq!(rounds, [40; 3]);
    }

    #[test]
    fn time_is_kept_for_the_fewest_rounds_and_they_are_run_whatever_they_take() {
        let (rounds, spent) = minute([100, 28_000, 100], None);
        assert!(rounds[1] == FEWEST && rounds[0] > 10, "{rounds:?}");
        assert!(spent <= Duration::from_mins(1), "{spent:?}");
        let (rounds, _) = minute([100, 90_000, 100], None);
        assert_eq!(rounds, [FEWEST; 3]);
    }

    #[test]
    fn so_many_rounds_as_were_asked_for_are_run_while_there_is_time() {
        assert_eq!(minute([10, 1000, 10], Some(7)).0, [7; 3]);
        assert_eq!(minute([10, 1000, 10], Some(3)).0, [3; 3]);
        let (rounds, spent) = minute([10, 1000, 10], Some(1000));
        assert!(
            rounds[0] >= rounds[1] && rounds[1] > 50 && spent <= Duration::from_mins(1),
            "{rounds:?} {spent:?}"
        );
    }

    #[test]
    fn entries_that_take_about_the_same_are_run_as_often() {
        // By contender what a run of either case takes, and how often it is then done.
        let check = |costs: [[u64; 2]; 4], expect: [[usize; 2]; 4]| {
            let places = (0..4).flat_map(|contender| [(contender, 0), (contender, 1)]);
            let mut schedule = RoundSchedule::of(places, None);
            for (place, cell) in &mut schedule.cells {
                cell.cost = Duration::from_millis(costs[place.0][place.1]);
            }
            schedule.share();
            let every = |contender| [0, 1].map(|case| schedule.cells[&(contender, case)].every);
            assert_eq!([0, 1, 2, 3].map(every), expect);
        };
        check([[1, 2], [1, 3], [2, 2], [1, 4]], [[1, 1]; 4]);
        check([[1, 20], [1, 30], [9, 21], [60, 400]], [[1, 4], [1, 4], [4, 4], [8, 32]]);
    }

    #[test]
    fn the_long_ones_go_on_when_the_short_ones_are_settled() {
        let mut schedule = RoundSchedule::of([(0, 0), (1, 0)].into_iter(), None);
        let plenty = Duration::from_mins(9);
        assert!(schedule.advance(plenty));
        schedule.note_run((0, 0), Duration::from_millis(1));
        schedule.note_run((1, 0), Duration::from_millis(64));
        schedule.share();
        schedule.cells.remove(&(0, 0));
        assert!(schedule.advance(plenty));
        assert_eq!((schedule.sweep(), schedule.is_due(1, 0)), (9, true));
        schedule.cells.clear();
        assert!(schedule.is_done() && !schedule.advance(plenty));
    }
}
