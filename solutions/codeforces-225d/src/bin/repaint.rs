//! Breadth-first search that draws every state as text and reads the moves off the drawing.
//!
//! State: the head and the directions as a base-4 number in 64 bits. Duplicates: a table of one byte a state, looked
//! at when a state leaves the queue, so the same state may wait there several times.
//! Legality: the board is written out as rows of characters with a frame of `#`, the digits are put in, and a step is
//! legal if it finds a `.` or the last digit. Sound, and some forty times as slow as `bitmask`: it does little but write.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::process::ExitCode;

use codeforces_225d::board::{Board, Cell, DIRECTIONS, N_CELLS, opposite};

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// The least number of moves to the apple.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let length = board.snake.len();
    let n_bodies = 4_u64.pow(u32::try_from(length - 1).expect("at most 8"));
    let start = board.body().iter().rev().fold(0, |number, &turn| number * 4 + digit(turn));
    let index = |head: Cell, number: u64| {
        let bodies = usize::try_from(n_bodies).expect("at most 65536");
        head.index() * bodies + usize::try_from(number).expect("below 65536")
    };

    let mut seen = vec![false; index(Cell::at(N_CELLS - 1), n_bodies - 1) + 1];
    let mut queue = VecDeque::from([(board.head(), start, 0)]);
    while let Some((head, number, moves)) = queue.pop_front() {
        if head == board.apple {
            return Some(moves);
        }
        if std::mem::replace(&mut seen[index(head, number)], true) {
            continue;
        }
        let drawing = draw(board, head, number);
        let tail = b'0' + u8::try_from(length).expect("at most 9");
        for direction in DIRECTIONS {
            let next = head.step(direction);
            // The drawing has a frame: rows and columns -1, which the torus calls 15, are its first ones.
            let there = drawing[(next.row() + 1) % 16][(next.col() + 1) % 16];
            if there == b'.' || there == tail {
                queue.push_back((next, (number * 4 + digit(opposite(direction))) % n_bodies, moves + 1));
            }
        }
    }
    None
}

fn draw(board: &Board, head: Cell, number: u64) -> Vec<Vec<u8>> {
    let mut drawing = vec![vec![b'#'; board.cols + 2]];
    for row in 0..board.rows {
        let mut line = vec![b'#'];
        line.extend((0..board.cols).map(|col| if board.is_wall(Cell::new(row, col)) { b'#' } else { b'.' }));
        line.push(b'#');
        drawing.push(line);
    }
    drawing.push(vec![b'#'; board.cols + 2]);
    let mut cell = head;
    let mut rest = number;
    for segment in 1..=u8::try_from(board.snake.len()).expect("at most 9") {
        drawing[cell.row() + 1][cell.col() + 1] = b'0' + segment;
        cell = cell.step(usize::try_from(rest % 4).expect("below 4"));
        rest /= 4;
    }
    drawing
}

fn digit(turn: usize) -> u64 {
    u64::try_from(turn).expect("a direction is below 4")
}
