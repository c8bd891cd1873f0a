//! Time by case: for every case where each solution stands, and the same as a table.

use crate::measure::Measured;
use crate::report::page::marks::{Strip, level, mark, strips};
use crate::report::page::quantity::Quantity;
use crate::report::page::scale::Scale;
use crate::report::page::template::Escaped;

const HEIGHT: u32 = 24;

/// The plot.
pub fn plot(measured: &Measured) -> String {
    let comparison = &measured.comparison;
    let quantity = Quantity::Of(comparison.metric);
    let scale = Scale::fit(quantity, comparison.rows.iter().flat_map(|row| row.medians.iter().copied()));
    let strip = |(index, case): (usize, &crate::model::Name)| {
        let medians =
            comparison.rows.iter().map(|row| (row.subject.solution.to_string(), row.medians[index]));
        let fastest = medians.clone().map(|(_, median)| median).fold(f64::INFINITY, f64::min);
        let slowest = medians.clone().map(|(_, median)| median).fold(0.0, f64::max);
        let mut drawing = level(scale.place(fastest), scale.place(slowest), HEIGHT / 2, "range");
        let mut all = Vec::new();
        for (place, (name, median)) in medians.enumerate() {
            let text = format!("{name}: {}", quantity.shown(median));
            let x = format!("{:.2}%", scale.place(median));
            drawing += &mark(place, &x, &(HEIGHT / 2).to_string(), &text);
            all.push(text);
        }
        let value = if comparison.rows.len() == 1 {
            quantity.shown(fastest)
        } else {
            quantity.range(fastest, slowest)
        };
        Strip { name: case.to_string(), value, title: format!("{case}. {}", all.join(", ")), drawing }
    };
    let lines: Vec<Strip> = comparison.cases.iter().enumerate().map(strip).collect();
    strips(&scale, HEIGHT, None, &lines)
}

/// The numbers.
pub fn table(measured: &Measured) -> String {
    let comparison = &measured.comparison;
    let quantity = Quantity::Of(comparison.metric);
    let heads: String = comparison
        .rows
        .iter()
        .map(|row| format!("<th scope=\"col\">{}</th>", Escaped(&row.subject.solution.to_string())))
        .collect();
    let line = |(index, case): (usize, &crate::model::Name)| {
        let size = measured.input_sizes.get(index).map(|size| Quantity::Size.cell(*size)).unwrap_or_default();
        let cells: String = comparison.rows.iter().map(|row| quantity.cell(row.medians[index])).collect();
        format!("<tr><th scope=\"row\">{}</th>{size}{cells}</tr>\n", Escaped(&case.to_string()))
    };
    let lines: String = comparison.cases.iter().enumerate().map(line).collect();
    format!(
        "<details><summary>The same as a table</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Medians by case\">\
         <table><thead><tr><th scope=\"col\">Case</th><th scope=\"col\">Input</th>{heads}</tr></thead>\n<tbody>\n{lines}</tbody></table></div></details>\n"
    )
}
