//! The ranking as one page: nothing but this file is needed to read it, no script and no network.

mod cases;
mod forest;
mod marks;
mod quantity;
mod ranking;
mod scale;
mod sizes;
mod spread;

use std::io::{self, Write};

use crate::measure::Measured;
use crate::model::counted;
use crate::report::comparison::html::marks::Escaped;
use crate::report::comparison::wording::remarks;
use crate::report::comparison::words::{Kind, Remark, noun};

const STYLE: &str = include_str!("style.css");

pub fn write(out: &mut dyn Write, measured: &Measured) -> io::Result<()> {
    out.write_all(page(measured).as_bytes())
}

/// The page.
fn page(measured: &Measured) -> String {
    let comparison = &measured.comparison;
    let problem = comparison.problem.to_string();
    let noun = noun(comparison.metric);
    let remarks = remarks(measured);
    let body = [header(measured, &remarks), sections(measured), footer(&remarks)].concat();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"generator\" content=\"harness {version}\">\n\
         <title>{title}: {noun}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{marks}<main>\n{body}</main>\n</body>\n</html>\n",
        version = env!("CARGO_PKG_VERSION"),
        title = Escaped(&problem),
        marks = marks::definitions(),
    )
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
    let doubts = if doubts.is_empty() {
        String::new()
    } else {
        format!(
            "<aside class=\"doubts\" aria-label=\"Warnings\"><strong><span aria-hidden=\"true\">⚠ </span>Warnings</strong><ul>\n{doubts}</ul></aside>\n"
        )
    };
    let changes: String = [
        ("▲ slower", Kind::Slower),
        ("▼ faster", Kind::Faster),
        ("– no finding", Kind::Unchanged),
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
    format!(
        "<header>\n<p class=\"kicker\">{} of {} on {}</p>\n<h1>{}</h1>\n{finding}{machine}{doubts}{changes}</header>\n",
        capitalised(noun(comparison.metric)),
        counted(comparison.rows.len(), "solution"),
        counted(comparison.cases.len(), "case"),
        Escaped(&comparison.problem.to_string()),
        machine = told(remarks, |kind| kind == Kind::Machine, "p", "machine"),
    )
}

fn sections(measured: &Measured) -> String {
    let comparison = &measured.comparison;
    let mut out = section(
        "ranking",
        "Ranking",
        "The median is the geometric mean, over the cases that decide, of the medians: what the ratio is of. Rank = 1 + number of significantly better solutions; ties share a rank.",
        &ranking::table(measured),
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
            &forest::plot(measured),
        );
    }
    out += &section(
        "spread",
        "Every run",
        "Each point is one round, the first at the top, at its distance from the median of the solution. The box spans the middle half of the rounds.",
        &spread::plot(measured),
    );
    out += &section(
        "cases",
        &format!("{} by case", capitalised(noun)),
        "The median of each solution on each case.",
        &[legend, cases::plot(measured), cases::table(measured)].concat(),
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
        &sizes.unwrap_or_default(),
    );
    out
}

fn section(id: &str, head: &str, reading: &str, content: &str) -> String {
    format!(
        "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{head}</h2>\n<p class=\"reading\">{reading}</p>\n{content}</section>\n"
    )
}

/// How it was measured.
fn footer(remarks: &[Remark]) -> String {
    format!(
        "<footer>\n<ul>\n{}</ul>\n<p>harness {}</p>\n</footer>\n",
        told(remarks, |kind| kind == Kind::Fact, "li", ""),
        env!("CARGO_PKG_VERSION")
    )
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
