//! What a call of the generator asks for, and what is drawn where it leaves the choice.

use common::argument::{Argument, split_seed};
use common::random::Random;

/// The text of `--help`.
pub const HELP: &str = "\
usage: generate-ladders SEED [key=value…]

Prints a board of LeetCode 909. The same arguments give the same bytes on any machine.

  size=0..100   how large the board may be where nothing else says so; 0 is the smallest
  n=2..20       the side of the board
  density=0..1  share of squares that start a jump, at most three digits after the point
  kind=any|snake|ladder|local|hub|treadmill|wall
                local: short jumps; hub: many jumps to few squares; treadmill: nearly every roll leads back,
                so that the answer is long; wall: six snakes in a row, now and then with a way through

Keys that are not given are drawn from the seed.";

/// Which jumps a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// From anywhere to anywhere.
    Any,
    /// Downwards.
    Snake,
    /// Upwards.
    Ladder,
    /// Not far.
    Local,
    /// To few squares.
    Hub,
    /// Five squares back, from nearly everywhere.
    Treadmill,
    /// Six snakes in a row.
    Wall,
}

impl Kind {
    /// All kinds with their names.
    pub const ALL: [(&'static str, Self); 7] = [
        ("any", Self::Any),
        ("snake", Self::Snake),
        ("ladder", Self::Ladder),
        ("local", Self::Local),
        ("hub", Self::Hub),
        ("treadmill", Self::Treadmill),
        ("wall", Self::Wall),
    ];
}

/// A call of the generator.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What everything is drawn from.
    pub seed: u64,
    /// 0 to 100: bounds what is drawn.
    pub size: Option<usize>,
    /// The side of the board.
    pub side: Option<usize>,
    /// How many of a thousand squares start a jump.
    pub density: Option<usize>,
    /// Which jumps.
    pub kind: Option<Kind>,
}

/// A request with all choices made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The side of the board.
    pub side: usize,
    /// How many of a thousand squares start a jump.
    pub density: usize,
    /// Which jumps.
    pub kind: Kind,
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
            "n" => request.side = Some(argument.number(2, 20)?),
            "density" => request.density = Some(argument.share()?),
            "kind" => request.kind = Some(argument.choice(&Kind::ALL)?),
            key => return Err(format!("unknown key `{key}`: expected one of size, n, density, kind")),
        }
    }
    Ok(request)
}

impl Plan {
    /// Draws what the request leaves open; every draw is made in this order, so that the seed settles it.
    #[must_use]
    pub fn draw(request: &Request, random: &mut Random) -> Self {
        let size = request.size.unwrap_or_else(|| random.between(0, 100));
        let side = request.side.unwrap_or_else(|| random.between(2, 2 + size * 18 / 100));
        let kind = request.kind.unwrap_or_else(|| random.pick(&Kind::ALL).1);
        let density = request.density.unwrap_or_else(|| match kind {
            Kind::Treadmill | Kind::Wall => random.between(0, 200),
            Kind::Any | Kind::Snake | Kind::Ladder | Kind::Local | Kind::Hub => random.between(50, 1000),
        });
        Self { side, density, kind }
    }
}
