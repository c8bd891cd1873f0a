//! Quantiles of the normal and of Student's distribution, for small corrections.

/// A number of samples as a float: samples are never so many that one is lost.
#[expect(clippy::cast_precision_loss, reason = "fewer than 2⁵² samples")]
#[must_use]
pub fn count(samples: usize) -> f64 {
    samples as f64
}

/// The 97.5 % quantile of Student's distribution: the Cornish–Fisher expansion around the normal
/// quantile (Abramowitz and Stegun, 26.7.5), good to three digits from 4 degrees of freedom on, to two for 2,
/// and a tenth too small for 1.
pub fn student_quantile(degrees: f64) -> f64 {
    const Z: f64 = 1.959_963_984_540_054;
    let z2 = Z * Z;
    let g1 = Z * (z2 + 1.0) / 4.0;
    let g2 = Z * (5.0 * z2 * z2 + 16.0 * z2 + 3.0) / 96.0;
    let g3 = Z * (3.0 * z2.powi(3) + 19.0 * z2 * z2 + 17.0 * z2 - 15.0) / 384.0;
    let g4 = Z * (79.0 * z2.powi(4) + 776.0 * z2.powi(3) + 1482.0 * z2 * z2 - 1920.0 * z2 - 945.0) / 92_160.0;
    Z + g1 / degrees + g2 / degrees.powi(2) + g3 / degrees.powi(3) + g4 / degrees.powi(4)
}

/// The normal distribution below `x` (Abramowitz and Stegun, 26.2.17; error below 7.5e-8).
pub fn normal_cdf(x: f64) -> f64 {
    if x > 0.0 {
        return 1.0 - normal_cdf(-x);
    }
    let t = 1.0 / (1.0 - 0.231_641_9 * x);
    let coefficients = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let polynomial = coefficients.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    density * polynomial
}

#[cfg(test)]
mod tests {
    use super::{normal_cdf, student_quantile};

    #[test]
    fn the_quantiles_are_those_of_the_tables() {
        for (degrees, quantile) in [(4.0, 2.776), (9.0, 2.262), (29.0, 2.045), (1e6, 1.960)] {
            assert!((student_quantile(degrees) - quantile).abs() < 4e-3, "{degrees}");
        }
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, below) in [(0.0, 0.5), (-1.96, 0.025), (1.0, 0.841_345), (-3.0, 0.001_350)] {
            assert!((normal_cdf(x) - below).abs() < 1e-5, "{x}");
        }
    }
}
