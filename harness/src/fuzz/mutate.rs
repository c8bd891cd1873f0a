//! Inputs that come from others by small changes. Pure: the same random numbers give the same input.
//!
//! Most changes break what a problem demands of its inputs; the validator sorts those out.

use std::ops::Range;

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use crate::shrink::{Number, TextTable, drops, numbers_of, tables_of};

/// How many changes are made at once; a single one breaks least.
const CHANGES: [usize; 4] = [1, 1, 2, 3];

/// The input after a few changes.
#[must_use]
pub fn mutate(input: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut changed = input.to_vec();
    for _ in 0..CHANGES[random.random_range(0..CHANGES.len())] {
        changed = change(&changed, random);
    }
    changed
}

/// The input after one of the steps that would make it smaller.
#[must_use]
pub fn drop_some(input: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
    drops(input).choose(random).map_or_else(|| input.to_vec(), |step| step.apply(input))
}

fn change(input: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
    let tables = tables_of(input);
    // The largest table is what the input is about.
    let table = tables.iter().rev().max_by_key(|table| table.rows.len() * table.columns());
    let Some(table) = table else { return input.to_vec() };
    match random.random_range(0..4) {
        0 => swap(input, table, random),
        1 => change_number(input, random).unwrap_or_else(|| copy(input, table, random)),
        _ => copy(input, table, random),
    }
}

fn cell(table: &TextTable, random: &mut ChaCha8Rng) -> Range<usize> {
    let row = random.random_range(0..table.cells.len());
    let column = random.random_range(0..table.cells[row].len());
    table.cells[row][column].clone()
}

/// Two cells change places.
fn swap(input: &[u8], table: &TextTable, random: &mut ChaCha8Rng) -> Vec<u8> {
    let (one, other) = (cell(table, random), cell(table, random));
    if one.start == other.start {
        return input.to_vec();
    }
    let (first, second) = if one.start < other.start { (one, other) } else { (other, one) };
    [
        &input[..first.start],
        &input[second.clone()],
        &input[first.end..second.start],
        &input[first],
        &input[second.end..],
    ]
    .concat()
}

/// A cell becomes what another one is.
fn copy(input: &[u8], table: &TextTable, random: &mut ChaCha8Rng) -> Vec<u8> {
    let (from, to) = (cell(table, random), cell(table, random));
    [&input[..to.start], &input[from], &input[to.end..]].concat()
}

/// A number becomes another one, near to it or between the least and the greatest.
fn change_number(input: &[u8], random: &mut ChaCha8Rng) -> Option<Vec<u8>> {
    let numbers = numbers_of(input);
    let Number { piece, value } = numbers.choose(random)?;
    let values = || numbers.iter().map(|number| number.value);
    let (least, greatest) = (values().min()?, values().max()?);
    let value = match random.random_range(0..3) {
        0 => value.saturating_add(1),
        1 => value.saturating_sub(1),
        _ => random.random_range(least..=greatest),
    };
    Some([&input[..piece.start], value.to_string().as_bytes(), &input[piece.end..]].concat())
}

#[cfg(test)]
mod tests {
    use super::mutate;
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert_eq, proptest};
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use std::collections::BTreeSet;

    #[test]
    fn a_picture_stays_a_picture_and_changes() {
        let picture = b"2 3\n.#@\n...\n";
        let mutants: BTreeSet<Vec<u8>> =
            (0..200).map(|seed| mutate(picture, &mut ChaCha8Rng::seed_from_u64(seed))).collect();
        let pictures = mutants.iter().filter(|mutant| mutant.starts_with(b"2 3\n"));
        assert!(pictures.clone().all(|mutant| mutant.len() == picture.len()));
        assert!(pictures.count() > 20);
    }

    proptest! {
        #[test]
        fn the_same_seed_makes_the_same_mutant_of_any_bytes(input in vec(any::<u8>(), 0..60), seed: u64) {
            let once = mutate(&input, &mut ChaCha8Rng::seed_from_u64(seed));
            prop_assert_eq!(once, mutate(&input, &mut ChaCha8Rng::seed_from_u64(seed)));
        }
    }
}
