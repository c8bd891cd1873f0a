//! SLOW: breadth-first search that remembers the whole board as two hashes with a remainder at every cell.
//!
//! State: the picture of the board. Duplicates: two polynomials of all cells modulo two primes, both kept, no check
//! for collisions; with 60 bits none has been found. Each state costs 450 remainders one after the other, which is
//! what makes it the slowest of the programs that hash.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use codeforces_225d::board::Board;
use codeforces_225d::picture::{places, search};

const BASES: [u64; 2] = [13_331, 1_331];
const MODULI: [u64; 2] = [998_244_353, 1_000_000_007];

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// The least number of moves to the apple, as far as anyone has seen.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    search(board, |picture| {
        let mut hashes = [0_u64; 2];
        for place in places(picture, board) {
            for (idx, hash) in hashes.iter_mut().enumerate() {
                *hash = (*hash * BASES[idx] + u64::from(place)) % MODULI[idx];
            }
        }
        hashes
    })
}
