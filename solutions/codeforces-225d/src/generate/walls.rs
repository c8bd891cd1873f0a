//! Labyrinths: where the walls stand before the snake and the apple come.

use common::random::Random;

use crate::board::{Cell, N_CELLS};
use crate::generate::filled;
use crate::generate::request::Plan;

/// The shape of a labyrinth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing but single walls strewn about.
    Random,
    /// One corridor that goes to and fro.
    Serpentine,
    /// One corridor that goes round and inwards.
    Spiral,
    /// Square rooms with a door to each neighbour.
    Rooms,
    /// A ring one cell wide with a stem: whether the snake can turn in it depends on its length.
    Ring,
    /// Nothing.
    Open,
    /// Two bodies with the same hash, and walls that make it matter; single walls where there are none.
    Twins,
}

impl Kind {
    /// All kinds with their names.
    pub const ALL: [(&'static str, Self); 7] = [
        ("random", Self::Random),
        ("serpentine", Self::Serpentine),
        ("spiral", Self::Spiral),
        ("rooms", Self::Rooms),
        ("ring", Self::Ring),
        ("open", Self::Open),
        ("twins", Self::Twins),
    ];
}

/// The walls of a plan, with its share of single ones added.
#[must_use]
pub fn lay(plan: &Plan, random: &mut Random) -> [bool; N_CELLS] {
    let (rows, cols) = (plan.rows, plan.cols);
    let mut walls = match plan.kind {
        Kind::Random | Kind::Open | Kind::Twins => filled(rows, cols, false),
        Kind::Serpentine => serpentine(rows, cols),
        Kind::Spiral => spiral(rows, cols),
        Kind::Rooms => rooms(rows, cols, random),
        Kind::Ring => ring(rows, cols, random),
    };
    for row in 0..rows {
        for col in 0..cols {
            walls[row * 16 + col] |= random.chance(plan.walls);
        }
    }
    walls
}

fn serpentine(rows: usize, cols: usize) -> [bool; N_CELLS] {
    let mut walls = filled(rows, cols, false);
    for row in (1..rows).step_by(2) {
        let gap = if row % 4 == 1 { cols - 1 } else { 0 };
        for col in (0..cols).filter(|&col| col != gap) {
            walls[row * 16 + col] = true;
        }
    }
    walls
}

fn spiral(rows: usize, cols: usize) -> [bool; N_CELLS] {
    let outside = filled(rows, cols, false);
    let mut walls = filled(rows, cols, true);
    let mut cell = Cell::new(0, 0);
    walls[cell.index()] = false;
    let mut n_turns = 0;
    let mut heading = 0;
    while n_turns < 2 {
        let direction = [1, 2, 3, 0][heading % 4];
        let next = cell.step(direction);
        let beyond = next.step(direction);
        let is_corridor = |cell: Cell| !walls[cell.index()];
        if outside[next.index()] || is_corridor(next) || (!outside[beyond.index()] && is_corridor(beyond)) {
            heading += 1;
            n_turns += 1;
        } else {
            cell = next;
            walls[cell.index()] = false;
            n_turns = 0;
        }
    }
    walls
}

fn rooms(rows: usize, cols: usize, random: &mut Random) -> [bool; N_CELLS] {
    let side = random.between(2, 5);
    let period = side + 1;
    let mut walls = filled(rows, cols, false);
    for row in 0..rows {
        for col in 0..cols {
            walls[row * 16 + col] = row % period == side || col % period == side;
        }
    }
    for top in (0..rows).step_by(period) {
        for left in (0..cols).step_by(period) {
            let row = random.between(top, (top + side - 1).min(rows - 1));
            let col = random.between(left, (left + side - 1).min(cols - 1));
            if left + side < cols {
                walls[row * 16 + left + side] = false;
            }
            if top + side < rows {
                walls[(top + side) * 16 + col] = false;
            }
        }
    }
    walls
}

fn ring(rows: usize, cols: usize, random: &mut Random) -> [bool; N_CELLS] {
    if rows < 2 || cols < 2 {
        return filled(rows, cols, false);
    }
    let (height, width) = (random.between(2, rows.min(5)), random.between(2, cols.min(5)));
    let left = random.between(0, cols - width);
    let mut walls = filled(rows, cols, true);
    for row in 0..height {
        for col in left..left + width {
            walls[row * 16 + col] = row > 0 && row + 1 < height && col > left && col + 1 < left + width;
        }
    }
    let stem = random.between(left, left + width - 1);
    for row in height..rows {
        walls[row * 16 + stem] = false;
    }
    walls
}
