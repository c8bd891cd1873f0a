//! What every solution of LeetCode 909, "Snakes and Ladders", shares: the board, reading it, and printing the answer.
//!
//! A solution is one file in `src/bin` with a function `solve`; it holds the search and nothing else. Here are
//! [`board`]: squares and jumps; [`read`]: LeetCode's literal; [`validate`]: the literal, held to the statement;
//! [`generate`]: boards from a seed, with [`request`]; [`view`]: a picture for people.
#![forbid(unsafe_code)]

pub mod board;
pub mod generate;
pub mod read;
pub mod request;
pub mod validate;
pub mod view;

use std::process::ExitCode;

use common::programs;

use crate::board::Board;

/// The `main` of every solution: reads a board from standard input and prints the least number of rolls, or -1.
#[must_use]
pub fn answer(solve: fn(&Board) -> Option<u32>) -> ExitCode {
    programs::solution(read::board, solve)
}
