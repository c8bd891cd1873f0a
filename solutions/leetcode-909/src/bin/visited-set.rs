//! Breadth-first search with a set of the destinations seen so far; done when the last square leaves the queue.
//!
//! The plainest form, and the one that most people write: O(n²) with a hash for each landing. Sound.
#![forbid(unsafe_code)]

use std::collections::{HashSet, VecDeque};
use std::process::ExitCode;

use leetcode_909::board::Board;

fn main() -> ExitCode {
    leetcode_909::answer(solve)
}

/// The least number of rolls to the last square.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let mut seen = HashSet::from([1]);
    let mut queue = VecDeque::from([(1, 0)]);
    while let Some((square, rolls)) = queue.pop_front() {
        if square == board.last {
            return Some(rolls);
        }
        for landing in board.landings(square) {
            let destination = board.destination(landing);
            if seen.insert(destination) {
                queue.push_back((destination, rolls + 1));
            }
        }
    }
    None
}
