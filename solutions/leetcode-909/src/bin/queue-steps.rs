//! Breadth-first search over (square, rolls), done as soon as the last square is seen.
//!
//! State: the square and how many rolls it took. Marked: destinations, when they enter the queue; square 1 is not
//! marked at the start, which costs one visit at most and does no harm. O(n²) squares, six landings each. Sound.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::process::ExitCode;

use leetcode_909::board::Board;

fn main() -> ExitCode {
    leetcode_909::answer(solve)
}

/// The least number of rolls to the last square.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let mut seen = vec![false; board.last + 1];
    let mut queue = VecDeque::from([(1, 0)]);
    while let Some((square, rolls)) = queue.pop_front() {
        for landing in board.landings(square) {
            let destination = board.destination(landing);
            if destination == board.last {
                return Some(rolls + 1);
            }
            if !seen[destination] {
                seen[destination] = true;
                queue.push_back((destination, rolls + 1));
            }
        }
    }
    None
}
