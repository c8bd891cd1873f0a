//! The ranks: every pair of contenders, and the confidence in its difference.
//!
//! A rank is one more than the number of significantly better solutions, and 1 for each that
//! may be the best. Whether two others differ so changes no third rank, as it would where each is compared
//! with the first of a group and groups begin where one differs.

use std::collections::{BTreeMap, BTreeSet};

use crate::comparison::{CHARGE, Contender, Floors, Metric, RunSample};
use crate::stats::{Estimate, Interval, Resampled, Series, count, geometric_mean, median};

/// A difference of times or of memory that is called one, at least: a hundredth. The layout of a
/// program's code and data in memory alone changes its time by as much, and is no property of the
/// algorithm (T. Mytkowicz, A. Diwan, M. Hauswirth, P. Sweeney, "Producing Wrong Data Without Doing
/// Anything Obviously Wrong!", ASPLOS 2009). Counts of instructions repeat: any difference is one.
pub const LEAST_DIFFERENCE: f64 = 0.01;

/// Half the width of an interval that is narrow enough.
pub(super) const NARROW: f64 = 0.02;

/// The seed of all resampling: the same samples give the same intervals.
const SEED: u64 = 909;

/// The degrees of freedom that the others' rounds add at most to what a pair knows of its own: noise is
/// of one kind, but not the same for all.
const MOST_FROM_OTHERS: f64 = 4.0;

/// What is known of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The first is significantly better.
    Better,
    /// The second is.
    Worse,
    /// They differ by less than what is called a difference.
    Equal,
    /// More rounds could tell.
    Open,
}

/// The ratios of a pair, which decide whether it differs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The values of the second over those of the first.
    pub ratio: Estimate,
    /// The same of the smallest values.
    ratio_of_best: f64,
    /// The same of the means.
    pub ratio_of_means: f64,
    /// A difference below this factor is none.
    pub margin: f64,
}

/// The pairs of those that were measured, by their index among the contenders.
pub struct Ranking<'a> {
    contenders: &'a [Contender],
    measured: Vec<usize>,
    leader: usize,
    cases: Vec<usize>,
    is_undecided: bool,
    relations: BTreeMap<(usize, usize), Relation>,
    to_leader: BTreeMap<usize, Interval>,
}

impl<'a> Ranking<'a> {
    /// Compares every contender that is not disqualified with every other, on the samples of
    /// both from about the same time, and on the cases that take longer than programs take to start.
    #[must_use]
    pub fn of(contenders: &'a [Contender], metric: Metric, floors: &Floors) -> Self {
        let is_measured = |index: &usize| {
            let contender: &Contender = &contenders[*index];
            contender.disqualified.is_none() && contender.rounds() > 0
        };
        let measured: Vec<usize> = (0..contenders.len()).filter(is_measured).collect();
        let mut cases = floors.decisive(contenders, metric);
        let is_undecided = cases.is_empty();
        if is_undecided {
            cases.extend(0..measured.iter().map(|index| contenders[*index].samples.len()).max().unwrap_or(0));
        }
        let mut pairs = pairs(contenders, &measured, (metric, &cases));
        if metric != Metric::Instructions {
            moderate(&mut pairs, measured.len().saturating_sub(2));
        }
        let leader = leader(contenders, &measured, &pairs);
        let relations = pairs.iter().map(|(places, pair)| (*places, pair.relation())).collect();
        let to_leader = measured.iter().map(|index| (*index, ratio(&pairs, *index, leader))).collect();
        Self { contenders, measured, leader, cases, is_undecided, relations, to_leader }
    }

    /// Those that were measured, with their index among the contenders.
    pub fn measured(&self) -> impl Iterator<Item = (usize, &'a Contender)> + '_ {
        self.measured.iter().map(|index| (*index, &self.contenders[*index]))
    }

    /// The rank of a contender: one more than are significantly better. Each that may be the
    /// best has rank 1, even where one with less noise is significantly before it.
    #[must_use]
    pub fn rank(&self, index: usize) -> usize {
        if self.is_undecided || self.ratio_to_leader(index).holds_one() {
            return 1;
        }
        let is_before = |((first, second), relation): (&(usize, usize), &Relation)| {
            (*second == index && *relation == Relation::Better)
                || (*first == index && *relation == Relation::Worse)
        };
        1 + self.relations.iter().filter(|pair| is_before(*pair)).count()
    }

    /// The cases that the ratios are of, by place.
    #[must_use]
    pub fn cases(&self) -> &[usize] {
        &self.cases
    }

    /// No case takes longer than programs take to start, so no rank is decided.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.is_undecided
    }

    /// Whether this is the base of the ratios.
    #[must_use]
    pub fn is_leader(&self, index: usize) -> bool {
        self.leader == index
    }

    /// Its value over that of the best.
    #[must_use]
    pub fn ratio_to_leader(&self, index: usize) -> Interval {
        self.to_leader.get(&index).copied().unwrap_or(EVEN)
    }

    /// Those for which more rounds are useful: whether a pair is one of equals, or how far
    /// one is from the best. Only of pairs that both still run.
    #[must_use]
    pub fn unsettled(&self, running: &BTreeSet<usize>) -> BTreeSet<usize> {
        let open = self.relations.iter().filter(|(_, relation)| **relation == Relation::Open);
        let wide = self.to_leader.iter().filter(|(_, ratio)| ratio.half_width() >= NARROW);
        let open = open.map(|((first, second), _)| [*first, *second]);
        let pairs = open.chain(wide.map(|(index, _)| [*index, self.leader]));
        pairs.filter(|pair| pair.iter().all(|one| running.contains(one))).flatten().collect()
    }

    /// The widest interval, as half its width relative to the estimate.
    #[must_use]
    pub fn widest(&self) -> f64 {
        self.to_leader.values().map(Interval::half_width).fold(0.0, f64::max)
    }
}

/// A ratio to oneself.
const EVEN: Interval = Interval { estimate: 1.0, low: 1.0, high: 1.0 };

impl Pair {
    /// What is known of it.
    fn relation(&self) -> Relation {
        // Noise only ever adds: a better contender is so in the best runs, too.
        match relation_of(&self.ratio.interval(), self.margin) {
            Relation::Better if self.ratio_of_best <= 1.0 => Relation::Open,
            Relation::Worse if self.ratio_of_best >= 1.0 => Relation::Open,
            relation => relation,
        }
    }
}

impl Relation {
    /// The same, the other way round.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::Better => Self::Worse,
            Self::Worse => Self::Better,
            Self::Equal | Self::Open => self,
        }
    }
}

/// What a ratio of the second to the first says, where a difference below this factor is none.
pub(super) fn relation_of(ratio: &Interval, margin: f64) -> Relation {
    let Interval { low, high, .. } = *ratio;
    if low > margin {
        Relation::Better
    } else if high < 1.0 / margin {
        Relation::Worse
    } else if low >= 1.0 / margin && high <= margin {
        Relation::Equal
    } else {
        Relation::Open
    }
}

/// Every pair of those that were measured.
fn pairs(
    contenders: &[Contender],
    measured: &[usize],
    of: (Metric, &[usize]),
) -> BTreeMap<(usize, usize), Pair> {
    let mut pairs = BTreeMap::new();
    for (place, first) in measured.iter().enumerate() {
        for second in &measured[place + 1..] {
            pairs.insert((*first, *second), pair(&contenders[*first], &contenders[*second], of));
        }
    }
    pairs
}

/// What was measured of two on the same cases. The ratio is that of each round, and of those the median: where
/// the machine is twice as slow for some of the rounds, the medians of the two may be of different moments.
pub(super) fn pair(first: &Contender, second: &Contender, (metric, cases): (Metric, &[usize])) -> Pair {
    let (mut ratios, mut best, mut rounds) = (Series::new(), Vec::new(), Vec::new());
    let (mut means, mut least_value) = (Vec::new(), f64::INFINITY);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / count(values.len());
    let least = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
    for case in cases {
        let (ones, twos) = (&first.samples[*case], &second.samples[*case]);
        let few = if ones.len() <= twos.len() { ones } else { twos };
        let [ones, twos] = [ones, twos].map(|samples| meanwhile(samples, few));
        let parts = ones.len().min(twos.len());
        let [all_ones, all_twos] =
            [ones, twos].map(|samples| samples.iter().map(|sample| sample.value(metric)).collect::<Vec<_>>());
        means.push(mean(&all_twos) / mean(&all_ones));
        let [ones, twos] = [ones, twos].map(|samples| gather(samples, parts, metric));
        least_value = least_value.min(least(&ones)).min(least(&twos));
        best.push(least(&twos) / least(&ones));
        ratios.push(ones.iter().zip(&twos).map(|(one, two)| two / one).collect());
        rounds.push((parts, few.iter().map(|sample| sample.round).collect::<Vec<_>>()));
    }
    Pair {
        ratio: Resampled::new(&ratios, &rounds, SEED).to_one(),
        ratio_of_best: geometric_mean(best.into_iter()),
        ratio_of_means: geometric_mean(means.into_iter()),
        margin: margin(metric, least_value),
    }
}

/// A difference below this factor is none. Memory is charged in steps, so that two that need the same may
/// differ by one.
fn margin(metric: Metric, least_value: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a small constant")]
    let step = CHARGE.0 as f64;
    match metric {
        Metric::Instructions => 1.0,
        Metric::Memory => 1.0 + LEAST_DIFFERENCE.max(step / least_value),
        Metric::Cpu | Metric::Wall => 1.0 + LEAST_DIFFERENCE,
    }
}

/// Those of the samples that were taken while these few were: not what came when their owner ran no
/// more, because the machine may have changed.
fn meanwhile<'a>(samples: &'a [RunSample], few: &[RunSample]) -> &'a [RunSample] {
    let gap = few.windows(2).map(|pair| pair[1].round - pair[0].round).max().unwrap_or(0);
    let end = few.last().map_or(0, |last| last.round) + gap.max(1);
    let within = samples.partition_point(|sample| sample.round < end);
    // Two that hardly ran at the same time can still be compared, if not as well.
    if within >= 2 { &samples[..within] } else { samples }
}

/// The samples in so many parts, one after the other, and the median of each: a short run is done many
/// times while a long one is done once, and all of them say what it took meanwhile.
fn gather(samples: &[RunSample], parts: usize, metric: Metric) -> Vec<f64> {
    let bound = |part: usize| part * samples.len() / parts;
    let middle = |part: usize| {
        let part = &samples[bound(part)..bound(part + 1)];
        median(&mut part.iter().map(|sample| sample.value(metric)).collect::<Vec<_>>())
    };
    (0..parts).map(middle).collect()
}

/// Pools the variation of a round over all pairs, where there are others: each pair knows
/// it from its own rounds only, which may be two. `others` says how many there are that have a variation of
/// their own.
pub(super) fn moderate(pairs: &mut BTreeMap<(usize, usize), Pair>, others: usize) {
    if pairs.is_empty() {
        return;
    }
    let middle = |value: fn(&Estimate) -> f64| {
        median(&mut pairs.values().map(|pair| value(&pair.ratio)).collect::<Vec<_>>())
    };
    let (spread, freedom) = (middle(Estimate::spread), middle(Estimate::freedom));
    let others = f64::from(u32::try_from(others).unwrap_or(u32::MAX));
    let freedom = (others * freedom).min(MOST_FROM_OTHERS);
    for pair in pairs.values_mut() {
        pair.ratio = pair.ratio.moderated(spread, freedom);
    }
}

/// The value of one over that of another.
fn ratio(pairs: &BTreeMap<(usize, usize), Pair>, index: usize, other: usize) -> Interval {
    match (pairs.get(&(other, index)), pairs.get(&(index, other))) {
        (Some(pair), _) => pair.ratio.interval(),
        (None, Some(pair)) => pair.ratio.inverse().interval(),
        (None, None) => EVEN,
    }
}

/// The one with the smallest values; of several the first by name.
fn leader(contenders: &[Contender], measured: &[usize], pairs: &BTreeMap<(usize, usize), Pair>) -> usize {
    let better = |best: usize, index: usize| {
        let ratio = ratio(pairs, index, best).estimate;
        let name = |index: usize| &contenders[index].subject.solution;
        let is_better = ratio < 1.0 || (ratio <= 1.0 && name(index) < name(best));
        if is_better { index } else { best }
    };
    measured.iter().copied().reduce(better).unwrap_or(0)
}
