//! How long each sound solution takes on boards of 400 squares, all measured in turn in one run.
//!
//! `cargo bench -p leetcode-909 --bench solve`. Reading the board and starting a process are left out.
#![forbid(unsafe_code)]

#[path = "../tests/solvers/mod.rs"]
mod solvers;

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use leetcode_909::board::Board;
use leetcode_909::read;

use crate::solvers::{SOLVERS, Solver};

const BOARDS: [&str; 4] = ["08-blank-20", "37-treadmill-20", "40-random-20-any", "47-long-local-20"];
const N_ROUNDS: usize = 15;
const ROUND: Duration = Duration::from_millis(2);

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/leetcode-909");
    for name in BOARDS {
        let input = fs::read(folder.join(name).with_extension("in")).expect("the case is there");
        let board = read::board(&input).expect("the case is a board");
        let mut times: Vec<(&Solver, Vec<Duration>)> = Vec::new();
        times.extend(SOLVERS.iter().filter(|solver| solver.is_sound).map(|solver| (solver, Vec::new())));
        for _ in 0..N_ROUNDS {
            for (solver, times) in &mut times {
                times.push(time(solver, &board));
            }
        }
        println!("{name}\n  {:12} {:>10} {:>10}", "solution", "least ns", "median ns");
        let mut rows: Vec<(Duration, Duration, &str)> = Vec::new();
        for (solver, times) in &mut times {
            times.sort();
            rows.push((times[times.len() / 2], times[0], solver.name));
        }
        rows.sort();
        for (median, least, name) in rows {
            println!("  {name:12} {:10} {:10}", least.as_nanos(), median.as_nanos());
        }
    }
}

/// The mean time of a search, repeated until a round is full.
fn time(solver: &Solver, board: &Board) -> Duration {
    let start = Instant::now();
    let mut n_searches = 0;
    while start.elapsed() < ROUND {
        for _ in 0..64 {
            black_box((solver.solve)(black_box(board)));
        }
        n_searches += 64;
    }
    start.elapsed() / n_searches
}
