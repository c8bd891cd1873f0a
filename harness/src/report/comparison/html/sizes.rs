//! Time by the size of the input: how a solution grows.

use std::collections::BTreeMap;

use crate::comparison::RankedSolution;
use crate::measure::Measured;
use crate::report::page::plane::{self, End, Plane};
use crate::report::page::quantity::Quantity;
use crate::report::page::scale::Scale;
use crate::stats::geometric_mean;

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
    let plane = Plane::new(&x, &y, comparison.rows.len());
    let curves: Vec<Vec<(f64, f64)>> = comparison.rows.iter().map(|row| curve(&sizes, row)).collect();
    let mut drawing = String::new();
    for (place, curve) in curves.iter().enumerate() {
        drawing += &plane.line(&plane::curve(place), curve);
    }
    for (place, row) in comparison.rows.iter().enumerate() {
        drawing += &marks(&plane, quantity, (place, row), (&sizes, measured));
    }
    let mut ends = Vec::new();
    for (place, (curve, row)) in curves.iter().zip(&comparison.rows).enumerate() {
        let name = row.subject.solution.to_string();
        ends.extend(curve.last().map(|(_, value)| End { place, value: *value, name }));
    }
    let kind = |scale: &Scale| if scale.is_log { "logarithmic" } else { "linear" };
    let title = format!(
        "The medians of {} solutions over the size of the input, {} by {}; the numbers are in the table above",
        comparison.rows.len(),
        kind(&x),
        kind(&y)
    );
    Some(plane.drawn(&title, &drawing, &ends))
}

fn marks(
    plane: &Plane<'_>,
    quantity: Quantity,
    (place, row): (usize, &RankedSolution),
    (sizes, measured): (&[f64], &Measured),
) -> String {
    let mark = |(index, size): (usize, &f64)| {
        let median = row.medians[index];
        let title = format!(
            "{} on {} ({}): {}",
            row.subject.solution,
            measured.comparison.cases[index],
            Quantity::Size.shown(measured.input_sizes[index]),
            quantity.shown(median)
        );
        plane.mark(place, (*size, median), &title)
    };
    sizes.iter().enumerate().map(mark).collect()
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
