//! The ranking as a table, with those that were not measured.

use crate::comparison::{Metric, RankedSolution};
use crate::measure::Measured;
use crate::report::comparison::words::{interval, times};
use crate::report::page::quantity::Quantity;
use crate::report::page::template::Escaped;

/// The table.
pub fn table(measured: &Measured) -> String {
    let comparison = &measured.comparison;
    let ranked: String = comparison.rows.iter().map(|row| line(row, comparison.metric)).collect();
    let out: String = comparison
        .disqualified
        .iter()
        .map(|(subject, why)| {
            format!(
                "<tr class=\"out\"><td>–</td><th scope=\"row\">{}</th><td class=\"text\">{}</td><td class=\"text\" colspan=\"6\"><span class=\"badge\">not compared</span> {}</td></tr>\n",
                Escaped(&subject.solution.to_string()),
                Escaped(&subject.language),
                Escaped(why)
            )
        })
        .collect();
    let heads =
        ["Rank", "Solution", "Language", "Median", "Minimum", "Ratio", "95 % interval", "Runs", "Outliers"];
    let heads: String = heads
        .iter()
        .map(|head| {
            let class = if ["Solution", "Language"].contains(head) { " class=\"text\"" } else { "" };
            format!("<th scope=\"col\"{class}>{head}</th>")
        })
        .collect();
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Ranking\"><table class=\"ranking\"><thead><tr>{heads}</tr></thead>\n<tbody>\n{ranked}{out}</tbody></table></div>\n"
    )
}

fn line(row: &RankedSolution, metric: Metric) -> String {
    let cell = |value| Quantity::Of(metric).cell(value);
    let drift = if row.has_drift { " <span class=\"badge\">drift</span>" } else { "" };
    format!(
        "<tr><td>{}</td><th scope=\"row\">{}{drift}</th><td class=\"text\">{}</td>{}{}<td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        row.rank,
        Escaped(&row.subject.solution.to_string()),
        Escaped(&row.subject.language),
        cell(row.median),
        cell(row.minimum),
        times(row.ratio.estimate),
        interval(&row.ratio),
        row.runs,
        row.outliers
    )
}
