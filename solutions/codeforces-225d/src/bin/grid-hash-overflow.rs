//! UNSOUND: breadth-first search that remembers the whole board as one hash that overflows.
//!
//! State: the picture of the board. Duplicates: all cells, row by row, as a polynomial in 998244353 modulo 2^64.
//! Why it is wrong: that base is 119 × 2^23 + 1, so modulo 2^64 the hash knows only three sums of the picture, with
//! weights 1, i and i² (see `moment-hash`), and different snakes agree in all three. On a board of two rows and three
//! columns it already reports an apple as out of reach that is four moves away.
#![forbid(unsafe_code)]

use std::collections::{HashSet, VecDeque};
use std::process::ExitCode;

use codeforces_225d::board::{Board, Cell, DIRECTIONS, N_CELLS};

const BASE: u64 = 998_244_353;

/// One character a cell of the torus, as in the input; the hash is of the characters.
type Picture = [u8; N_CELLS];

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// What it takes for the least number of moves to the apple.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let tail = b'0' + u8::try_from(board.snake.len()).expect("at most 9");
    let mut start = board.walls.map(|is_wall| if is_wall { b'#' } else { b'.' });
    for (cell, segment) in board.snake.iter().zip(b'1'..) {
        start[cell.index()] = segment;
    }
    let mut seen = HashSet::from([hash(&start, board)]);
    let mut queue = VecDeque::from([(start, board.head(), 0)]);
    while let Some((picture, head, moves)) = queue.pop_front() {
        for direction in DIRECTIONS {
            let next = head.step(direction);
            let there = picture[next.index()];
            if there != b'.' && there != tail {
                continue;
            }
            if next == board.apple {
                return Some(moves + 1);
            }
            let moved = slide(&picture, next, tail);
            if seen.insert(hash(&moved, board)) {
                queue.push_back((moved, next, moves + 1));
            }
        }
    }
    None
}

fn slide(picture: &Picture, head: Cell, tail: u8) -> Picture {
    let mut moved = picture.map(|place| match place {
        b'#' | b'.' => place,
        last if last == tail => b'.',
        segment => segment + 1,
    });
    moved[head.index()] = b'1';
    moved
}

fn hash(picture: &Picture, board: &Board) -> u64 {
    let places = picture.chunks(16).take(board.rows).flat_map(|row| &row[..board.cols]);
    places.fold(0, |hash: u64, &place| hash.wrapping_mul(BASE).wrapping_add(u64::from(place)))
}
