//! The board: cells, directions, walls, the apple and the snake.
//!
//! Cells live on a 16 × 16 torus whatever the size of the board, and all that is not board is wall. The board has
//! at most 15 rows and columns, so row 15 and column 15 are always wall and a step over any edge lands in one of them:
//! no search needs a bounds check, and a cell number is always a valid index of an array of 256.

/// Cells of the torus: the length of an array indexed by [`Cell::index`].
pub const N_CELLS: usize = 256;

/// The longest side of a board.
pub const MAX_SIDE: usize = 15;

/// Up, right, down, left, as differences of cell numbers modulo 256.
const STEPS: [u8; 4] = [240, 1, 16, 255];

/// A direction: 0 up, 1 right, 2 down, 3 left.
pub type Direction = usize;

/// All directions, in the order in which every search tries them.
pub const DIRECTIONS: [Direction; 4] = [0, 1, 2, 3];

/// The direction that undoes a step.
#[must_use]
pub const fn opposite(direction: Direction) -> Direction {
    direction ^ 2
}

/// A cell of the torus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in a row and a column, both counted from 0 and below 16.
    #[must_use]
    pub fn new(row: usize, col: usize) -> Self {
        assert!(row < 16 && col < 16, "row {row}, column {col} is off the torus");
        Self::at(row * 16 + col)
    }

    /// The cell with an index.
    #[must_use]
    pub fn at(index: usize) -> Self {
        Self(u8::try_from(index).expect("a cell number is below 256"))
    }

    /// The index: 16 × row + column.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The row, from 0.
    #[must_use]
    pub fn row(self) -> usize {
        usize::from(self.0 >> 4)
    }

    /// The column, from 0.
    #[must_use]
    pub fn col(self) -> usize {
        usize::from(self.0 & 15)
    }

    /// The neighbour in a direction.
    #[must_use]
    pub fn step(self, direction: Direction) -> Self {
        Self(self.0.wrapping_add(STEPS[direction]))
    }
}

/// A position of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Rows, 1 to 15.
    pub rows: usize,
    /// Columns, 1 to 15.
    pub cols: usize,
    /// Where the head may never go, by [`Cell::index`]; true everywhere outside the board.
    pub walls: [bool; N_CELLS],
    /// The goal.
    pub apple: Cell,
    /// The snake, head first.
    pub snake: Vec<Cell>,
}

impl Board {
    /// The cell of the head.
    #[must_use]
    pub fn head(&self) -> Cell {
        self.snake[0]
    }

    /// Whether a cell is wall or outside.
    #[must_use]
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.walls[cell.index()]
    }

    /// The directions that lead from each segment to the one behind it, head first.
    #[must_use]
    pub fn body(&self) -> Vec<Direction> {
        body_of(&self.snake)
    }

    /// All cells of the board, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let cols = self.cols;
        (0..self.rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)))
    }

    /// The board in the form of the input.
    #[must_use]
    pub fn to_input(&self) -> String {
        let mut text = format!("{} {}\n", self.rows, self.cols);
        for cell in self.cells() {
            let segment = self.snake.iter().position(|&part| part == cell);
            text.push(match segment {
                Some(idx) => {
                    char::from_digit(u32::try_from(idx + 1).expect("at most 9"), 10).expect("one digit")
                }
                None if cell == self.apple => '@',
                None if self.is_wall(cell) => '#',
                None => '.',
            });
            if cell.col() + 1 == self.cols {
                text.push('\n');
            }
        }
        text
    }
}

/// The directions that lead from each cell of a snake to the one behind it.
#[must_use]
pub fn body_of(snake: &[Cell]) -> Vec<Direction> {
    let toward = |from: Cell, to: Cell| {
        DIRECTIONS
            .into_iter()
            .find(|&direction| from.step(direction) == to)
            .expect("segments in a row are side by side")
    };
    snake.windows(2).map(|pair| toward(pair[0], pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use crate::board::{Cell, DIRECTIONS, opposite};
    use crate::read;

    #[test]
    fn a_step_and_its_opposite_cancel_out() {
        for direction in DIRECTIONS {
            for index in 0..256 {
                let cell = Cell::at(index);
                assert_eq!(cell.step(direction).step(opposite(direction)), cell);
            }
        }
    }

    #[test]
    fn every_step_over_an_edge_lands_in_row_15_or_column_15() {
        for along in 0..15 {
            assert_eq!(Cell::new(0, along).step(0).row(), 15);
            assert_eq!(Cell::new(14, along).step(2).row(), 15);
            assert_eq!(Cell::new(along, 0).step(3).col(), 15);
            assert_eq!(Cell::new(along, 14).step(1).col(), 15);
        }
    }

    #[test]
    fn a_board_prints_as_it_was_read() {
        let input = "3 4\n#.@.\n.12.\n##3.\n";
        let board = read::board(input.as_bytes()).unwrap();
        assert_eq!(board.to_input(), input);
        assert_eq!(board.body(), [1, 2]);
        assert!(
            board.is_wall(Cell::new(0, 0))
                && board.is_wall(Cell::new(3, 0))
                && board.is_wall(Cell::new(0, 4))
        );
        assert!(!board.is_wall(board.apple) && !board.is_wall(board.head()));
    }
}
