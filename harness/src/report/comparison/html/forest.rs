//! The forest plot: the ratio of every solution to the fastest, with its interval.

use crate::comparison::RankedSolution;
use crate::measure::Measured;
use crate::report::comparison::words::{interval, times};
use crate::report::page::marks::{Strip, level, strips};
use crate::report::page::quantity::Quantity;
use crate::report::page::scale::Scale;

const HEIGHT: u32 = 30;

/// The plot.
pub fn plot(measured: &Measured) -> String {
    let rows = &measured.comparison.rows;
    let bounds = rows.iter().flat_map(|row| [row.ratio.low, row.ratio.estimate, row.ratio.high]);
    let scale = Scale::log(Quantity::Ratio, bounds.chain([1.0]));
    let lines: Vec<Strip> = rows.iter().enumerate().map(|(place, row)| strip(&scale, place, row)).collect();
    strips(&scale, HEIGHT, Some(1.0), &lines)
}

fn strip(scale: &Scale, place: usize, row: &RankedSolution) -> Strip {
    let ratio = &row.ratio;
    let bounds = interval(ratio);
    let at = scale.place(ratio.estimate);
    let name = row.subject.solution.to_string();
    let (title, value) = if place == 0 {
        (format!("{name}: the fastest, the base of the ratios"), times(ratio.estimate))
    } else if bounds.is_empty() {
        (format!("{name}: {}", times(ratio.estimate)), times(ratio.estimate))
    } else {
        (
            format!("{name}: {}, 95 % interval {bounds}", times(ratio.estimate)),
            format!("{} <small>{bounds}</small>", times(ratio.estimate)),
        )
    };
    // A ratio that is not significantly different from 1 is hollow.
    let class = if row.rank == 1 && place > 0 { "point hollow" } else { "point" };
    let mut drawing = String::new();
    if ratio.low < ratio.high {
        let (low, high) = (scale.place(ratio.low), scale.place(ratio.high));
        drawing += &level(low, high, HEIGHT / 2, "interval");
        for end in [low, high] {
            drawing +=
                &format!("<line class=\"interval\" x1=\"{end:.2}%\" x2=\"{end:.2}%\" y1=\"8\" y2=\"22\"/>");
        }
    }
    drawing += &format!("<circle class=\"{class}\" cx=\"{at:.2}%\" cy=\"{}\" r=\"4\"/>", HEIGHT / 2);
    Strip { name, value, title, drawing }
}
