//! Breadth-first search over (head, directions), the newest direction in the top bits.
//!
//! State: row and column of the head and k-1 directions, two bits each, the step behind the head at the top. A move
//! shifts down, so that the tail falls out at the bottom, and adds the new step at the top: no mask is needed.
//! Duplicates: a table with a stride of 20 for rows and columns, one byte a state. Sound.
//! The grid of taken cells holds walls and body alike; the body is toggled on and off for each state, O(k).
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::process::ExitCode;

use codeforces_225d::board::{Board, Cell, DIRECTIONS, N_CELLS, opposite};

const STRIDE: usize = 20;

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// The least number of moves to the apple.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let body = board.body();
    let top = 2 * (body.len() - 1);
    let start = body.iter().fold(0, |turns, &turn| turns << 2 | turn);
    let state = |head: Cell, turns: usize| ((head.row() * STRIDE + head.col()) << (top + 2)) + turns;

    let mut seen = vec![false; (STRIDE * STRIDE) << (top + 2)];
    let mut blocked = board.walls;
    let mut queue = VecDeque::from([(board.head(), start, 0)]);
    seen[state(board.head(), start)] = true;
    while let Some((head, turns, moves)) = queue.pop_front() {
        toggle(&mut blocked, head, turns, top);
        for direction in DIRECTIONS {
            let next = head.step(direction);
            if blocked[next.index()] {
                continue;
            }
            if next == board.apple {
                return Some(moves + 1);
            }
            let next_turns = opposite(direction) << top | turns >> 2;
            let mark = &mut seen[state(next, next_turns)];
            if !*mark {
                *mark = true;
                queue.push_back((next, next_turns, moves + 1));
            }
        }
        toggle(&mut blocked, head, turns, top);
    }
    None
}

/// Flips the cells of segments 2 to k-1; the tail's cell is free by the time the head comes.
fn toggle(blocked: &mut [bool; N_CELLS], head: Cell, turns: usize, top: usize) {
    let mut cell = head;
    let mut shift = top;
    while shift > 0 {
        cell = cell.step(turns >> shift & 3);
        blocked[cell.index()] ^= true;
        shift -= 2;
    }
}
