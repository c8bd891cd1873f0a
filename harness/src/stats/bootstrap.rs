//! Intervals by resampling.

use std::collections::BTreeMap;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::stats::quantile::{count, student_quantile};
use crate::stats::{geometric_mean, median};

/// An estimate and the 95 % interval around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// A ratio without evidence that it is not 1.
    #[must_use]
    pub fn holds_one(&self) -> bool {
        self.low <= 1.0 && self.high >= 1.0
    }

    /// Half its width, relative to the estimate.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0 / self.estimate
    }
}

/// The logarithm of a ratio as it was estimated from some rounds.
///
/// The scale is that of logarithms because a ratio and its inverse are alike on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    log: f64,
    variance: f64,
    freedom: f64,
}

impl Estimate {
    /// The ratio.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.log.exp()
    }

    /// The same, the other way round.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self { log: -self.log, ..*self }
    }

    /// The variance of one round.
    #[must_use]
    pub fn spread(&self) -> f64 {
        self.variance * (self.freedom + 1.0)
    }

    /// The degrees of freedom of the variance.
    #[must_use]
    pub fn freedom(&self) -> f64 {
        self.freedom
    }

    /// The same, if the variance of one round is known to be about `spread`, as well as from a sample of
    /// its own with so many degrees of freedom. Two rounds say next to nothing of how much they vary:
    /// what others of the same kind say is then worth more. This is the moderated t statistic of
    /// G. Smyth, "Linear Models and Empirical Bayes Methods", Statistical Applications in Genetics and
    /// Molecular Biology 3 (2004).
    #[must_use]
    pub fn moderated(&self, spread: f64, freedom: f64) -> Self {
        let known = spread / (self.freedom + 1.0);
        let all = freedom + self.freedom;
        Self { variance: (freedom * known + self.freedom * self.variance) / all, freedom: all, ..*self }
    }

    /// The interval of 95 %, by Student's distribution. The ends of the sorted draws of a bootstrap
    /// would do for many rounds; of three they never reach beyond what was seen, and the true middle
    /// lies outside of what was seen in one case of four.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let reach = if self.variance > 0.0 { student_quantile(self.freedom) } else { 0.0 };
        let at = |way: f64| (self.log + way * reach * self.variance.sqrt()).exp();
        Interval { estimate: at(0.0), low: at(-1.0), high: at(1.0) }
    }
}

/// What was measured of one thing: for each case its samples, one a round.
pub type Series = Vec<Vec<f64>>;

/// How often is resampled: enough to know a standard error to 4 %.
const RESAMPLES: usize = 400;

/// A series and what it might have been: its mean over the cases, for each of many draws of its
/// rounds. Two that were measured in the same rounds and drawn with the same seed were drawn alike.
///
/// A mean is the geometric one of the cases' medians, as a logarithm.
#[derive(Clone, Debug)]
pub struct Resampled {
    parts: Vec<Part>,
}

/// The cases that were measured in the same rounds.
#[derive(Clone, Debug)]
struct Part {
    rounds: usize,
    /// The part of all cases that these are.
    share: f64,
    /// What they add to the mean over all.
    mean: f64,
    drawn: Vec<f64>,
}

impl Part {
    fn new(cases: &[&Vec<f64>], of_all: usize, seed: u64) -> Self {
        let rounds = cases[0].len();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut buffer = Vec::with_capacity(rounds);
        let share = count(cases.len()) / count(of_all);
        let mut mean = |places: &[usize]| {
            let middle = |samples: &&Vec<f64>| {
                buffer.clear();
                buffer.extend(places.iter().map(|round| samples[*round]));
                median(&mut buffer)
            };
            geometric_mean(cases.iter().map(middle)).ln() * share
        };
        let mut places: Vec<usize> = (0..rounds).collect();
        let whole = mean(&places);
        let drawn = (0..RESAMPLES).map(|_| {
            places.fill_with(|| random.random_range(0..rounds));
            mean(&places)
        });
        Self { rounds, share, drawn: drawn.collect(), mean: whole }
    }

    /// The variance of the difference to another, corrected for what a bootstrap of few rounds misses,
    /// and its degrees of freedom.
    fn variance_to(&self, other: &Self) -> (f64, f64) {
        if self.rounds < 2 {
            // The error of one round is unknown: it may be a factor.
            return (self.share.powi(2), 1.0);
        }
        let difference = self.mean - other.mean;
        // Around the difference, so that what never varies has no variance, not even by rounding.
        let deviations = self.drawn.iter().zip(&other.drawn).map(|(up, down)| up - down - difference);
        let middle = deviations.clone().sum::<f64>() / count(RESAMPLES);
        let squares = deviations.map(|deviation| (deviation - middle).powi(2)).sum::<f64>();
        let rounds = count(self.rounds);
        (squares / count(RESAMPLES) * rounds / (rounds - 1.0), rounds - 1.0)
    }
}

impl Resampled {
    /// Draws from a series. Cases with the same mark were measured in the same rounds and are drawn
    /// together: what disturbed one of them may have disturbed all.
    ///
    /// # Panics
    /// There is no case, one with no rounds, or two with one mark and not as many rounds.
    #[must_use]
    pub fn new<Mark: Ord>(series: &Series, marks: &[Mark], seed: u64) -> Self {
        let mut alike: BTreeMap<&Mark, Vec<&Vec<f64>>> = BTreeMap::new();
        for (samples, mark) in series.iter().zip(marks) {
            alike.entry(mark).or_default().push(samples);
        }
        Self { parts: alike.into_values().map(|cases| Part::new(&cases, series.len(), seed)).collect() }
    }

    /// The ratio to 1: of a series of ratios, each of what was measured in one round.
    #[must_use]
    pub fn to_one(&self) -> Estimate {
        let one = |part: &Part| Part { mean: 0.0, drawn: vec![0.0; RESAMPLES], ..*part };
        self.ratio_to(&Self { parts: self.parts.iter().map(one).collect() })
    }

    /// The ratio to another with the same marks. What disturbed both in a round cancels out where both
    /// were drawn alike.
    ///
    /// The correction for few rounds is that of T. Hesterberg, "What Teachers Should Know About the
    /// Bootstrap", The American Statistician 69 (2015), sections 3.2 and 3.3; the degrees of freedom of
    /// parts with different numbers of rounds are those of F. Satterthwaite, "An Approximate
    /// Distribution of Estimates of Variance Components", Biometrics Bulletin 2 (1946).
    #[must_use]
    pub fn ratio_to(&self, other: &Self) -> Estimate {
        let mean = |all: &Self| all.parts.iter().map(|part| part.mean).sum::<f64>();
        let pairs = self.parts.iter().zip(&other.parts);
        let variances: Vec<(f64, f64)> = pairs.map(|(part, other)| part.variance_to(other)).collect();
        let variance: f64 = variances.iter().map(|(variance, _)| variance).sum();
        let uncertainty: f64 = variances.iter().map(|(variance, free)| variance.powi(2) / free).sum();
        let fewest = variances.iter().map(|(_, free)| *free).fold(f64::INFINITY, f64::min);
        let freedom = if uncertainty > 0.0 { variance.powi(2) / uncertainty } else { fewest };
        Estimate { log: mean(self) - mean(other), variance, freedom }
    }
}

/// The ratio of two series that were measured at different times, from as many rounds of each case as
/// both have.
///
/// # Panics
/// A case of one of them has no rounds.
#[must_use]
pub fn unpaired_ratio(numerator: &Series, denominator: &Series, seed: u64) -> Interval {
    let rounds: Vec<usize> =
        numerator.iter().zip(denominator).map(|(above, below)| above.len().min(below.len())).collect();
    let drawn = |series: &Series, seed| {
        let both = series.iter().zip(&rounds).map(|(samples, rounds)| samples[..*rounds].to_vec());
        Resampled::new(&both.collect(), &rounds, seed)
    };
    drawn(numerator, seed).ratio_to(&drawn(denominator, !seed)).interval()
}

#[cfg(test)]
mod tests {
    use super::{Interval, Resampled, Series, unpaired_ratio};
    use crate::stats::quantile::count;
    use proptest::prelude::{any, prop};
    use proptest::{prop_assert, prop_assert_eq, proptest};
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    /// Times with noise as machines have it: small, one-sided, now and then a hiccup, and slow waves
    /// that are the same for whatever is measured in the same round.
    fn measured(random: &mut ChaCha8Rng, scale: f64, cases: usize, waves: &[f64]) -> Series {
        (0..cases)
            .map(|case| {
                waves
                    .iter()
                    .map(|wave| {
                        let jitter = 1.0 + random.random::<f64>().powi(3) * 0.04;
                        let hiccup = if random.random::<f64>() < 0.03 { 1.5 } else { 1.0 };
                        scale * count(case + 1) * wave * jitter * hiccup
                    })
                    .collect()
            })
            .collect()
    }

    /// The ratio of two series that were measured in the same rounds.
    fn paired_ratio(numerator: &Series, denominator: &Series, seed: u64) -> Interval {
        let rounds: Vec<usize> = numerator.iter().map(Vec::len).collect();
        let drawn = |series: &Series| Resampled::new(series, &rounds, seed);
        drawn(numerator).ratio_to(&drawn(denominator)).interval()
    }

    /// In how many of 200 comparisons the interval holds 1.
    fn holds_one(factor: f64, rounds: usize) -> usize {
        let is_equal = |seed| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let waves: Vec<f64> = (0..rounds).map(|_| 1.0 + random.random::<f64>() * 0.2).collect();
            let slow = measured(&mut random, factor, 5, &waves);
            let fast = measured(&mut random, 1.0, 5, &waves);
            paired_ratio(&slow, &fast, seed).holds_one()
        };
        (0..200).filter(|seed| is_equal(*seed)).count()
    }

    #[test]
    fn what_is_the_same_is_found_to_be_the_same() {
        for rounds in [3, 6, 10, 20, 40] {
            let count = holds_one(1.0, rounds);
            assert!(count >= 187, "{count} of 200 with {rounds} rounds");
        }
    }

    #[test]
    fn what_is_slower_by_a_twentieth_is_found_slower() {
        let missed = holds_one(1.05, 20);
        assert!(missed <= 4, "{missed} of 200");
    }

    #[test]
    fn cases_that_are_measured_more_often_make_the_interval_narrower() {
        let random = &mut ChaCha8Rng::seed_from_u64(7);
        let waves: Vec<f64> = (0..30).map(|_| 1.0 + random.random::<f64>() * 0.2).collect();
        let (slow, fast) = (measured(random, 1.1, 20, &waves), measured(random, 1.0, 20, &waves));
        let with = |rounds: &[usize]| {
            let cut = |series: &Series| -> Series {
                series.iter().zip(rounds).map(|(samples, rounds)| samples[..*rounds].to_vec()).collect()
            };
            let drawn = |series: &Series| Resampled::new(&cut(series), rounds, 1);
            drawn(&slow).ratio_to(&drawn(&fast)).interval().half_width()
        };
        let uneven: Vec<usize> = (0..20).map(|case| if case < 18 { 30 } else { 3 }).collect();
        let widths = [with(&[30; 20]), with(&uneven), with(&[3; 20])];
        assert!(widths.is_sorted() && widths[1] * 2.0 < widths[2], "{widths:?}");
    }

    #[test]
    fn what_others_say_of_the_variance_counts_where_there_are_few_rounds() {
        let estimate = |rounds: usize, variance: f64| super::Estimate {
            log: 0.0,
            variance,
            freedom: count(rounds) - 1.0,
        };
        let width = |estimate: super::Estimate| estimate.interval().half_width();
        let usual = 1e-4;
        // Two rounds that happen to be alike, or far apart, are neither trusted.
        let (alike, apart) = (estimate(2, 1e-8), estimate(2, 1e-3));
        assert!(width(alike.moderated(usual, 4.0)) > 10.0 * width(alike));
        assert!(width(apart.moderated(usual, 4.0)) < width(apart) / 2.0);
        // Many rounds know better.
        let many = estimate(200, 1e-6);
        assert!((width(many.moderated(usual, 4.0)) / width(many) - 1.0).abs() < 0.05);
        assert_eq!(alike.moderated(usual, 0.0), alike);
    }

    #[test]
    fn without_noise_the_interval_is_a_point() {
        let series = |scale: f64| vec![vec![scale; 12], vec![scale * 3.0; 12]];
        let ratio = paired_ratio(&series(2.0), &series(1.0), 1);
        let is_two = |end: f64| (end - 2.0).abs() < 1e-12;
        assert!(is_two(ratio.estimate), "{ratio:?}");
        assert_eq!(ratio, Interval { low: ratio.estimate, high: ratio.estimate, ..ratio });
        let mut uneven = series(1.0);
        uneven[1].truncate(3);
        let ratio = unpaired_ratio(&uneven, &series(4.0), 1);
        assert!((ratio.high - 0.25).abs() < 1e-12 && ratio.half_width() < 1e-12);
    }

    proptest! {
        #[test]
        fn the_estimate_lies_in_its_interval_and_a_seed_gives_the_same_again(
            values in prop::collection::vec((1.0..2.0f64, 1.0..2.0f64), 5..30),
            seed in any::<u64>(),
        ) {
            let series = |pick: fn(&(f64, f64)) -> f64| vec![values.iter().map(pick).collect::<Vec<_>>()];
            let (above, below) = (series(|pair| pair.0), series(|pair| pair.1));
            let ratio = paired_ratio(&above, &below, seed);
            prop_assert!(ratio.low <= ratio.high);
            prop_assert!(ratio.low <= ratio.estimate && ratio.high >= ratio.estimate);
            let inverse = paired_ratio(&below, &above, seed);
            prop_assert!((inverse.low * ratio.high - 1.0).abs() < 1e-9);
            prop_assert_eq!(ratio, paired_ratio(&above, &below, seed));
        }
    }
}
