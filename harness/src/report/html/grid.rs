//! Solutions × cases of one problem: which column a case has, what each cell shows, which columns are alike.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::event::{PlannedCase, PlannedSolution, RunPlan};
use crate::model::Name;
use crate::report::html::run::{Run, Seen};
use crate::report::human::matrix::letter;

/// One problem of a run.
pub struct Grid<'r> {
    /// Its cases, in the order in which solutions have them.
    pub cases: Vec<&'r PlannedCase>,
    /// Its solutions.
    pub rows: Vec<GridRow<'r>>,
}

/// One solution.
pub struct GridRow<'r> {
    /// Its place in the plan.
    pub place: usize,
    /// The solution.
    pub planned: &'r PlannedSolution,
    /// For each case of the problem the case with the limits of this solution, and what came of it.
    pub cells: Vec<Option<(&'r PlannedCase, Option<&'r Seen>)>>,
}

/// Columns that are shown as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The first.
    pub start: usize,
    /// The one after the last.
    pub end: usize,
}

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The letter of a verdict, or for AC the tenths of the time limit.
    pub letter: char,
    /// Its colour.
    pub class: &'static str,
}

impl<'r> Grid<'r> {
    /// The grid of the solutions at these places.
    pub fn of(run: &'r Run, plan: &'r RunPlan, places: &[usize]) -> Self {
        let mut cases: Vec<&PlannedCase> = Vec::new();
        let mut columns: HashMap<&Name, usize> = HashMap::new();
        let planned = |place: &usize| &plan.solutions()[*place];
        let mut last: Option<*const PlannedCase> = None;
        for list in places.iter().map(|place| &planned(place).cases) {
            // Most solutions share one list.
            if last.replace(list.as_ptr()) == Some(list.as_ptr()) {
                continue;
            }
            for case in list.iter() {
                if let Entry::Vacant(free) = columns.entry(&case.name) {
                    free.insert(cases.len());
                    cases.push(case);
                }
            }
        }
        let row = |place: &usize| {
            let planned = planned(place);
            let mut cells = vec![None; cases.len()];
            for (case, seen) in planned.cases.iter().zip(&run.seen[*place]) {
                cells[columns[&case.name]] = Some((case, seen.as_ref()));
            }
            GridRow { place: *place, planned, cells }
        };
        let rows = places.iter().map(row).collect();
        Self { cases, rows }
    }

    /// Neighbours in one group that look the same for every solution are one column.
    pub fn folds(&self) -> Vec<Fold> {
        let kind = |row: &GridRow<'_>, column: usize| row.cells[column].map(|cell| look(cell).kind());
        let are_alike = |one: usize, other: usize| {
            group(&self.cases[one].name) == group(&self.cases[other].name)
                && self.rows.iter().all(|row| kind(row, one) == kind(row, other))
        };
        let mut folds: Vec<Fold> = Vec::new();
        for column in 0..self.cases.len() {
            match folds.last_mut() {
                Some(last) if are_alike(last.start, column) => last.end = column + 1,
                _ => folds.push(Fold { start: column, end: column + 1 }),
            }
        }
        folds
    }
}

impl Look {
    /// What makes columns alike: all shares below a quarter, which differ from run to run, are one.
    fn kind(self) -> (char, &'static str) {
        let is_share = self.letter == '·' || self.letter.is_ascii_digit();
        let class = if self.class == "a1" { "a0" } else { self.class };
        (if is_share { '·' } else { self.letter }, class)
    }
}

impl GridRow<'_> {
    /// What is shown for columns that are alike: the largest share of them.
    pub fn folded(&self, fold: Fold) -> Option<Look> {
        let looks = self.cells[fold.start..fold.end].iter().flatten().map(|cell| look(*cell));
        // A digit is more than the dot, which stands for less than a tenth.
        looks.max_by_key(|look| if look.letter == '·' { '0' } else { look.letter })
    }
}

/// The group of a case: the folder that it is in; empty where it is in none.
pub fn group(name: &Name) -> &[u8] {
    let bytes = name.as_bytes();
    bytes.iter().rposition(|byte| *byte == b'/').map_or(&[], |end| &bytes[..end])
}

/// The classes of shares of a limit, each with the share at which it begins, in percent.
pub const SHARES: [(u128, &str); 5] = [(80, "a4"), (50, "a3"), (25, "a2"), (10, "a1"), (0, "a0")];

/// What part of a limit a value is, in percent.
pub fn percent(value: u128, limit: u128) -> u128 {
    value.saturating_mul(100) / limit.max(1)
}

fn look((case, seen): (&PlannedCase, Option<&Seen>)) -> Look {
    let Some(seen) = seen else { return Look { letter: ' ', class: "n" } };
    match letter(seen.verdict, seen.as_expected) {
        b'.' => {
            let share =
                seen.facts.map_or(0, |facts| percent(facts.cpu.as_nanos(), case.limits.time.as_nanos()));
            let class = SHARES.iter().find(|(from, _)| share >= *from).map_or("a0", |(_, class)| class);
            let tenths = u8::try_from((share / 10).min(9)).unwrap_or(9);
            Look { letter: if tenths == 0 { '·' } else { char::from(b'0' + tenths) }, class }
        }
        b'-' => Look { letter: '-', class: "s" },
        other => {
            let class = if other.is_ascii_uppercase() { "u" } else { "e" };
            Look { letter: char::from(other), class }
        }
    }
}
