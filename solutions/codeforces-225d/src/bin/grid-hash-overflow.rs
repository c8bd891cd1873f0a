//! UNSOUND: breadth-first search that remembers the whole board as one hash that overflows.
//!
//! State: the picture of the board. Duplicates: all cells, row by row, as a polynomial in 998244353 modulo 2^64.
//! Why it is wrong: that base is 119 × 2^23 + 1, so modulo 2^64 the hash knows only three sums of the picture, with
//! weights 1, i and i² (see `moment-hash`), and different snakes agree in all three. On a board of two rows and three
//! columns it already reports an apple as out of reach that is four moves away.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use codeforces_225d::board::Board;
use codeforces_225d::picture::{FREE, WALL, places, search};

const BASE: u64 = 998_244_353;

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// What it takes for the least number of moves to the apple.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    search(board, |picture| {
        let characters = places(picture, board).map(character);
        characters.fold(0, |hash: u64, place| hash.wrapping_mul(BASE).wrapping_add(u64::from(place)))
    })
}

/// The cell as it stands in the input: the hash is of the characters.
fn character(place: u8) -> u8 {
    match place {
        FREE => b'.',
        WALL => b'#',
        segment => b'0' + segment,
    }
}
