//! WRONG: breadth-first search that follows jumps to the end, from the end of one to the start of the next.
//!
//! The statement says that a jump is taken once for each roll: where it ends, another one may start, and is not taken.
//! To follow it can be too good (two ladders for one roll) or too bad (a snake that should have been left alone), and
//! where jumps lead round in a circle it never comes to an end.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::process::ExitCode;

use leetcode_909::board::Board;

fn main() -> ExitCode {
    leetcode_909::answer(solve)
}

/// The number of rolls to the last square by rules of its own.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let mut seen = vec![false; board.last + 1];
    seen[1] = true;
    let mut queue = VecDeque::from([(1, 0)]);
    while let Some((square, rolls)) = queue.pop_front() {
        if square == board.last {
            return Some(rolls);
        }
        for landing in board.landings(square) {
            let mut destination = landing;
            while let Some(to) = board.jumps[destination] {
                destination = to;
            }
            if !seen[destination] {
                seen[destination] = true;
                queue.push_back((destination, rolls + 1));
            }
        }
    }
    None
}
