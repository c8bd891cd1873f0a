//! When the head can first stand on each cell, however it gets there: the generator puts apples where it takes longest.

use crate::board::{Board, Cell, DIRECTIONS, N_CELLS, body_of, opposite};

/// The least number of moves to each cell, by [`Cell::index`]; nothing where the head can never be.
pub type Arrivals = Vec<Option<u32>>;

/// The arrivals on a board.
#[must_use]
pub fn of_head(board: &Board) -> Arrivals {
    Searcher::default().of_head(board)
}

/// Searches one board after the other in the same memory: on small boards most of the time would go into clearing it.
#[derive(Debug, Default)]
pub struct Searcher {
    seen: Vec<u64>,
    /// The words that are not 0.
    touched: Vec<usize>,
}

impl Searcher {
    /// The arrivals on a board.
    pub fn of_head(&mut self, board: &Board) -> Arrivals {
        // The tail is free before the head can reach it, so that positions without it are the states of the search.
        self.search(board, board.snake.len() - 1, None).first
    }

    /// The same for a search that takes two bodies for one, and never goes on from the second of them that it meets.
    /// Nothing where it does not meet both.
    pub fn of_confused_head(&mut self, board: &Board, twins: [&[Cell]; 2]) -> Option<Arrivals> {
        let visits = self.search(board, board.snake.len(), Some(twins));
        visits.is_confused.then_some(visits.first)
    }

    /// A search whose states are so many segments.
    fn search(&mut self, board: &Board, n_kept: usize, twins: Option<[&[Cell]; 2]>) -> Visits {
        let n_turns = n_kept - 1;
        let all_turns = (1 << (2 * n_turns)) - 1;
        let n_blocking = board.snake.len() - 2;
        let state_of = |head: Cell, turns: usize| head.index() << (2 * n_turns) | turns;
        let state_of_snake = |snake: &[Cell]| {
            let body = body_of(snake);
            state_of(snake[0], body[..n_turns].iter().rev().fold(0, |turns, &turn| turns << 2 | turn))
        };
        let start = state_of_snake(&board.snake);
        let twins = twins.map(|twins| twins.map(state_of_snake));

        let mut visits = Visits { first: vec![None; N_CELLS], is_confused: false };
        let mut met = None;
        visits.first[board.head().index()] = Some(0);
        let mut level = Vec::new();
        self.add(start);
        if twins.is_some_and(|twins| twins.contains(&start)) {
            met = Some(start);
        }
        level.push((board.head(), start & all_turns));
        let mut moves = 0;
        while !level.is_empty() {
            let mut next_level = Vec::new();
            moves += 1;
            for (head, turns) in level {
                for direction in DIRECTIONS {
                    let next = head.step(direction);
                    if board.is_wall(next) || is_taken(next, head, turns, n_blocking) {
                        continue;
                    }
                    visits.first[next.index()].get_or_insert(moves);
                    let next_turns = (turns << 2 | opposite(direction)) & all_turns;
                    let state = state_of(next, next_turns);
                    if twins.is_some_and(|twins| twins.contains(&state)) && *met.get_or_insert(state) != state
                    {
                        visits.is_confused = true;
                        continue;
                    }
                    if self.add(state) {
                        next_level.push((next, next_turns));
                    }
                }
            }
            level = next_level;
        }
        self.forget();
        visits
    }

    /// Adds a state, and says whether it is a new one.
    fn add(&mut self, state: usize) -> bool {
        let (word, bit) = (state / 64, 1 << (state % 64));
        if word >= self.seen.len() {
            self.seen.resize((word + 1).next_power_of_two(), 0);
        }
        let seen = &mut self.seen[word];
        if *seen == 0 {
            self.touched.push(word);
        }
        let is_new = *seen & bit == 0;
        *seen |= bit;
        is_new
    }

    fn forget(&mut self) {
        for word in self.touched.drain(..) {
            self.seen[word] = 0;
        }
    }
}

/// What a search came to.
struct Visits {
    first: Arrivals,
    /// It met a twin, and then the other one.
    is_confused: bool,
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
    use crate::arrivals::{Searcher, of_head};
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

    #[test]
    fn a_search_that_merges_two_bodies_never_goes_on_from_the_second() {
        let board = read::board(b"1 6\n321..@\n").unwrap();
        let second = [3, 2, 1].map(|col| Cell::new(0, col));
        let third = [4, 3, 2].map(|col| Cell::new(0, col));
        let mut searcher = Searcher::default();
        let first = searcher.of_confused_head(&board, [&third, &second]).unwrap();
        assert_eq!([3, 4, 5].map(|col| first[Cell::new(0, col).index()]), [Some(1), Some(2), None]);
        let unmet = [3, 4, 5].map(|col| Cell::new(0, col));
        assert_eq!(searcher.of_confused_head(&board, [&second, &unmet]), None);
        assert_eq!(searcher.of_head(&board)[board.apple.index()], Some(3));
    }
}
