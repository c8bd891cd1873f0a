//! The ranking as one page: nothing but this file is needed to read it, no script and no network.

mod cases;
mod forest;
mod ranking;
mod sizes;
mod spread;

use std::io::{self, Write};

use crate::measure::Measured;
use crate::model::counted;
use crate::report::comparison::wording::remarks;
use crate::report::comparison::words::{Kind, Remark, noun};
use crate::report::page::marks;
use crate::report::page::skeleton::{self, Content, section, warnings};
use crate::report::page::template::{Escaped, Markup, filled};

const HEADER: &str = include_str!("header.html");
const FOOTER: &str = include_str!("footer.html");

pub fn write(out: &mut dyn Write, measured: &Measured) -> io::Result<()> {
    out.write_all(page(measured).as_bytes())
}

/// The page.
fn page(measured: &Measured) -> String {
    let comparison = &measured.comparison;
    let remarks = remarks(measured);
    let main = [header(measured, &remarks), sections(measured), footer(&remarks)].concat();
    let title = format!("{}: {}", comparison.problem, noun(comparison.metric));
    skeleton::page(Content { title: &title, main: &main, ..Content::default() })
}

/// What came out, and why to doubt it.
fn header(measured: &Measured, remarks: &[Remark]) -> String {
    let comparison = &measured.comparison;
    let finding = if comparison.rows.is_empty() {
        "<p class=\"finding\">No solution is right on every case, so there is nothing to compare.</p>\n"
            .to_owned()
    } else {
        told(remarks, |kind| kind == Kind::Finding, "p", "finding")
    };
    let doubts = told(remarks, |kind| kind == Kind::Doubt, "li", "");
    let changes: String = [
        ("▲ slower", Kind::Slower),
        ("▼ faster", Kind::Faster),
        ("– no difference", Kind::Unchanged),
        ("→ advice", Kind::Advice),
    ]
    .into_iter()
    .flat_map(|(label, kind)| {
        remarks.iter().filter(move |remark| remark.kind == kind).map(move |remark| {
            format!("<li><span class=\"badge\">{label}</span> {}</li>\n", Escaped(&remark.text))
        })
    })
    .collect();
    let changes =
        if changes.is_empty() { changes } else { format!("<ul class=\"changes\">\n{changes}</ul>\n") };
    let kicker = format!(
        "{} of {} on {}",
        capitalised(noun(comparison.metric)),
        counted(comparison.rows.len(), "solution"),
        counted(comparison.cases.len(), "case")
    );
    filled(
        HEADER,
        &[
            ("kicker", &kicker),
            ("problem", &comparison.problem.to_string()),
            ("finding", &Markup(finding)),
            ("machine", &Markup(told(remarks, |kind| kind == Kind::Machine, "p", "machine"))),
            ("warnings", &warnings(doubts)),
            ("changes", &Markup(changes)),
        ],
    )
    .0
}

fn sections(measured: &Measured) -> String {
    let comparison = &measured.comparison;
    let mut out = section(
        "ranking",
        "Ranking",
        "The median is the geometric mean, over the cases that decide, of the medians: what the ratio is of. Rank = 1 + number of significantly better solutions; ties share a rank.",
        ranking::table(measured),
    );
    if comparison.rows.is_empty() {
        return out;
    }
    let noun = noun(comparison.metric);
    let legend = marks::legend(comparison.rows.iter().map(|row| row.subject.solution.to_string()));
    if comparison.rows.len() > 1 {
        out += &section(
            "ratios",
            "Ratio to the fastest",
            "The geometric mean of the ratios on each case, with its 95 % interval, on a logarithmic axis. A hollow point is not significantly different from the fastest.",
            forest::plot(measured),
        );
    }
    out += &section(
        "spread",
        "Every run",
        "Each point is one round, the first at the top, at its distance from the median of the solution. The box spans the middle half of the rounds.",
        spread::plot(measured),
    );
    out += &section(
        "cases",
        &format!("{} by case", capitalised(noun)),
        "The median of each solution on each case.",
        [legend, cases::plot(measured), cases::table(measured)].concat(),
    );
    let sizes = sizes::plot(measured);
    out += &section(
        "sizes",
        &format!("{} by size of the input", capitalised(noun)),
        if sizes.is_some() {
            "Each point is a case; the line joins the means of those of one size."
        } else {
            "All inputs have the same size, so there is no growth to show."
        },
        sizes.unwrap_or_default(),
    );
    out
}

/// How it was measured.
fn footer(remarks: &[Remark]) -> String {
    let facts = Markup(told(remarks, |kind| kind == Kind::Fact, "li", ""));
    filled(FOOTER, &[("facts", &facts), ("version", &env!("CARGO_PKG_VERSION"))]).0
}

/// The remarks of some kinds, each in an element of its own.
fn told(remarks: &[Remark], of: impl Fn(Kind) -> bool, element: &str, class: &str) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    remarks
        .iter()
        .filter(|remark| of(remark.kind))
        .map(|remark| {
            // These two begin with the name of something.
            let text = match remark.kind {
                Kind::Finding | Kind::Machine => remark.text.clone(),
                Kind::Fact | Kind::Doubt | Kind::Faster | Kind::Slower | Kind::Unchanged | Kind::Advice => {
                    capitalised(&remark.text)
                }
            };
            format!("<{element}{class}>{}</{element}>\n", Escaped(&text))
        })
        .collect()
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

#[cfg(test)]
mod tests;
