//! Outliers among the samples.

use crate::stats::median;

/// The indices of samples whose modified z-score is above 3.5 (B. Iglewicz and D. Hoaglin, "How to
/// Detect and Handle Outliers", 1993). They are told, never left out: a median minds them little.
#[must_use]
pub fn outliers(samples: &[f64]) -> Vec<usize> {
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
    fn what_is_far_from_all_others_is_found() {
        assert_eq!(outliers(&[1.0, 1.1, 0.9, 1.05, 9.0, 1.0, 0.95]), [4]);
        assert_eq!(outliers(&[1.0, 1.1, 0.9, 1.05, 1.2, 1.0, 0.95]), [0usize; 0]);
        assert_eq!(outliers(&[1.0; 20]), [0usize; 0]);
        assert_eq!(outliers(&[1.0, 9.0]), [0usize; 0]);
    }
}
