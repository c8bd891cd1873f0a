//! All solutions as functions, for the tests and the benchmark.

use leetcode_909::board::Board;

#[path = "../../src/bin/chaining.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod chaining;
#[path = "../../src/bin/flat.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod flat;
#[path = "../../src/bin/jump-map.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod jump_map;
#[path = "../../src/bin/level-bfs.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod level_bfs;
#[path = "../../src/bin/move-array.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod move_array;
#[path = "../../src/bin/queue-steps.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod queue_steps;
#[path = "../../src/bin/relax.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod relax;
#[path = "../../src/bin/visited-set.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod visited_set;

/// A solution.
#[derive(Clone, Copy)]
pub struct Solver {
    /// The name of its file.
    pub name: &'static str,
    /// The search.
    pub solve: fn(&Board) -> Option<u32>,
    /// Whether it is right on every board.
    pub is_sound: bool,
}

/// All of them, the reference first.
pub const SOLVERS: [Solver; 8] = [
    Solver { name: "flat", solve: flat::solve, is_sound: true },
    Solver { name: "queue-steps", solve: queue_steps::solve, is_sound: true },
    Solver { name: "level-bfs", solve: level_bfs::solve, is_sound: true },
    Solver { name: "jump-map", solve: jump_map::solve, is_sound: true },
    Solver { name: "visited-set", solve: visited_set::solve, is_sound: true },
    Solver { name: "relax", solve: relax::solve, is_sound: true },
    Solver { name: "move-array", solve: move_array::solve, is_sound: false },
    Solver { name: "chaining", solve: chaining::solve, is_sound: false },
];
