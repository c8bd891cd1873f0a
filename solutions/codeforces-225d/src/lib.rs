//! What every solution of Codeforces 225D, "Snake", shares: the board, reading it, and printing the answer.
//!
//! A solution is one file in `src/bin` with a function `solve`; it holds the search and nothing else, so that two
//! solutions differ only in what they are meant to show. The parts that more than one program needs live here:
//!
//! * [`board`]: cells, directions, the board; [`read`]: the input; [`validate`]: the input, held to the statement;
//! * [`generate`]: boards from a seed, with [`random`] and [`arrivals`];
//! * [`heads`]: the bit-parallel search that `shape-bits` and `automaton` run on different graphs,
//!   with [`shapes`], [`minimal`] and [`tables`], which are those graphs.
#![forbid(unsafe_code)]

pub mod arrivals;
pub mod board;
pub mod generate;
pub mod heads;
pub mod minimal;
pub mod random;
pub mod read;
pub mod shapes;
pub mod tables;
pub mod validate;

use std::io::{self, Read, Write};
use std::process::ExitCode;

use crate::board::Board;

/// The `main` of every solution: reads a board from standard input and prints the least number of moves, or -1.
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
        Some(moves) => format!("{moves}\n"),
        None => "-1\n".to_owned(),
    };
    io::stdout().write_all(line.as_bytes()).map_err(|error| format!("failed to write the answer: {error}"))
}
