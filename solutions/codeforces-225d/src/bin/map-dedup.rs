//! Breadth-first search over whole bodies, kept as byte vectors in an ordered set.
//!
//! State: the k cells as bytes, 16 × row + column, head first. Duplicates: an ordered set of those vectors, so each
//! test costs about twenty comparisons of vectors and two allocations. Sound: the key is the state itself.
//! Legality: the body is drawn into the walls and taken out again. Some twenty times the cost of `bitmask`.
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
    let mut blocked = board.walls;
    let mut seen = BTreeSet::from([board.snake.clone()]);
    let mut queue = VecDeque::from([(board.snake.clone(), 0)]);
    while let Some((snake, moves)) = queue.pop_front() {
        let staying = &snake[..snake.len() - 1];
        for cell in staying {
            blocked[cell.index()] = true;
        }
        for direction in DIRECTIONS {
            let next = snake[0].step(direction);
            if blocked[next.index()] {
                continue;
            }
            if next == board.apple {
                return Some(moves + 1);
            }
            let moved: Vec<Cell> = [next].iter().chain(staying).copied().collect();
            if seen.insert(moved.clone()) {
                queue.push_back((moved, moves + 1));
            }
        }
        for cell in staying {
            blocked[cell.index()] = false;
        }
    }
    None
}
