//! The spread of every run: how far each round of a solution is from the middle of its own rounds.
//!
//! On an axis of times that all share, one percent of noise would be too small to see beside a
//! solution that takes a hundred times as long; the ratios have a plot of their own.

use std::fmt::Write;

use crate::comparison::{Contender, Metric, RankedSolution, relative};
use crate::measure::Measured;
use crate::model::counted;
use crate::report::comparison::words::amount;
use crate::report::page::marks::{Strip, strips};
use crate::report::page::quantity::Quantity;
use crate::report::page::scale::Scale;
use crate::stats::{Quartiles, quartiles};

const HEIGHT: u32 = 40;

/// What lies beyond so many times what nine in ten runs keep to is drawn at the edge: one stray run
/// must not make all others a single point.
const EDGE: f64 = 4.0;

/// The edges are never nearer than this, in percent.
const NEAREST_EDGE: f64 = 1.0;

/// The rounds of one solution.
struct Rounds {
    name: String,
    /// By round the sum over the cases, in nanoseconds or bytes, as if all cases had gone as those did
    /// that had this round.
    sums: Vec<f64>,
    quartiles: Quartiles,
}

impl Rounds {
    fn of(row: &RankedSolution, contenders: &[Contender], metric: Metric) -> Option<Self> {
        let contender = contenders.iter().find(|contender| contender.subject == row.subject)?;
        let usual: f64 = row.medians.iter().sum();
        let sums: Vec<f64> = relative(contender, metric).into_iter().map(|went| went * usual).collect();
        let quartiles = quartiles(&sums)?;
        Some(Self { name: row.subject.solution.to_string(), sums, quartiles })
    }

    fn percent(&self, value: f64) -> f64 {
        (value / self.quartiles.median - 1.0) * 100.0
    }

    fn percents(&self) -> impl Iterator<Item = f64> + Clone {
        self.sums.iter().map(|sum| self.percent(*sum))
    }
}

/// The plot.
pub fn plot(measured: &Measured) -> String {
    let metric = measured.comparison.metric;
    let rounds = measured.comparison.rows.iter();
    let rounds: Vec<Rounds> =
        rounds.filter_map(|row| Rounds::of(row, &measured.contenders, metric)).collect();
    let mut sizes: Vec<f64> = rounds.iter().flat_map(Rounds::percents).map(f64::abs).collect();
    sizes.sort_by(f64::total_cmp);
    let usual = sizes.get(sizes.len() * 9 / 10).copied().unwrap_or_default();
    let edge = (usual * EDGE).max(NEAREST_EDGE);
    let values = rounds.iter().flat_map(Rounds::percents).map(|percent| percent.clamp(-edge, edge));
    let scale = Scale::linear(Quantity::Percent, values);
    let lines: Vec<Strip> = rounds.iter().map(|rounds| strip(&scale, edge, rounds, metric)).collect();
    strips(&scale, HEIGHT, Some(0.0), &lines)
}

fn strip(scale: &Scale, edge: f64, rounds: &Rounds, metric: Metric) -> Strip {
    let Quartiles { lower, median, upper } = rounds.quartiles;
    let bound = |pick: fn(f64, f64) -> f64| rounds.sums.iter().copied().reduce(pick).unwrap_or(median);
    let range = Quantity::Of(metric).range(bound(f64::min), bound(f64::max));
    let beyond = rounds.percents().filter(|percent| percent.abs() > edge).count();
    let mut title = format!(
        "{}: {}, median {}, half of them from {} to {}, all within {}",
        rounds.name,
        counted(rounds.sums.len(), "run"),
        amount(median, metric),
        amount(lower, metric),
        amount(upper, metric),
        range
    );
    if beyond > 0 {
        _ = write!(title, "; {beyond} beyond the edge");
    }
    let (from, to) = (scale.place(rounds.percent(lower)), scale.place(rounds.percent(upper)));
    let mut drawing = format!(
        "<rect class=\"box\" x=\"{from:.2}%\" width=\"{:.2}%\" y=\"5\" height=\"{}\"/>",
        to - from,
        HEIGHT - 10
    );
    drawing += &format!(
        "<line class=\"median\" x1=\"{at:.2}%\" x2=\"{at:.2}%\" y1=\"5\" y2=\"{}\"/>",
        HEIGHT - 5,
        at = scale.place(0.0)
    );
    drawing += &points(scale, edge, rounds);
    let note = if beyond > 0 { format!(", {beyond} off the edge") } else { String::new() };
    let value = format!("{} <small>{range}{note}</small>", amount(median, metric));
    Strip { name: rounds.name.clone(), value, title, drawing }
}

/// All runs in the order of the rounds from above, so that a drift is a slope. They are one path: a
/// point of its own for each would make the page ten times as large.
fn points(scale: &Scale, edge: f64, rounds: &Rounds) -> String {
    let count = f64::from(u32::try_from(rounds.sums.len()).unwrap_or(u32::MAX));
    let (mut within, mut beyond) = (String::new(), String::new());
    for (round, percent) in (0u32..).zip(rounds.percents()) {
        let (x, y) = (scale.place(percent.clamp(-edge, edge)), (f64::from(round) + 0.5) / count * 100.0);
        let path = if percent.abs() > edge { &mut beyond } else { &mut within };
        _ = write!(path, "M{x:.1} {y:.1}h0");
    }
    let path = |class: &str, path: &str| {
        if path.is_empty() { String::new() } else { format!("<path class=\"{class}\" d=\"{path}\"/>") }
    };
    format!(
        "<svg y=\"6\" width=\"100%\" height=\"{}\" viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\">{}{}</svg>",
        HEIGHT - 12,
        path("runs", &within),
        path("runs stray", &beyond)
    )
}
