//! Boards from a seed: the same request gives the same bytes on any machine, for ever.

use common::random::Random;

use crate::board::{Board, FACES};
use crate::request::{Kind, Plan, Request};

/// The literal of the board that a request asks for.
#[must_use]
pub fn literal(request: &Request) -> String {
    let mut random = Random::new(request.seed);
    let plan = Plan::draw(request, &mut random);
    let last = plan.side * plan.side;
    let mut board = Board::new(last, &[]);
    let hubs: Vec<usize> = (0..random.between(1, 4)).map(|_| random.between(1, last)).collect();
    // The first and the last square start no jump.
    for square in 2..last {
        if random.chance(plan.density) {
            board.jumps[square] = Some(destination(&plan, square, &hubs, &mut random));
        }
    }
    match plan.kind {
        Kind::Treadmill => lay_treadmill(&mut board, &mut random),
        Kind::Wall => lay_wall(&mut board, &mut random),
        Kind::Any | Kind::Snake | Kind::Ladder | Kind::Local | Kind::Hub => {}
    }
    board.to_input(plan.side)
}

fn destination(plan: &Plan, square: usize, hubs: &[usize], random: &mut Random) -> usize {
    let last = plan.side * plan.side;
    match plan.kind {
        Kind::Any | Kind::Wall => random.between(1, last),
        Kind::Snake | Kind::Treadmill => random.between(1, square - 1),
        Kind::Ladder => random.between(square + 1, last),
        Kind::Local => random.between(square.saturating_sub(FACES).max(1), (square + FACES).min(last)),
        Kind::Hub => random.pick(hubs),
    }
}

/// From the square of the beginning on, a six leads one square onwards and every other roll leads back: the answer is
/// as long as it can be, but for the gaps.
fn lay_treadmill(board: &mut Board, random: &mut Random) {
    let begin = if random.chance(500) { 2 } else { random.between(2, board.last - 1) };
    let gaps = if random.chance(500) { 0 } else { 20 };
    for square in begin..board.last {
        let back = square.saturating_sub(FACES - 1).max(1);
        board.jumps[square] = if random.chance(gaps) { None } else { Some(back) };
    }
}

/// Six snakes in a row stop everyone who does not come over them by a ladder; one in four walls has a hole.
fn lay_wall(board: &mut Board, random: &mut Random) {
    let begin = random.between(2, board.last.saturating_sub(FACES).max(2));
    for square in begin..(begin + FACES).min(board.last) {
        board.jumps[square] = Some(random.between(1, begin - 1));
    }
    if random.chance(250) {
        let hole = random.between(begin, (begin + FACES).min(board.last) - 1);
        board.jumps[hole] = if random.chance(500) { None } else { Some(random.between(hole, board.last)) };
    }
}

#[cfg(test)]
mod tests {
    use crate::generate::literal;
    use crate::request::parse;
    use crate::validate;

    fn generate(args: &str) -> Result<String, String> {
        let words: Vec<String> = args.split(' ').map(str::to_owned).collect();
        parse(&words).map(|request| literal(&request))
    }

    #[test]
    fn every_seed_size_and_kind_gives_a_valid_board_and_the_same_one_again() {
        for seed in 0..300 {
            for kind in ["any", "snake", "ladder", "local", "hub", "treadmill", "wall"] {
                for args in
                    [format!("{seed} size={} kind={kind}", seed % 101), format!("{seed} n=2 kind={kind}")]
                {
                    let text = generate(&args).unwrap();
                    assert_eq!(validate::input(text.as_bytes()).map(drop), Ok(()), "for {args}:\n{text}");
                    assert_eq!(generate(&args), Ok(text));
                }
            }
        }
    }

    #[test]
    fn other_seeds_give_other_boards() {
        let mut boards: Vec<_> = (0..200).map(|seed| generate(&format!("{seed} n=8")).unwrap()).collect();
        boards.sort();
        boards.dedup();
        assert!(boards.len() > 180, "only {} different boards", boards.len());
    }

    #[test]
    fn the_bytes_of_a_seed_never_change() {
        assert_eq!(
            generate("2024 n=4 density=0.5 kind=any").unwrap(),
            "[[-1,-1,-1,-1],[-1,-1,12,1],[6,12,-1,-1],[-1,-1,-1,1]]\n"
        );
    }

    #[test]
    fn requests_that_are_not_understood_say_why() {
        let check = |args, expected: &str| assert_eq!(generate(args), Err(expected.to_owned()), "for {args}");
        check("1 n=21", "n=21: expected a number from 2 to 20");
        check(
            "1 density=.5",
            "density=.5: expected a share from 0 to 1 with at most three digits after the point",
        );
        check("1 kind=long", "kind=long: expected one of any, snake, ladder, local, hub, treadmill, wall");
        check("1 side=3", "unknown key `side`: expected one of size, n, density, kind");
        check("-1", "`-1` is no seed: expected a number from 0 to 18446744073709551615");
        check("1 n", "`n` is not of the form key=value");
    }
}
