//! The table of the solutions: verdict, points, the slowest case and the most memory against their limits.

use std::fmt::Write;

use crate::event::{PlannedSolution, SolutionSummary};
use crate::model::{Group, GroupScore, Name, Verdict, alternatives, mebibytes, plain, points_text, seconds};
use crate::report::html::grid::{Grid, GridRow, percent};
use crate::report::html::links;
use crate::report::html::run::Run;
use crate::report::page::template::{Escaped, Markup, filled};

const TEMPLATE: &str = include_str!("solutions.html");

/// The table of a problem.
pub fn table(problem: &str, grid: &Grid<'_>, run: &Run) -> Markup {
    let groups: &[Group] = grid.rows.first().map_or(&[], |row| &row.planned.groups);
    let mut heads = String::new();
    if !groups.is_empty() {
        heads.push_str("<th scope=\"col\">Points</th>");
    }
    for group in groups {
        _ = write!(heads, "<th scope=\"col\">{}</th>", Escaped(&group_name(&group.name)));
    }
    let mut rows = String::new();
    for row in &grid.rows {
        write_row(&mut rows, row, run.summaries.get(&row.place), groups.len());
    }
    filled(
        TEMPLATE,
        &[
            ("problem", &problem),
            ("solutions", &grid.rows.len()),
            ("points", &Markup(heads)),
            ("rows", &Markup(rows)),
        ],
    )
}

fn group_name(name: &Name) -> String {
    if *name.as_bytes() == *Group::REST.as_bytes() { "other cases".to_owned() } else { name.to_string() }
}

/// One solution. Cells have no end tags, as HTML permits: there may be many thousands.
fn write_row(out: &mut String, row: &GridRow<'_>, summary: Option<&SolutionSummary>, groups: usize) {
    let subject = &row.planned.subject;
    let (mark, class) = match summary {
        None => ("–", "open"),
        Some(summary) if summary.is_left_out() => ("–", "open"),
        Some(summary) if summary.as_expected => ("✓", "good"),
        Some(_) => ("✗", "bad"),
    };
    let verdict = match summary {
        None => "–",
        Some(summary) if summary.is_absent => "missing",
        Some(summary) => summary.verdict.code(),
    };
    _ = write!(
        out,
        "<tr id=\"{}\"><td class=\"mark {class}\">{mark}<th scope=row>{}<td class=text>{}<td class=text>{verdict}",
        Escaped(&links::of_solution(subject)),
        Escaped(&subject.solution.to_string()),
        Escaped(&subject.language),
    );
    let Some(summary) = summary else {
        _ = writeln!(
            out,
            "<td colspan={} class=text>not complete</tr>",
            5 + usize::from(groups > 0) + groups
        );
        return;
    };
    _ = write!(out, "<td>{}/{}", summary.accepted, summary.cases);
    write_points(out, summary, groups);
    write_time(out, summary);
    write_memory(out, row.planned, summary);
    _ = writeln!(out, "<td class=text>{}</tr>", Escaped(&expectation(summary, row.planned)));
}

fn write_points(out: &mut String, summary: &SolutionSummary, groups: usize) {
    if groups == 0 {
        return;
    }
    let Some(score) = &summary.score else {
        out.push_str(&"<td>–".repeat(groups + 1));
        return;
    };
    let mut write = |points: f64, full: f64| {
        _ = write!(out, "<td>{}<small>of {}</small>", points_text(points), points_text(full));
    };
    write(score.points, score.full);
    score.groups.iter().for_each(|GroupScore { points, full, .. }| write(*points, *full));
}

/// A value as a bar within its limit.
fn write_bar(out: &mut String, text: &str, limit: &str, share: u128) {
    let class = match share {
        80.. => "bar high",
        50.. => "bar much",
        _ => "bar",
    };
    _ = write!(out, "<td class=\"{class}\" style=--p:{}%>{text}<small>of {limit}</small>", share.min(100));
}

fn write_time(out: &mut String, summary: &SolutionSummary) {
    let Some(slowest) = &summary.slowest else {
        out.push_str("<td>–<td>");
        return;
    };
    let limit = format!("{} s", slowest.limit.as_secs_f64());
    let mark = if slowest.was_killed { "> " } else { "" };
    let time = if slowest.was_killed { limit.clone() } else { seconds(slowest.cpu) };
    let share = percent(slowest.cpu.as_nanos(), slowest.limit.as_nanos());
    write_bar(out, &format!("{}{time}", Escaped(mark)), &limit, share);
    _ = write!(out, "<td class=text>{}", Escaped(&slowest.case.to_string()));
}

fn write_memory(out: &mut String, planned: &PlannedSolution, summary: &SolutionSummary) {
    let limit = planned.cases.iter().map(|case| case.limits.memory).max();
    let (Some(limit), Some(_)) = (limit, &summary.slowest) else {
        out.push_str("<td>–");
        return;
    };
    let share = percent(summary.max_memory.0.into(), limit.0.into());
    write_bar(out, &mebibytes(summary.max_memory), &mebibytes(limit).replace(".0 ", " "), share);
}

/// What was expected, where the mark alone does not say it; and why it was not judged.
fn expectation(summary: &SolutionSummary, planned: &PlannedSolution) -> String {
    let expected = || alternatives(&summary.expected);
    let trouble =
        summary.trouble.as_deref().and_then(|text| text.lines().find(|line| !line.trim().is_empty()));
    let mut parts = Vec::new();
    if let Some(unmet) = &summary.unmet {
        parts.push(format!("expected {unmet}, but no case shows it"));
    } else if summary.is_absent {
        // The reason says it all.
    } else if let Some(why) = summary.incomplete() {
        let is_other = summary.verdict != Verdict::Skipped && !summary.expected.contains(&summary.verdict);
        parts.extend(is_other.then(|| format!("expected {}", expected())));
        parts.push(why);
    } else if summary.is_left_out() || summary.verdict == Verdict::Skipped {
        parts.push("not run".to_owned());
    } else if !summary.as_expected && !summary.expected.contains(&summary.verdict) {
        parts.push(format!("expected {}", expected()));
    } else if summary.as_expected && summary.verdict != Verdict::Accepted {
        parts.push("as expected".to_owned());
    } else if !summary.as_expected && summary.points_unmet.is_none() {
        parts.push(format!("a case is not {}", expected()));
    }
    parts.extend(summary.points_unmet.clone());
    parts.extend(trouble.filter(|_| summary.slowest.is_none()).map(|text| plain(text.trim())));
    parts.extend(planned.note.as_deref().map(plain));
    parts.join("; ")
}
