//! SLOW: breadth-first search that remembers the whole board as two hashes with a remainder at every cell.
//!
//! State: the picture of the board. Duplicates: two polynomials of all cells modulo two primes, both kept, no check
//! for collisions; with 60 bits none has been found. Each state costs 450 remainders one after the other, which is
//! what makes it the slowest of the programs that hash.
#![forbid(unsafe_code)]

use std::collections::{HashSet, VecDeque};
use std::process::ExitCode;

use codeforces_225d::board::{Board, Cell, DIRECTIONS, N_CELLS};

const BASES: [u64; 2] = [13_331, 1_331];
const MODULI: [u64; 2] = [998_244_353, 1_000_000_007];

/// One byte a cell of the torus: 0 free, 1 to 9 the snake, 10 wall.
type Picture = [u8; N_CELLS];

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// The least number of moves to the apple, as far as anyone has seen.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let length = u8::try_from(board.snake.len()).expect("at most 9");
    let mut start = board.walls.map(|is_wall| if is_wall { 10 } else { 0 });
    for (cell, segment) in board.snake.iter().zip(1..) {
        start[cell.index()] = segment;
    }
    let mut seen = HashSet::from([hash(&start, board)]);
    let mut queue = VecDeque::from([(start, board.head(), 0)]);
    while let Some((picture, head, moves)) = queue.pop_front() {
        for direction in DIRECTIONS {
            let next = head.step(direction);
            let there = picture[next.index()];
            if there != 0 && there != length {
                continue;
            }
            if next == board.apple {
                return Some(moves + 1);
            }
            let moved = slide(&picture, next, length);
            if seen.insert(hash(&moved, board)) {
                queue.push_back((moved, next, moves + 1));
            }
        }
    }
    None
}

fn slide(picture: &Picture, head: Cell, length: u8) -> Picture {
    let mut moved = picture.map(|place| match place {
        0 | 10 => place,
        last if last == length => 0,
        segment => segment + 1,
    });
    moved[head.index()] = 1;
    moved
}

fn hash(picture: &Picture, board: &Board) -> [u64; 2] {
    let mut hashes = [0_u64; 2];
    for &place in picture.chunks(16).take(board.rows).flat_map(|row| &row[..board.cols]) {
        for (idx, hash) in hashes.iter_mut().enumerate() {
            *hash = (*hash * BASES[idx] + u64::from(place)) % MODULI[idx];
        }
    }
    hashes
}
