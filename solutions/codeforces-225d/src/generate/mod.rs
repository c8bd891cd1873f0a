//! Boards from a seed: the same request gives the same bytes on any machine, for ever.
//!
//! [`request`] says what is wanted and draws what is left open, [`walls`] lays the labyrinth, [`snake`] finds room
//! for the snake, [`apple`] puts the apple. [`twins`] does all of it for boards against a hash.

pub mod apple;
pub mod request;
pub mod snake;
pub mod twins;
pub mod walls;

use common::random::Random;

use crate::board::{Board, Cell, N_CELLS};
use crate::generate::apple::Goal;
use crate::generate::request::{Plan, Request};

/// The board that a request asks for.
///
/// # Errors
///
/// A board on which the snake and the apple have no room.
pub fn board(request: &Request) -> Result<Board, String> {
    if let Some(board) = twins::board(request)? {
        return Ok(board);
    }
    let mut random = Random::new(request.seed);
    let plan = Plan::draw(request, &mut random)?;
    let mut walls = walls::lay(&plan, &mut random);
    let sealed = (plan.goal == Goal::Sealed).then(|| apple::seal_corner(&plan, &mut walls, &mut random));
    let reserved: Vec<Cell> =
        sealed.iter().flat_map(|corner| apple::corner_and_gates(&plan, *corner)).collect();
    let snake = snake::place(&plan, &mut walls, &reserved, &mut random).ok_or_else(|| {
        let goal = if sealed.is_some() { "a sealed apple" } else { "the apple" };
        format!(
            "a board of {} × {} has no room for {} segments and {goal}",
            plan.rows, plan.cols, plan.length
        )
    })?;
    let mut board = Board { rows: plan.rows, cols: plan.cols, walls, apple: snake[0], snake };
    board.apple = sealed.unwrap_or_else(|| apple::place(&board, plan.goal, &mut random));
    board.walls[board.apple.index()] = false;
    Ok(board)
}

/// A grid with nothing but wall outside the board and nothing but `inside` on it.
fn filled(rows: usize, cols: usize, inside: bool) -> [bool; N_CELLS] {
    let mut walls = [true; N_CELLS];
    for row in 0..rows {
        walls[row * 16..][..cols].fill(inside);
    }
    walls
}

#[cfg(test)]
mod tests {
    use crate::generate::{board, request};
    use crate::validate;

    fn generate(args: &str) -> Result<String, String> {
        let words: Vec<String> = args.split(' ').map(str::to_owned).collect();
        request::parse(&words).and_then(|request| board(&request)).map(|board| board.to_input())
    }

    #[test]
    fn every_seed_and_size_gives_a_valid_board_and_the_same_one_again() {
        for seed in 0..300 {
            // Looking for twins takes long, so few seeds may.
            let size = if seed < 40 { seed * 5 % 101 } else { seed % 38 };
            for args in [format!("{seed} size={size}"), format!("{seed} apple=last")] {
                let text = generate(&args).unwrap();
                assert_eq!(validate::input(text.as_bytes()).map(drop), Ok(()), "for {args}:\n{text}");
                assert_eq!(generate(&args), Ok(text));
            }
        }
    }

    #[test]
    fn every_kind_and_apple_gives_a_valid_board_of_the_size_asked_for() {
        for kind in ["random", "serpentine", "spiral", "rooms", "ring", "open", "twins"] {
            for apple in ["random", "last", "far", "sealed"] {
                for (rows, cols, k) in [(3, 4, 3), (15, 15, 5), (4, 13, 9), (11, 5, 8)] {
                    let args = format!("7 rows={rows} cols={cols} k={k} kind={kind} apple={apple}");
                    let text = generate(&args).unwrap();
                    assert_eq!(validate::input(text.as_bytes()).map(drop), Ok(()), "for {args}:\n{text}");
                    assert!(text.starts_with(&format!("{rows} {cols}\n")), "for {args}:\n{text}");
                    let (_, picture) = text.split_once('\n').unwrap();
                    let n_segments = picture.chars().filter(char::is_ascii_digit).count();
                    assert_eq!(n_segments, k, "for {args}:\n{text}");
                }
            }
        }
    }

    #[test]
    fn the_tightest_boards_have_room_whatever_their_walls() {
        for args in
            ["1 rows=1 cols=4 k=3 walls=1", "2 rows=2 cols=2 k=3 walls=1", "3 rows=2 cols=5 k=9 kind=ring"]
        {
            let text = generate(args).unwrap();
            assert_eq!(validate::input(text.as_bytes()).map(drop), Ok(()), "for {args}:\n{text}");
        }
    }

    #[test]
    fn other_seeds_give_other_boards() {
        let mut boards: Vec<_> = (0..200).map(|seed| generate(&format!("{seed} size=60")).unwrap()).collect();
        boards.sort();
        boards.dedup();
        assert!(boards.len() > 180, "only {} different boards", boards.len());
    }

    #[test]
    fn the_bytes_of_a_seed_never_change() {
        let text = generate("2024 rows=6 cols=8 k=5 kind=random walls=0.3 apple=last").unwrap();
        assert_eq!(text, "6 8\n..@#..5.\n..#.#14.\n#....23.\n###.#..#\n...#....\n#.#.#...\n");
    }

    #[test]
    fn requests_that_cannot_be_met_say_why() {
        let check = |args, expected: &str| assert_eq!(generate(args), Err(expected.to_owned()), "for {args}");
        check("1 rows=2 cols=2 k=4", "a board of 2 × 2 has no room for 4 segments and the apple");
        check(
            "1 rows=2 cols=2 k=3 apple=sealed",
            "a board of 2 × 2 has no room for 3 segments and a sealed apple",
        );
        check("1 rows=16", "rows=16: expected a number from 1 to 15");
        check(
            "1 walls=1.5",
            "walls=1.5: expected a share from 0 to 1 with at most three digits after the point",
        );
        check(
            "1 kind=maze",
            "kind=maze: expected one of random, serpentine, spiral, rooms, ring, open, twins",
        );
        check(
            "1 depth=3",
            "unknown key `depth`: expected one of size, rows, cols, k, walls, kind, apple, base, modulus",
        );
        check("one", "`one` is no seed: expected a number from 0 to 18446744073709551615");
        check("1 rows", "`rows` is not of the form key=value");
    }
}
