//! The ranks: every pair of contenders, and the confidence in its difference.
//!
//! A rank is one more than the number of significantly better solutions, and 1 for each that
//! may be the best. Whether two others differ so changes no third rank, as it would where each is compared
//! with the first of a group and groups begin where one differs.

use std::collections::{BTreeMap, BTreeSet};

use crate::comparison::{Contender, Metric, RunSample};
use crate::stats::{Estimate, Interval, Resampled, Series, geometric_mean, median};

/// A difference of times or of memory that is called one, at least: a hundredth. The layout of a
/// program's code and data in memory alone changes its time by as much, and is no property of the
/// algorithm (T. Mytkowicz, A. Diwan, M. Hauswirth, P. Sweeney, "Producing Wrong Data Without Doing
/// Anything Obviously Wrong!", ASPLOS 2009). Counts of instructions repeat: any difference is one.
pub const LEAST_DIFFERENCE: f64 = 0.01;

/// Half the width of an interval that is narrow enough.
const NARROW: f64 = 0.02;

/// The seed of all resampling: the same samples give the same intervals.
const SEED: u64 = 909;

/// The degrees of freedom that the others' rounds add at most to what a pair knows of its own: noise is
/// of one kind, but not the same for all.
const MOST_FROM_OTHERS: f64 = 4.0;

/// What is known of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
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
struct Pair {
    /// The values of the second over those of the first.
    ratio: Estimate,
    /// The same of the smallest values.
    ratio_of_best: f64,
}

/// The pairs of those that were measured, by their index among the contenders.
pub struct Ranking<'a> {
    contenders: &'a [Contender],
    measured: Vec<usize>,
    leader: usize,
    relations: BTreeMap<(usize, usize), Relation>,
    to_leader: BTreeMap<usize, Interval>,
}

impl<'a> Ranking<'a> {
    /// Compares every contender that is not disqualified with every other, on the samples of
    /// both from about the same time.
    #[must_use]
    pub fn of(contenders: &'a [Contender], metric: Metric) -> Self {
        let is_measured = |index: &usize| {
            let contender: &Contender = &contenders[*index];
            contender.disqualified.is_none() && contender.rounds() > 0
        };
        let measured: Vec<usize> = (0..contenders.len()).filter(is_measured).collect();
        let mut pairs = pairs(contenders, &measured, metric);
        let mut margin = 1.0;
        if metric != Metric::Instructions {
            moderate(&mut pairs, measured.len());
            margin += LEAST_DIFFERENCE;
        }
        let leader = leader(contenders, &measured, &pairs);
        let relations = pairs.iter().map(|(places, pair)| (*places, pair.relation(margin))).collect();
        let to_leader = measured.iter().map(|index| (*index, ratio(&pairs, *index, leader))).collect();
        Self { contenders, measured, leader, relations, to_leader }
    }

    /// Those that were measured, with their index among the contenders.
    pub fn measured(&self) -> impl Iterator<Item = (usize, &'a Contender)> + '_ {
        self.measured.iter().map(|index| (*index, &self.contenders[*index]))
    }

    /// The rank of a contender: one more than are significantly better. Each that may be the
    /// best has rank 1, even where one with less noise is significantly before it.
    #[must_use]
    pub fn rank(&self, index: usize) -> usize {
        if self.ratio_to_leader(index).holds_one() {
            return 1;
        }
        let is_before = |((first, second), relation): (&(usize, usize), &Relation)| {
            (*second == index && *relation == Relation::Better)
                || (*first == index && *relation == Relation::Worse)
        };
        1 + self.relations.iter().filter(|pair| is_before(*pair)).count()
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
    fn relation(&self, margin: f64) -> Relation {
        let Interval { low, high, .. } = self.ratio.interval();
        // Noise only ever adds: a better contender is so in the best runs, too.
        if low > margin && self.ratio_of_best > 1.0 {
            Relation::Better
        } else if high < 1.0 / margin && self.ratio_of_best < 1.0 {
            Relation::Worse
        } else if low >= 1.0 / margin && high <= margin {
            Relation::Equal
        } else {
            Relation::Open
        }
    }
}

/// Every pair of those that were measured.
fn pairs(contenders: &[Contender], measured: &[usize], metric: Metric) -> BTreeMap<(usize, usize), Pair> {
    let mut pairs = BTreeMap::new();
    for (place, first) in measured.iter().enumerate() {
        for second in &measured[place + 1..] {
            pairs.insert((*first, *second), pair(&contenders[*first], &contenders[*second], metric));
        }
    }
    pairs
}

fn pair(first: &Contender, second: &Contender, metric: Metric) -> Pair {
    let (mut one, mut two, mut rounds) = (Series::new(), Series::new(), Vec::new());
    for (ones, twos) in first.samples.iter().zip(&second.samples) {
        let few = if ones.len() <= twos.len() { ones } else { twos };
        let [ones, twos] = [ones, twos].map(|samples| meanwhile(samples, few));
        let count = ones.len().min(twos.len());
        one.push(gather(ones, count, metric));
        two.push(gather(twos, count, metric));
        rounds.push((count, few.iter().map(|sample| sample.round).collect::<Vec<_>>()));
    }
    let drawn = |series: &Series| Resampled::new(series, &rounds, SEED);
    let least = |values: &Vec<f64>| values.iter().copied().fold(f64::INFINITY, f64::min);
    let ratios = one.iter().zip(&two).map(|(first, second)| least(second) / least(first));
    Pair { ratio: drawn(&two).ratio_to(&drawn(&one)), ratio_of_best: geometric_mean(ratios) }
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
/// it from its own rounds only, which may be two.
fn moderate(pairs: &mut BTreeMap<(usize, usize), Pair>, contenders: usize) {
    if pairs.is_empty() {
        return;
    }
    let middle = |value: fn(&Estimate) -> f64| {
        median(&mut pairs.values().map(|pair| value(&pair.ratio)).collect::<Vec<_>>())
    };
    let (spread, freedom) = (middle(Estimate::spread), middle(Estimate::freedom));
    let others = f64::from(u32::try_from(contenders - 2).unwrap_or(u32::MAX));
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
