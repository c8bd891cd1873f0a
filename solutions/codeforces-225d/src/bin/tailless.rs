//! Breadth-first search that forgets the tail: it is never in the way.
//!
//! The cell of the tail is free by the time the head comes, so which moves are legal depends on segments 1 to k-1
//! alone, and so do segments 1 to k-1 of the position that follows. Positions that differ only in the tail are one.
//! State: the head and k-2 directions, packed into one number: 310,382 instead of 798,232 states on the worst board.
//! Duplicates: a bitset of 512 KB, which stays in the cache. Levels are plain vectors that swap roles. Sound.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use codeforces_225d::board::{Board, Cell, DIRECTIONS, N_CELLS, opposite};

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// The least number of moves to the apple.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let body = board.body();
    let n_turns = body.len() - 1;
    let all_turns = (1 << (2 * n_turns)) - 1;
    let turns = body[..n_turns].iter().rev().fold(0, |turns, &turn| turns << 2 | turn);

    let mut seen = vec![0_u64; (N_CELLS << (2 * n_turns)) / 64];
    let mut level = vec![turns << 8 | board.head().index()];
    let mut next_level = Vec::new();
    seen[level[0] / 64] |= 1 << (level[0] % 64);
    let mut moves = 0;
    while !level.is_empty() {
        moves += 1;
        for &state in &level {
            let head = Cell::at(state % N_CELLS);
            let turns = state / N_CELLS;
            let taken = neighbours_taken(turns, n_turns);
            for direction in DIRECTIONS {
                let next = head.step(direction);
                if taken >> direction & 1 != 0 || board.is_wall(next) {
                    continue;
                }
                if next == board.apple {
                    return Some(moves);
                }
                let next_state = ((turns << 2 | opposite(direction)) & all_turns) << 8 | next.index();
                let word = &mut seen[next_state / 64];
                let mask = 1 << (next_state % 64);
                if *word & mask == 0 {
                    *word |= mask;
                    next_level.push(next_state);
                }
            }
        }
        level.clear();
        std::mem::swap(&mut level, &mut next_level);
    }
    None
}

/// The directions in which a segment stands beside the head, one bit each, whatever cell the head is on.
fn neighbours_taken(turns: usize, n_turns: usize) -> u32 {
    let head = Cell::new(8, 8);
    let mut taken = 0;
    let mut cell = head;
    for segment in 0..n_turns {
        cell = cell.step(turns >> (2 * segment) & 3);
        taken |= match cell.index().wrapping_sub(head.index()) {
            1 => 1 << 1,
            16 => 1 << 2,
            back if back == 1_usize.wrapping_neg() => 1 << 3,
            back if back == 16_usize.wrapping_neg() => 1,
            _ => 0,
        };
    }
    taken
}
