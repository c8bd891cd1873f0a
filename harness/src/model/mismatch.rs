//! The first difference between what was expected and what came.

use std::fmt;

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
    /// Which token of the output, where that means something; one more than the answer has where the output
    /// goes on.
    pub token: Option<u64>,
    /// How many tokens the answer has, where the output has had the same ones up to there.
    pub tokens: Option<u64>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)?;
        match (self.token, self.tokens) {
            // Of a single token, or of none, the number says nothing.
            (Some(1), Some(0 | 1)) | (None, _) => Ok(()),
            (Some(token), Some(tokens)) if token <= tokens => write!(f, " (token {token} of {tokens})"),
            (Some(_), Some(tokens)) => write!(f, " (after all {tokens} tokens)"),
            (Some(token), None) => write!(f, " (token {token})"),
        }
    }
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

#[cfg(test)]
mod tests {
    use crate::model::Place;

    #[test]
    fn a_place_is_told_with_its_token() {
        let told = |token, tokens| Place { line: 3, column: 7, byte: 9, token, tokens }.to_string();
        assert_eq!(told(Some(12), Some(40)), "line 3, column 7 (token 12 of 40)");
        assert_eq!(told(Some(41), Some(40)), "line 3, column 7 (after all 40 tokens)");
        assert_eq!(told(Some(1), Some(1)), "line 3, column 7");
        assert_eq!(told(Some(1), Some(0)), "line 3, column 7");
        assert_eq!(told(Some(2), None), "line 3, column 7 (token 2)");
        assert_eq!(told(None, None), "line 3, column 7");
    }
}
