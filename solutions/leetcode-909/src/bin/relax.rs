//! No search at all: distances are lowered along every possible roll until nothing changes any more.
//!
//! It has no queue, no marks and no order that could be wrong, which makes it an independent reference for the others.
//! O(n²) landings a round, and as many rounds as jumps that lead back are needed one after the other. Sound.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use leetcode_909::board::Board;

fn main() -> ExitCode {
    leetcode_909::answer(solve)
}

/// The least number of rolls to the last square.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let mut distance = vec![u32::MAX; board.last + 1];
    distance[1] = 0;
    let mut is_settled = false;
    while !is_settled {
        is_settled = true;
        for square in 1..board.last {
            if distance[square] == u32::MAX {
                continue;
            }
            let rolls = distance[square] + 1;
            for landing in board.landings(square) {
                let destination = board.destination(landing);
                if rolls < distance[destination] {
                    distance[destination] = rolls;
                    is_settled = false;
                }
            }
        }
    }
    Some(distance[board.last]).filter(|rolls| *rolls != u32::MAX)
}
