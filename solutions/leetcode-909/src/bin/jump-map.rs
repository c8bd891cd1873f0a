//! Breadth-first search with the snakes and the ladders, two lists at first, merged into one hash map.
//!
//! To a player they are the same thing: a square that sends you elsewhere. Marked: destinations. A level is a vector.
//! O(n²) with a hash look-up for each landing. Sound.
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::process::ExitCode;

use leetcode_909::board::Board;

fn main() -> ExitCode {
    leetcode_909::answer(solve)
}

/// The least number of rolls to the last square.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let jumps = board.jumps.iter().enumerate().filter_map(|(from, to)| to.map(|to| (from, to)));
    let (ladders, snakes): (Vec<_>, Vec<_>) = jumps.partition(|(from, to)| to > from);
    let jumps: HashMap<usize, usize> = ladders.into_iter().chain(snakes).collect();

    let mut seen = vec![false; board.last + 1];
    seen[1] = true;
    let mut level = vec![1];
    let mut rolls = 0;
    while !level.is_empty() {
        rolls += 1;
        let mut next_level = Vec::new();
        for square in level {
            for landing in board.landings(square) {
                let destination = jumps.get(&landing).copied().unwrap_or(landing);
                if destination == board.last {
                    return Some(rolls);
                }
                if !seen[destination] {
                    seen[destination] = true;
                    next_level.push(destination);
                }
            }
        }
        level = next_level;
    }
    None
}
