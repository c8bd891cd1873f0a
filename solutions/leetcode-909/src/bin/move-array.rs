//! WRONG on boards without a solution: breadth-first search over a flat array of moves, squares numbered from 0.
//!
//! State: the square and its distance. Marked: the square landed on and not the end of its jump, which is enough, since
//! each landing is used once; a square may still enter the queue by several jumps. O(n²).
//! Why it is wrong: when the queue runs empty it prints the distance of whatever left it last. Where the goal can be
//! reached the loop stops at the goal and that is the answer; where it cannot, the answer should be -1 and never is.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::process::ExitCode;

use leetcode_909::board::{Board, FACES};

fn main() -> ExitCode {
    leetcode_909::answer(solve)
}

/// The distance of the square that left the queue last: right only if that is the last square of the board.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let moves: Vec<Option<usize>> = board.jumps[1..].iter().map(|jump| jump.map(|to| to - 1)).collect();
    let goal = moves.len() - 1;
    let mut landed = vec![false; moves.len()];
    landed[0] = true;
    let mut queue = VecDeque::from([(0, 0)]);
    let mut distance = None;
    while let Some((square, rolls)) = queue.pop_front() {
        distance = Some(rolls);
        if square == goal {
            break;
        }
        for landing in square + 1..=(square + FACES).min(goal) {
            if !landed[landing] {
                landed[landing] = true;
                queue.push_back((moves[landing].unwrap_or(landing), rolls + 1));
            }
        }
    }
    distance
}
