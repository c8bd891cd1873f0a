//! Breadth-first search over pictures of the board, with a hash of the picture as its only memory.
//!
//! What the hash can distinguish is the whole difference between the programs that use it.

use std::collections::{HashSet, VecDeque};
use std::hash::Hash;

use crate::board::{Board, Cell, DIRECTIONS, N_CELLS};

/// One byte a cell of the torus: [`FREE`], 1 to 9 the snake, [`WALL`].
pub type Picture = [u8; N_CELLS];

/// A free cell.
pub const FREE: u8 = 0;

/// A wall.
pub const WALL: u8 = 10;

/// The least number of moves to the apple, as far as the hash tells two pictures apart.
///
/// # Panics
///
/// The snake is longer than the statement allows.
#[must_use]
pub fn search<H: Eq + Hash>(board: &Board, hash: impl Fn(&Picture) -> H) -> Option<u32> {
    let length = u8::try_from(board.snake.len()).expect("at most 9");
    let mut start = board.walls.map(|is_wall| if is_wall { WALL } else { FREE });
    for (cell, segment) in board.snake.iter().zip(1..) {
        start[cell.index()] = segment;
    }
    let mut seen = HashSet::from([hash(&start)]);
    let mut queue = VecDeque::from([(start, board.head(), 0)]);
    while let Some((picture, head, moves)) = queue.pop_front() {
        for direction in DIRECTIONS {
            let next = head.step(direction);
            let there = picture[next.index()];
            if there != FREE && there != length {
                continue;
            }
            if next == board.apple {
                return Some(moves + 1);
            }
            let moved = slide(&picture, next, length);
            if seen.insert(hash(&moved)) {
                queue.push_back((moved, next, moves + 1));
            }
        }
    }
    None
}

fn slide(picture: &Picture, head: Cell, length: u8) -> Picture {
    let mut moved = picture.map(|place| match place {
        FREE | WALL => place,
        last if last == length => FREE,
        segment => segment + 1,
    });
    moved[head.index()] = 1;
    moved
}

/// The cells that are on the board, row by row.
pub fn places(picture: &Picture, board: &Board) -> impl Iterator<Item = u8> {
    picture.chunks(16).take(board.rows).flat_map(|row| &row[..board.cols]).copied()
}

#[cfg(test)]
mod tests {
    use crate::picture::search;
    use crate::read;

    #[test]
    fn with_the_picture_itself_as_its_hash_the_search_is_sound() {
        for (text, expected) in
            [("4 5\n##...\n..1#@\n432#.\n...#.\n", Some(4)), ("4 4\n#78#\n.612\n.543\n..@.\n", Some(6))]
        {
            let board = read::board(text.as_bytes()).expect("a board of the statement");
            assert_eq!(search(&board, |picture| *picture), expected);
        }
    }
}
