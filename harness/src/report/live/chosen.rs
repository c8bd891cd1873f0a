//! The rows of the matrix for which there is room: those in which something happens, and those that went wrong.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::{PlannedSolution, RunPlan};
use crate::model::counted;
use crate::report::human::matrix::painted;
use crate::report::live::cells::Layout;
use crate::report::live::row::LiveRow;
use crate::ui::{Tone, fit, paint, width_of};

/// Why a row is shown, and which go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It runs now.
    Runs,
    /// Something of it was judged, and something was not.
    Begun,
    /// It is done, and not as expected.
    Unexpected,
    /// It is done.
    Done,
}

/// The matrix in at most so many lines; none where nothing could be seen in them.
pub fn matrix_lines(plan: &RunPlan, rows: &[LiveRow], columns: usize, most: usize) -> Vec<String> {
    /// A heading, a row, and what is not shown.
    const FEWEST: usize = 3;
    /// Columns of a name and of some letters.
    const NARROWEST: usize = 20;
    if most < FEWEST || columns < NARROWEST {
        return Vec::new();
    }
    let ranks = ranks(rows);
    let Chosen { rows: chosen, is_all } = choose(plan, &ranks, most);
    let mut lines = Vec::new();
    let names = chosen.iter().map(|index| width_of(&plan.solutions()[*index].subject.solution.shown()));
    let widest = (columns / 3).clamp(4, 32);
    let name_width = names.max().unwrap_or(0).min(widest);
    let letters = columns.saturating_sub(name_width + 5).max(1);
    let mut problem = None;
    let mut layout = None;
    for index in &chosen {
        let planned = &plan.solutions()[*index];
        let list = planned.cases.as_ptr();
        let layout = match &layout {
            Some((known, layout)) if *known == list => layout,
            _ => &layout.insert((list, Layout::of(&planned.cases, letters))).1,
        };
        if problem.replace(&planned.subject.problem) != Some(&planned.subject.problem) {
            lines.push(heading(planned, layout, columns));
        }
        lines.push(row_line(planned, &rows[*index], (name_width, layout)));
    }
    let waiting = rows.len() - ranks.len();
    let hidden = ranks.len() - chosen.len();
    if let Some(line) = rest_line(hidden, waiting).filter(|_| !is_all || waiting > 0) {
        lines.push(paint(Tone::Faint, &fit(&line, columns.min(width_of(&line)))));
    }
    lines
}

/// The rank of each row that has begun.
fn ranks(rows: &[LiveRow]) -> BTreeMap<usize, Rank> {
    let rank = |row: &LiveRow| {
        if row.running > 0 {
            Some(Rank::Runs)
        } else if row.open == 0 {
            Some(if row.as_expected == Some(false) { Rank::Unexpected } else { Rank::Done })
        } else if row.open < row.letters.len() {
            Some(Rank::Begun)
        } else {
            None
        }
    };
    rows.iter().enumerate().filter_map(|(index, row)| Some((index, rank(row)?))).collect()
}

/// Rows in the order of the plan.
struct Chosen {
    rows: BTreeSet<usize>,
    is_all: bool,
}

/// Chooses rows for so many lines, of which one is left for what is not shown. A problem has a heading.
fn choose(plan: &RunPlan, ranks: &BTreeMap<usize, Rank>, most: usize) -> Chosen {
    let mut order: Vec<(Rank, usize)> = ranks.iter().map(|(index, rank)| (*rank, *index)).collect();
    // Of those that are done the last are of most interest.
    let age = |(rank, index): &(Rank, usize)| {
        (*rank, if *rank >= Rank::Unexpected { usize::MAX - index } else { *index })
    };
    order.sort_unstable_by_key(age);
    let mut problems = BTreeSet::new();
    let mut rows = BTreeSet::new();
    let mut left = most - 1;
    for (_, index) in &order {
        let problem = plan.solutions()[*index].subject.problem.as_bytes();
        let cost = 1 + usize::from(!problems.contains(problem));
        if cost > left {
            break;
        }
        left -= cost;
        problems.insert(problem);
        rows.insert(*index);
    }
    let is_all = rows.len() == order.len();
    Chosen { rows, is_all }
}

/// `codeforces-225d  45 cases`, and what a letter stands for where it is not one case.
fn heading(planned: &PlannedSolution, layout: &Layout, columns: usize) -> String {
    let cases = counted(planned.cases.len(), "case");
    let amount = match layout.per_cell {
        1 => format!("  {cases}"),
        several => format!("  {cases}, a letter for {several}"),
    };
    let name = planned.subject.problem.to_string();
    let room = columns.saturating_sub(2);
    let name = fit(&name, room.min(width_of(&name)));
    let amount = if width_of(&name) + width_of(&amount) < columns { amount } else { String::new() };
    format!("{}{}", paint(Tone::Strong, &name), paint(Tone::Faint, &amount))
}

/// `✓ map-dedup  ·····w···`.
fn row_line(planned: &PlannedSolution, row: &LiveRow, (name_width, layout): (usize, &Layout)) -> String {
    let mark = match row.as_expected {
        Some(true) => paint(Tone::Good, "✓"),
        Some(false) => paint(Tone::Bad, "✗"),
        None if row.letters.iter().any(u8::is_ascii_uppercase) => paint(Tone::Bad, "!"),
        None => " ".to_owned(),
    };
    let name = fit(&planned.subject.solution.to_string(), name_width);
    // What a solution as a whole is allowed, its cases are allowed.
    let letters =
        if row.as_expected == Some(true) { row.letters.to_ascii_lowercase() } else { row.letters.clone() };
    let cells = match row.unbuilt {
        Some(verdict) => {
            paint(if row.as_expected == Some(true) { Tone::Faint } else { Tone::Bad }, verdict.code())
        }
        None => painted(&layout.cells(&letters)),
    };
    format!("  {mark} {name} {cells}").trim_end().to_owned()
}

/// `  … 31 more are not shown, 20 wait`.
fn rest_line(hidden: usize, waiting: usize) -> Option<String> {
    let be = |count| if count == 1 { "is" } else { "are" };
    let verb = if waiting == 1 { "waits" } else { "wait" };
    match (hidden, waiting) {
        (0, 0) => None,
        (0, waiting) => Some(format!("  … {} {verb}", counted(waiting, "solution"))),
        (hidden, 0) => Some(format!("  … {hidden} more {} not shown", be(hidden))),
        (hidden, waiting) => Some(format!("  … {hidden} more {} not shown, {waiting} {verb}", be(hidden))),
    }
}
