//! How long each sound solution searches on the heaviest boards, all measured in turn in one run.
//!
//! `cargo bench -p codeforces-225d --bench solve`, about a minute. Reading the board and starting a process are left out. A round times every
//! solution once, so that a machine that slows down slows them all; the fast ones repeat their search until 10 ms are
//! full, and the slow ones sit out most rounds. Shown are the least and the median time over the rounds, and `bitmask`'s median over theirs.
#![forbid(unsafe_code)]

#[path = "../tests/solvers/mod.rs"]
mod solvers;

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use codeforces_225d::board::Board;
use codeforces_225d::read;

use crate::solvers::{SOLVERS, Solver};

const BOARDS: [&str; 4] = ["45-full-sealed-k9", "47-full-late-k9", "46-full-far-corner-k9", "41-annealed-k9"];
const N_ROUNDS: usize = 7;
const N_ROUNDS_OF_SLOW: usize = 2;
const ROUND: Duration = Duration::from_millis(10);

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/codeforces-225d");
    for name in BOARDS {
        let input = fs::read(folder.join(name).with_extension("in")).expect("the case is there");
        let board = read::board(&input).expect("the case is a board");
        let mut times: Vec<(&Solver, Vec<Duration>)> = Vec::new();
        times.extend(SOLVERS.iter().filter(|solver| solver.is_sound).map(|solver| (solver, Vec::new())));
        for round in 0..N_ROUNDS {
            for (solver, times) in &mut times {
                if solver.is_fast || round < N_ROUNDS_OF_SLOW {
                    times.push(time(solver, &board));
                }
            }
        }
        println!(
            "{name}\n  {:18} {:>12} {:>12} {:>16}",
            "solution", "least µs", "median µs", "bitmask / this"
        );
        let mut rows: Vec<(Duration, Duration, &str)> = Vec::new();
        for (solver, times) in &mut times {
            times.sort();
            rows.push((times[times.len() / 2], times[0], solver.name));
        }
        let bitmask = rows[0].0;
        rows.sort();
        for (median, least, name) in rows {
            let ratio = bitmask.as_secs_f64() / median.as_secs_f64();
            println!("  {name:18} {:12.1} {:12.1} {ratio:16.2}", micros(least), micros(median));
        }
    }
}

/// The mean time of a search, repeated until a round is full.
fn time(solver: &Solver, board: &Board) -> Duration {
    let start = Instant::now();
    let mut n_searches = 0;
    while n_searches == 0 || start.elapsed() < ROUND {
        black_box((solver.solve)(black_box(board)));
        n_searches += 1;
    }
    start.elapsed() / n_searches
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
