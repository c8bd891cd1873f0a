//! Breadth-first search over (head, directions of the body), the body packed into two bits a segment.
//!
//! State: the cell of the head and k-1 directions, segment 1 to 2 in the lowest two bits. A move shifts the number
//! up by two bits, puts the way back to the old head at the bottom and masks the tail off.
//! Duplicates: a table of one byte for each of 256 × 4^(k-1) states; no hash, so nothing can be confused.
//! Whether a cell is taken is read from a grid on which only the body is drawn and wiped again: O(k) a state.
//! At most 802,660 states on a 15 × 15 board; 17 MB for the table. Sound; the reference of this problem.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::process::ExitCode;

use codeforces_225d::board::{Board, Cell, DIRECTIONS, N_CELLS, opposite};

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// The least number of moves to the apple.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let n_turns = board.snake.len() - 1;
    let all_turns = (1 << (2 * n_turns)) - 1;
    let start = board.body().iter().rev().fold(0, |turns, &turn| turns << 2 | turn);

    let mut seen = vec![false; N_CELLS << (2 * n_turns)];
    let mut taken = [false; N_CELLS];
    let mut queue = VecDeque::from([(board.head(), start, 0)]);
    seen[board.head().index() << (2 * n_turns) | start] = true;
    while let Some((head, turns, moves)) = queue.pop_front() {
        draw_body(&mut taken, head, turns, n_turns, true);
        for direction in DIRECTIONS {
            let next = head.step(direction);
            if board.is_wall(next) || taken[next.index()] {
                continue;
            }
            if next == board.apple {
                return Some(moves + 1);
            }
            let next_turns = (turns << 2 | opposite(direction)) & all_turns;
            let mark = &mut seen[next.index() << (2 * n_turns) | next_turns];
            if !*mark {
                *mark = true;
                queue.push_back((next, next_turns, moves + 1));
            }
        }
        draw_body(&mut taken, head, turns, n_turns, false);
    }
    None
}

/// Draws or wipes all segments but the head, which no step can meet, and the tail, which leaves its cell.
fn draw_body(taken: &mut [bool; N_CELLS], head: Cell, turns: usize, n_turns: usize, value: bool) {
    let mut cell = head;
    for segment in 0..n_turns - 1 {
        cell = cell.step(turns >> (2 * segment) & 3);
        taken[cell.index()] = value;
    }
}
