//! The heat map: a letter and a colour for each solution on each case.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::model::{escaped, listed, seconds};
use crate::report::html::grid::{Fold, Grid, GridRow, group};
use crate::report::html::links;
use crate::report::page::template::{Escaped, Markup, filled};

const TEMPLATE: &str = include_str!("heat.html");

/// Rows of a map that is laid out as a table. Of a larger one a browser lays out the rows that are seen.
const MOST_AT_ONCE: usize = 200;

/// Cells of a map that are repeated as a table of times.
const MOST_TIMES: usize = 6000;

/// The map of a problem. `shown` are the targets of cases that have a panel.
pub fn map(problem: &str, grid: &Grid<'_>, shown: &BTreeSet<String>) -> Markup {
    let folds = grid.folds();
    let columns = folds.len();
    let mut rows = String::new();
    for row in &grid.rows {
        write_row(&mut rows, row, &folds, shown);
    }
    let times = if grid.rows.len() * grid.cases.len() <= MOST_TIMES {
        times(problem, grid)
    } else {
        Markup::default()
    };
    filled(
        TEMPLATE,
        &[
            ("class", &if grid.rows.len() > MOST_AT_ONCE { "map large" } else { "map" }),
            ("problem", &problem),
            ("columns", &columns),
            ("groups", &Markup(groups(grid, &folds))),
            ("cases", &Markup(heads(grid, &folds))),
            ("rows", &Markup(rows)),
            ("times", &times),
        ],
    )
}

/// The groups of the cases above their columns; nothing where there is one only.
fn groups(grid: &Grid<'_>, folds: &[Fold]) -> String {
    let of = |fold: &Fold| group(&grid.cases[fold.start].name);
    let groups: Vec<&[Fold]> = folds.chunk_by(|a, b| of(a) == of(b)).collect();
    if groups.len() < 2 {
        return String::new();
    }
    let mut line = "<tr class=\"groups\"><td></td>".to_owned();
    for group in groups {
        let name = escaped(of(&group[0]));
        _ = write!(
            line,
            "<th scope=\"colgroup\" colspan=\"{n}\" style=\"--n:{n}\"><span>{}</span></th>",
            Escaped(&name),
            n = group.len()
        );
    }
    line + "</tr>\n"
}

/// The names of the cases; columns that are alike have the first and the last, and say how many they are.
fn heads(grid: &Grid<'_>, folds: &[Fold]) -> String {
    let mut heads = String::new();
    for fold in folds {
        let names: Vec<String> =
            grid.cases[fold.start..fold.end].iter().map(|case| case.name.to_string()).collect();
        let own = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
        let (text, title) = match &names[..] {
            [only] => (own(only), only.clone()),
            [first, .., last] => (
                format!("{}× {} … {}", names.len(), own(first), own(last)),
                format!("{} cases that look the same: {}", names.len(), listed(&names)),
            ),
            [] => continue,
        };
        _ = write!(
            heads,
            "<th scope=\"col\" data-c=\"{}\" title=\"{}\"><span>{}</span></th>",
            fold.start,
            Escaped(&title),
            Escaped(&text)
        );
    }
    heads
}

/// Cells have no end tags, as HTML permits: there may be many thousands.
fn write_row(out: &mut String, row: &GridRow<'_>, folds: &[Fold], shown: &BTreeSet<String>) {
    let subject = &row.planned.subject;
    let name = subject.solution.to_string();
    let target = links::of_solution(subject);
    _ = write!(out, "<tr><th scope=row><a href=\"#{}\">{}</a></th>", Escaped(&target), Escaped(&name));
    for fold in folds {
        let Some(look) = row.folded(*fold) else {
            out.push_str("<td>");
            continue;
        };
        _ = write!(out, "<td class={}>", look.class);
        let panel = (fold.start..fold.end).find_map(|column| {
            let (case, _) = row.cells[column]?;
            let target = links::of_case(subject, &case.name);
            shown.contains(&target).then_some(target)
        });
        match panel.filter(|_| look.letter.is_ascii_alphabetic()) {
            Some(target) => _ = write!(out, "<a href=\"#{}\">{}</a>", Escaped(&target), look.letter),
            None => out.push(look.letter),
        }
    }
    out.push_str("</tr>\n");
}

/// The times as text, for those who see no colours, use no scripts, or want to copy them.
fn times(problem: &str, grid: &Grid<'_>) -> Markup {
    let mut heads = String::new();
    for row in &grid.rows {
        _ = write!(heads, "<th scope=\"col\">{}", Escaped(&row.planned.subject.solution.to_string()));
    }
    let mut lines = String::new();
    for (column, case) in grid.cases.iter().enumerate() {
        _ = write!(lines, "<tr><th scope=\"row\">{}", Escaped(&case.name.to_string()));
        for row in &grid.rows {
            let seen = row.cells[column].and_then(|(_, seen)| seen);
            let time = seen.and_then(|seen| seen.facts).map(|facts| seconds(facts.cpu));
            let verdict = seen.filter(|seen| !seen.reason.is_empty()).map(|seen| seen.verdict.code());
            let words: Vec<&str> = verdict.into_iter().chain(time.as_deref()).collect();
            _ = write!(lines, "<td>{}", words.join(" "));
        }
        lines.push_str("</tr>\n");
    }
    filled(
        include_str!("times.html"),
        &[("problem", &problem), ("heads", &Markup(heads)), ("lines", &Markup(lines))],
    )
}
