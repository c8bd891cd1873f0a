//! The cases of a solution as cells: one a case, in groups; where there is no room, one for several neighbours.

use crate::event::PlannedCase;
use crate::model::Verdict;
use crate::report::human::matrix::letter;

/// A case that has not been judged.
pub const OPEN: u8 = b' ';

/// A case that runs now.
pub const RUNNING: u8 = b'*';

/// Between groups.
pub const BORDER: u8 = b'|';

/// How cases become cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The cases of a group, by their places: each group begins where the one before ends.
    ends: Vec<usize>,
    /// Cases a cell.
    pub per_cell: usize,
    /// There is room for what stands between groups.
    has_borders: bool,
}

impl Layout {
    /// A layout of these cases in so many columns. A group is the folder that a case is in.
    pub fn of(cases: &[PlannedCase], columns: usize) -> Self {
        let folder = |case: &PlannedCase| {
            let bytes = case.name.as_bytes();
            bytes.iter().rposition(|byte| *byte == b'/').map(|end| bytes[..end].to_vec())
        };
        let mut ends: Vec<usize> = Vec::new();
        for group in cases.chunk_by(|one, next| folder(one) == folder(next)) {
            ends.push(ends.last().copied().unwrap_or(0) + group.len());
        }
        // Where groups take most of the room they are told no more.
        let has_borders = ends.len() * 4 <= columns.max(4);
        if !has_borders {
            ends = vec![cases.len()];
        }
        let mut layout = Self { ends, per_cell: 1, has_borders };
        while layout.width() > columns && layout.per_cell < cases.len() {
            let least = cases.len().div_ceil(columns.max(1));
            layout.per_cell = least.max(layout.per_cell + 1);
        }
        layout
    }

    fn groups(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(self.ends.iter().copied()).map(|(start, end)| start..end)
    }

    fn width(&self) -> usize {
        let cells: usize = self.groups().map(|group| group.len().div_ceil(self.per_cell)).sum();
        cells + if self.has_borders { self.ends.len().saturating_sub(1) } else { 0 }
    }

    /// The cells of these letters, one a case.
    pub fn cells(&self, letters: &[u8]) -> Vec<u8> {
        let mut cells = Vec::with_capacity(self.width());
        for (index, group) in self.groups().enumerate() {
            if index > 0 && self.has_borders {
                cells.push(BORDER);
            }
            let of_group = letters.get(group).unwrap_or_default();
            cells.extend(of_group.chunks(self.per_cell).map(merged));
        }
        cells
    }
}

/// The one letter that says most of several: what is not as expected, what runs, what is open, what was expected to
/// fail, and AC where all of them are.
fn merged(letters: &[u8]) -> u8 {
    let accepted = letter(Verdict::Accepted, true);
    let rank = |letter: u8| match letter {
        b'A'..=b'Z' => 0,
        RUNNING => 1,
        OPEN => 2,
        b'a'..=b'z' => 3,
        letter if letter == accepted => 5,
        _ => 4,
    };
    letters.iter().copied().min_by_key(|letter| rank(*letter)).unwrap_or(OPEN)
}

#[cfg(test)]
mod tests {
    use super::Layout;
    use crate::event::fixture::{planned, subject};
    use crate::model::Expectation;

    #[track_caller]
    fn check(cases: &[&str], letters: &str, columns: usize, expect: &str) {
        let planned = planned(&subject("p", "s", "c"), Expectation::accepted(), cases);
        let layout = Layout::of(&planned.cases, columns);
        let cells = String::from_utf8(layout.cells(letters.as_bytes())).unwrap();
        assert_eq!(cells, expect);
        assert!(cells.len() <= columns.max(1), "{cells:?}");
    }

    #[test]
    fn a_case_is_a_cell_and_groups_stand_apart() {
        check(&["1", "2", "3"], "..W", 20, "..W");
        check(&["a/1", "a/2", "b/1", "c/x/1", "c/x/2"], "..W*.", 20, "..|W|*.");
        check(&["1", "a/1"], ". ", 20, ".| ");
    }

    #[test]
    fn where_there_is_no_room_a_cell_is_several_cases() {
        check(&["1", "2", "3", "4", "5"], "....W", 3, "..W");
        check(&["1", "2", "3", "4", "5"], ".w. *", 3, "w *");
        check(&["1", "2", "3", "4"], ".-..", 2, "-.");
        check(&["1", "2", "3", "4", "5"], "W. *.", 1, "W");
        check(&["a/1", "a/2", "a/3", "a/4", "a/5", "b/1", "b/2", "b/3"], "...... W", 8, "...| W");
        // With more groups than there is room for, there are none.
        check(&["a/1", "b/1", "c/1", "d/1"], "...W", 4, "...W");
        check(&[], "", 4, "");
    }
}
