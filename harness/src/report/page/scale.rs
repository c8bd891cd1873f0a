//! From values to places: an axis in percent of the width of a plot, and the ticks on it.
//!
//! Percent and not pixels, because a page is read at every width and its text must not shrink with it.

use crate::report::page::quantity::Quantity;

/// More ticks than this do not fit beside each other on a narrow page.
const MOST_TICKS: usize = 6;

/// Room at both ends, as a part of the whole.
const MARGIN: f64 = 0.04;

/// An axis.
#[derive(Clone, Debug)]
pub struct Scale {
    /// What it is of.
    pub quantity: Quantity,
    /// Equal distances are equal ratios.
    pub is_log: bool,
    low: f64,
    high: f64,
}

impl Scale {
    /// A logarithmic axis over these values, which are above 0.
    pub fn log(quantity: Quantity, values: impl Iterator<Item = f64>) -> Self {
        let (low, high) = bounds(values);
        // Where all values are as good as one, the axis still has two ends.
        let (low, high) = if high / low < 1.02 { (low / 1.02, high * 1.02) } else { (low, high) };
        let room = (high / low).powf(MARGIN);
        Self { quantity, is_log: true, low: low / room, high: high * room }
    }

    /// A linear axis over these values.
    pub fn linear(quantity: Quantity, values: impl Iterator<Item = f64>) -> Self {
        let (low, high) = bounds(values);
        let least = high.abs().max(low.abs()).max(f64::MIN_POSITIVE) / 50.0;
        let room = ((high - low) * MARGIN).max(least);
        Self { quantity, is_log: false, low: low - room, high: high + room }
    }

    /// Logarithmic where the values span a decade or more, else linear.
    pub fn fit(quantity: Quantity, values: impl Iterator<Item = f64> + Clone) -> Self {
        let (low, high) = bounds(values.clone());
        if low > 0.0 && high / low >= 10.0 {
            Self::log(quantity, values)
        } else {
            Self::linear(quantity, values)
        }
    }

    /// The place of a value, from 0 to 100.
    pub fn place(&self, value: f64) -> f64 {
        let part = if self.is_log {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        part.clamp(0.0, 1.0) * 100.0
    }

    /// Round values, a few.
    pub fn ticks(&self) -> Vec<f64> {
        let unit = self.quantity.unit();
        let (low, high) = (self.low / unit, self.high / unit);
        let ticks =
            if self.is_log && high / low >= 3.0 { log_ticks(low, high) } else { even_ticks(low, high) };
        ticks.into_iter().map(|tick| tick * unit).collect()
    }
}

fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low <= high { (low, high) } else { (1.0, 1.0) }
}

/// 1, 2 and 5 in each decade; only 1 and then only some decades where that is too much.
fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    let of = |digits: &'static [f64], every: i32| {
        (-30..=30)
            .filter(move |power| power % every == 0)
            .flat_map(move |power| digits.iter().map(move |digit| digit * 10f64.powi(power)))
    };
    let within = |ticks: &mut dyn Iterator<Item = f64>| -> Vec<f64> {
        ticks.filter(|tick| (low..=high).contains(tick)).collect()
    };
    let choices: [(&[f64], i32); 5] =
        [(&[1.0, 2.0, 5.0], 1), (&[1.0, 3.0], 1), (&[1.0], 1), (&[1.0], 2), (&[1.0], 3)];
    let mut sparsest = Vec::new();
    for (digits, every) in choices {
        sparsest = within(&mut of(digits, every));
        if sparsest.len() <= MOST_TICKS {
            break;
        }
    }
    sparsest
}

/// Multiples of 1, 2 or 5 of a power of ten.
fn even_ticks(low: f64, high: f64) -> Vec<f64> {
    let least = (high - low) / 5.0;
    let power = 10f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|step| *step >= least);
    let step = step.unwrap_or(power * 10.0);
    let first = (low / step).ceil();
    let last = (high / step).floor();
    (0..=u8::try_from(MOST_TICKS).unwrap_or(u8::MAX))
        .map(|index| first + f64::from(index))
        .filter(|multiple| *multiple <= last)
        // Adding 0 makes of −0 what people write.
        .map(|multiple| multiple * step + 0.0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{MOST_TICKS, Scale};
    use crate::comparison::Metric;
    use crate::report::page::quantity::Quantity;
    use proptest::{prop_assert, proptest};

    #[track_caller]
    fn check(scale: &Scale, expect: &[&str]) {
        let ticks: Vec<String> = scale.ticks().into_iter().map(|tick| scale.quantity.tick(tick)).collect();
        assert_eq!(ticks, expect);
    }

    #[test]
    fn ticks_are_round_and_few() {
        let ratios = |high| Scale::log(Quantity::Ratio, [1.0, high].into_iter());
        check(&ratios(27.0), &["1 ×", "2 ×", "5 ×", "10 ×", "20 ×"]);
        check(&ratios(1.3), &["1 ×", "1.1 ×", "1.2 ×", "1.3 ×"]);
        check(&ratios(1.0), &["0.98 ×", "0.99 ×", "1 ×", "1.01 ×", "1.02 ×"]);
        check(&ratios(5000.0), &["1 ×", "10 ×", "100 ×", "1000 ×"]);
        let times = Scale::fit(Quantity::Of(Metric::Cpu), [800_000.0, 2e9].into_iter());
        check(&times, &["1 ms", "10 ms", "100 ms", "1 s"]);
        let memory = Scale::fit(Quantity::Of(Metric::Memory), [1_048_576.0, 4_194_304.0].into_iter());
        check(&memory, &["1 MiB", "2 MiB", "3 MiB", "4 MiB"]);
        check(
            &Scale::linear(Quantity::Percent, [-3.0, 6.0].into_iter()),
            &["−2 %", "0", "+2 %", "+4 %", "+6 %"],
        );
    }

    #[test]
    fn values_of_several_decades_get_a_logarithmic_axis() {
        let is_log = |high| Scale::fit(Quantity::Size, [1.0, high].into_iter()).is_log;
        assert_eq!([is_log(9.0), is_log(10.0)], [false, true]);
        assert!(!Scale::fit(Quantity::Size, [0.0, 1000.0].into_iter()).is_log);
    }

    proptest! {
        #[test]
        fn every_value_lies_within_the_plot_and_in_order(low in 1e-3..1e9f64, factor in 1.0..1e6f64) {
            for scale in [
                Scale::log(Quantity::Ratio, [low, low * factor].into_iter()),
                Scale::linear(Quantity::Ratio, [low, low * factor].into_iter()),
            ] {
                let (start, end) = (scale.place(low), scale.place(low * factor));
                prop_assert!(0.0 < start && start <= end && end < 100.0, "{start} {end}");
                prop_assert!(scale.ticks().len() <= MOST_TICKS + 1, "{:?}", scale.ticks());
            }
        }
    }
}
