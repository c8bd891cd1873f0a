//! What a ranking says in words and numbers, whoever shows it.

use std::time::Duration;

use crate::comparison::{Comparison, Metric, Row};
use crate::model::{Bytes, counted, mebibytes};
use crate::report::comparison::Measured;
use crate::stats::Interval;

/// What a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What came out.
    Finding,
    /// How it was measured.
    Fact,
    /// A reason not to trust a number.
    Doubt,
    /// A solution is faster than it was.
    Faster,
    /// A solution is slower than it was.
    Slower,
    /// Nothing can be said of a change.
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

/// A count with five digits, which is more than a time ever deserves.
fn count(value: f64) -> String {
    match value {
        ..1e4 => format!("{value:.0}"),
        ..1e6 => format!("{:.2} k", value / 1e3),
        ..1e9 => format!("{:.2} M", value / 1e6),
        _ => format!("{:.2} G", value / 1e9),
    }
}

/// A time with three digits that matter.
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
    if ratio < 10.0 { format!("{ratio:.2} ×") } else { format!("{ratio:.1} ×") }
}

/// The bounds of a ratio; nothing where it is exact.
pub fn interval(ratio: &Interval) -> String {
    if ratio.low >= ratio.high {
        return String::new();
    }
    let digits = if ratio.high < 10.0 { 2 } else { 1 };
    format!("{:.digits$}–{:.digits$}", ratio.low, ratio.high)
}

/// What the numbers mean, and what is to be doubted.
pub fn remarks(measured: &Measured<'_>) -> Vec<Remark> {
    let comparison = measured.comparison;
    let remark = |kind, text| Remark { kind, text };
    let mut remarks = Vec::new();
    remarks.extend(finding(comparison).map(|text| remark(Kind::Finding, text)));
    remarks.push(remark(Kind::Fact, measured.ended.clone()));
    if matches!(comparison.metric, Metric::Cpu | Metric::Wall) {
        let floor = |floor: &crate::report::Floor| about_floor(comparison, &floor.language, floor.time);
        remarks.extend(measured.floors.iter().map(floor));
    }
    remarks.extend(doubts(comparison).into_iter().map(|text| remark(Kind::Doubt, text)));
    for (solution, ratio) in &measured.against {
        let (kind, text) = change(ratio.as_ref());
        remarks.push(remark(kind, format!("{solution}: {text}")));
    }
    remarks.extend(measured.advice.iter().map(|text| remark(Kind::Advice, text.clone())));
    remarks.push(remark(Kind::Machine, machine(measured)));
    remarks.extend(measured.origins.iter().map(|text| remark(Kind::Machine, text.clone())));
    remarks
}

/// The sentence that people remember.
fn finding(comparison: &Comparison) -> Option<String> {
    let [first, second, ..] = comparison.rows.as_slice() else { return None };
    if second.rank == first.rank {
        let equal = comparison.rows.iter().filter(|row| row.rank == 1);
        let names: Vec<String> = equal.map(|row: &Row| row.subject.solution.to_string()).collect();
        return Some(format!("no measurable difference between {}", names.join(", ")));
    }
    let Interval { estimate, low, high } = second.ratio;
    let (first, second) = (&first.subject.solution, &second.subject.solution);
    Some(match comparison.metric {
        Metric::Cpu | Metric::Wall => {
            format!("{first} is {estimate:.2} times faster than {second} (95 % interval {low:.2}–{high:.2})")
        }
        Metric::Memory => format!(
            "{second} needs {estimate:.2} times the memory of {first} (95 % interval {low:.2}–{high:.2})"
        ),
        Metric::Instructions => format!("{second} needs {estimate:.4} times the instructions of {first}"),
    })
}

/// What was not as it is on a quiet machine.
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
        doubts.push(format!(
            "{outliers} of {samples} samples stand far from the others: the machine is not quiet"
        ));
    }
    let drifting = comparison.rows.iter().filter(|row| row.has_drift);
    let drifting: Vec<String> = drifting.map(|row| row.subject.solution.to_string()).collect();
    if !drifting.is_empty() {
        let who = drifting.join(", ");
        doubts.push(format!(
            "the machine changed while it was measured (seen in {who}): pairs of rounds take that out"
        ));
    }
    doubts
}

/// What starting a program takes, and how many medians are not much more.
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
        "{start}: {near} of {all} medians are hardly above it and say little about the solutions; leave short cases out with --cases"
    );
    Remark { kind: Kind::Doubt, text }
}

/// Faster or slower than then.
fn change(ratio: Option<&Interval>) -> (Kind, String) {
    let Some(ratio) = ratio else { return (Kind::Unchanged, "was not measured then".to_owned()) };
    let percent = |ratio: f64| (ratio - 1.0) * 100.0;
    let estimate = percent(ratio.estimate);
    let bounds = format!("(95 % interval {:+.1} % to {:+.1} %)", percent(ratio.low), percent(ratio.high));
    if ratio.holds_one() {
        (Kind::Unchanged, format!("no measurable difference to then {bounds}"))
    } else if estimate > 0.0 {
        (Kind::Slower, format!("slower than then by {estimate:.1} % {bounds}"))
    } else {
        (Kind::Faster, format!("faster than then by {:.1} % {bounds}", -estimate))
    }
}

fn machine(measured: &Measured<'_>) -> String {
    let machine = measured.machine;
    let kind = if machine.is_virtual { ", a virtual machine" } else { "" };
    let governor = machine.governor.as_deref().map(|name| format!(", governor {name}")).unwrap_or_default();
    format!(
        "{}, {}{kind}, Linux {}{governor}, load {:.1}",
        machine.cpu,
        counted(machine.cores, "core"),
        machine.kernel,
        measured.load
    )
}
