//! When the head can first stand on each cell, however it gets there: the generator puts apples where it takes longest.

use crate::board::{Board, Cell, DIRECTIONS, N_CELLS, opposite};

/// The least number of moves to each cell, by [`Cell::index`]; nothing where the head can never be.
#[must_use]
pub fn of_head(board: &Board) -> Vec<Option<u32>> {
    let body = board.body();
    // The tail is free before the head can reach it, so that positions without it are the states of the search.
    let n_turns = body.len() - 1;
    let all_turns = (1 << (2 * n_turns)) - 1;
    let start = body[..n_turns].iter().rev().fold(0, |turns, &turn| turns << 2 | turn);

    let mut first = vec![None; N_CELLS];
    let mut seen = vec![false; N_CELLS << (2 * n_turns)];
    let mut level = vec![(board.head(), start)];
    let mut moves = 0;
    while !level.is_empty() {
        let mut next_level = Vec::new();
        for (head, turns) in level {
            first[head.index()].get_or_insert(moves);
            for direction in DIRECTIONS {
                let next = head.step(direction);
                if board.is_wall(next) || is_taken(next, head, turns, n_turns) {
                    continue;
                }
                let next_turns = (turns << 2 | opposite(direction)) & all_turns;
                let state = next.index() << (2 * n_turns) | next_turns;
                if !std::mem::replace(&mut seen[state], true) {
                    next_level.push((next, next_turns));
                }
            }
        }
        level = next_level;
        moves += 1;
    }
    first
}

fn is_taken(target: Cell, head: Cell, turns: usize, n_turns: usize) -> bool {
    let mut cell = head;
    (0..n_turns).any(|segment| {
        cell = cell.step(turns >> (2 * segment) & 3);
        cell == target
    })
}

#[cfg(test)]
mod tests {
    use crate::arrivals::of_head;
    use crate::board::Cell;
    use crate::read;

    #[test]
    fn the_head_goes_round_a_ring_and_its_first_cell_counts_zero() {
        let board = read::board(b"2 3\n12.\n43@\n").unwrap();
        let first = of_head(&board);
        let expected = [[Some(0), Some(3), Some(4)], [Some(1), Some(2), Some(3)]];
        for (row, moves) in (0..).zip(expected) {
            for (col, moves) in (0..).zip(moves) {
                assert_eq!(first[Cell::new(row, col).index()], moves, "row {row}, column {col}");
            }
        }
        assert_eq!(first[Cell::new(15, 15).index()], None);
    }
}
