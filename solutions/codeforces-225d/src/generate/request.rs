//! What a call of the generator asks for, and what is drawn where it leaves the choice.

use common::argument::{Argument, split_seed};
use common::random::Random;

use crate::board::{Cell, MAX_SIDE};
use crate::generate::apple::Goal;
use crate::generate::walls::Kind;

/// The text of `--help`.
pub const HELP: &str = "\
usage: generate-snake SEED [key=value…]

Prints a board of Codeforces 225D. The same arguments give the same bytes on any machine.

  size=0..100   how large the board may be where nothing else says so; 0 is the smallest
  rows=1..15    cols=1..15    k=3..9
  walls=0..1    share of cells turned into walls, at most three digits after the point
  kind=random|serpentine|spiral|rooms|ring|open|twins
                twins: the way to the apple leads through one of two bodies with the same hash, for a
                hash of the cells' numbers that takes them times base=2… modulo modulus=2…;
                where there are no such bodies, random
  apple=random|last|far|sealed
                last: the cell that the head can reach last; far: the longest way round walls alone;
                sealed: a corner closed by walls

Keys that are not given are drawn from the seed.";

/// The greatest base and modulus: twice of it still fits 64 bits.
const MOST: usize = 1 << 62;

/// A call of the generator.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What everything is drawn from.
    pub seed: u64,
    /// 0 to 100: bounds what is drawn.
    pub size: Option<usize>,
    /// Rows of the board.
    pub rows: Option<usize>,
    /// Columns of the board.
    pub cols: Option<usize>,
    /// Segments of the snake.
    pub length: Option<usize>,
    /// How many of a thousand cells become walls.
    pub walls: Option<usize>,
    /// The shape of the labyrinth.
    pub kind: Option<Kind>,
    /// Where the apple goes.
    pub goal: Option<Goal>,
    /// The base of the hash that makes twins.
    pub base: Option<u64>,
    /// Its modulus.
    pub modulus: Option<u64>,
}

/// A request with all choices made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Segments of the snake.
    pub length: usize,
    /// How many of a thousand cells become walls.
    pub walls: usize,
    /// The shape of the labyrinth.
    pub kind: Kind,
    /// Where the apple goes.
    pub goal: Goal,
}

/// Reads the arguments after the program's name.
///
/// # Errors
///
/// An argument that is not understood, with what was expected instead.
pub fn parse(args: &[String]) -> Result<Request, String> {
    let (seed, keys) = split_seed(args)?;
    let mut request = Request { seed, ..Request::default() };
    for arg in keys {
        let argument = Argument::parse(arg)?;
        match argument.key {
            "size" => request.size = Some(argument.number(0, 100)?),
            "rows" => request.rows = Some(argument.number(1, MAX_SIDE)?),
            "cols" => request.cols = Some(argument.number(1, MAX_SIDE)?),
            "k" => request.length = Some(argument.number(3, 9)?),
            "walls" => request.walls = Some(argument.share()?),
            "kind" => request.kind = Some(argument.choice(&Kind::ALL)?),
            "apple" => request.goal = Some(argument.choice(&Goal::ALL)?),
            "base" => request.base = Some(wide(argument)?),
            "modulus" => request.modulus = Some(wide(argument)?),
            key => {
                return Err(format!(
                    "unknown key `{key}`: expected one of size, rows, cols, k, walls, kind, apple, base, \
                     modulus"
                ));
            }
        }
    }
    Ok(request)
}

fn wide(argument: Argument<'_>) -> Result<u64, String> {
    argument.number(2, MOST).map(|number| u64::try_from(number).expect("usize fits 64 bits"))
}

impl Plan {
    /// Whether a cell is on the board.
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        cell.row() < self.rows && cell.col() < self.cols
    }

    /// Draws what the request leaves open; every draw is made in this order, so that the seed settles it.
    ///
    /// # Errors
    ///
    /// A board too small for the snake that was asked for.
    pub fn draw(request: &Request, random: &mut Random) -> Result<Self, String> {
        let size = request.size.unwrap_or_else(|| random.between(0, 100));
        let max_side = 2 + size * (MAX_SIDE - 2) / 100;
        let max_length = 3 + size * 6 / 100;
        let least_area = request.length.unwrap_or(3) + 1;

        // If one side is given and short, the other one must be long enough for the snake and the apple.
        let enough = |other: usize| least_area.div_ceil(other);
        let rows_low = request.cols.map_or(1, enough).min(MAX_SIDE);
        let rows = request.rows.unwrap_or_else(|| random.between(rows_low, max_side.max(rows_low)));
        let cols_low = enough(rows).min(MAX_SIDE);
        let cols = request.cols.unwrap_or_else(|| random.between(cols_low, max_side.max(cols_low)));
        let longest = max_length.min((rows * cols).saturating_sub(1)).max(3);
        let length = request.length.unwrap_or_else(|| random.between(3, longest));
        if rows * cols <= length {
            return Err(format!(
                "a board of {rows} × {cols} has no room for {length} segments and the apple"
            ));
        }

        let kind = request.kind.unwrap_or_else(|| {
            let usual = if random.chance(600) { Kind::Random } else { Kind::Open };
            // Twins have a draw of their own.
            let other = random.pick(&Kind::ALL[..6]).1;
            if random.chance(500) { usual } else { other }
        });
        let walls = request.walls.unwrap_or_else(|| match kind {
            Kind::Random => random.between(0, 450),
            Kind::Twins => random.between(250, 550),
            Kind::Serpentine | Kind::Spiral | Kind::Rooms | Kind::Ring | Kind::Open => {
                let few = random.between(0, 100);
                if random.chance(250) { few } else { 0 }
            }
        });
        let goal = request.goal.unwrap_or_else(|| {
            // A sealed corner takes three cells; on a narrow board it could leave the snake no room.
            let n_goals = if rows >= 4 && cols >= 4 { 8 } else { 7 };
            [
                Goal::Last,
                Goal::Last,
                Goal::Last,
                Goal::Random,
                Goal::Random,
                Goal::Far,
                Goal::Far,
                Goal::Sealed,
            ][random.below(n_goals)]
        });
        Ok(Self { rows, cols, length, walls, kind, goal })
    }
}
