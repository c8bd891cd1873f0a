//! A ranking in words and numbers, the same in every format.

use std::time::Duration;

use crate::comparison::{Comparison, LEAST_DIFFERENCE, Metric, RankedSolution};
use crate::measure::Measured;
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
fn duration(time: Duration) -> String {
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
fn digits(ratio: f64) -> usize {
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

/// The result in words, and the warnings.
pub fn remarks(measured: &Measured) -> Vec<Remark> {
    let comparison = &measured.comparison;
    let remark = |kind, text| Remark { kind, text };
    let mut remarks = Vec::new();
    remarks.extend(finding(comparison).map(|text| remark(Kind::Finding, text)));
    remarks.push(remark(Kind::Fact, how_measured(measured)));
    if matches!(comparison.metric, Metric::Cpu | Metric::Wall) {
        let floor = |floor: &crate::measure::StartCost| about_floor(comparison, &floor.language, floor.time);
        remarks.extend(measured.start_costs.iter().map(floor));
        remarks.extend(below_floor(measured).map(|text| remark(Kind::Doubt, text)));
    }
    let doubts = doubts(comparison).into_iter().chain(contention(measured));
    remarks.extend(doubts.map(|text| remark(Kind::Doubt, text)));
    for (solution, ratio) in &measured.against {
        let (kind, text) = change(ratio.as_ref());
        remarks.push(remark(kind, format!("{solution}: {text}")));
    }
    remarks.extend(measured.advice.iter().map(|text| remark(Kind::Advice, text.clone())));
    remarks.push(remark(Kind::Machine, machine(measured)));
    remarks.extend(measured.origins.iter().map(|text| remark(Kind::Machine, text.clone())));
    remarks
}

/// Why measuring ended, and the precision of the ratios. Counts are exact.
fn how_measured(measured: &Measured) -> String {
    let comparison = &measured.comparison;
    let ended = &measured.ended;
    if comparison.rows.is_empty() || comparison.metric == Metric::Instructions {
        return ended.clone();
    }
    format!("{ended}; intervals are within ±{:.1} %", comparison.widest * 100.0)
}

/// The main result.
fn finding(comparison: &Comparison) -> Option<String> {
    let [first, second, ..] = comparison.rows.as_slice() else { return None };
    if second.rank == first.rank {
        let equal = comparison.rows.iter().filter(|row| row.rank == 1);
        let is_even = equal.clone().all(|row| row.ratio.holds_one());
        let names: Vec<String> = equal.map(|row: &RankedSolution| row.subject.solution.to_string()).collect();
        let what = if is_even {
            "no significant difference".to_owned()
        } else {
            format!("no significant difference above {:.0} %", LEAST_DIFFERENCE * 100.0)
        };
        return Some(format!("{what} between {}", names.join(", ")));
    }
    let Interval { estimate, low, high } = second.ratio;
    let digits = digits(estimate);
    let (first, second) = (&first.subject.solution, &second.subject.solution);
    Some(match comparison.metric {
        Metric::Cpu | Metric::Wall => {
            format!(
                "{first} is {estimate:.digits$} times faster than {second} (95 % interval {low:.digits$}–{high:.digits$})"
            )
        }
        Metric::Memory => format!(
            "{second} needs {estimate:.digits$} times the memory of {first} (95 % interval {low:.digits$}–{high:.digits$})"
        ),
        Metric::Instructions => format!("{second} needs {estimate:.4} times the instructions of {first}"),
    })
}

/// Signs that the machine was not quiet.
fn doubts(comparison: &Comparison) -> Vec<String> {
    let mut doubts = Vec::new();
    if comparison.metric == Metric::Instructions {
        let varying = comparison.rows.iter().filter(|row| row.spread > 0.0);
        doubts.extend(varying.map(|row| {
            let percent = row.spread * 100.0;
            format!("{}: the count varies from run to run, by up to {percent:.4} %", row.subject.solution)
        }));
        return doubts;
    }
    let outliers: usize = comparison.rows.iter().map(|row| row.outliers).sum();
    let samples: usize = comparison.rows.iter().map(|row| row.samples).sum();
    if outliers * 20 > samples {
        doubts.push(format!("{outliers} of {samples} samples are outliers: the machine is not quiet"));
    }
    let drifting = comparison.rows.iter().filter(|row| row.has_drift);
    let drifting: Vec<String> = drifting.map(|row| row.subject.solution.to_string()).collect();
    if !drifting.is_empty() {
        let names = drifting.join(", ");
        doubts.push(format!(
            "first and second half differ for {names}: the machine changed; ratios are taken per round, which cancels it"
        ));
    }
    doubts
}

/// The start-up time, and how many medians are close to it.
fn about_floor(comparison: &Comparison, language: &str, floor: Duration) -> Remark {
    let limit = floor.as_secs_f64() * 1e9 * 1.2;
    let of_language = comparison.rows.iter().filter(|row| row.subject.language == language);
    let near: usize =
        of_language.clone().flat_map(|row| &row.medians).filter(|median| **median < limit).count();
    let all: usize = of_language.flat_map(|row| &row.medians).count();
    let start = format!("starting an empty program takes {} ({language})", duration(floor));
    if near == 0 {
        return Remark { kind: Kind::Fact, text: start };
    }
    let text = format!(
        "{start}: {near} of {all} medians are close to it and say little about the solutions; select longer cases with --cases"
    );
    Remark { kind: Kind::Doubt, text }
}

/// Significant differences smaller than the start-up time.
fn below_floor(measured: &Measured) -> Option<String> {
    let (first, others) = measured.comparison.rows.split_first()?;
    let total = |row: &RankedSolution| row.medians.iter().sum::<f64>();
    let cases = f64::from(u32::try_from(first.medians.len()).unwrap_or(u32::MAX));
    let small = others.iter().filter(|row| row.rank > 1).filter_map(|row| {
        let floor = measured.start_costs.iter().find(|floor| floor.language == row.subject.language)?;
        let difference = Duration::from_secs_f64((total(row) - total(first)).abs() / cases / 1e9);
        let name = &row.subject.solution;
        (difference < floor.time).then(|| format!("{name} ({} a case)", duration(difference)))
    });
    let small: Vec<String> = small.collect();
    (!small.is_empty()).then(|| {
        let first = &first.subject.solution;
        format!("{first} and {} differ by less than process start-up time", small.join(", "))
    })
}

/// Other programs that shared the cores during the measurement.
fn contention(measured: &Measured) -> Option<String> {
    let is_of_time = matches!(measured.comparison.metric, Metric::Cpu | Metric::Wall);
    let is_crowded =
        measured.load > f64::from(u32::try_from(measured.machine.cores).unwrap_or(u32::MAX)) + 0.5;
    (is_of_time && is_crowded && !measured.has_priority).then(|| {
        format!(
            "other programs shared the cores (load {:.1}) and cooled the caches; run as root to measure at the highest priority",
            measured.load
        )
    })
}

/// The change since the baseline.
fn change(ratio: Option<&Interval>) -> (Kind, String) {
    let Some(ratio) = ratio else { return (Kind::Unchanged, "not in the baseline".to_owned()) };
    let percent = |ratio: f64| (ratio - 1.0) * 100.0;
    let estimate = percent(ratio.estimate);
    let bounds = format!("(95 % interval {:+.1} % to {:+.1} %)", percent(ratio.low), percent(ratio.high));
    if ratio.holds_one() {
        (Kind::Unchanged, format!("no significant difference from the baseline {bounds}"))
    } else if estimate > 0.0 {
        (Kind::Slower, format!("slower than the baseline by {estimate:.1} % {bounds}"))
    } else {
        (Kind::Faster, format!("faster than the baseline by {:.1} % {bounds}", -estimate))
    }
}

fn machine(measured: &Measured) -> String {
    let machine = &measured.machine;
    let kind = if machine.is_virtual { ", a virtual machine" } else { "" };
    let governor = machine.governor.as_deref().map(|name| format!(", governor {name}")).unwrap_or_default();
    let first = if measured.has_priority { ", programs at the highest priority" } else { "" };
    format!(
        "{}, {}{kind}, Linux {}{governor}, load {:.1}{first}",
        machine.cpu,
        counted(machine.cores, "core"),
        machine.kernel,
        measured.load
    )
}
