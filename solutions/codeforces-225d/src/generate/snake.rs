//! Room for the snake: in the labyrinth if there is any, or else through its walls.

use common::random::Random;

use crate::board::{Cell, DIRECTIONS, N_CELLS};
use crate::generate::filled;
use crate::generate::request::Plan;

/// How often a random walk is tried before all walks are.
const N_TRIES: usize = 60;

/// A snake on free cells, or one whose cells were walls until now. Nothing if the board is too small.
/// It keeps off the reserved cells, and leaves at least one other cell to the apple.
pub fn place(
    plan: &Plan,
    walls: &mut [bool; N_CELLS],
    reserved: &[Cell],
    random: &mut Random,
) -> Option<Vec<Cell>> {
    let mut blocked = *walls;
    let mut anywhere = filled(plan.rows, plan.cols, false);
    for cell in reserved {
        blocked[cell.index()] = true;
        anywhere[cell.index()] = true;
    }
    let snake = [&blocked, &anywhere].into_iter().find_map(|blocked| find(blocked, plan.length, random))?;
    for cell in &snake {
        walls[cell.index()] = false;
    }
    Some(snake)
}

fn find(blocked: &[bool; N_CELLS], length: usize, random: &mut Random) -> Option<Vec<Cell>> {
    let mut free: Vec<Cell> = (0..N_CELLS).map(Cell::at).filter(|cell| !blocked[cell.index()]).collect();
    if free.len() < length {
        return None;
    }
    for _ in 0..N_TRIES {
        let snake = walk(blocked, random.pick(&free), length, random);
        if snake.len() == length {
            return Some(snake);
        }
    }
    random.shuffle(&mut free);
    free.into_iter().find_map(|head| {
        let mut snake = vec![head];
        lengthen(blocked, &mut snake, length).then_some(snake)
    })
}

/// A random walk that never meets itself, as far as it comes.
fn walk(blocked: &[bool; N_CELLS], start: Cell, length: usize, random: &mut Random) -> Vec<Cell> {
    let mut snake = vec![start];
    while snake.len() < length {
        let last = snake[snake.len() - 1];
        let free = |cell: &Cell| !blocked[cell.index()] && !snake.contains(cell);
        let open: Vec<Cell> =
            DIRECTIONS.map(|direction| last.step(direction)).into_iter().filter(free).collect();
        if open.is_empty() {
            break;
        }
        snake.push(random.pick(&open));
    }
    snake
}

/// Lengthens the snake in all ways until one works.
fn lengthen(blocked: &[bool; N_CELLS], snake: &mut Vec<Cell>, length: usize) -> bool {
    if snake.len() == length {
        return true;
    }
    let last = snake[snake.len() - 1];
    for direction in DIRECTIONS {
        let cell = last.step(direction);
        if !blocked[cell.index()] && !snake.contains(&cell) {
            snake.push(cell);
            if lengthen(blocked, snake, length) {
                return true;
            }
            snake.pop();
        }
    }
    false
}
