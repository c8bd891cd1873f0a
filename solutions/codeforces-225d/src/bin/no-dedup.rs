//! TOO HUNGRY: breadth-first search that never asks whether it has been somewhere before.
//!
//! State: the rows and the columns of the k cells in two vectors. Duplicates: not looked for, so the queue holds
//! every legal game and not every position. Right whenever it ends: a shorter game still leaves the queue first.
//! On an open board the queue grows about 2.7 times with each move and passes 256 MiB within a second. On a lone
//! cycle with the apple out of reach there is always one state in the queue, and it goes round for ever.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::process::ExitCode;

use codeforces_225d::board::{Board, Cell, DIRECTIONS};

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// The least number of moves to the apple, if there is the memory and the time.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let rows: Vec<usize> = board.snake.iter().map(|cell| cell.row()).collect();
    let cols: Vec<usize> = board.snake.iter().map(|cell| cell.col()).collect();
    let mut queue = VecDeque::from([(rows, cols, 0_u32)]);
    while let Some((rows, cols, moves)) = queue.pop_front() {
        let n_staying = rows.len() - 1;
        for direction in DIRECTIONS {
            let next = Cell::new(rows[0], cols[0]).step(direction);
            let (row, col) = (next.row(), next.col());
            if board.is_wall(next) || (0..n_staying).any(|idx| (rows[idx], cols[idx]) == (row, col)) {
                continue;
            }
            if next == board.apple {
                return Some(moves + 1);
            }
            let next_rows = [row].into_iter().chain(rows[..n_staying].iter().copied()).collect();
            let next_cols = [col].into_iter().chain(cols[..n_staying].iter().copied()).collect();
            queue.push_back((next_rows, next_cols, moves.wrapping_add(1)));
        }
    }
    None
}
