//! What became of the solutions of a problem from run to run.

use std::fmt::Write;
use std::time::Duration;

use crate::model::{counted, seconds};
use crate::record::{Earlier, HistoryPoint};
use crate::report::history::changes_of_verdict;
use crate::report::html::grid::Grid;
use crate::report::html::links;
use crate::report::html::run::Run;
use crate::report::page::template::{Escaped, Markup, filled};

const TEMPLATE: &str = include_str!("earlier.html");

/// Rows of a problem: of more solutions only those are shown of which something changed, and no more than these.
const MOST_ROWS: usize = 200;

/// Columns of the verdicts, in characters.
const WIDTH: usize = 64;

/// Pixels of a run, and of the gap before the next.
const BAR: usize = 7;
const GAP: usize = 2;

/// Pixels of the longest time.
const HEIGHT: u128 = 20;

/// The table of a problem; nothing where no run before had one of its solutions.
pub fn table(problem: &str, grid: &Grid<'_>, run: &Run, earlier: Option<&Earlier>) -> Markup {
    let up_to = |place: usize| Some(earlier?.up_to(run.summaries.get(&place)?));
    let known = grid.rows.iter().filter_map(|row| Some((row, up_to(row.place)?)));
    let mut known: Vec<_> = known.filter(|(_, points)| !points.is_empty()).collect();
    if known.is_empty() {
        return Markup::default();
    }
    let all = known.len();
    if all > MOST_ROWS {
        let is_same = |one: &HistoryPoint, other: &HistoryPoint| {
            (one.verdict, one.as_expected, one.accepted) == (other.verdict, other.as_expected, other.accepted)
        };
        known.retain(|(_, points)| points.windows(2).any(|pair| !is_same(&pair[0], &pair[1])));
        known.truncate(MOST_ROWS);
    }
    let mut rows = String::new();
    for (row, points) in &known {
        let subject = &row.planned.subject;
        _ = write!(
            rows,
            "<tr><th scope=row><a href=\"#{}\">{}</a><td>{}<td class=\"text verdicts\">{}",
            Escaped(&links::of_solution(subject)),
            Escaped(&subject.solution.to_string()),
            points.len(),
            // A line ends between verdicts, and not within one.
            Escaped(&changes_of_verdict(points, WIDTH).replace(" × ", "\u{a0}×\u{a0}")),
        );
        write_times(&mut rows, points);
    }
    let left_out = match all - known.len() {
        0 => String::new(),
        count => format!(
            "<p class=\"reading\">Not shown: {}, without a change or beyond the first 200.</p>\n",
            counted(count, "more solution")
        ),
    };
    filled(TEMPLATE, &[("problem", &problem), ("rows", &Markup(rows)), ("left_out", &Markup(left_out))])
}

/// The times of the slowest case as bars and in words.
fn write_times(out: &mut String, points: &[HistoryPoint]) {
    let times = || points.iter().filter_map(|point| point.slowest);
    let (Some(least), Some(most)) = (times().min(), times().max()) else {
        out.push_str("<td class=text>–<td>–<td>–<td>–</tr>\n");
        return;
    };
    _ = write!(out, "<td class=text>{}", bars(points, most));
    let now = points.last().and_then(|point| point.slowest).map_or_else(|| "–".to_owned(), seconds);
    _ = writeln!(out, "<td>{}<td>{}<td>{now}</tr>", seconds(least), seconds(most));
}

/// A bar a run, from 0 to the longest time. What was not as expected is hollow: no colour says anything alone.
fn bars(points: &[HistoryPoint], most: Duration) -> String {
    let (mut as_expected, mut not, mut now) = (String::new(), String::new(), String::new());
    let mut words = Vec::new();
    for (index, point) in points.iter().enumerate() {
        let Some(time) = point.slowest else {
            words.push(point.verdict.code().to_owned());
            continue;
        };
        words.push(format!("{} {}", point.verdict.code(), seconds(time)));
        let height = (time.as_nanos() * HEIGHT).div_ceil(most.as_nanos().max(1)).max(1);
        let (x, top, width) = (index * BAR, HEIGHT - height, BAR - GAP);
        let path = match (point.as_expected, index + 1 == points.len()) {
            (false, _) => &mut not,
            (true, true) => &mut now,
            (true, false) => &mut as_expected,
        };
        _ = write!(path, "M{x} {top}h{width}v{height}h-{width}z");
    }
    let paths: String = [("past", as_expected), ("off", not), ("now", now)]
        .iter()
        .filter(|(_, path)| !path.is_empty())
        .map(|(class, path)| format!("<path class={class} d=\"{path}\"/>"))
        .collect();
    let width = points.len() * BAR;
    // Half of an outline stands out on each side.
    format!(
        "<svg class=runs-before role=img width={} height={} viewBox=\"-1 -1 {} {}\"><title>{}</title>{paths}</svg>",
        width,
        HEIGHT + 2,
        width,
        HEIGHT + 2,
        words.join(", ")
    )
}
