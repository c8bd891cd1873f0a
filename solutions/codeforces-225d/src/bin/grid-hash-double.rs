//! Breadth-first search that remembers the whole board as two mixed hashes: lucky rather than sound.
//!
//! State: the picture of the board. Duplicates: two polynomials of all cells modulo 2^64, one in 998244353, whose
//! weakness `grid-hash-overflow` shows, and one in a base with no such structure, mixed into 64 bits. Collisions are
//! possible and not checked, but none has been found on any board. Slow: each state hashes 225 cells and copies 256.
#![forbid(unsafe_code)]

use std::collections::{HashSet, VecDeque};
use std::process::ExitCode;

use codeforces_225d::board::{Board, Cell, DIRECTIONS, N_CELLS};

const BASES: [u64; 2] = [998_244_353, 6_364_136_223_846_793_005];

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

fn hash(picture: &Picture, board: &Board) -> u64 {
    let mut hashes = [0_u64; 2];
    for &place in picture.chunks(16).take(board.rows).flat_map(|row| &row[..board.cols]) {
        for (hash, base) in hashes.iter_mut().zip(BASES) {
            *hash = hash.wrapping_mul(base).wrapping_add(u64::from(place));
        }
    }
    hashes[0].rotate_left(32) ^ hashes[1]
}
