//! Did the machine change while it was measured?

use crate::stats::quantile::{count, normal_cdf};

/// Whether the first half of the samples differs from the second by more than chance explains: the
/// rank sum test of Mann and Whitney on the level of one in a thousand. It is asked of many series,
/// and a false alarm is worse than a slow drift, which pairs of rounds take out anyway.
#[must_use]
pub fn has_drift(samples: &[f64]) -> bool {
    let (first, second) = samples.split_at(samples.len() / 2);
    if first.len() < 8 {
        return false;
    }
    let wins: f64 = first
        .iter()
        .flat_map(|a| {
            second.iter().map(move |b| {
                if a > b {
                    1.0
                } else if a < b {
                    0.0
                } else {
                    0.5
                }
            })
        })
        .sum();
    let (n, m) = (count(first.len()), count(second.len()));
    let mean = n * m / 2.0;
    let deviation = (n * m * (n + m + 1.0) / 12.0).sqrt();
    2.0 * normal_cdf(-((wins - mean) / deviation).abs()) < 0.001
}

#[cfg(test)]
mod tests {
    use super::has_drift;

    #[test]
    fn a_step_is_drift_and_an_alternation_is_none() {
        let step: Vec<f64> =
            (0..30).map(|index| if index < 15 { 1.0 } else { 1.2 } + f64::from(index % 3) * 0.01).collect();
        assert!(has_drift(&step));
        let even: Vec<f64> = (0..30).map(|index| 1.0 + f64::from(index % 5) * 0.1).collect();
        assert!(!has_drift(&even));
        assert!(!has_drift(&[1.0, 2.0, 3.0, 4.0]));
    }
}
