//! A solution held against the program that it was: which of them became slower.
//!
//! The speed of a machine changes from one session to the next: by a tenth on a quiet one, by a factor where
//! other guests share the processor. No number of rounds in a session shows how much, because all of them
//! are disturbed alike; so an interval from rounds of two sessions is far too narrow. And neither a program
//! that never changes nor an empty one says how much *this* program was disturbed. So samples of two
//! sessions are never held against each other: the program of the baseline is kept and runs again, in the
//! same rounds as the one of today. Then a session disturbs both alike, as it does two solutions, and the
//! test is that of the ranks. This is the paired design of a benchmark (T. Kalibera and R. Jones, "Rigorous
//! Benchmarking in Reasonable Time", ISMM 2013, on variation between executions; A. Abedi and T. Brecht,
//! "Conducting Repeatable Experiments in Highly Variable Cloud Computing Environments", ICPE 2017, who find
//! that only trials in turns hold there).
//!
//! Counts of instructions repeat, so those that are kept are compared.

use std::collections::{BTreeMap, BTreeSet};

use crate::comparison::ranking::{NARROW, Relation, moderate, pair, relation_of};
use crate::comparison::{Contender, Metric};
use crate::stats::Interval;

/// What became of a solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Its value now over that of the baseline.
    pub ratio: Interval,
    /// What that says: `Better` than the baseline, `Worse`, or neither.
    pub relation: Relation,
    /// The same ratio of the means.
    pub ratio_of_means: f64,
}

impl Change {
    /// Whether the solution is significantly worse than it was, by more than this part.
    #[must_use]
    pub fn is_worse_by(&self, part: f64) -> bool {
        self.relation == Relation::Worse && self.ratio.estimate > 1.0 + part
    }
}

/// The contenders that are ranked, and those of a baseline that run beside them.
#[derive(Clone, Debug, Default)]
pub struct Pairing {
    /// So many are ranked, the first; the others are of the baseline.
    pub ranked: usize,
    /// The places of a solution and of the program that it was.
    pub pairs: Vec<(usize, usize)>,
    /// The cases on which these are compared, by place.
    pub cases: Vec<usize>,
}

impl Pairing {
    /// So many, without a baseline.
    #[must_use]
    pub fn none(ranked: usize) -> Self {
        Self { ranked, ..Self::default() }
    }

    /// Those that run on some of the cases only.
    pub fn of_baseline(&self) -> impl Iterator<Item = usize> + '_ {
        self.pairs.iter().map(|(_, then)| *then)
    }

    /// Whether samples of this contender are of use: it is right, and one of a baseline has something that it
    /// is held against.
    #[must_use]
    pub fn is_needed(&self, index: usize, contenders: &[Contender]) -> bool {
        let is_right = |index: usize| contenders[index].disqualified.is_none();
        let has_partner = || {
            let mut pairs = self.pairs.iter();
            pairs.any(|(now, then)| *then == index && is_right(*now))
        };
        is_right(index) && (index < self.ranked || has_partner())
    }

    /// By pair what changed; none where one of the two is not measured. Differences below a hundredth are
    /// none, as between solutions. A pair knows how much it varies from its own rounds and from the others.
    #[must_use]
    pub fn changes(&self, contenders: &[Contender], metric: Metric) -> Vec<Option<Change>> {
        let on_common = |index: usize| -> Option<&Contender> {
            let contender = contenders.get(index).filter(|contender| contender.disqualified.is_none())?;
            let has = |case: &usize| contender.samples.get(*case).is_some_and(|all| !all.is_empty());
            (!self.cases.is_empty() && self.cases.iter().all(has)).then_some(contender)
        };
        let measured = |(now, then): &(usize, usize)| {
            let pair = pair(on_common(*then)?, on_common(*now)?, (metric, &self.cases));
            Some(((*then, *now), pair))
        };
        let mut pairs: BTreeMap<(usize, usize), _> = self.pairs.iter().filter_map(measured).collect();
        let others = pairs.len().saturating_sub(1);
        moderate(&mut pairs, others);
        let change = |(now, then): &(usize, usize)| {
            let pair = pairs.get(&(*then, *now))?;
            // The best runs are not asked, as they are for a rank: where the speed of the machine changes, they
            // are those of its fast moments, and which of two ran in those is chance.
            let ratio = pair.ratio.interval();
            let relation = relation_of(&ratio, pair.margin).inverse();
            Some(Change { ratio, relation, ratio_of_means: pair.ratio_of_means })
        };
        self.pairs.iter().map(change).collect()
    }

    /// Those for which more rounds are useful, of pairs that both still run.
    #[must_use]
    pub fn unsettled(
        &self,
        contenders: &[Contender],
        metric: Metric,
        running: &BTreeSet<usize>,
    ) -> BTreeSet<usize> {
        let changes = self.changes(contenders, metric);
        let is_open = |change: &Option<Change>| {
            change
                .is_none_or(|change| change.relation == Relation::Open || change.ratio.half_width() >= NARROW)
        };
        let open = self.pairs.iter().zip(&changes).filter(|(_, change)| is_open(change));
        let open = open.map(|((now, then), _)| [*now, *then]);
        open.filter(|pair| pair.iter().all(|one| running.contains(one))).flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Pairing};
    use crate::comparison::{Contender, Metric, Relation, RunSample};
    use crate::event::fixture::subject;
    use crate::model::Bytes;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};
    use std::time::Duration;

    /// A machine whose speed drifts from run to run, and now and then changes by a factor: as a guest's does.
    struct Machine {
        random: ChaCha8Rng,
        drift: f64,
        level: f64,
    }

    impl Machine {
        fn new(seed: u64) -> Self {
            Self { random: ChaCha8Rng::seed_from_u64(seed), drift: 0.0, level: 1.0 }
        }

        /// The time of a run that takes so many microseconds where nothing disturbs.
        fn run(&mut self, micros: f64, round: usize) -> RunSample {
            let mut random = || self.random.random::<f64>();
            self.drift = 0.99 * self.drift + (random() - 0.5) * 0.05;
            if random() < 0.005 {
                self.level = 0.5 + 1.5 * random();
            }
            let own = 1.0 + random().powi(3) * 0.06;
            let hiccup = if random() < 0.03 { 1.5 } else { 1.0 };
            let cpu = Duration::from_secs_f64(micros * 1e-6 * self.level * self.drift.exp() * own * hiccup);
            RunSample {
                round,
                cpu,
                user: cpu,
                system: Duration::ZERO,
                wall: cpu,
                memory: Bytes(0),
                memory_grain: Bytes(0),
                page_faults: 0,
                switches: 0,
                instructions: None,
            }
        }
    }

    /// Four solutions on two cases beside what they were, which took so much less, in so many rounds.
    fn changes(seed: u64, factor: f64, rounds: usize) -> Vec<Change> {
        let mut machine = Machine::new(seed);
        let contender =
            Contender { subject: subject("p", "s", "c"), samples: vec![Vec::new(); 2], disqualified: None };
        let mut contenders = vec![contender; 8];
        for round in 0..rounds {
            for case in 0..2 {
                // Another order each time, as in a comparison.
                let first = machine.random.random_range(0..8);
                for index in (first..8).chain(0..first) {
                    let factor = if index < 4 { factor } else { 1.0 };
                    let micros = [900.0, 20_000.0][case] * [1.0, 2.0, 5.0, 9.0][index % 4] * factor;
                    let sample = machine.run(micros, round);
                    contenders[index].samples[case].push(sample);
                }
            }
        }
        let pairs = (0..4).map(|index| (index, index + 4)).collect();
        let pairing = Pairing { ranked: 4, pairs, cases: vec![0, 1] };
        pairing.changes(&contenders, Metric::Cpu).into_iter().map(Option::unwrap).collect()
    }

    /// How many of the verdicts of 25 sessions are this, and how many there are.
    fn count(factor: f64, rounds: usize, is: fn(Relation) -> bool) -> (usize, usize) {
        let changes: Vec<Change> = (0..25).flat_map(|seed| changes(seed, factor, rounds)).collect();
        (changes.iter().filter(|change| is(change.relation)).count(), changes.len())
    }

    #[test]
    fn the_same_program_has_not_changed_however_much_the_machine_does() {
        for rounds in [3, 8, 30] {
            let (wrong, all) = count(1.0, rounds, |is| matches!(is, Relation::Better | Relation::Worse));
            assert!(wrong * 20 <= all, "{wrong} of {all} with {rounds} rounds");
        }
    }

    #[test]
    fn a_tenth_more_is_found_on_a_machine_that_changes_by_a_factor() {
        let (found, all) = count(1.1, 40, |is| is == Relation::Worse);
        assert!(found * 100 >= all * 95, "{found} of {all}");
        let (found, all) = count(1.0 / 1.1, 40, |is| is == Relation::Better);
        assert!(found * 100 >= all * 95, "{found} of {all}");
    }

    #[test]
    fn only_cases_that_both_have_are_compared_and_a_wrong_one_is_not() {
        let mut machine = Machine::new(1);
        let mut contender = |cases: usize| Contender {
            subject: subject("p", "s", "c"),
            samples: (0..cases).map(|_| (0..8).map(|round| machine.run(100.0, round)).collect()).collect(),
            disqualified: None,
        };
        let mut both = vec![contender(3), contender(3)];
        both[1].samples[1].clear();
        let pairing = |cases: &[usize]| Pairing { ranked: 1, pairs: vec![(0, 1)], cases: cases.to_vec() };
        let is_known =
            |both: &[Contender], cases: &[usize]| pairing(cases).changes(both, Metric::Cpu)[0].is_some();
        assert!(is_known(&both, &[0, 2]) && !is_known(&both, &[0, 1]) && !is_known(&both, &[]));
        assert!(pairing(&[0]).is_needed(1, &both));
        both[0].disqualified = Some("WA on 1".to_owned());
        assert!(!is_known(&both, &[0, 2]) && !pairing(&[0]).is_needed(1, &both));
    }
}
