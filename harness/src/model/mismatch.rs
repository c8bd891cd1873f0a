//! The first difference between what was expected and what came.

/// Where and how an output is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// One sentence fragment: "expected `6`, got `5`", "no output", "output ends too early".
    pub reason: String,
    /// Where in the program's output, if there is such a place.
    pub place: Option<Place>,
    /// Both sides around the place, to be shown; `None` where it makes no sense.
    pub excerpt: Option<Excerpt>,
    /// Under which milder rule it would have been right: "right if letter case were ignored".
    pub hints: Vec<String>,
}

/// A place in the program's output. All numbers count from 1 but the byte offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line.
    pub line: u64,
    /// Column in bytes.
    pub column: u64,
    /// Offset in bytes from the start, from 0.
    pub byte: u64,
    /// Which token, where tokens are compared.
    pub token: Option<u64>,
}

/// A piece of both texts around the first difference, cut to a size that can be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The expected text.
    pub expected: Piece,
    /// What the program wrote.
    pub got: Piece,
}

/// A piece of a text: whole lines where they are short, else a cut around the place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Number of the line on which `bytes` begin, from 1.
    pub first_line: u64,
    /// Bytes of that first line that were cut off before `bytes`.
    pub cut_before: u64,
    /// The text goes on after `bytes`.
    pub more_after: bool,
}
