//! Where the apple goes: anywhere, far away, as late as possible, or out of reach.

use std::collections::VecDeque;

use common::random::Random;

use crate::arrivals;
use crate::board::{Board, Cell, DIRECTIONS, N_CELLS};
use crate::generate::request::Plan;

/// Where the apple goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// On any free cell.
    Random,
    /// On the cell that the head can reach last.
    Last,
    /// On the cell with the longest way round the walls, the body left aside.
    Far,
    /// In a corner closed by walls, so that the search must look at everything.
    Sealed,
}

impl Goal {
    /// All goals with their names.
    pub const ALL: [(&'static str, Self); 4] =
        [("random", Self::Random), ("last", Self::Last), ("far", Self::Far), ("sealed", Self::Sealed)];
}

/// Picks a corner and closes it.
pub fn seal_corner(plan: &Plan, walls: &mut [bool; N_CELLS], random: &mut Random) -> Cell {
    let corner = Cell::new(random.pick(&[0, plan.rows - 1]), random.pick(&[0, plan.cols - 1]));
    for cell in corner_and_gates(plan, corner) {
        walls[cell.index()] = true;
    }
    walls[corner.index()] = false;
    corner
}

/// A corner and its neighbours on the board.
#[must_use]
pub fn corner_and_gates(plan: &Plan, corner: Cell) -> Vec<Cell> {
    let on_board = |cell: &Cell| cell.row() < plan.rows && cell.col() < plan.cols;
    let gates = DIRECTIONS.into_iter().map(|direction| corner.step(direction)).filter(on_board);
    std::iter::once(corner).chain(gates).collect()
}

/// The apple's cell on a board that has none yet. May be a wall if nothing is free.
#[must_use]
pub fn place(board: &Board, goal: Goal, random: &mut Random) -> Cell {
    let distance = match goal {
        Goal::Random | Goal::Sealed => vec![None; N_CELLS],
        Goal::Last => arrivals::of_head(board),
        Goal::Far => distances(board),
    };
    let is_bare = |cell: &Cell| !board.snake.contains(cell);
    let farthest = board.cells().filter(is_bare).max_by_key(|cell| distance[cell.index()]);
    if let Some(cell) = farthest.filter(|cell| distance[cell.index()].is_some()) {
        return cell;
    }
    let bare: Vec<Cell> = board.cells().filter(is_bare).collect();
    let free: Vec<Cell> = bare.iter().copied().filter(|&cell| !board.is_wall(cell)).collect();
    random.pick(if free.is_empty() { &bare } else { &free })
}

/// The way round the walls from the head to each cell.
fn distances(board: &Board) -> Vec<Option<u32>> {
    let mut distance = vec![None; N_CELLS];
    distance[board.head().index()] = Some(0);
    let mut queue = VecDeque::from([(board.head(), 0)]);
    while let Some((cell, steps)) = queue.pop_front() {
        for next in DIRECTIONS.map(|direction| cell.step(direction)) {
            if !board.is_wall(next) && distance[next.index()].is_none() {
                distance[next.index()] = Some(steps + 1);
                queue.push_back((next, steps + 1));
            }
        }
    }
    distance
}
