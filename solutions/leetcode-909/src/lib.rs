//! What every solution of LeetCode 909, "Snakes and Ladders", shares: the board, reading it, and printing the answer.
//!
//! A solution is one file in `src/bin` with a function `solve`; it holds the search and nothing else. Here are
//! [`board`]: squares and jumps; [`read`]: LeetCode's literal; [`validate`]: the literal, held to the statement;
//! [`generate`]: boards from a seed, with [`request`] and [`random`].
#![forbid(unsafe_code)]

pub mod board;
pub mod generate;
pub mod random;
pub mod read;
pub mod request;
pub mod validate;

use std::io::{self, Read, Write};
use std::process::ExitCode;

use crate::board::Board;

/// The `main` of every solution: reads a board from standard input and prints the least number of rolls, or -1.
#[must_use]
pub fn answer(solve: fn(&Board) -> Option<u32>) -> ExitCode {
    match try_answer(solve) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

fn try_answer(solve: fn(&Board) -> Option<u32>) -> Result<(), String> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input).map_err(|error| format!("failed to read standard input: {error}"))?;
    let board = read::board(&input).map_err(|malformed| malformed.to_string())?;
    let line = match solve(&board) {
        Some(rolls) => format!("{rolls}\n"),
        None => "-1\n".to_owned(),
    };
    io::stdout().write_all(line.as_bytes()).map_err(|error| format!("failed to write the answer: {error}"))
}
