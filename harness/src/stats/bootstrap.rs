//! Intervals by resampling.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::stats::quantile::{count, expanded_tail};
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

/// The ratio of two series that were measured in the same rounds: per case the ratio of the medians,
/// over the cases their geometric mean. Rounds are drawn whole, with both series and all cases in
/// them, so that what disturbed one disturbs the other.
///
/// # Panics
/// The series differ in their cases or rounds, or there are none.
#[must_use]
pub fn paired_ratio(numerator: &Series, denominator: &Series, seed: u64) -> Interval {
    let rounds = numerator[0].len();
    resample(
        rounds,
        seed,
        |random| {
            let drawn: Vec<usize> = (0..rounds).map(|_| random.random_range(0..rounds)).collect();
            (drawn.clone(), drawn)
        },
        numerator,
        denominator,
    )
}

/// As [`paired_ratio`], of two series that were measured at different times.
///
/// # Panics
/// The series differ in their cases, or there are none.
#[must_use]
pub fn unpaired_ratio(numerator: &Series, denominator: &Series, seed: u64) -> Interval {
    let (above, below) = (numerator[0].len(), denominator[0].len());
    resample(
        above.min(below),
        seed,
        |random| {
            let draw = |random: &mut ChaCha8Rng, rounds: usize| -> Vec<usize> {
                (0..rounds).map(|_| random.random_range(0..rounds)).collect()
            };
            (draw(random, above), draw(random, below))
        },
        numerator,
        denominator,
    )
}

fn resample(
    rounds: usize,
    seed: u64,
    draw: impl Fn(&mut ChaCha8Rng) -> (Vec<usize>, Vec<usize>),
    numerator: &Series,
    denominator: &Series,
) -> Interval {
    assert_eq!(numerator.len(), denominator.len(), "both were measured on the same cases");
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut buffer = Vec::new();
    let mut middle = |samples: &[f64], drawn: &[usize]| {
        buffer.clear();
        buffer.extend(drawn.iter().map(|round| samples[*round]));
        median(&mut buffer)
    };
    let mut ratio = |above: &[usize], below: &[usize]| {
        geometric_mean(
            numerator.iter().zip(denominator).map(|(up, down)| middle(up, above) / middle(down, below)),
        )
    };
    let all = |series: &Series| (0..series[0].len()).collect::<Vec<_>>();
    let estimate = ratio(&all(numerator), &all(denominator));
    let mut ratios: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let (above, below) = draw(&mut random);
            ratio(&above, &below)
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let tail = expanded_tail(rounds);
    Interval { estimate, low: percentile(&ratios, tail), high: percentile(&ratios, 1.0 - tail) }
}

/// Interpolated between the two nearest of the sorted values.
fn percentile(sorted: &[f64], part: f64) -> f64 {
    let place = part * count(sorted.len() - 1);
    // The place lies within the list, so neither sign nor size is lost.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index of the list")]
    let below = place.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (place - place.floor())
}

#[cfg(test)]
mod tests {
    use super::{Interval, Series, paired_ratio, unpaired_ratio};
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
        for rounds in [10, 20, 40] {
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
    fn without_noise_the_interval_is_a_point() {
        let series = |scale: f64| vec![vec![scale; 12], vec![scale * 3.0; 12]];
        let ratio = paired_ratio(&series(2.0), &series(1.0), 1);
        assert_eq!(ratio, Interval { estimate: 2.0, low: 2.0, high: 2.0 });
        let ratio = unpaired_ratio(&series(1.0), &series(4.0), 1);
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
            prop_assert!(ratio.low <= ratio.estimate * 1.5 && ratio.high >= ratio.estimate / 1.5);
            prop_assert_eq!(ratio, paired_ratio(&above, &below, seed));
        }
    }
}
