//! UNSOUND twice over: breadth-first search that remembers one 64-bit hash of the body and nothing else.
//!
//! State: a copy of the whole board, 17 × 17 with its border. A move adds one to every digit, wipes the last and
//! writes the new head. Duplicates: the body's cell numbers as a polynomial in 998244353 modulo 2^64, in a hash set.
//! First fault: the cell number is (row - 1) × n + column with n the number of rows, so on a board with more columns
//! than rows two cells share a number, and a snake and its copy one row down and n columns left count as one.
//! Second fault: 998244353 is 1 + x with x = 119 × 2^23. Its powers modulo 2^64 are 1 + i·x + i·(i-1)/2·x², since x³
//! is 0, so the hash knows the body only by three sums: of v, of i·v and of i²·v. Different bodies agree in all three.
//! A base made of a small number and a power of two has short powers; any odd number without that form is better.
#![forbid(unsafe_code)]

use std::collections::{HashSet, VecDeque};
use std::process::ExitCode;

use codeforces_225d::board::Board;

const BASE: u64 = 998_244_353;
const SIDE: usize = 17;
const FREE: u8 = 0;
const WALL: u8 = u8::MAX;

type Picture = [[u8; SIDE]; SIDE];

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// What it takes for the least number of moves to the apple.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let length = board.snake.len();
    let mut start = [[WALL; SIDE]; SIDE];
    for cell in board.cells().filter(|&cell| !board.is_wall(cell)) {
        start[cell.row() + 1][cell.col() + 1] = FREE;
    }
    for (&cell, segment) in board.snake.iter().zip(1..) {
        start[cell.row() + 1][cell.col() + 1] = segment;
    }
    let apple = (board.apple.row() + 1, board.apple.col() + 1);
    let mut seen = HashSet::from([hash(&start, board)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((picture, moves)) = queue.pop_front() {
        let (row, col) = cells_by_segment(&picture, board)[0];
        for (next_row, next_col) in [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)] {
            let there = picture[next_row][next_col];
            if there != FREE && usize::from(there) != length {
                continue;
            }
            if (next_row, next_col) == apple {
                return Some(moves + 1);
            }
            let moved = slide(&picture, (next_row, next_col), length);
            if seen.insert(hash(&moved, board)) {
                queue.push_back((moved, moves + 1));
            }
        }
    }
    None
}

fn slide(picture: &Picture, head: (usize, usize), length: usize) -> Picture {
    let mut moved = *picture;
    for place in moved.iter_mut().flatten() {
        if *place != FREE && *place != WALL {
            *place = if usize::from(*place) == length { FREE } else { *place + 1 };
        }
    }
    moved[head.0][head.1] = 1;
    moved
}

fn cells_by_segment(picture: &Picture, board: &Board) -> [(usize, usize); 9] {
    let mut cells = [(0, 0); 9];
    for (row, places) in picture.iter().enumerate().take(board.rows + 1) {
        for (col, &place) in places.iter().enumerate().take(board.cols + 1) {
            if (1..=9).contains(&place) {
                cells[usize::from(place) - 1] = (row, col);
            }
        }
    }
    cells
}

fn hash(picture: &Picture, board: &Board) -> u64 {
    let cells = cells_by_segment(picture, board);
    cells[..board.snake.len()].iter().fold(0, |hash: u64, &(row, col)| {
        let number = u64::try_from((row - 1) * board.rows + col).expect("a small number");
        hash.wrapping_mul(BASE).wrapping_add(number)
    })
}
