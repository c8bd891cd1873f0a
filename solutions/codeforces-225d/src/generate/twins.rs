//! Twins: two bodies with the same hash, and boards on which it matters that a search takes them for one.
//!
//! The hash is the one that most programs use: a polynomial of the cells' numbers, row × columns + column. It is
//! linear, so twins are twins wherever they are moved to together, and a table of all shapes of a snake finds them.
//! On the board the snake lies as one twin, and the search that has lost the other comes late to the apple or never.

use std::collections::HashMap;

use common::random::Random;

use crate::arrivals::Searcher;
use crate::board::{Board, Cell, DIRECTIONS};
use crate::generate::filled;
use crate::generate::request::{Plan, Request};
use crate::generate::walls::Kind;

/// In how many of a thousand boards whose kind, walls and apple are open there are twins, where they are found.
const SHARE: usize = 150;

/// The least size at which they are drawn: it takes a fifth of a second to find some, and on smaller boards few draws do.
const SMALLEST: usize = 38;

/// The greatest size of a board with twins: on a large one there are too many ways for one of them to matter.
const LARGEST: usize = 48;

/// The cells that a board has at least: on a smaller one there are hardly any twins.
const LEAST_AREA: usize = 21;

/// Hashes and sizes for which twins are looked for, at most.
const N_HASHES: usize = 40;

/// Those that have twins, at most.
const N_FOUND: usize = 3;

/// Labyrinths that are tried around the twins of a hash.
const N_TRIES: usize = 6;

/// The most moves from the start to a twin, and one.
const MOST_MOVES: usize = 4;

/// The most moves that are kept possible from a twin.
const MOST_AHEAD: usize = 3;

/// Rows between the twins' heads, at most: from farther apart few ways lead from one to the other.
const MOST_ROWS: usize = 4;

/// Two bodies.
type Twins = [Vec<Cell>; 2];

/// A polynomial hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash {
    /// What the hash of the segments before is multiplied by.
    pub base: u64,
    /// What it is taken modulo of, below 2^63.
    pub modulus: u64,
}

impl Hash {
    /// Bases that programs like to take.
    const BASES: [u64; 3] = [31, 131, 13_331];

    /// Moduli that they like to take, of up to 30 bits: the larger the modulus, the rarer are twins.
    const MODULI: [u64; 4] = [100_000_007, 998_244_353, 1_000_000_007, 1_000_000_009];

    /// The hash of numbers below the modulus.
    fn of(self, numbers: impl Iterator<Item = u64>) -> u64 {
        let step = |hash: u64, number| {
            let wide = u128::from(hash) * u128::from(self.base) + u128::from(number);
            u64::try_from(wide % u128::from(self.modulus)).expect("it is below the modulus")
        };
        numbers.fold(0, step)
    }
}

/// The board of a request for twins, or of one that leaves the kind open and has a seed for twins. Nothing where no
/// board is found on which they matter.
///
/// # Errors
///
/// A board too small for the snake that was asked for.
pub fn board(request: &Request) -> Result<Option<Board>, String> {
    // A stream of its own: no other board depends on whether there are twins.
    let mut random = Random::new(!request.seed);
    let is_open = request.kind.is_none() && request.walls.is_none() && request.goal.is_none();
    let is_drawn = is_open && request.size.is_none_or(|size| size >= SMALLEST) && random.chance(SHARE);
    if !is_drawn && request.kind != Some(Kind::Twins) {
        return Ok(None);
    }
    let size = request.size.unwrap_or(LARGEST).min(LARGEST);
    let request = Request { kind: Some(Kind::Twins), size: Some(size), ..request.clone() };
    let mut searcher = Searcher::default();
    let mut n_found = 0;
    for _ in 0..N_HASHES {
        let mut plan = Plan::draw(&request, &mut random)?;
        // The longest snakes have by far the most twins.
        plan.length = request.length.unwrap_or(9).min(plan.rows * plan.cols - 1);
        let hash = Hash {
            base: request.base.unwrap_or_else(|| random.pick(&Hash::BASES)),
            modulus: request.modulus.unwrap_or_else(|| random.pick(&Hash::MODULI)),
        };
        if plan.rows * plan.cols < LEAST_AREA {
            continue;
        }
        let twins = all(&plan, hash);
        if twins.is_empty() {
            continue;
        }
        n_found += 1;
        for _ in 0..N_TRIES {
            let pair = &twins[random.below(twins.len())];
            let board = around(&plan, pair, &mut searcher, &mut random);
            if board.is_some() {
                return Ok(board);
            }
        }
        if n_found == N_FOUND {
            break;
        }
    }
    Ok(None)
}

/// Builds walls as long as the snake gets to lie like both twins, until it matters that they are not the same.
fn around(plan: &Plan, twins: &Twins, searcher: &mut Searcher, random: &mut Random) -> Option<Board> {
    let snake = earlier(plan, &twins[random.below(2)], random);
    let walls = filled(plan.rows, plan.cols, false);
    let mut board = Board { rows: plan.rows, cols: plan.cols, walls, apple: snake[0], snake };
    let ahead = later(plan, &twins[random.below(2)], random);
    let is_open = |cell: &Cell| {
        !board.snake.contains(cell) && !twins.iter().chain([&ahead]).any(|snake| snake.contains(cell))
    };
    let mut open: Vec<Cell> = board.cells().filter(is_open).collect();
    random.shuffle(&mut open);
    let closed_later = open.split_off(open.len() * plan.walls / 1000);
    for cell in open {
        board.walls[cell.index()] = true;
    }
    let mut next = closed_later.into_iter();
    let mut last: Option<Cell> = None;
    loop {
        if let Some(wrong) = searcher.of_confused_head(&board, twins.each_ref().map(Vec::as_slice)) {
            let right = searcher.of_head(&board);
            let is_late =
                |cell: &Cell| right[cell.index()] != wrong[cell.index()] && !board.snake.contains(cell);
            let late: Vec<Cell> = board.cells().filter(is_late).collect();
            if !late.is_empty() {
                board.apple = random.pick(&late);
                return Some(board);
            }
        } else {
            board.walls[last?.index()] = false;
        }
        last = Some(next.next()?);
        board.walls[last?.index()] = true;
    }
}

/// A snake that may come to lie like this after some moves.
fn earlier(plan: &Plan, snake: &[Cell], random: &mut Random) -> Vec<Cell> {
    let mut snake = snake.to_vec();
    for _ in 0..random.below(MOST_MOVES) {
        let tail = snake[snake.len() - 1];
        let is_free = |cell: &Cell| plan.has(*cell) && !snake[1..].contains(cell);
        let free: Vec<Cell> =
            DIRECTIONS.map(|direction| tail.step(direction)).into_iter().filter(is_free).collect();
        if free.is_empty() {
            break;
        }
        snake.push(random.pick(&free));
        snake.remove(0);
    }
    snake
}

/// The cells on which the head of such a snake may come to lie in the next moves.
fn later(plan: &Plan, snake: &[Cell], random: &mut Random) -> Vec<Cell> {
    let mut ahead = Vec::new();
    for _ in 0..random.between(1, MOST_AHEAD) {
        let head = *ahead.last().unwrap_or(&snake[0]);
        let is_free = |cell: &Cell| plan.has(*cell) && !snake.contains(cell) && !ahead.contains(cell);
        let free: Vec<Cell> =
            DIRECTIONS.map(|direction| head.step(direction)).into_iter().filter(is_free).collect();
        if free.is_empty() {
            break;
        }
        ahead.push(random.pick(&free));
    }
    ahead
}

/// All twins on a board.
fn all(plan: &Plan, hash: Hash) -> Vec<Twins> {
    let (rows, cols) = (plan.rows, plan.cols);
    let shapes = shapes(plan.length);
    // All numbers are kept positive by where the heads are: at the torus' middle, far from its edges.
    let middle = Cell::new(7, 7);
    let number = |cell: Cell| u64::try_from(cell.row() * cols + cell.col()).expect("a small number");
    let hashes: Vec<u64> =
        shapes.iter().map(|shape| hash.of(cells(middle, shape).into_iter().map(number))).collect();
    let mut with_hash: HashMap<u64, Vec<usize>> = HashMap::new();
    for (shape, hash) in hashes.iter().enumerate() {
        with_hash.entry(*hash).or_default().push(shape);
    }
    let one_further = hash.of(std::iter::repeat_n(1, plan.length));
    let mut twins = Vec::new();
    for (other, hash_here) in hashes.iter().enumerate() {
        let mut hash_there = *hash_here;
        for further in 0..(MOST_ROWS * cols).min(rows * cols) {
            for &shape in with_hash.get(&hash_there).into_iter().flatten() {
                if further > 0 || shape < other {
                    let heads = (0..rows * cols - further).map(|head| (head, head + further));
                    twins.extend(heads.filter_map(|(there, here)| {
                        let body = |head: usize, shape: &[usize]| {
                            let body = cells(Cell::new(head / cols, head % cols), shape);
                            body.iter().all(|cell| plan.has(*cell)).then_some(body)
                        };
                        Some([body(here, &shapes[other])?, body(there, &shapes[shape])?])
                    }));
                }
            }
            hash_there = (hash_there + one_further) % hash.modulus;
        }
    }
    twins
}

/// The cells of a snake of this shape.
fn cells(head: Cell, shape: &[usize]) -> Vec<Cell> {
    let mut snake = vec![head];
    snake.extend(shape.iter().scan(head, |cell, &direction| {
        *cell = cell.step(direction);
        Some(*cell)
    }));
    snake
}

/// All shapes of a snake: the directions from the head to the tail.
fn shapes(length: usize) -> Vec<Vec<usize>> {
    let mut shapes = vec![Vec::new()];
    for _ in 1..length {
        let longer = |shape: Vec<usize>| {
            DIRECTIONS.into_iter().filter_map(move |direction| {
                let snake = cells(Cell::new(7, 7), &shape);
                let is_free = !snake.contains(&snake[shape.len()].step(direction));
                is_free.then(|| [&shape[..], &[direction]].concat())
            })
        };
        shapes = shapes.into_iter().flat_map(longer).collect();
    }
    shapes
}

#[cfg(test)]
mod tests {
    use crate::arrivals::{self, Searcher};
    use crate::generate::request;
    use crate::generate::request::Plan;
    use crate::generate::twins::{Hash, all, board};
    use common::random::Random;

    const HASH: Hash = Hash { base: 13_331, modulus: 100_000_007 };

    #[test]
    fn twins_are_two_bodies_with_one_hash() {
        let request = request::parse(&["1".to_owned(), "rows=5".to_owned(), "cols=7".to_owned()]).unwrap();
        let plan = Plan { length: 9, ..Plan::draw(&request, &mut Random::new(1)).unwrap() };
        let twins = all(&plan, HASH);
        assert!(!twins.is_empty());
        for [one, other] in twins {
            let hash = |body: &[_]| {
                HASH.of(body.iter().map(|cell: &crate::board::Cell| (cell.row() * 7 + cell.col()) as u64))
            };
            assert_ne!(one, other);
            assert_eq!(hash(&one), hash(&other));
        }
    }

    #[test]
    fn a_search_that_merges_some_twins_comes_late_to_the_apple() {
        let words =
            |seed: u64| format!("{seed} kind=twins base=13331 modulus=100000007 rows=5 cols=7 walls=0.4");
        let mut n_boards = 0;
        for seed in 0..4 {
            let words: Vec<String> = words(seed).split(' ').map(str::to_owned).collect();
            let request = request::parse(&words).unwrap();
            let Some(board) = board(&request).unwrap() else { continue };
            n_boards += 1;
            let plan = Plan { length: 9, ..Plan::draw(&request, &mut Random::new(1)).unwrap() };
            let apple = board.apple.index();
            let right = arrivals::of_head(&board)[apple];
            let is_late = |[one, other]: &[Vec<_>; 2]| {
                let wrong = Searcher::default().of_confused_head(&board, [one, other]);
                wrong.is_some_and(|wrong| wrong[apple] != right)
            };
            assert!(all(&plan, HASH).iter().any(is_late), "for seed {seed}");
        }
        assert!(n_boards > 0);
    }
}
