//! All solutions as functions, for the tests and the benchmark.

use codeforces_225d::board::Board;

#[path = "../../src/bin/automaton.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod automaton;
#[path = "../../src/bin/bitmask.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod bitmask;
#[path = "../../src/bin/bitmask-digits.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod bitmask_digits;
#[path = "../../src/bin/bitmask-msb.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod bitmask_msb;
#[path = "../../src/bin/grid-hash-double.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod grid_hash_double;
#[path = "../../src/bin/grid-hash-mod.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod grid_hash_mod;
#[path = "../../src/bin/grid-hash-overflow.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod grid_hash_overflow;
#[path = "../../src/bin/hashed.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod hashed;
#[path = "../../src/bin/map-dedup.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod map_dedup;
#[path = "../../src/bin/map-pairs.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod map_pairs;
#[path = "../../src/bin/modular-hash.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod modular_hash;
#[path = "../../src/bin/moment-hash.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod moment_hash;
#[path = "../../src/bin/no-dedup.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod no_dedup;
#[path = "../../src/bin/repaint.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod repaint;
#[path = "../../src/bin/shape-bits.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod shape_bits;
#[path = "../../src/bin/tailless.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod tailless;

/// A solution.
#[derive(Clone, Copy)]
pub struct Solver {
    /// The name of its file.
    pub name: &'static str,
    /// The search.
    pub solve: fn(&Board) -> Option<u32>,
    /// Whether it is right on every board that it can finish.
    pub is_sound: bool,
    /// Whether it is done with the largest boards at once, even without optimisation.
    pub is_fast: bool,
}

/// All of them, the reference first.
pub const SOLVERS: [Solver; 16] = [
    Solver { name: "bitmask", solve: bitmask::solve, is_sound: true, is_fast: true },
    Solver { name: "automaton", solve: automaton::solve, is_sound: true, is_fast: true },
    Solver { name: "bitmask-digits", solve: bitmask_digits::solve, is_sound: true, is_fast: false },
    Solver { name: "bitmask-msb", solve: bitmask_msb::solve, is_sound: true, is_fast: true },
    Solver { name: "grid-hash-double", solve: grid_hash_double::solve, is_sound: true, is_fast: false },
    Solver { name: "grid-hash-mod", solve: grid_hash_mod::solve, is_sound: true, is_fast: false },
    Solver { name: "hashed", solve: hashed::solve, is_sound: true, is_fast: true },
    Solver { name: "map-dedup", solve: map_dedup::solve, is_sound: true, is_fast: false },
    Solver { name: "map-pairs", solve: map_pairs::solve, is_sound: true, is_fast: false },
    Solver { name: "repaint", solve: repaint::solve, is_sound: true, is_fast: false },
    Solver { name: "shape-bits", solve: shape_bits::solve, is_sound: true, is_fast: true },
    Solver { name: "tailless", solve: tailless::solve, is_sound: true, is_fast: true },
    Solver { name: "grid-hash-overflow", solve: grid_hash_overflow::solve, is_sound: false, is_fast: false },
    Solver { name: "modular-hash", solve: modular_hash::solve, is_sound: false, is_fast: false },
    Solver { name: "moment-hash", solve: moment_hash::solve, is_sound: false, is_fast: false },
    Solver { name: "no-dedup", solve: no_dedup::solve, is_sound: false, is_fast: false },
];
