//! Time by the size of the input: how a solution grows.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::comparison::RankedSolution;
use crate::measure::Measured;
use crate::report::comparison::html::marks::{Escaped, color, mark, upright, x_axis};
use crate::report::comparison::html::quantity::Quantity;
use crate::report::comparison::html::scale::Scale;
use crate::stats::geometric_mean;

/// The height of the plot, before its labels need more.
const HEIGHT: f64 = 340.0;

/// The least distance of two labels.
const LINE: f64 = 17.0;

/// The plot; nothing where all inputs are of one size.
pub fn plot(measured: &Measured) -> Option<String> {
    let comparison = &measured.comparison;
    let sizes = &measured.input_sizes;
    // An empty input has no place on a logarithmic axis; a byte is as good.
    let sizes: Vec<f64> = sizes.iter().map(|size| size.max(1.0)).collect();
    let first = sizes.first()?;
    if comparison.rows.is_empty() || sizes.iter().all(|size| (size - first).abs() < 0.5) {
        return None;
    }
    let quantity = Quantity::Of(comparison.metric);
    let x = Scale::fit(Quantity::Size, sizes.iter().copied());
    let y = Scale::fit(quantity, comparison.rows.iter().flat_map(|row| row.medians.iter().copied()));
    let labels = f64::from(u32::try_from(comparison.rows.len()).unwrap_or(u32::MAX)) * LINE;
    let frame = Frame { x: &x, y: &y, height: HEIGHT.max(labels + LINE) };
    let mut plot: String = x.ticks().into_iter().map(|tick| upright(x.place(tick), "grid")).collect();
    let mut y_labels = String::new();
    for tick in y.ticks() {
        let at = frame.y(tick);
        _ = write!(plot, "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>");
        _ = write!(
            y_labels,
            "<text x=\"100%\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            at + 4.0,
            quantity.tick(tick)
        );
    }
    let curves: Vec<Vec<(f64, f64)>> = comparison.rows.iter().map(|row| curve(&sizes, row)).collect();
    for (place, curve) in curves.iter().enumerate() {
        plot += &frame.line(place, curve);
    }
    for (place, row) in comparison.rows.iter().enumerate() {
        plot += &frame.marks(place, row, &sizes, measured);
    }
    let ends = frame.labels(&curves, &comparison.rows);
    let kind = |scale: &Scale| if scale.is_log { "logarithmic" } else { "linear" };
    let title = format!(
        "The medians of {} solutions over the size of the input, {} by {}; the numbers are in the table above",
        comparison.rows.len(),
        kind(&x),
        kind(&y)
    );
    Some(format!(
        "<div class=\"scatter\">\
         <svg class=\"y\" aria-hidden=\"true\" width=\"100%\" height=\"{height}\">{y_labels}</svg>\
         <svg class=\"plane\" role=\"img\" width=\"100%\" height=\"{height}\"><title>{title}</title>{plot}</svg>\
         <svg class=\"ends\" aria-hidden=\"true\" width=\"100%\" height=\"{height}\">{ends}</svg>\
         <div class=\"x\" aria-hidden=\"true\">{axis}</div></div>\n",
        height = frame.height,
        axis = x_axis(&x),
    ))
}

/// By size the middle of the medians, for a line through the points.
fn curve(sizes: &[f64], row: &RankedSolution) -> Vec<(f64, f64)> {
    let mut by_size: BTreeMap<u64, (f64, Vec<f64>)> = BTreeMap::new();
    for (size, median) in sizes.iter().zip(&row.medians) {
        // Sizes are above 0, and such floats are ordered as their bits.
        by_size.entry(size.to_bits()).or_insert_with(|| (*size, Vec::new())).1.push(*median);
    }
    by_size.into_values().map(|(size, medians)| (size, geometric_mean(medians.into_iter()))).collect()
}

/// Where the plot lies.
struct Frame<'a> {
    x: &'a Scale,
    y: &'a Scale,
    height: f64,
}

impl Frame<'_> {
    /// Pixels from above.
    fn y(&self, value: f64) -> f64 {
        (100.0 - self.y.place(value)) / 100.0 * self.height
    }

    fn line(&self, place: usize, curve: &[(f64, f64)]) -> String {
        let piece = |pair: &[(f64, f64)]| {
            format!(
                "<line x1=\"{:.2}%\" y1=\"{:.1}\" x2=\"{:.2}%\" y2=\"{:.1}\"/>",
                self.x.place(pair[0].0),
                self.y(pair[0].1),
                self.x.place(pair[1].0),
                self.y(pair[1].1)
            )
        };
        let pieces: String = curve.windows(2).map(piece).collect();
        format!("<g class=\"curve {}\">{pieces}</g>", color(place))
    }

    fn marks(&self, place: usize, row: &RankedSolution, sizes: &[f64], measured: &Measured) -> String {
        let mark = |(index, size): (usize, &f64)| {
            let median = row.medians[index];
            let title = format!(
                "{} on {} ({}): {}",
                row.subject.solution,
                measured.comparison.cases[index],
                Quantity::Size.shown(measured.input_sizes[index]),
                self.y.quantity.shown(median)
            );
            mark(place, &format!("{:.2}%", self.x.place(*size)), &format!("{:.1}", self.y(median)), &title)
        };
        sizes.iter().enumerate().map(mark).collect()
    }

    /// The names where the lines end, moved apart where they would lie over each other.
    fn labels(&self, curves: &[Vec<(f64, f64)>], rows: &[RankedSolution]) -> String {
        let mut ends: Vec<(f64, usize)> = curves
            .iter()
            .enumerate()
            .filter_map(|(place, curve)| Some((self.y(curve.last()?.1), place)))
            .collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut above = LINE / 2.0 - LINE;
        for end in &mut ends {
            end.0 = end.0.max(above + LINE);
            above = end.0;
        }
        // What was moved down beyond the bottom is moved up again.
        let mut below = self.height + LINE / 2.0;
        for end in ends.iter_mut().rev() {
            end.0 = end.0.min(below - LINE);
            below = end.0;
        }
        let label = |(y, place): &(f64, usize)| {
            format!(
                "{}<text x=\"18\" y=\"{:.1}\">{}</text>",
                mark(*place, "8", &format!("{y:.1}"), ""),
                y + 4.0,
                Escaped(&rows[*place].subject.solution.to_string())
            )
        };
        ends.iter().map(label).collect()
    }
}
