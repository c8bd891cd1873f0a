//! Breadth-first search over whole bodies in a hash table that compares what it finds: `modular-hash` made sound.
//!
//! State: k cell numbers, row × columns + column. All bodies stand one behind the other in one vector, which is the
//! queue as well. Duplicates: the same polynomial (base 13331) picks one of 2^20 chains, and a body counts as seen
//! only if all its cells are equal to those of a body in the chain. The price of being right is that comparison.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use codeforces_225d::board::{Board, Cell, DIRECTIONS};

const BASE: usize = 13_331;
const N_CHAINS: usize = 1 << 20;
const END: u32 = u32::MAX;

fn main() -> ExitCode {
    codeforces_225d::answer(solve)
}

/// The least number of moves to the apple.
#[must_use]
pub fn solve(board: &Board) -> Option<u32> {
    let number = |cell: Cell| u16::try_from(cell.row() * board.cols + cell.col()).expect("at most 225 cells");
    let start: Vec<u16> = board.snake.iter().map(|&cell| number(cell)).collect();
    let mut bodies = Bodies::new(start.len());
    bodies.insert(&start);
    let mut heads = vec![(board.head(), 0)];
    let mut snake = start.clone();
    let mut moved = start;
    let mut state = 0;
    while let Some(&(head, moves)) = heads.get(state) {
        snake.copy_from_slice(bodies.get(state));
        let staying = &snake[..snake.len() - 1];
        for direction in DIRECTIONS {
            let next = head.step(direction);
            if board.is_wall(next) || staying.contains(&number(next)) {
                continue;
            }
            if next == board.apple {
                return Some(moves + 1);
            }
            moved[0] = number(next);
            moved[1..].copy_from_slice(staying);
            if bodies.insert(&moved) {
                heads.push((next, moves + 1));
            }
        }
        state += 1;
    }
    None
}

/// All bodies met so far, in the order in which they were met.
struct Bodies {
    length: usize,
    cells: Vec<u16>,
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Bodies {
    fn new(length: usize) -> Self {
        Self { length, cells: Vec::new(), first: vec![END; N_CHAINS], next: Vec::new() }
    }

    fn get(&self, body: usize) -> &[u16] {
        &self.cells[body * self.length..][..self.length]
    }

    /// Adds a body and says whether it is a new one.
    fn insert(&mut self, snake: &[u16]) -> bool {
        let hash =
            snake.iter().fold(0_usize, |hash, &cell| hash.wrapping_mul(BASE).wrapping_add(usize::from(cell)));
        let chain = (hash ^ hash >> 20) % N_CHAINS;
        let mut other = self.first[chain];
        while other != END {
            let body = usize::try_from(other).expect("it was a usize");
            if self.get(body) == snake {
                return false;
            }
            other = self.next[body];
        }
        let body = u32::try_from(self.next.len()).expect("less than a million bodies");
        self.next.push(self.first[chain]);
        self.first[chain] = body;
        self.cells.extend_from_slice(snake);
        true
    }
}
