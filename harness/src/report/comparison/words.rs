//! Values, ratios and kinds of sentences of a ranking, in words: the same in every format.

use std::time::Duration;

use crate::comparison::{Comparison, Metric};
use crate::model::{Bytes, counted, mebibytes};
use crate::stats::Interval;

/// What a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The result.
    Finding,
    /// How it was measured.
    Fact,
    /// A reason not to trust a number.
    Doubt,
    /// A solution is faster than it was.
    Faster,
    /// A solution is slower than it was.
    Slower,
    /// No significant change.
    Unchanged,
    /// What to do with it.
    Advice,
    /// Where it was measured.
    Machine,
}

/// A sentence.
pub struct Remark {
    /// What it is about.
    pub kind: Kind,
    /// The sentence.
    pub text: String,
}

/// What is compared, in words.
pub fn noun(metric: Metric) -> &'static str {
    match metric {
        Metric::Cpu => "CPU time",
        Metric::Wall => "wall time",
        Metric::Memory => "peak memory",
        Metric::Instructions => "instructions",
    }
}

/// The unit of its values.
pub fn unit(metric: Metric) -> &'static str {
    match metric {
        Metric::Cpu | Metric::Wall => "ns",
        Metric::Memory => "bytes",
        Metric::Instructions => "instructions",
    }
}

/// A value of the metric.
pub fn amount(value: f64, metric: Metric) -> String {
    match metric {
        Metric::Cpu | Metric::Wall => duration(Duration::from_secs_f64(value / 1e9)),
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bytes of memory")]
        Metric::Memory => mebibytes(Bytes(value as u64)),
        Metric::Instructions => count(value),
    }
}

/// A value of a ranking: of memory it may be only known to be below what the counter can tell.
pub fn amount_in(value: f64, comparison: &Comparison) -> String {
    if is_below_grain(value, comparison) {
        return format!("< {}", mebibytes(comparison.memory_grain));
    }
    amount(value, comparison.metric)
}

/// Whether a value is of memory that the counter cannot tell from less.
#[expect(clippy::cast_precision_loss, reason = "a small constant")]
pub fn is_below_grain(value: f64, comparison: &Comparison) -> bool {
    comparison.metric == Metric::Memory && value <= comparison.memory_grain.0 as f64
}

/// The cases that values and ratios are of.
pub fn cases(comparison: &Comparison) -> String {
    let all = counted(comparison.cases.len(), "case");
    if comparison.decisive.len() == comparison.cases.len() {
        return all;
    }
    format!("{} of {all}", comparison.decisive.len())
}

/// A count with five digits, since counts repeat.
fn count(value: f64) -> String {
    match value {
        ..1e4 => format!("{value:.0}"),
        ..1e6 => format!("{:.2} k", value / 1e3),
        ..1e9 => format!("{:.2} M", value / 1e6),
        _ => format!("{:.2} G", value / 1e9),
    }
}

/// A time with three significant digits.
pub(super) fn duration(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        ..1e3 => format!("{micros:.0} µs"),
        ..1e4 => format!("{:.2} ms", micros / 1e3),
        ..1e6 => format!("{:.1} ms", micros / 1e3),
        _ => format!("{:.2} s", micros / 1e6),
    }
}

/// A ratio.
pub fn times(ratio: f64) -> String {
    format!("{:.*} ×", digits(ratio), ratio)
}

/// Digits after the point: more where the ratio is close to 1.
pub(super) fn digits(ratio: f64) -> usize {
    match (ratio - 1.0).abs() {
        ..1e-12 => 2,
        ..0.1 => 3,
        ..9.0 => 2,
        _ => 1,
    }
}

/// The bounds of a ratio; nothing where it is exact.
pub fn interval(ratio: &Interval) -> String {
    if ratio.low >= ratio.high {
        return String::new();
    }
    let digits = digits(ratio.estimate);
    format!("{:.digits$}–{:.digits$}", ratio.low, ratio.high)
}
