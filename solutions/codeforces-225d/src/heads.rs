//! Breadth-first search that moves whole sets of heads: one level is a few bit operations for each class of bodies.
//!
//! A class says which steps the body leaves open and which class follows each. For each class there is a set of the
//! cells where a head of that class may be: 16 rows of 16 bits. Row 15 and column 15 are wall, so a step to the left
//! or right is a shift of each row, a step up or down a read one row further on or back, and whatever crosses an edge
//! lands on a wall and is masked out with the other walls.
//!
//! A level is done in one of two ways. *Push* takes the live classes one by one and hands their heads on; good where
//! few are live, as in a maze. *Pull* lets each class collect from those that lead to it: no list, no branch, each set
//! written once; good where many are live.

use crate::board::{Board, DIRECTIONS, Direction};

/// The entry of a step that the body blocks.
pub const BLOCKED: u16 = u16::MAX;

/// Rows of a set.
const ROWS: usize = 16;

/// With more than one live class in this many, pulling is cheaper than pushing.
const PULL_SHARE: usize = 4;

/// How many levels are pulled before the live classes are counted again.
const PULL_ROUNDS: u32 = 8;

/// The cells of one class: a row each, a bit for each column.
type Set = [u16; ROWS];

/// Classes of bodies and the steps between them.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    /// For each class and direction the class that follows, or [`BLOCKED`].
    next: &'a [[u16; 4]],
    /// The classes that direction d leads into are those from `bounds[d]` to `bounds[d + 1]`.
    bounds: [usize; 5],
}

impl<'a> Graph<'a> {
    /// A graph whose classes stand in the order of the direction that leads into them: those of direction d from
    /// `bounds[d]` to `bounds[d + 1]`. Classes after the last bound are of bodies too short to occur in a search.
    #[must_use]
    pub fn new(next: &'a [[u16; 4]], bounds: [usize; 5]) -> Self {
        Self { next: &next[..bounds[4]], bounds }
    }
}

/// The steps of a graph, found from where they lead. A class may have none: some coils no move can make.
struct Inverse {
    /// The classes that lead to class t are `sources[first[t]..first[t + 1]]`.
    first: Vec<u16>,
    sources: Vec<u16>,
}

impl Inverse {
    fn of(graph: &Graph) -> Self {
        let next = graph.next;
        let mut first = vec![0; next.len() + 1];
        for &target in next.as_flattened().iter().filter(|&&target| target != BLOCKED) {
            first[usize::from(target) + 1] += 1;
        }
        for class in 0..next.len() {
            first[class + 1] += first[class];
        }
        let mut sources = vec![0; usize::from(first[next.len()])];
        let mut free = first.clone();
        for (class, steps) in (0..).zip(next) {
            for &target in steps.iter().filter(|&&target| target != BLOCKED) {
                let slot = &mut free[usize::from(target)];
                sources[usize::from(*slot)] = class;
                *slot += 1;
            }
        }
        Self { first, sources }
    }
}

/// The least number of moves from the board's head, with a body of class `start`, to the apple.
#[must_use]
pub fn search(graph: &Graph, board: &Board, start: usize) -> Option<u32> {
    let mut search = Search::new(graph, board);
    let mut live = vec![u16::try_from(start).expect("a graph has less than 65535 classes")];
    let mut next_live = Vec::new();
    let head = board.head();
    search.from[(start + 1) * ROWS + head.row()] = 1 << head.col();
    search.seen[start][head.row()] = 1 << head.col();

    let (apple_row, apple_bit) = (board.apple.row(), 1 << board.apple.col());
    let mut moves = 0;
    // Mazes never need it.
    let mut inverse = None;
    loop {
        if live.len() * PULL_SHARE <= graph.next.len() {
            moves += 1;
            let reached = search.push(&live, &mut next_live);
            if reached[apple_row] & apple_bit != 0 {
                return Some(moves);
            }
            if next_live.is_empty() {
                return None;
            }
            std::mem::swap(&mut live, &mut next_live);
            continue;
        }
        let inverse = inverse.get_or_insert_with(|| Inverse::of(graph));
        for _ in 0..PULL_ROUNDS {
            moves += 1;
            let reached = search.pull(inverse);
            if reached[apple_row] & apple_bit != 0 {
                return Some(moves);
            }
            if reached == [0; ROWS] {
                return None;
            }
        }
        search.into.fill(0);
        search.list_live(&mut live);
    }
}

struct Search<'a> {
    graph: &'a Graph<'a>,
    free: Set,
    /// The sets of this level and of the next, each class's after the other's, with a set to spare at both ends so
    /// that the row before the first and the row after the last can be read. Between levels that push, `into` is 0.
    from: Vec<u16>,
    into: Vec<u16>,
    seen: Vec<Set>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, board: &Board) -> Self {
        let mut free = [0; ROWS];
        for cell in board.cells().filter(|&cell| !board.is_wall(cell)) {
            free[cell.row()] |= 1 << cell.col();
        }
        let n_rows = (graph.next.len() + 2) * ROWS;
        let seen = vec![[0; ROWS]; graph.next.len()];
        Self { graph, free, from: vec![0; n_rows], into: vec![0; n_rows], seen }
    }

    /// One level from the live classes. Returns all cells that are new for some class.
    fn push(&mut self, live: &[u16], next_live: &mut Vec<u16>) -> Set {
        next_live.clear();
        let mut reached = [0; ROWS];
        for &class in live {
            let class = usize::from(class);
            for direction in DIRECTIONS {
                let target = self.graph.next[class][direction];
                if target == BLOCKED {
                    continue;
                }
                let into = usize::from(target);
                let mut moved = [0; ROWS];
                merge(&mut moved, &self.from, class, direction);
                let fresh = settle(moved, direction, &self.free, &mut self.seen[into]);
                if fresh == [0; ROWS] {
                    continue;
                }
                let place = &mut self.into[(into + 1) * ROWS..][..ROWS];
                if place == [0; ROWS] {
                    next_live.push(target);
                }
                for row in 0..ROWS {
                    place[row] |= fresh[row];
                    reached[row] |= fresh[row];
                }
            }
        }
        for &class in live {
            self.from[(usize::from(class) + 1) * ROWS..][..ROWS].fill(0);
        }
        std::mem::swap(&mut self.from, &mut self.into);
        reached
    }

    /// One level for all classes. Returns all cells that are new for some class.
    fn pull(&mut self, inverse: &Inverse) -> Set {
        let mut reached = [0; ROWS];
        // Four calls with a constant: the shift is chosen once for each quarter of the classes.
        self.pull_direction(0, inverse, &mut reached);
        self.pull_direction(1, inverse, &mut reached);
        self.pull_direction(2, inverse, &mut reached);
        self.pull_direction(3, inverse, &mut reached);
        std::mem::swap(&mut self.from, &mut self.into);
        reached
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the direction must be a constant in each of the four loops")]
    fn pull_direction(&mut self, direction: Direction, inverse: &Inverse, reached: &mut Set) {
        for class in self.graph.bounds[direction]..self.graph.bounds[direction + 1] {
            let sources = usize::from(inverse.first[class])..usize::from(inverse.first[class + 1]);
            let mut moved = [0; ROWS];
            for &source in &inverse.sources[sources] {
                merge(&mut moved, &self.from, usize::from(source), direction);
            }
            let fresh = settle(moved, direction, &self.free, &mut self.seen[class]);
            self.into[(class + 1) * ROWS..][..ROWS].copy_from_slice(&fresh);
            for row in 0..ROWS {
                reached[row] |= fresh[row];
            }
        }
    }

    fn list_live(&self, live: &mut Vec<u16>) {
        live.clear();
        let sets = self.from.chunks_exact(ROWS).skip(1).take(self.graph.next.len());
        live.extend((0..).zip(sets).filter(|(_, set)| **set != [0; ROWS]).map(|(class, _)| class));
    }
}

/// Adds the set of a class, read a row further on for a step up and a row back for a step down.
#[inline(always)]
#[expect(clippy::inline_always, reason = "see `pull_direction`")]
fn merge(moved: &mut Set, from: &[u16], class: usize, direction: Direction) {
    let begin = match direction {
        0 => (class + 1) * ROWS + 1,
        2 => (class + 1) * ROWS - 1,
        _ => (class + 1) * ROWS,
    };
    for (to, row) in moved.iter_mut().zip(&from[begin..begin + ROWS]) {
        *to |= row;
    }
}

/// Completes the step, drops walls and cells seen before, and marks the rest as seen.
#[inline(always)]
#[expect(clippy::inline_always, reason = "see `pull_direction`")]
fn settle(moved: Set, direction: Direction, free: &Set, seen: &mut Set) -> Set {
    let mut fresh = [0; ROWS];
    for row in 0..ROWS {
        let shifted = match direction {
            1 => moved[row] << 1,
            3 => moved[row] >> 1,
            _ => moved[row],
        };
        fresh[row] = shifted & free[row] & !seen[row];
        seen[row] |= fresh[row];
    }
    fresh
}
