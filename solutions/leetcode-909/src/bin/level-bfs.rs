//! Breadth-first search level by level: the queue holds squares alone, and its length tells where a level ends.
//!
//! Marked: destinations, when they enter the queue. Done when the last square leaves it. O(n²). Sound.
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
    seen[1] = true;
    let mut queue = VecDeque::from([1]);
    let mut rolls = 0;
    while !queue.is_empty() {
        for _ in 0..queue.len() {
            let square = queue.pop_front().expect("the level is not over");
            if square == board.last {
                return Some(rolls);
            }
            for landing in board.landings(square) {
                let destination = board.destination(landing);
                if !seen[destination] {
                    seen[destination] = true;
                    queue.push_back(destination);
                }
            }
        }
        rolls += 1;
    }
    None
}
