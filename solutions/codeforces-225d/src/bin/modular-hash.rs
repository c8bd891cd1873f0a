//! UNSOUND: breadth-first search that remembers a hash of each body and never checks for collisions.
//!
//! State: k cell numbers, row × columns + column, 16 bits each. Duplicates: a polynomial hash (base 13331, modulo
//! 100,000,007) is the index into a bitset of 12.5 MB, and a body whose bit is set counts as seen.
//! Why it is wrong: there are 800,000 bodies for 100,000,007 bits, so over a thousand new bodies look like old ones
//! on an open board. The hash is linear, so a pair of bodies that collides does so wherever it is moved, and a whole
//! family of states goes missing. Open boards have detours and hide it; a maze whose only way leads through a lost
//! state gets a longer answer or -1. `hashed` is this program made sound.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::process::ExitCode;

use codeforces_225d::board::{Board, Cell, DIRECTIONS};

const BASE: u64 = 13_331;
const MODULUS: u64 = 100_000_007;

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// What it takes for the least number of moves to the apple.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let number = |cell: Cell| u16::try_from(cell.row() * board.cols + cell.col()).expect("at most 225 cells");
    let start: Vec<u16> = board.snake.iter().map(|&cell| number(cell)).collect();
    let mut seen = Bitset::new();
    seen.insert(hash(&start));
    let mut queue = VecDeque::from([(board.head(), start, 0)]);
    while let Some((head, snake, moves)) = queue.pop_front() {
        let staying = &snake[..snake.len() - 1];
        for direction in DIRECTIONS {
            let next = head.step(direction);
            if board.is_wall(next) || staying.contains(&number(next)) {
                continue;
            }
            let moved: Vec<u16> = [number(next)].iter().chain(staying).copied().collect();
            // The body that reaches the apple can be lost like any other: it is looked up before it is looked at.
            if !seen.insert(hash(&moved)) {
                continue;
            }
            if next == board.apple {
                return Some(moves + 1);
            }
            queue.push_back((next, moved, moves + 1));
        }
    }
    None
}

fn hash(snake: &[u16]) -> u64 {
    snake.iter().fold(0, |hash, &cell| (hash * BASE + u64::from(cell)) % MODULUS)
}

struct Bitset {
    words: Vec<u64>,
}

impl Bitset {
    fn new() -> Self {
        let n_words = usize::try_from(MODULUS / 64 + 1).expect("it fits");
        Self { words: vec![0; n_words] }
    }

    /// Sets a bit and says whether it was clear.
    fn insert(&mut self, bit: u64) -> bool {
        let word = &mut self.words[usize::try_from(bit / 64).expect("a bit is below the modulus")];
        let mask = 1 << (bit % 64);
        let is_new = *word & mask == 0;
        *word |= mask;
        is_new
    }
}
