//! Outliers among the samples.

use crate::stats::median;

/// The indices of samples whose modified z-score is above 3.5 (B. Iglewicz and D. Hoaglin, "How to
/// Detect and Handle Outliers", 1993). They are told, never left out: a median minds them little.
///
/// Each sample is held against the median of those around it, so that no sample is one because the machine was
/// slower for a while.
#[must_use]
pub fn outliers(samples: &[f64]) -> Vec<usize> {
    let level = |index: usize| {
        let first = index.saturating_sub(AROUND).min(samples.len().saturating_sub(2 * AROUND + 1));
        let around = &samples[first..(first + 2 * AROUND + 1).min(samples.len())];
        median(&mut around.to_vec())
    };
    let relative: Vec<f64> =
        samples.iter().enumerate().map(|(index, sample)| sample / level(index)).collect();
    far_from_all(&relative)
}

/// The samples on either side that a sample is held against.
const AROUND: usize = 10;

fn far_from_all(samples: &[f64]) -> Vec<usize> {
    if samples.len() < 5 {
        return Vec::new();
    }
    let middle = median(&mut samples.to_vec());
    let mut deviations: Vec<f64> = samples.iter().map(|sample| (sample - middle).abs()).collect();
    let spread = median(&mut deviations);
    let is_far = |sample: f64| 0.6745 * (sample - middle).abs() > 3.5 * spread;
    (0..samples.len()).filter(|index| spread > 0.0 && is_far(samples[*index])).collect()
}

#[cfg(test)]
mod tests {
    use super::outliers;

    #[test]
    fn a_machine_that_is_slower_for_a_while_makes_no_outliers() {
        let step = |index: usize| if (30..60).contains(&index) { 3.0 } else { 1.0 };
        let noise = |index: usize| f64::from(u8::try_from(index * 7 % 5).unwrap()) * 0.01;
        let mut samples: Vec<f64> = (0..200).map(|index| step(index) * (1.0 + noise(index))).collect();
        assert!(outliers(&samples).len() <= 4, "{:?}", outliers(&samples));
        samples[45] *= 2.0;
        samples[150] *= 2.0;
        assert!([45, 150].iter().all(|index| outliers(&samples).contains(index)));
    }

    #[test]
    fn what_is_far_from_all_others_is_found() {
        assert_eq!(outliers(&[1.0, 1.1, 0.9, 1.05, 9.0, 1.0, 0.95]), [4]);
        assert_eq!(outliers(&[1.0, 1.1, 0.9, 1.05, 1.2, 1.0, 0.95]), [0usize; 0]);
        assert_eq!(outliers(&[1.0; 20]), [0usize; 0]);
        assert_eq!(outliers(&[1.0, 9.0]), [0usize; 0]);
    }
}
