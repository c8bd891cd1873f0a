//! The ranking for people: one line a solution, with a bar.

use std::io::{self, Write};
use std::time::Duration;

use crate::comparison::{Comparison, Metric, Row};
use crate::model::{Bytes, mebibytes};
use crate::report::comparison::Measured;
use crate::stats::Interval;
use crate::ui::{Role, fit, paint};

/// Columns of everything but the bar.
const FIXED_WIDTH: usize = 66;

pub fn write(out: &mut dyn Write, measured: &Measured<'_>, width: usize) -> io::Result<()> {
    let comparison = measured.comparison;
    write_heading(out, measured)?;
    let slowest = comparison.rows.iter().map(|row| row.ratio.estimate).fold(1.0, f64::max);
    for row in &comparison.rows {
        let total: f64 = row.medians.iter().sum();
        writeln!(
            out,
            "  {:>2}  {} {:>10}  {:>7}  {}  {}",
            row.rank,
            paint(Role::Strong, &fit(&row.subject.solution.to_string(), 20)),
            amount(total, comparison.metric),
            times(row.ratio.estimate),
            fit(&interval(&row.ratio), 16),
            bar(row.ratio.estimate / slowest, width.saturating_sub(FIXED_WIDTH).clamp(5, 40)),
        )?;
    }
    for (subject, why) in &comparison.disqualified {
        let name = fit(&subject.solution.to_string(), 20);
        writeln!(out, "   –  {name} {}", paint(Role::Notable, &format!("not compared: {why}")))?;
    }
    writeln!(out)?;
    for line in sentences(measured) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn write_heading(out: &mut dyn Write, measured: &Measured<'_>) -> io::Result<()> {
    let comparison = measured.comparison;
    let what = match comparison.metric {
        Metric::Cpu => "CPU time",
        Metric::Wall => "wall time",
        Metric::Memory => "peak memory",
    };
    let cases = crate::model::counted(comparison.cases.len(), "case");
    writeln!(
        out,
        "{}  {what} over {cases}: the sum of the medians; ratios per case, 95 % intervals",
        paint(Role::Strong, &comparison.problem.to_string())
    )
}

/// A value of the metric.
fn amount(value: f64, metric: Metric) -> String {
    match metric {
        Metric::Cpu | Metric::Wall => duration(Duration::from_secs_f64(value / 1e9)),
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bytes of memory")]
        Metric::Memory => mebibytes(Bytes(value as u64)),
    }
}

/// A time with three digits that matter.
pub fn duration(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        ..1e3 => format!("{micros:.0} µs"),
        ..1e4 => format!("{:.2} ms", micros / 1e3),
        ..1e6 => format!("{:.1} ms", micros / 1e3),
        _ => format!("{:.2} s", micros / 1e6),
    }
}

fn times(ratio: f64) -> String {
    if ratio < 10.0 { format!("{ratio:.2} ×") } else { format!("{ratio:.1} ×") }
}

fn interval(ratio: &Interval) -> String {
    if ratio.low >= ratio.high {
        return String::new();
    }
    let digits = if ratio.high < 10.0 { 2 } else { 1 };
    format!("{:.digits$}–{:.digits$}", ratio.low, ratio.high)
}

fn bar(part: f64, width: usize) -> String {
    // The part lies between 0 and 1 and the width is that of a terminal.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "columns"
    )]
    let columns = (part * width as f64).round() as usize;
    "▇".repeat(columns.max(1))
}

/// What the numbers mean, and what is to be doubted.
fn sentences(measured: &Measured<'_>) -> Vec<String> {
    let comparison = measured.comparison;
    let mut lines = Vec::new();
    lines.extend(verdict(comparison));
    lines.push(paint(Role::Faint, &measured.ended));
    if comparison.metric != Metric::Memory {
        for floor in measured.floors {
            lines.push(floor_line(comparison, &floor.language, floor.time));
        }
    }
    let outliers: usize = comparison.rows.iter().map(|row| row.outliers).sum();
    let samples: usize = comparison.rows.iter().map(|row| row.runs * row.medians.len()).sum();
    if outliers * 20 > samples {
        lines.push(format!(
            "{outliers} of {samples} samples stand far from the others: the machine is not quiet"
        ));
    }
    let drifting: Vec<String> = comparison
        .rows
        .iter()
        .filter(|row| row.has_drift)
        .map(|row| row.subject.solution.to_string())
        .collect();
    if !drifting.is_empty() {
        let who = drifting.join(", ");
        lines.push(format!(
            "the machine changed while it was measured (seen in {who}): pairs of rounds take that out"
        ));
    }
    for (solution, ratio) in &measured.against {
        lines.push(format!("{solution}: {}", change(ratio.as_ref())));
    }
    lines.extend(measured.advice.iter().cloned());
    lines.push(paint(Role::Faint, &machine_line(measured)));
    lines
}

/// The sentence that people remember.
fn verdict(comparison: &Comparison) -> Option<String> {
    let [first, second, ..] = comparison.rows.as_slice() else { return None };
    if second.rank == first.rank {
        let equal = comparison.rows.iter().filter(|row| row.rank == 1);
        let names: Vec<String> = equal.map(|row: &Row| row.subject.solution.to_string()).collect();
        return Some(paint(Role::Good, &format!("no measurable difference between {}", names.join(", "))));
    }
    let Interval { estimate, low, high } = second.ratio;
    Some(paint(
        Role::Good,
        &format!(
            "{} is {estimate:.2} times faster than {} (95 % interval {low:.2}–{high:.2})",
            first.subject.solution, second.subject.solution
        ),
    ))
}

fn floor_line(comparison: &Comparison, language: &str, floor: Duration) -> String {
    let limit = floor.as_secs_f64() * 1e9 * 1.2;
    let of_language = comparison.rows.iter().filter(|row| row.subject.language == language);
    let near: usize =
        of_language.clone().flat_map(|row| &row.medians).filter(|median| **median < limit).count();
    let all: usize = of_language.flat_map(|row| &row.medians).count();
    let start = format!("starting an empty program takes {} ({language})", duration(floor));
    if near == 0 {
        return paint(Role::Faint, &start);
    }
    format!(
        "{start}: {near} of {all} medians are hardly above it and say little about the solutions; leave short cases out with --cases"
    )
}

/// Faster or slower than then.
fn change(ratio: Option<&Interval>) -> String {
    let Some(ratio) = ratio else { return "was not measured then".to_owned() };
    let Interval { estimate, low, high } = *ratio;
    let (percent, low_percent, high_percent) =
        ((estimate - 1.0) * 100.0, (low - 1.0) * 100.0, (high - 1.0) * 100.0);
    let bounds = format!("(95 % interval {low_percent:+.1} % to {high_percent:+.1} %)");
    if ratio.holds_one() {
        format!("no measurable difference to then {bounds}")
    } else if estimate > 1.0 {
        paint(Role::Bad, &format!("slower than then by {percent:.1} % {bounds}"))
    } else {
        paint(Role::Good, &format!("faster than then by {:.1} % {bounds}", -percent))
    }
}

fn machine_line(measured: &Measured<'_>) -> String {
    let machine = measured.machine;
    let kind = if machine.is_virtual { ", a virtual machine" } else { "" };
    let governor = machine.governor.as_deref().map(|name| format!(", governor {name}")).unwrap_or_default();
    format!(
        "{}, {}{kind}, Linux {}{governor}, load {:.1}",
        machine.cpu,
        crate::model::counted(machine.cores, "core"),
        machine.kernel,
        measured.load
    )
}
