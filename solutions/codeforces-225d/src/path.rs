//! A shortest way of the snake, for people to see: breadth-first search that remembers where each position came from.

use crate::board::{Board, Cell, DIRECTIONS, Direction, N_CELLS, opposite};

/// A position of the search.
struct Position {
    head: Cell,
    /// The directions of the body, two bits each, from the head on in the lowest ones.
    turns: usize,
    /// The direction of the last move, and the position before it by its place in the queue.
    came: Option<(Direction, usize)>,
}

/// The moves of one shortest way of the head to the apple; none where there is no way.
#[must_use]
pub fn shortest(board: &Board) -> Option<Vec<Direction>> {
    let n_turns = board.snake.len() - 1;
    let all_turns = (1 << (2 * n_turns)) - 1;
    let start = board.body().iter().rev().fold(0, |turns, &turn| turns << 2 | turn);

    let mut seen = vec![false; N_CELLS << (2 * n_turns)];
    seen[board.head().index() << (2 * n_turns) | start] = true;
    let mut queue = vec![Position { head: board.head(), turns: start, came: None }];
    let mut place = 0;
    while let Some(&Position { head, turns, .. }) = queue.get(place) {
        // The tail leaves its cell, so that it is never in the way.
        let body = cells(head, turns, n_turns - 1);
        for direction in DIRECTIONS {
            let next = head.step(direction);
            if board.is_wall(next) || body.contains(&next) {
                continue;
            }
            if next == board.apple {
                return Some(moves(&queue, place, direction));
            }
            let next_turns = (turns << 2 | opposite(direction)) & all_turns;
            let mark = &mut seen[next.index() << (2 * n_turns) | next_turns];
            if !*mark {
                *mark = true;
                queue.push(Position { head: next, turns: next_turns, came: Some((direction, place)) });
            }
        }
        place += 1;
    }
    None
}

/// The first cells behind the head.
fn cells(head: Cell, turns: usize, n_cells: usize) -> Vec<Cell> {
    let mut cell = head;
    let step = |segment: usize| {
        cell = cell.step(turns >> (2 * segment) & 3);
        cell
    };
    (0..n_cells).map(step).collect()
}

/// The moves up to a position, and one more.
fn moves(queue: &[Position], mut place: usize, last: Direction) -> Vec<Direction> {
    let mut moves = vec![last];
    while let Some((direction, before)) = queue[place].came {
        moves.push(direction);
        place = before;
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use crate::board::Board;
    use crate::path::shortest;
    use crate::read;

    fn board(rows: &str) -> Board {
        read::board(rows.as_bytes()).unwrap()
    }

    /// Moves the snake by the rules of the statement.
    fn plays(board: &Board, moves: &[usize]) -> bool {
        let mut snake = board.snake.clone();
        for &direction in moves {
            let next = snake[0].step(direction);
            if board.is_wall(next) || snake[..snake.len() - 1].contains(&next) {
                return false;
            }
            snake.insert(0, next);
            snake.pop();
        }
        snake[0] == board.apple
    }

    #[test]
    fn the_way_of_the_first_sample_is_short_and_legal() {
        let board = board("4 5\n##...\n..1#@\n432#.\n...#.\n");
        let moves = shortest(&board).unwrap();
        assert_eq!(moves, [0, 1, 1, 2]);
        assert!(plays(&board, &moves));
    }

    #[test]
    fn the_snake_may_follow_its_tail_and_must_not_cross_itself() {
        // The head turns round in the ring, on which its own body leaves the way free.
        let board = board("3 3\n123\n.#4\n@65\n");
        let moves = shortest(&board).unwrap();
        assert_eq!(moves, [2, 2]);
        assert!(plays(&board, &moves));
        assert!(!plays(&board, &[1]));
    }

    #[test]
    fn where_there_is_no_way_none_is_found() {
        assert_eq!(shortest(&board("1 5\n321#@\n")), None);
    }
}
