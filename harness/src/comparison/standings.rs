//! Who stands before whom: every pair of contenders, and what is known of it.
//!
//! A place is one more than the number of those that are measurably better. Whether two of the field
//! are told apart so moves nobody else, as it would where each is held against the first of a group
//! and groups begin where somebody differs.

use std::collections::{BTreeMap, BTreeSet};

use crate::comparison::{Contender, Metric};
use crate::stats::{Interval, Resampled, Series, geometric_mean};

/// A difference of times or of memory that is called one, at least: a hundredth. Where a program's code
/// and data happen to lie in memory alone moves its time by as much and more, and is no merit of a
/// solution (T. Mytkowicz, A. Diwan, M. Hauswirth, P. Sweeney, "Producing Wrong Data Without Doing
/// Anything Obviously Wrong!", ASPLOS 2009). Counts of instructions repeat: any difference is one.
pub const LEAST_DIFFERENCE: f64 = 0.01;

/// Half the width of an interval that is narrow enough.
pub const NARROW: f64 = 0.02;

/// The seed of all resampling: the same samples give the same intervals.
const SEED: u64 = 909;

/// What is known of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// The first is measurably better.
    Better,
    /// The second is.
    Worse,
    /// They differ by less than what is called a difference.
    Equal,
    /// More rounds could tell.
    Open,
}

/// The pairs of those that were measured, by their places among the contenders.
pub struct Standings<'a> {
    contenders: &'a [Contender],
    measured: Vec<usize>,
    leader: usize,
    relations: BTreeMap<(usize, usize), Relation>,
    to_leader: BTreeMap<usize, Interval>,
}

impl<'a> Standings<'a> {
    /// Holds every contender that is not disqualified against every other, on the rounds that both
    /// went through.
    #[must_use]
    pub fn of(contenders: &'a [Contender], metric: Metric) -> Self {
        let is_measured = |index: &usize| {
            let contender: &Contender = &contenders[*index];
            contender.disqualified.is_none() && contender.rounds() > 0
        };
        let measured: Vec<usize> = (0..contenders.len()).filter(is_measured).collect();
        let mut field = Field {
            series: measured.iter().map(|index| (*index, contenders[*index].series(metric))).collect(),
            drawn: BTreeMap::new(),
            margin: 1.0 + if metric == Metric::Instructions { 0.0 } else { LEAST_DIFFERENCE },
        };
        let leader = field.leader(contenders);
        let mut relations = BTreeMap::new();
        for (place, first) in measured.iter().enumerate() {
            for second in &measured[place + 1..] {
                relations.insert((*first, *second), field.relation(*first, *second));
            }
        }
        let to_leader = measured.iter().map(|index| (*index, field.ratio(*index, leader))).collect();
        Self { contenders, measured, leader, relations, to_leader }
    }

    /// Those that were measured, with their places among the contenders.
    pub fn measured(&self) -> impl Iterator<Item = (usize, &'a Contender)> + '_ {
        self.measured.iter().map(|index| (*index, &self.contenders[*index]))
    }

    /// The place of a contender in the ranking: one more than are measurably better.
    #[must_use]
    pub fn rank(&self, index: usize) -> usize {
        let is_before = |((first, second), relation): (&(usize, usize), &Relation)| {
            (*second == index && *relation == Relation::Better)
                || (*first == index && *relation == Relation::Worse)
        };
        1 + self.relations.iter().filter(|pair| is_before(*pair)).count()
    }

    /// Whether this is the one to which the others are held.
    #[must_use]
    pub fn is_leader(&self, index: usize) -> bool {
        self.contenders.get(self.leader).is_some_and(|leader| leader.subject.index == index)
    }

    /// Its value over that of the best.
    #[must_use]
    pub fn ratio_to_leader(&self, index: usize) -> Interval {
        self.to_leader.get(&index).copied().unwrap_or(Interval { estimate: 1.0, low: 1.0, high: 1.0 })
    }

    /// Those of whom more rounds would tell something: whether a pair is one of equals, or how far
    /// one is from the best.
    #[must_use]
    pub fn unsettled(&self) -> BTreeSet<usize> {
        let open = self.relations.iter().filter(|(_, relation)| **relation == Relation::Open);
        let wide = self.to_leader.iter().filter(|(_, ratio)| ratio.half_width() >= NARROW);
        let open = open.flat_map(|((first, second), _)| [*first, *second]);
        open.chain(wide.flat_map(|(index, _)| [*index, self.leader])).collect()
    }

    /// The widest interval, as half its width relative to the estimate.
    #[must_use]
    pub fn widest(&self) -> f64 {
        self.to_leader.values().map(Interval::half_width).fold(0.0, f64::max)
    }
}

/// The series, and what was drawn from them so far.
struct Field {
    series: BTreeMap<usize, Series>,
    /// By contender and number of rounds of each case.
    drawn: BTreeMap<(usize, Vec<usize>), Resampled>,
    /// The least ratio that is called a difference.
    margin: f64,
}

impl Field {
    /// The one with the smallest values, on the rounds that all went through.
    fn leader(&mut self, contenders: &[Contender]) -> usize {
        let mut best = None::<usize>;
        let everybody: Vec<usize> = self.series.keys().copied().collect();
        for index in everybody {
            let is_better = best.is_none_or(|best| {
                let ratio = self.ratio(index, best).estimate;
                let name = |index: usize| &contenders[index].subject.solution;
                ratio < 1.0 || (ratio <= 1.0 && name(index) < name(best))
            });
            if is_better {
                best = Some(index);
            }
        }
        best.unwrap_or(0)
    }

    /// The rounds of each case that both went through: the first ones of whoever has more.
    fn rounds(&self, first: usize, second: usize) -> Vec<usize> {
        let pairs = self.series[&first].iter().zip(&self.series[&second]);
        pairs.map(|(one, two)| one.len().min(two.len())).collect()
    }

    /// The value of one over that of another.
    fn ratio(&mut self, index: usize, other: usize) -> Interval {
        let rounds = self.rounds(index, other);
        for one in [index, other] {
            let draw = || Resampled::new(&self.series[&one], &rounds, SEED);
            self.drawn.entry((one, rounds.clone())).or_insert_with(draw);
        }
        self.drawn[&(index, rounds.clone())].ratio_to(&self.drawn[&(other, rounds)])
    }

    fn relation(&mut self, first: usize, second: usize) -> Relation {
        let ratio = self.ratio(second, first);
        let best = self.ratio_of_best(second, first);
        let margin = self.margin;
        // Noise only ever adds: who is better is so in the best runs, too.
        if ratio.low > margin && best > 1.0 {
            Relation::Better
        } else if ratio.high < 1.0 / margin && best < 1.0 {
            Relation::Worse
        } else if ratio.low >= 1.0 / margin && ratio.high <= margin {
            Relation::Equal
        } else {
            Relation::Open
        }
    }

    /// The ratio of the smallest values of each case.
    fn ratio_of_best(&self, index: usize, other: usize) -> f64 {
        let rounds = self.rounds(index, other);
        let least = |samples: &[f64]| samples.iter().copied().fold(f64::INFINITY, f64::min);
        let pairs = self.series[&index].iter().zip(&self.series[&other]).zip(rounds);
        geometric_mean(pairs.map(|((one, two), rounds)| least(&one[..rounds]) / least(&two[..rounds])))
    }
}
