//! Breadth-first search over (head, directions as a base-4 number), done with division and remainder.
//!
//! State: the cell of the head and k-1 directions as digits, the step behind the head being the most significant.
//! A move divides by four, which drops the tail, and adds the way back to the old head as the new first digit.
//! Duplicates: a table of one byte for each state. Sound.
//! Slower than `bitmask` for one reason: it repaints all 225 cells of the board for each state, O(n·m) a state
//! instead of O(k).
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
    let body = board.body();
    let mut first_digit = 1;
    for _ in 1..body.len() {
        first_digit *= 4;
    }
    let n_bodies = first_digit * 4;
    let start = body.iter().fold(0, |number, &turn| number * 4 + turn);

    let mut seen = vec![false; N_CELLS * n_bodies];
    let mut picture = [false; N_CELLS];
    let mut queue = VecDeque::from([(board.head(), start, 0)]);
    seen[board.head().index() * n_bodies + start] = true;
    while let Some((head, number, moves)) = queue.pop_front() {
        paint(&mut picture, board, head, number, first_digit);
        for direction in DIRECTIONS {
            let next = head.step(direction);
            if picture[next.index()] {
                continue;
            }
            if next == board.apple {
                return Some(moves + 1);
            }
            let next_number = opposite(direction) * first_digit + number / 4;
            let state = next.index() * n_bodies + next_number;
            if !seen[state] {
                seen[state] = true;
                queue.push_back((next, next_number, moves + 1));
            }
        }
    }
    None
}

/// Wipes the picture, then paints the walls and all segments that stay where a segment is after the move.
fn paint(picture: &mut [bool; N_CELLS], board: &Board, head: Cell, number: usize, first_digit: usize) {
    picture.fill(true);
    for cell in board.cells() {
        picture[cell.index()] = board.is_wall(cell);
    }
    let mut cell = head;
    let mut rest = number;
    let mut digit = first_digit;
    while digit > 1 {
        cell = cell.step(rest / digit % 4);
        picture[cell.index()] = true;
        rest %= digit;
        digit /= 4;
    }
}
