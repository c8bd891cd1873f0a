//! Breadth-first search that remembers the whole board as two mixed hashes: lucky rather than sound.
//!
//! State: the picture of the board. Duplicates: two polynomials of all cells modulo 2^64, one in 998244353, whose
//! weakness `grid-hash-overflow` shows, and one in a base with no such structure, mixed into 64 bits. Collisions are
//! possible and not checked, but none has been found on any board. Slow: each state hashes 225 cells and copies 256.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use codeforces_225d::board::Board;
use codeforces_225d::picture::{places, search};

const BASES: [u64; 2] = [998_244_353, 6_364_136_223_846_793_005];

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// The least number of moves to the apple, as far as anyone has seen.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    search(board, |picture| {
        let mut hashes = [0_u64; 2];
        for place in places(picture, board) {
            for (hash, base) in hashes.iter_mut().zip(BASES) {
                *hash = hash.wrapping_mul(base).wrapping_add(u64::from(place));
            }
        }
        hashes[0].rotate_left(32) ^ hashes[1]
    })
}
