//! Numbers: where they stand, and how they get nearer to zero.

use std::cmp::Reverse;
use std::ops::Range;

use crate::shrink::edit::{Edit, MOST_WORK, Step};

/// A whole number in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Where it stands, with its sign.
    pub piece: Range<usize>,
    /// Its value.
    pub value: i64,
}

impl Number {
    /// Puts another value in its place.
    #[must_use]
    pub fn becomes(&self, value: i64) -> Edit {
        Edit { piece: self.piece.clone(), with: value.to_string().into_bytes() }
    }
}

/// All whole numbers: digits, perhaps with a sign, between blanks, brackets and marks. Digits within a
/// word, as cells of a picture, are none.
#[must_use]
pub fn numbers_of(input: &[u8]) -> Vec<Number> {
    let is_part = |byte: &u8| !(byte.is_ascii_whitespace() || b"[](){},;:=\"".contains(byte));
    let mut found = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let length = input[at..].iter().take_while(|byte| is_part(byte)).count();
        let piece = at..at + length;
        let text = std::str::from_utf8(&input[piece.clone()]).ok();
        if let Some(value) = text.filter(|text| !text.starts_with('+')).and_then(|text| text.parse().ok()) {
            found.push(Number { piece, value });
        }
        at += length + 1;
    }
    found
}

/// Brings each number nearer to zero: at once, by half, by one.
#[must_use]
pub fn steps(input: &[u8]) -> Vec<Step> {
    let lower = |(index, number): (usize, &Number)| {
        let value = number.value;
        let targets = [0, 1, value.saturating_abs(), value / 2, value - value.signum()];
        // -1 often means none: to make it 1 would be shorter, and not plainer.
        let useful =
            targets.into_iter().filter(move |target| *target != value && (value, *target) != (-1, 1));
        let step = |target| Step { key: (Reverse(0), index, 0, 0), edits: vec![number.becomes(target)] };
        useful.map(step).collect::<Vec<_>>()
    };
    numbers_of(input).iter().take(MOST_WORK / 16).enumerate().flat_map(lower).collect()
}

#[cfg(test)]
mod tests {
    use super::numbers_of;

    #[test]
    fn numbers_stand_between_blanks_and_brackets() {
        let values = |text: &str| numbers_of(text.as_bytes()).iter().map(|n| n.value).collect::<Vec<_>>();
        assert_eq!(values("2 15\n.1@\n-3\n"), [2, 15, -3]);
        assert_eq!(values("[[-1,-1],[4,9]]"), [-1, -1, 4, 9]);
        assert_eq!(values("1.5 +2 99999999999999999999 x1"), [0_i64; 0]);
    }
}
