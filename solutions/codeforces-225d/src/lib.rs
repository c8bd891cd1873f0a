//! What every solution of Codeforces 225D, "Snake", shares: the board, reading it, and printing the answer.
//!
//! A solution is one file in `src/bin` with a function `solve`; it holds the search and nothing else, so that two
//! solutions differ only in what they are meant to show. The parts that more than one program needs live here:
//!
//! * [`board`]: cells, directions, the board; [`read`]: the input; [`validate`]: the input, held to the statement;
//! * [`generate`]: boards from a seed, with [`arrivals`];
//! * [`view`]: a picture for people, with a way from [`path`];
//! * [`picture`]: the search that the three `grid-hash` programs run with different hashes;
//! * [`heads`]: the bit-parallel search that `shape-bits` and `automaton` run on different graphs,
//!   with [`shapes`], [`minimal`] and [`tables`], which are those graphs.
#![forbid(unsafe_code)]

pub mod arrivals;
pub mod board;
pub mod generate;
pub mod heads;
pub mod minimal;
pub mod path;
pub mod picture;
pub mod read;
pub mod shapes;
pub mod tables;
pub mod validate;
pub mod view;

use std::process::ExitCode;

use common::programs;

use crate::board::Board;

/// The `main` of every solution: reads a board from standard input and prints the least number of moves, or -1.
#[must_use]
pub fn answer(solve: fn(&Board) -> Option<u32>) -> ExitCode {
    programs::solution(read::board, solve)
}
