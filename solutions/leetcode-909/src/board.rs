//! The board as a line of squares with jumps; where they lie in the picture matters to the input only.

use std::ops::RangeInclusive;

/// The faces of the die.
pub const FACES: usize = 6;

/// Squares 1 to `last` and the jumps between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of squares, which is the number of the goal.
    pub last: usize,
    /// Where the jump of each square leads, by its number; entry 0 is no square. A jump may lead to its own square.
    pub jumps: Vec<Option<usize>>,
}

impl Board {
    /// A board of any number of squares with a list of jumps from one square to another.
    #[must_use]
    pub fn new(last: usize, jumps: &[(usize, usize)]) -> Self {
        let mut board = Self { last, jumps: vec![None; last + 1] };
        for &(from, to) in jumps {
            assert!((1..=last).contains(&to), "the jump from {from} leads off the board to {to}");
            board.jumps[from] = Some(to);
        }
        board
    }

    /// The squares on which a roll from a square can land.
    #[must_use]
    pub fn landings(&self, square: usize) -> RangeInclusive<usize> {
        square + 1..=(square + FACES).min(self.last)
    }

    /// Where one stands after landing on a square: at the end of its jump. A jump that starts there is not taken.
    #[must_use]
    pub fn destination(&self, landing: usize) -> usize {
        self.jumps[landing].unwrap_or(landing)
    }

    /// The board as a literal, if its squares fill a square picture of this side.
    #[must_use]
    pub fn to_input(&self, side: usize) -> String {
        let value = |row: usize, col: usize| {
            let jump = self.jumps[square_at(side, row, col)];
            jump.map_or_else(|| "-1".to_owned(), |to| to.to_string())
        };
        let line = |row: usize| {
            let values: Vec<String> = (0..side).map(|col| value(row, col)).collect();
            format!("[{}]", values.join(","))
        };
        let lines: Vec<String> = (0..side).map(line).collect();
        format!("[{}]\n", lines.join(","))
    }
}

/// The number of the square in a row and a column of the picture, both from 0, the first row being the top one.
/// Numbers run from the bottom left corner to and fro, the lowest row to the right.
#[must_use]
pub fn square_at(side: usize, row: usize, col: usize) -> usize {
    let above = side - 1 - row;
    let along = if above.is_multiple_of(2) { col } else { side - 1 - col };
    above * side + along + 1
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, square_at};

    #[test]
    fn squares_are_numbered_to_and_fro_from_the_bottom_left() {
        let picture = |side| {
            let row = move |row| (0..side).map(|col| square_at(side, row, col)).collect::<Vec<_>>();
            (0..side).map(row).collect::<Vec<_>>()
        };
        assert_eq!(picture(2), [[4, 3], [1, 2]]);
        assert_eq!(picture(3), [[7, 8, 9], [6, 5, 4], [1, 2, 3]]);
    }

    #[test]
    fn a_jump_is_taken_once_and_rolls_end_at_the_goal() {
        let board = Board::new(9, &[(2, 5), (5, 9)]);
        assert_eq!([2, 3, 5].map(|landing| board.destination(landing)), [5, 3, 9]);
        assert_eq!(board.landings(1), 2..=7);
        assert_eq!(board.landings(8), 9..=9);
        assert_eq!(board.to_input(3), "[[-1,-1,-1],[-1,9,-1],[-1,5,-1]]\n");
    }
}
