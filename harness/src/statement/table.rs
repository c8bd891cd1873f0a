//! Samples in tables: a row that says *input* and *output*, and below it a row for each sample.

use crate::statement::label::{Kind, Part, label};
use crate::statement::value::{Value, of_text};

/// What the columns of a table are.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    parts: Vec<Option<(Part, Option<u32>)>>,
}

/// The parts of samples in a row, each with the number of its sample; a row of labels tells the columns.
pub fn row(columns: &mut Columns, cells: &[String]) -> Vec<(Part, Option<u32>, Value)> {
    let part = |cell: &String| match label(cell).filter(|label| label.rest.is_empty())?.kind {
        Kind::Part(part) => Some((part, label(cell)?.number)),
        Kind::Sample | Kind::Other => None,
    };
    let parts: Vec<_> = cells.iter().map(part).collect();
    let count = |wanted| parts.iter().flatten().filter(|(part, _)| *part == wanted).count();
    if count(Part::Input) == 1 && count(Part::Output) == 1 {
        columns.parts = parts;
        return Vec::new();
    }
    let value = |cell: &String| {
        let lines: Vec<String> = cell.lines().map(str::to_owned).collect();
        of_text(&lines, false)
    };
    if columns.parts.is_empty() {
        // A row for each part: its label, then its value.
        return match (parts.as_slice(), cells) {
            ([Some((part, number)), None], [_, cell]) => vec![(*part, *number, value(cell))],
            _ => Vec::new(),
        };
    }
    let is_whole = cells.len() == columns.parts.len();
    let found = columns.parts.iter().zip(cells.iter().map(Some).chain(std::iter::repeat(None)));
    let of_cell = |(part, cell): (&Option<(Part, Option<u32>)>, Option<&String>)| {
        let (part, number) = (*part)?;
        let value = match cell.filter(|_| is_whole) {
            Some(cell) => value(cell),
            None => Err("has no cell of its own in its row".to_owned()),
        };
        Some((part, number, value))
    };
    let mut found: Vec<_> = found.filter_map(of_cell).collect();
    found.sort_by_key(|(part, ..)| *part == Part::Output);
    // A number in the head is that of the first row only.
    columns.parts.iter_mut().flatten().for_each(|(_, number)| *number = None);
    found
}
