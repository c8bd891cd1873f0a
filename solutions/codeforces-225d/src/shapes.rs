//! The bodies of a snake as a graph: which shape follows which.
//!
//! A shape is the body without the tail, as directions from the head backwards. Of an even length one more segment is
//! dropped: cells alternate in colour along the body, the head steps onto the colour of the even segments, and so
//! never meets segment k-1 of an even k.

use crate::board::{Board, Cell, DIRECTIONS, Direction, opposite};
use crate::heads::BLOCKED;

/// How many directions of the body matter for a snake of this length.
#[must_use]
pub fn n_turns(length: usize) -> usize {
    (length - 1) / 2 * 2 - 1
}

/// All shapes, those that were entered by direction 0 first, then 1, 2 and 3.
#[derive(Clone, Debug)]
pub struct Shapes {
    /// For each shape and direction the shape that follows, or [`BLOCKED`].
    pub next: Vec<[u16; 4]>,
    /// The shapes that were entered by direction d are those from `bounds[d]` to `bounds[d + 1]`.
    pub bounds: [usize; 5],
    n_turns: usize,
    /// The shape of each sequence of directions, two bits each, the newest at the top.
    of_code: Vec<u16>,
}

/// The shapes of a snake of this length.
#[must_use]
pub fn of_length(length: usize) -> Shapes {
    let n_turns = n_turns(length);
    let mut of_code = vec![BLOCKED; 1 << (2 * n_turns)];
    let mut codes = Vec::new();
    let mut bounds = [0; 5];
    let mut cells = vec![Cell::new(8, 8)];
    for entered in DIRECTIONS {
        // The way back from the head is the opposite of the way in.
        let back = opposite(entered);
        cells.push(cells[0].step(back));
        collect(back, n_turns - 1, &mut cells, &mut codes);
        cells.pop();
        bounds[entered + 1] = codes.len();
    }
    for (shape, &(code, _)) in (0..).zip(&codes) {
        of_code[code] = shape;
    }
    let follow =
        |code: usize, direction: Direction| of_code[opposite(direction) << (2 * (n_turns - 1)) | code >> 2];
    let next = codes
        .iter()
        .map(|&(code, open)| {
            DIRECTIONS.map(|direction| if open[direction] { follow(code, direction) } else { BLOCKED })
        })
        .collect();
    Shapes { next, bounds, n_turns, of_code }
}

/// Lists all ways to lengthen a body by so many turns, with the steps that each leaves open to the head.
fn collect(code: usize, n_missing: usize, cells: &mut Vec<Cell>, codes: &mut Vec<(usize, [bool; 4])>) {
    if n_missing == 0 {
        let open = DIRECTIONS.map(|direction| !cells.contains(&cells[0].step(direction)));
        codes.push((code, open));
        return;
    }
    for direction in DIRECTIONS {
        let cell = cells[cells.len() - 1].step(direction);
        if !cells.contains(&cell) {
            cells.push(cell);
            collect(code << 2 | direction, n_missing - 1, cells, codes);
            cells.pop();
        }
    }
}

impl Shapes {
    /// The shape of the snake on a board.
    #[must_use]
    pub fn start(&self, board: &Board) -> usize {
        let code = board.body()[..self.n_turns].iter().fold(0, |code, &turn| code << 2 | turn);
        usize::from(self.of_code[code])
    }
}

#[cfg(test)]
mod tests {
    use crate::shapes::of_length;

    #[test]
    fn there_are_as_many_shapes_as_self_avoiding_walks() {
        for (length, walks) in [(3, 4), (4, 4), (5, 36), (6, 36), (7, 284), (8, 284), (9, 2172)] {
            assert_eq!(of_length(length).next.len(), walks, "for {length} segments");
        }
    }
}
