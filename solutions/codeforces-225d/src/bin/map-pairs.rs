//! SLOW: breadth-first search over pairs of coordinate vectors in an ordered set.
//!
//! State: the rows and the columns of the k cells in two vectors, and the pair is the key of an ordered set.
//! Sound, since the key is the state; but a comparison walks through two vectors in two places of the heap, each
//! state costs four allocations, and the set holds some 100 MB on the largest boards.
#![forbid(unsafe_code)]

use std::collections::{BTreeSet, VecDeque};
use std::process::ExitCode;

use codeforces_225d::board::{Board, Cell, DIRECTIONS};

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// The least number of moves to the apple.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let rows: Vec<u8> = board.snake.iter().map(|&cell| coordinates(cell).0).collect();
    let cols: Vec<u8> = board.snake.iter().map(|&cell| coordinates(cell).1).collect();
    let mut seen = BTreeSet::from([(rows.clone(), cols.clone())]);
    let mut queue = VecDeque::from([((rows, cols), 0)]);
    while let Some(((rows, cols), moves)) = queue.pop_front() {
        let n_staying = rows.len() - 1;
        for direction in DIRECTIONS {
            let next = Cell::new(rows[0].into(), cols[0].into()).step(direction);
            let (row, col) = coordinates(next);
            if board.is_wall(next) || (0..n_staying).any(|idx| (rows[idx], cols[idx]) == (row, col)) {
                continue;
            }
            if next == board.apple {
                return Some(moves + 1);
            }
            let next_rows: Vec<u8> = [row].into_iter().chain(rows[..n_staying].iter().copied()).collect();
            let next_cols: Vec<u8> = [col].into_iter().chain(cols[..n_staying].iter().copied()).collect();
            let state = (next_rows, next_cols);
            if seen.insert(state.clone()) {
                queue.push_back((state, moves + 1));
            }
        }
    }
    None
}

fn coordinates(cell: Cell) -> (u8, u8) {
    let small = |side: usize| u8::try_from(side).expect("a side is below 16");
    (small(cell.row()), small(cell.col()))
}
