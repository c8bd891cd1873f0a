//! Bit-parallel search: for each shape of the body, all heads at once.
//!
//! The shape is the body without its tail (see `tailless`), as directions: at most 2,172 shapes. Whether a step is
//! blocked by the body depends on the shape alone, so one level of the search takes, for each shape and each
//! direction that it leaves open, the set of heads (225 bits), shifts it one cell, and removes walls and what was
//! there before. An even length behaves like the odd one below it: by colour, the head meets only even segments.
//! State: shape → set of heads. Duplicates: AND NOT. Cost: 2,172 × 2.7 sets of 32 bytes a level, 30 levels.
//! Sound. The graph of the shapes is built for each run, which is the larger part of the time on easy boards.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use codeforces_225d::board::Board;
use codeforces_225d::heads::{self, Graph};
use codeforces_225d::shapes;

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// The least number of moves to the apple.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let shapes = shapes::of_length(board.snake.len());
    let start = shapes.start(board);
    heads::search(&Graph::new(&shapes.next, shapes.bounds), board, start)
}
