//! A picture of a board and of a shortest way, as text for people.

use common::caption;
use common::malformed::Malformed;

use crate::board::{Board, Cell, Direction};
use crate::path;
use crate::read;

/// Up, right, down, left: in words, and as an arrow.
const MOVES: [(char, char); 4] = [('U', '↑'), ('R', '→'), ('D', '↓'), ('L', '←')];

/// Moves that stand together in the list, so that they can be counted.
const TOGETHER: usize = 10;

/// Columns between two boards.
const GAP: &str = "   ";

/// The board with the snake, and beside it the way of the head: an arrow points from each cell to the next one. Where
/// the head comes through a cell more than once the last arrow is the one that is seen; the list of moves has all.
///
/// # Errors
///
/// The first place at which the input is no board.
pub fn picture(input: &[u8], output: Option<&[u8]>) -> Result<String, Malformed> {
    let board = read::board(input)?;
    let way = path::shortest(&board);
    let verdict = caption::verdict(way.as_ref().map(Vec::len), "move", output);
    let title = format!("{} × {}, snake of {}: {verdict}", board.rows, board.cols, board.snake.len());
    let start = drawn(&board, |cell| on_board(&board, cell));
    let Some(way) = way else { return Ok(lines(title, start)) };
    let arrows = arrows(&board, &way);
    let moved = drawn(&board, |cell| on_way(&board, &arrows, cell));
    let rows = start.iter().zip(&moved).map(|(start, moved)| format!("{start}{GAP}{moved}"));
    let moves: Vec<char> = way.iter().map(|&direction| MOVES[direction].0).collect();
    let words: Vec<String> = moves.chunks(TOGETHER).map(|moves| moves.iter().collect()).collect();
    Ok(lines(title, rows) + &caption::wrapped("moves:", &words))
}

fn lines(title: String, rows: impl IntoIterator<Item = String>) -> String {
    let all: Vec<String> = [title].into_iter().chain(rows).collect();
    all.join("\n") + "\n"
}

/// The rows of a frame with these characters in it.
fn drawn(board: &Board, at: impl Fn(Cell) -> char) -> Vec<String> {
    let edge = |left: char, right: char| format!("{left}{}{right}", "─".repeat(2 * board.cols + 1));
    let row = |row: usize| {
        let cells: String = (0..board.cols).flat_map(|col| [' ', at(Cell::new(row, col))]).collect();
        format!("│{cells} │")
    };
    let rows = (0..board.rows).map(row);
    [edge('┌', '┐')].into_iter().chain(rows).chain([edge('└', '┘')]).collect()
}

fn on_board(board: &Board, cell: Cell) -> char {
    match board.snake.iter().zip('1'..='9').find(|(segment, _)| **segment == cell) {
        Some((_, digit)) => digit,
        None if cell == board.apple => '@',
        None if board.is_wall(cell) => '#',
        None => '.',
    }
}

fn on_way(board: &Board, arrows: &[(Cell, char)], cell: Cell) -> char {
    match arrows.iter().rev().find(|(from, _)| *from == cell) {
        Some((_, arrow)) => *arrow,
        None if cell == board.apple => '@',
        None if board.is_wall(cell) => '#',
        None => '.',
    }
}

/// The cells that the head leaves, in their order, and whither.
fn arrows(board: &Board, way: &[Direction]) -> Vec<(Cell, char)> {
    let mut head = board.head();
    let leave = |&direction: &Direction| {
        let left = head;
        head = head.step(direction);
        (left, MOVES[direction].1)
    };
    way.iter().map(leave).collect()
}

#[cfg(test)]
mod tests {
    use crate::view::picture;

    #[track_caller]
    fn check(input: &str, output: Option<&str>, expected: &str) {
        assert_eq!(picture(input.as_bytes(), output.map(str::as_bytes)).unwrap(), expected);
    }

    #[test]
    fn the_way_stands_beside_the_board() {
        check(
            "4 5\n##...\n..1#@\n432#.\n...#.\n",
            Some("4\n"),
            "4 × 5, snake of 4: 4 moves, as the output says
┌───────────┐   ┌───────────┐
│ # # . . . │   │ # # → → ↓ │
│ . . 1 # @ │   │ . . ↑ # @ │
│ 4 3 2 # . │   │ . . . # . │
│ . . . # . │   │ . . . # . │
└───────────┘   └───────────┘
moves: URRD
",
        );
    }

    #[test]
    fn where_there_is_no_way_there_is_the_board_alone() {
        check(
            "1 5\n321#@\n",
            Some("2\n"),
            "1 × 5, snake of 3: no way; the output says 2 moves
┌───────────┐
│ 3 2 1 # @ │
└───────────┘
",
        );
    }

    #[test]
    fn what_is_no_board_is_refused_with_its_place() {
        let reason = picture(b"1 5\n321#?\n", None).unwrap_err().to_string();
        assert_eq!(reason, "line 2, column 5: `?` is none of `#`, `.`, `@`, `1` to `9`");
    }
}
