//! Samples under headings in a language whose words are unknown: by the order of the headings.

use crate::statement::blocks::Item;
use crate::statement::label::Part;
use crate::statement::pairing::Piece;
use crate::statement::value::of_block;

/// A longer line is no heading for a block.
const LONGEST: usize = 40;

/// The parts of samples where all blocks have one of two headings in turn: input, output, input, output.
/// A single pair is certain only where both headings have the same number.
pub fn pieces(items: &[Item]) -> Vec<Piece> {
    let mut blocks = Vec::new();
    let mut heading = None;
    for item in items {
        match item {
            Item::Blank => {}
            Item::Heading(text, _) | Item::Text(text) => heading = Some(text),
            Item::Block(block) => match heading.take() {
                Some(text) if text.chars().count() <= LONGEST => blocks.push((name(text), of_block(block))),
                _ => return Vec::new(),
            },
            Item::Row(_) | Item::TableEnd => return Vec::new(),
        }
    }
    let [((first, _), _), ((second, _), _), ..] = blocks.as_slice() else { return Vec::new() };
    let (first, second) = (first.clone(), second.clone());
    let are_pairs = blocks.chunks(2).all(|pair| match pair {
        [((one, number), _), ((other, other_number), _)] => {
            *one == first && *other == second && number == other_number
        }
        _ => false,
    });
    let is_certain = blocks.len() > 2 || blocks.first().is_some_and(|((_, number), _)| number.is_some());
    if first.is_empty() || second.is_empty() || first == second || !are_pairs || !is_certain {
        return Vec::new();
    }
    let parts = [Part::Input, Part::Output].into_iter().cycle();
    let pieces = blocks.into_iter().zip(parts).enumerate();
    let piece = |(place, ((_, value), part)): (usize, ((_, _), Part))| Piece {
        part,
        number: None,
        unit: place / 2,
        is_of_sample: true,
        is_assigned: false,
        value,
    };
    pieces.map(piece).collect()
}

/// A heading without its number, and the number.
fn name(text: &str) -> (String, Option<u32>) {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let name = text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase);
    (name.collect(), digits.parse().ok())
}
