//! Time by the size of the input: a point for each run that was right, the limit, and how steep it is.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::comparison::Metric;
use crate::model::{Verdict, seconds};
use crate::report::html::grid::{Grid, GridRow};
use crate::report::page::plane::{End, Plane, curve};
use crate::report::page::quantity::Quantity;
use crate::report::page::scale::Scale;
use crate::report::page::template::{Escaped, Markup, filled};
use crate::stats::{Slope, slope};

/// Solutions that have marks of their own: more could not be told apart.
const MOST_MARKED: usize = 8;

/// Solutions in the table of slopes.
const MOST_LISTED: usize = 60;

/// Different limits that are drawn.
const MOST_LIMITS: usize = 3;

const TIME: Quantity = Quantity::Of(Metric::Cpu);

/// The right runs of one solution: size of the input, nanoseconds, name of the case.
struct Points {
    name: String,
    all: Vec<(f64, f64)>,
    cases: Vec<String>,
    slope: Option<Slope>,
}

/// The plot of a problem and the slopes; nothing where inputs are all of one size, or no run was right.
pub fn plot(problem: &str, grid: &Grid<'_>) -> Option<String> {
    let mut solutions: Vec<Points> = grid.rows.iter().map(|row| points(row)).collect();
    solutions.retain(|points| !points.all.is_empty());
    let slowest = |points: &Points| points.all.iter().map(|point| point.1).fold(0.0, f64::max);
    solutions.sort_by(|a, b| slowest(b).total_cmp(&slowest(a)));
    let all = || solutions.iter().flat_map(|points| points.all.iter().copied());
    let first = all().next()?.0;
    if all().all(|(size, _)| (size - first).abs() < 0.5) {
        return None;
    }
    let limits = limits(grid);
    let x = Scale::log(Quantity::Size, all().map(|point| point.0));
    let y = Scale::log(TIME, all().map(|point| point.1).chain(limits.iter().copied()));
    let marked = solutions.len().min(MOST_MARKED);
    let plane = Plane::new(&x, &y, marked);
    let mut drawing: String = limits.iter().map(|limit| plane.level(*limit, "limit")).collect();
    drawing +=
        &plane.dots(apart(&x, &y, solutions[marked..].iter().flat_map(|points| points.all.iter().copied())));
    let mut ends = Vec::new();
    for (place, points) in solutions[..marked].iter().enumerate() {
        if let Some(slope) = &points.slope {
            let at = |size: f64| (size, slope.factor * size.powf(slope.exponent));
            drawing += &plane.line(&curve(place), &[at(slope.sizes.0), at(slope.sizes.1)]);
        }
        for ((size, time), case) in points.all.iter().zip(&points.cases) {
            let title =
                format!("{} on {case} ({}): {}", points.name, Quantity::Size.shown(*size), TIME.shown(*time));
            drawing += &plane.mark(place, (*size, *time), &title);
        }
        let largest = points.all.iter().max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        ends.extend(largest.map(|(_, time)| End { place, value: *time, name: points.name.clone() }));
    }
    let title = format!(
        "CPU time of {} solutions of {problem} over the size of the input, both logarithmic; the slopes are in the table below",
        solutions.len()
    );
    let plot = plane.drawn(&title, &drawing, &ends);
    Some(
        filled(
            include_str!("growth.html"),
            &[
                ("reading", &reading(solutions.len(), &limits)),
                ("plot", &Markup(plot)),
                ("problem", &problem),
                ("slopes", &Markup(slopes(&solutions))),
            ],
        )
        .0,
    )
}

fn points(row: &GridRow<'_>) -> Points {
    let (mut all, mut cases) = (Vec::new(), Vec::new());
    for (case, seen) in row.cells.iter().flatten() {
        let (Some(size), Some(seen)) = (case.files.input_size, seen) else { continue };
        let Some(facts) = seen.facts.filter(|_| seen.verdict == Verdict::Accepted) else { continue };
        let nanoseconds = facts.cpu.as_secs_f64() * 1e9;
        if nanoseconds > 0.0 {
            // An empty input has no place on a logarithmic axis; a byte is as good.
            all.push((bytes(size).max(1.0), nanoseconds));
            cases.push(case.name.to_string());
        }
    }
    let slope = slope(&all);
    Points { name: row.planned.subject.solution.to_string(), all, cases, slope }
}

#[expect(clippy::cast_precision_loss, reason = "inputs are below 2⁵² bytes")]
fn bytes(size: u64) -> f64 {
    size as f64
}

/// The time limits of the problem, the highest few.
fn limits(grid: &Grid<'_>) -> Vec<f64> {
    let limits: BTreeSet<_> =
        grid.rows.iter().flat_map(|row| row.planned.cases.iter().map(|case| case.limits.time)).collect();
    limits.into_iter().rev().take(MOST_LIMITS).map(|limit| limit.as_secs_f64() * 1e9).collect()
}

/// One of the points that would be drawn at one place.
fn apart<'a>(
    x: &'a Scale,
    y: &'a Scale,
    points: impl Iterator<Item = (f64, f64)> + 'a,
) -> impl Iterator<Item = (f64, f64)> + 'a {
    let mut taken = BTreeSet::new();
    points.filter(move |point| {
        taken.insert((format!("{:.1}", x.place(point.0)), format!("{:.1}", y.place(point.1))))
    })
}

fn reading(solutions: usize, limits: &[f64]) -> String {
    let limits: Vec<String> =
        limits.iter().map(|limit| seconds(std::time::Duration::from_secs_f64(limit / 1e9))).collect();
    let marked = if solutions > MOST_MARKED {
        format!("The {MOST_MARKED} slowest solutions have marks of their own. ")
    } else {
        String::new()
    };
    format!(
        "Each point is a run that was right. {marked}The dashed line is the time limit ({}). A line is fitted to the runs that take at least twice the shortest.",
        limits.join(", ")
    )
}

fn slopes(solutions: &[Points]) -> String {
    let mut lines = String::new();
    for points in solutions.iter().take(MOST_LISTED) {
        let name = Escaped(&points.name).to_string();
        _ = match &points.slope {
            Some(slope) => writeln!(
                lines,
                "<tr><th scope=\"row\">{name}<td>{:.2}<td>± {:.0} %<td>{}<td>{} – {}</tr>",
                slope.exponent,
                slope.residual * 100.0,
                slope.points,
                Quantity::Size.shown(slope.sizes.0),
                Quantity::Size.shown(slope.sizes.1)
            ),
            None => writeln!(lines, "<tr><th scope=\"row\">{name}<td>–<td>–<td>–<td>too little growth</tr>"),
        };
    }
    lines
}
