//! Samples → estimates: pure, and without any idea of what was measured.
//!
//! Nothing here assumes that times are normally distributed: they are not, noise only ever adds. So
//! the middle is the median, and how far it may be off comes from resampling what was measured, with
//! the pairs kept together that were measured next to each other.

mod bootstrap;
mod drift;
mod growth;
mod outliers;
mod quantile;

pub use bootstrap::{Estimate, Interval, Resampled, Series, unpaired_ratio};
pub use drift::has_drift;
pub use growth::{Law, NoLaw, Slope, Trend, laws, slope};
pub use outliers::outliers;
pub use quantile::count;

/// The middle of some values: the mean of the two middle ones where their number is even. They are
/// reordered.
///
/// # Panics
/// There are none.
#[must_use]
pub fn median(values: &mut [f64]) -> f64 {
    let (middle, is_odd) = (values.len() / 2, values.len() % 2 == 1);
    let (below, upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    if is_odd {
        return *upper;
    }
    let lower = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    f64::midpoint(lower, *upper)
}

/// What splits values into four parts of the same number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quartiles {
    /// Above a quarter of them.
    pub lower: f64,
    /// Their middle.
    pub median: f64,
    /// Below a quarter of them.
    pub upper: f64,
}

/// The quartiles, straight lines between the values; none where there are no values.
#[must_use]
pub fn quartiles(values: &[f64]) -> Option<Quartiles> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let steps = sorted.len().checked_sub(1)?;
    let at = |quarters: usize| {
        let (index, rest) = (steps * quarters / 4, steps * quarters % 4);
        let next = sorted[(index + 1).min(steps)];
        sorted[index] + (next - sorted[index]) * [0.0, 0.25, 0.5, 0.75][rest]
    };
    Some(Quartiles { lower: at(1), median: at(2), upper: at(3) })
}

/// The geometric mean: the mean of ratios that does not depend on which way round they are taken.
#[must_use]
pub fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0u32, 0.0), |(count, sum), value| (count + 1, sum + value.ln()));
    (sum / f64::from(count.max(1))).exp()
}

#[cfg(test)]
mod tests {
    use super::{Quartiles, geometric_mean, median, quartiles};
    use proptest::prelude::prop;
    use proptest::{prop_assert, proptest};

    #[test]
    fn the_median_is_the_middle() {
        assert!((median(&mut [3.0, 1.0, 2.0]) - 2.0).abs() < 1e-12);
        assert!((median(&mut [4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-12);
        assert!((median(&mut [7.0]) - 7.0).abs() < 1e-12);
    }

    #[test]
    fn quartiles_split_values_into_four() {
        let of = |lower, median, upper| Some(Quartiles { lower, median, upper });
        assert_eq!(quartiles(&[5.0, 1.0, 4.0, 2.0, 3.0]), of(2.0, 3.0, 4.0));
        assert_eq!(quartiles(&[1.0, 2.0]), of(1.25, 1.5, 1.75));
        assert_eq!(quartiles(&[7.0]), of(7.0, 7.0, 7.0));
        assert_eq!(quartiles(&[]), None);
    }

    proptest! {
        #[test]
        fn the_median_lies_between_half_and_half(mut values in prop::collection::vec(-1e9..1e9f64, 1..60)) {
            let middle = median(&mut values);
            let count = |is: fn(&f64, f64) -> bool| values.iter().filter(|value| is(value, middle)).count();
            prop_assert!(count(|value, middle| *value < middle) * 2 <= values.len());
            prop_assert!(count(|value, middle| *value > middle) * 2 <= values.len());
        }

        #[test]
        fn the_geometric_mean_of_inverses_is_the_inverse(values in prop::collection::vec(1e-3..1e3f64, 1..40)) {
            let mean = geometric_mean(values.iter().copied());
            let inverse = geometric_mean(values.iter().map(|value| 1.0 / value));
            prop_assert!((mean * inverse - 1.0).abs() < 1e-9);
        }
    }
}
