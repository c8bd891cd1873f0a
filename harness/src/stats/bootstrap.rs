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
    /// A ratio of which nobody can say that it is not 1.
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

/// What was measured of one thing: for each case its samples, one a round.
pub type Series = Vec<Vec<f64>>;

/// How often is resampled.
const RESAMPLES: usize = 1000;

/// A series and what it might have been: its mean over the cases, for each of many draws of its
/// rounds. Two that have as many rounds of each case and were drawn with the same seed were drawn alike.
///
/// A mean is the geometric one of the cases' medians, as a logarithm. Cases with as many rounds went
/// through the same ones, and these are drawn whole, with all such cases in them.
#[derive(Clone, Debug)]
pub struct Resampled {
    parts: Vec<Part>,
}

/// The cases with as many rounds.
#[derive(Clone, Debug)]
struct Part {
    rounds: usize,
    /// What these cases add to the mean over all.
    mean: f64,
    drawn: Vec<f64>,
}

impl Part {
    fn new(cases: &[&Vec<f64>], of_all: usize, rounds: usize, seed: u64) -> Self {
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
        Self { rounds, drawn: drawn.collect(), mean: whole }
    }

    /// The variance of the difference to another, corrected for what a bootstrap of few rounds misses,
    /// and its degrees of freedom.
    fn variance_to(&self, other: &Self) -> (f64, f64) {
        let difference = self.mean - other.mean;
        // Around the difference, so that what never varies has no variance, not even by rounding.
        let deviations = self.drawn.iter().zip(&other.drawn).map(|(up, down)| up - down - difference);
        let middle = deviations.clone().sum::<f64>() / count(RESAMPLES);
        let squares = deviations.map(|deviation| (deviation - middle).powi(2)).sum::<f64>();
        let rounds = count(self.rounds.min(other.rounds).max(2));
        (squares / count(RESAMPLES) * rounds / (rounds - 1.0), rounds - 1.0)
    }
}

impl Resampled {
    /// Draws from the first rounds of each case, as many as `rounds` says of it.
    ///
    /// # Panics
    /// There is no case, or one with fewer rounds, or with none.
    #[must_use]
    pub fn new(series: &Series, rounds: &[usize], seed: u64) -> Self {
        let mut alike: BTreeMap<usize, Vec<&Vec<f64>>> = BTreeMap::new();
        for (samples, rounds) in series.iter().zip(rounds) {
            alike.entry(*rounds).or_default().push(samples);
        }
        let part = |(rounds, cases): (usize, Vec<&Vec<f64>>)| Part::new(&cases, series.len(), rounds, seed);
        Self { parts: alike.into_iter().map(part).collect() }
    }

    /// The ratio to another with as many rounds of each case. What disturbed both in a round cancels out where both were drawn alike.
    ///
    /// The interval is that of Student with the standard error of the draws, on the scale of
    /// logarithms, on which a ratio and its inverse are alike. The ends of the sorted draws would do
    /// for many rounds; of three they never reach beyond what was seen, and the true middle lies
    /// outside of what was seen in one case of four. The correction for few rounds is that of
    /// T. Hesterberg, "What Teachers Should Know About the Bootstrap", The American Statistician 69
    /// (2015), sections 3.2 and 3.3; the degrees of freedom of parts with different numbers of rounds
    /// are those of F. Satterthwaite, "An Approximate Distribution of Estimates of Variance
    /// Components", Biometrics Bulletin 2 (1946).
    #[must_use]
    pub fn ratio_to(&self, other: &Self) -> Interval {
        let mean = |all: &Self| all.parts.iter().map(|part| part.mean).sum::<f64>();
        let ratio = mean(self) - mean(other);
        let pairs = self.parts.iter().zip(&other.parts);
        let variances: Vec<(f64, f64)> = pairs.map(|(part, other)| part.variance_to(other)).collect();
        let variance: f64 = variances.iter().map(|(variance, _)| variance).sum();
        if variance <= 0.0 {
            return Interval { estimate: ratio.exp(), low: ratio.exp(), high: ratio.exp() };
        }
        let uncertainty: f64 = variances.iter().map(|(variance, free)| variance.powi(2) / free).sum();
        let reach = student_quantile(variance.powi(2) / uncertainty) * variance.sqrt();
        Interval { estimate: ratio.exp(), low: (ratio - reach).exp(), high: (ratio + reach).exp() }
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
    let drawn = |series: &Series, seed| Resampled::new(series, &rounds, seed);
    drawn(numerator, seed).ratio_to(&drawn(denominator, !seed))
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
        drawn(numerator).ratio_to(&drawn(denominator))
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
            Resampled::new(&slow, rounds, 1).ratio_to(&Resampled::new(&fast, rounds, 1)).half_width()
        };
        let uneven: Vec<usize> = (0..20).map(|case| if case < 18 { 30 } else { 3 }).collect();
        let widths = [with(&[30; 20]), with(&uneven), with(&[3; 20])];
        assert!(widths.is_sorted() && widths[1] * 2.0 < widths[2], "{widths:?}");
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
