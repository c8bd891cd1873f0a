//! Rows and columns of tables that go, together with the numbers that declare how many there are.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::shrink::edit::{Edit, MOST_WORK, Step, pieces, span_of};
use crate::shrink::numbers::{Number, numbers_of};
use crate::shrink::tables::{TextTable, tables_of};

/// Numbers that are taken for the count of the same rows, at most: the nearest.
const MOST_COUNTS: usize = 4;

/// Numbers before a table among which its counts are looked for.
const MOST_BEFORE: usize = 64;

/// The most numbers of an input in which cells may name cells.
const MOST_NAMING: usize = 2000;

/// The longest side of a table of which a row and a column go together in all ways.
const MOST_PAIRED: usize = 40;

/// Drops rows, columns, and of square tables both at once.
#[must_use]
pub fn steps(input: &[u8]) -> Vec<Step> {
    let numbers = numbers_of(input);
    let tables = tables_of(input);
    let mut steps = Vec::new();
    let mut by_size: Vec<(usize, &TextTable)> = tables.iter().enumerate().collect();
    by_size.sort_by_key(|(_, table)| Reverse(table.rows.len().max(table.columns())));
    for (index, table) in by_size {
        // A megabyte of pairs has as many tables; what goes first is what is large.
        if steps.len() >= MOST_WORK {
            break;
        }
        let (rows, columns) = (table.rows.len(), table.columns());
        let most = MOST_WORK / 16;
        for piece in pieces(rows, most).filter(|piece| piece.len() < rows) {
            let drop = Drop { rows: piece.clone(), columns: 0..0 };
            steps.extend(drop.steps(table, &numbers, (0, index, piece.start)));
        }
        for piece in pieces(columns, most / rows).filter(|piece| piece.len() < columns) {
            let drop = Drop { rows: 0..0, columns: piece.clone() };
            steps.extend(drop.steps(table, &numbers, (1, index, piece.start)));
        }
        if rows == columns && (2..=MOST_PAIRED).contains(&rows) {
            for row in pieces(rows, most).filter(|piece| piece.len() < rows) {
                for column in pieces(rows, most).filter(|column| column.len() == row.len()) {
                    let place = row.start * rows + column.start;
                    let drop = Drop { rows: row.clone(), columns: column };
                    steps.extend(drop.steps(table, &numbers, (2, index, place)));
                }
            }
        }
    }
    // A table within a list is found twice; what is done to it twice is tried once.
    steps.sort_by_key(|step| step.key);
    steps
}

/// What goes.
struct Drop {
    rows: Range<usize>,
    columns: Range<usize>,
}

impl Drop {
    /// The ways to do it: each number that may be a count goes down, or all of them, or none. Where
    /// cells name cells, those that would name one beyond the end name the last one then.
    fn steps(&self, table: &TextTable, numbers: &[Number], place: (usize, usize, usize)) -> Vec<Step> {
        let cuts = self.cuts(table);
        let counts = self.counts(table, numbers);
        let lowered =
            |number: &Number| number.becomes(number.value - i64::try_from(self.size()).unwrap_or(0));
        let mut ways: Vec<Vec<Edit>> = Vec::new();
        if counts.len() > 1 {
            ways.push(counts.iter().map(|number| lowered(number)).collect());
        }
        ways.extend(counts.iter().map(|number| vec![lowered(number)]));
        ways.push(Vec::new());
        let bounded = self.bounded(table, numbers);
        let mut edits: Vec<Vec<Edit>> = ways.into_iter().map(|way| [cuts.clone(), way].concat()).collect();
        if !bounded.is_empty() {
            edits.extend(edits.clone().into_iter().map(|way| [way, bounded.clone()].concat()));
        }
        let key = (Reverse(self.size()), place.0, place.1, place.2);
        edits.into_iter().map(|edits| Step { key, edits }).collect()
    }

    /// Rows or columns that go.
    fn size(&self) -> usize {
        self.rows.len().max(self.columns.len())
    }

    fn cuts(&self, table: &TextTable) -> Vec<Edit> {
        let mut cuts = Vec::new();
        if !self.columns.is_empty() {
            let kept = (0..table.rows.len()).filter(|row| !self.rows.contains(row));
            let span = |row: usize| span_of(&table.cells[row], self.columns.start, self.columns.end);
            cuts.extend(kept.map(|row| Edit::cut(span(row))));
        }
        if !self.rows.is_empty() {
            cuts.push(Edit::cut(span_of(&table.rows, self.rows.start, self.rows.end)));
        }
        cuts
    }

    /// The numbers before the table that say how many rows or columns it has, or some more where other
    /// lines follow that look otherwise. The nearest comes first.
    fn counts<'a>(&self, table: &TextTable, numbers: &'a [Number]) -> Vec<&'a Number> {
        let sides: BTreeSet<usize> = [(&self.rows, table.rows.len()), (&self.columns, table.columns())]
            .into_iter()
            .filter(|(gone, _)| !gone.is_empty())
            .map(|(_, side)| side)
            .collect();
        let is_count =
            |number: &&Number| usize::try_from(number.value).is_ok_and(|value| sides.contains(&value));
        let before = numbers.partition_point(|number| number.piece.end <= table.start());
        numbers[..before].iter().rev().take(MOST_BEFORE).filter(is_count).take(MOST_COUNTS).collect()
    }

    /// The numbers in the table that would be greater than the number of its cells, made as great as
    /// that. Where one is already, cells do not name cells.
    fn bounded(&self, table: &TextTable, numbers: &[Number]) -> Vec<Edit> {
        if numbers.len() > MOST_NAMING {
            return Vec::new();
        }
        let (rows, columns) = (table.rows.len(), table.columns());
        let cells = rows * columns;
        let left = (rows - self.rows.len()) * (columns - self.columns.len());
        let before = |place: usize| numbers.partition_point(|number| number.piece.start < place);
        let inside = &numbers[before(table.start())..before(table.end())];
        let count = |number: &Number| usize::try_from(number.value).unwrap_or(0);
        if inside.iter().any(|number| count(number) > cells) {
            return Vec::new();
        }
        let beyond = inside.iter().filter(|number| count(number) > left);
        beyond.map(|number| number.becomes(i64::try_from(left).unwrap_or(i64::MAX))).collect()
    }
}
