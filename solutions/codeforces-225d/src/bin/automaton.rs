//! Bit-parallel search on the smallest graph there is: all heads at once, for each class of equivalent bodies.
//!
//! `shape-bits` with one more idea. Two bodies are the same for all the future if they leave the same steps open and
//! each open step leads to bodies that are the same again: the classes are the minimal automaton of legal play. For
//! nine segments the 2,172 shapes fall into 368 classes with 868 steps between them. The automaton depends on the
//! length only, not on the board, so it is a table in the source ([`codeforces_225d::tables`]): to build it would
//! take longer than to search.
//! The class of the snake on the board is found by letting the automaton read the body from tail to head.
//! State: class → set of heads, three arrays of 12 KB that stay in the fastest cache. Duplicates: AND NOT. Sound.
//! A level costs 868 sets of 32 bytes where many classes are live, and only the live ones in a maze.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use codeforces_225d::board::{Board, opposite};
use codeforces_225d::heads::{self, Graph};
use codeforces_225d::tables;

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// The least number of moves to the apple.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let table = tables::of_length(board.snake.len());
    let graph = Graph::new(table.next, table.bounds);
    let mut class = table.next.len() - 1;
    for &back in board.body().iter().rev() {
        class = usize::from(table.next[class][opposite(back)]);
    }
    heads::search(&graph, board, class)
}
