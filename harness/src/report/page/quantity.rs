//! What an axis is of: how its values are written, and in what unit its ticks are round.

use crate::comparison::Metric;
use crate::report::comparison::words::{amount, times};

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A value of the metric: nanoseconds, bytes, or a count.
    Of(Metric),
    /// So many times as much.
    Ratio,
    /// Percent more than usual.
    Percent,
    /// Bytes of an input.
    Size,
}

impl Quantity {
    /// The unit in which ticks are round numbers.
    pub fn unit(self) -> f64 {
        match self {
            Self::Of(Metric::Memory) => 1_048_576.0,
            Self::Of(Metric::Cpu | Metric::Wall | Metric::Instructions)
            | Self::Ratio
            | Self::Percent
            | Self::Size => 1.0,
        }
    }

    /// A measured value, with the digits that matter.
    pub fn shown(self, value: f64) -> String {
        match self {
            Self::Of(metric) => amount(value, metric),
            Self::Ratio => times(value),
            Self::Percent | Self::Size => self.tick(value),
        }
    }

    /// Two measured values, with their unit once where it is the same.
    pub fn range(self, low: f64, high: f64) -> String {
        let (low, high) = (self.shown(low), self.shown(high));
        match (low.rsplit_once(' '), high.rsplit_once(' ')) {
            (Some((number, unit)), Some((_, other))) if unit == other => format!("{number}–{high}"),
            _ => format!("{low} – {high}"),
        }
    }

    /// A measured value for a column: the unit has an element of its own, so that all numbers end at
    /// one place.
    pub fn cell(self, value: f64) -> String {
        let shown = self.shown(value);
        match shown.rsplit_once(' ') {
            Some((number, unit)) => format!("<td>{number} <span class=\"unit\">{unit}</span></td>"),
            None => format!("<td>{shown}</td>"),
        }
    }

    /// A round value, with no more digits than it has.
    pub fn tick(self, value: f64) -> String {
        match self {
            Self::Of(Metric::Memory) => format!("{} MiB", trimmed(value / self.unit())),
            Self::Of(Metric::Cpu | Metric::Wall) => scaled(value, &["ns", "µs", "ms", "s"]),
            Self::Of(Metric::Instructions) => scaled(value, &["", "k", "M", "G", "T"]).trim_end().to_owned(),
            Self::Ratio => format!("{} ×", trimmed(value)),
            Self::Percent if value > 0.0 => format!("+{} %", trimmed(value)),
            Self::Percent if value < 0.0 => format!("−{} %", trimmed(-value)),
            Self::Percent => "0".to_owned(),
            Self::Size => scaled(value, &["B", "kB", "MB", "GB"]),
        }
    }
}

/// The number in the largest of these units, each a thousand of the one before, that leaves it above 1.
fn scaled(value: f64, units: &[&str]) -> String {
    let (mut value, mut units) = (value, units.iter());
    let mut unit = units.next().copied().unwrap_or_default();
    for larger in units {
        // What would be rounded up to a thousand is one of the next.
        if value < 999.5 {
            break;
        }
        (value, unit) = (value / 1000.0, larger);
    }
    let rounded = if value < 99.5 { (value * 100.0).round() / 100.0 } else { value.round() };
    format!("{} {unit}", trimmed(rounded))
}

/// Without zeros that say nothing.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::Quantity;
    use crate::comparison::Metric;

    #[track_caller]
    fn check(quantity: Quantity, value: f64, expect: &str) {
        assert_eq!(quantity.tick(value), expect);
    }

    #[test]
    fn a_tick_has_no_more_digits_than_it_needs() {
        check(Quantity::Of(Metric::Cpu), 500_000.0, "500 µs");
        check(Quantity::Of(Metric::Wall), 2_500_000.0, "2.5 ms");
        check(Quantity::Of(Metric::Cpu), 20e9, "20 s");
        check(Quantity::Of(Metric::Memory), 1_572_864.0, "1.5 MiB");
        check(Quantity::Ratio, 1.05, "1.05 ×");
        check(Quantity::Percent, -5.0, "−5 %");
        check(Quantity::Percent, 0.0, "0");
        check(Quantity::Size, 999.0, "999 B");
        check(Quantity::Size, 999_900.0, "1 MB");
        check(Quantity::Size, 12_345.0, "12.35 kB");
        check(Quantity::Size, 0.0, "0 B");
    }

    #[test]
    fn a_unit_is_said_once_where_it_is_the_same() {
        let quantity = Quantity::Of(Metric::Cpu);
        assert_eq!(quantity.range(1_500_000.0, 2_000_000.0), "1.50–2.00 ms");
        assert_eq!(quantity.range(800_000.0, 2_000_000.0), "800 µs – 2.00 ms");
        assert_eq!(quantity.cell(800_000.0), "<td>800 <span class=\"unit\">µs</span></td>");
    }
}
