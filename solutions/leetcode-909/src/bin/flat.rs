//! Breadth-first search on flat arrays of 16-bit numbers: the fastest form, and the reference of this problem.
//!
//! Every square has a destination, its own number if it has no jump, so no landing asks whether there is one. The queue
//! is an array with two ends that never wraps, since a square enters it once; levels end where the array ended when
//! they began. At most a few microseconds a board. Sound.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use leetcode_909::board::Board;

fn main() -> ExitCode {
    leetcode_909::answer(solve)
}

/// The least number of rolls to the last square.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let small = |square: usize| u16::try_from(square).expect("a board has less than 65536 squares");
    let destinations: Vec<u16> = (0..=board.last).map(|square| small(board.destination(square))).collect();
    let goal = small(board.last);

    let mut seen = vec![false; board.last + 1];
    seen[1] = true;
    let mut queue = vec![1_u16];
    let mut begin = 0;
    let mut rolls = 0;
    while begin < queue.len() {
        rolls += 1;
        let end = queue.len();
        for idx in begin..end {
            let square = usize::from(queue[idx]);
            for &destination in &destinations[board.landings(square)] {
                if destination == goal {
                    return Some(rolls);
                }
                let mark = &mut seen[usize::from(destination)];
                if !*mark {
                    *mark = true;
                    queue.push(destination);
                }
            }
        }
        begin = end;
    }
    None
}
