//! Sums of candidates, told without making them.
//!
//! An input of equal items has as many ways to lose one as it has items, and all of them come to the same.
//! To see that costs as much as the change and not as much as the input, or else inputs of a megabyte
//! would never be done. The sum is a polynomial of the bytes modulo a prime, so that the sum of a piece
//! comes from those of two beginnings.

use crate::shrink::edit::{Part, Step};

/// A prime of Mersenne.
const PRIME: u128 = (1 << 61) - 1;

/// Where the polynomial is evaluated; any large number will do, the same on every machine.
const BASE: u64 = 0x1234_5678_9abc_def1;

/// Every how many bytes the sum of a beginning is kept; from there it is counted on.
const STRIDE: usize = 64;

/// The sums of the beginnings of an input.
pub struct Sums<'a> {
    input: &'a [u8],
    kept: Vec<u64>,
}

impl<'a> Sums<'a> {
    /// Those of this input.
    pub fn of(input: &'a [u8]) -> Self {
        let mut kept = vec![0];
        for chunk in input.chunks_exact(STRIDE) {
            kept.push(append(kept.last().copied().unwrap_or(0), chunk));
        }
        Self { input, kept }
    }

    /// The sum of the input itself.
    pub fn whole(&self) -> u64 {
        self.beginning(self.input.len())
    }

    /// The sum of the input after a step.
    pub fn after(&self, step: &Step) -> u64 {
        step.parts(self.input.len()).into_iter().fold(0, |sum, part| match part {
            Part::New(bytes) => append(sum, bytes),
            Part::Kept(piece) => {
                let shift = power(piece.len());
                let (start, end) = (self.beginning(piece.start), self.beginning(piece.end));
                // What stood before the piece gives way to what stands before it now.
                add(end, multiply(subtract(sum, start), shift))
            }
        })
    }

    fn beginning(&self, end: usize) -> u64 {
        let index = end / STRIDE;
        append(self.kept[index], &self.input[index * STRIDE..end])
    }
}

/// The sum of something with these bytes behind it. No byte counts as 0, so that their number counts.
fn append(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, byte| add(multiply(sum, BASE), u64::from(*byte) + 1))
}

fn power(mut exponent: usize) -> u64 {
    let (mut result, mut square) = (1, BASE);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = multiply(result, square);
        }
        square = multiply(square, square);
        exponent /= 2;
    }
    result
}

fn multiply(one: u64, other: u64) -> u64 {
    reduced(u128::from(one) * u128::from(other))
}

fn add(one: u64, other: u64) -> u64 {
    reduced(u128::from(one) + u128::from(other))
}

fn subtract(one: u64, other: u64) -> u64 {
    reduced(u128::from(one) + PRIME - u128::from(other))
}

fn reduced(number: u128) -> u64 {
    u64::try_from(number % PRIME).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Sums;
    use crate::shrink::edit::{Edit, Step};
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert_eq, proptest};
    use std::cmp::Reverse;

    proptest! {
        #[test]
        fn a_sum_foretells_what_the_candidate_has(
            input in vec(any::<u8>(), 0..300),
            edits in vec((0_usize..300, 0_usize..80, vec(any::<u8>(), 0..4)), 0..5),
        ) {
            let place = |at: usize| at.min(input.len());
            let edit = |(from, length, with): &(usize, usize, Vec<u8>)| {
                Edit { piece: place(*from)..place(from + length), with: with.clone() }
            };
            let step = Step { key: (Reverse(0), 0, 0, 0), edits: edits.iter().map(edit).collect() };
            prop_assert_eq!(Sums::of(&input).after(&step), Sums::of(&step.apply(&input)).whole());
        }
    }
}
