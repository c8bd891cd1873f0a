//! The samples of a problem statement in Markdown or HTML, in many languages; pure.
//!
//! ```text
//! text → items (without markup) → labels and values → pieces → samples
//! ```
//! Statements are written by people, so nothing is asked of them but words: a line that says *input*
//! or *output*, and below it a block, or behind it a value. A heading *Input* with prose below it
//! describes the format and is no sample, whatever blocks follow the prose. Where it is not certain what
//! a part is, the sample is refused with the reason, and the others are read.

mod blocks;
mod html;
mod items;
mod label;
mod literal;
mod pairing;
mod reader;
mod shape;
mod structure;
mod table;
mod value;
mod words;

#[cfg(test)]
mod tests;

/// A sample.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// Its place among all samples of the statement, from 1.
    pub number: usize,
    /// What the program reads.
    pub input: String,
    /// What it should print, where the statement says so.
    pub answer: Option<String>,
}

/// A sample that is not certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its place among all samples of the statement, from 1.
    pub number: usize,
    /// Why it is refused, as a clause.
    pub why: String,
}

/// The samples of a statement, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Those that are certain.
    pub samples: Vec<Sample>,
    /// Those that are not.
    pub refused: Vec<Refusal>,
}

/// Reads all samples of a statement.
#[must_use]
pub fn read(text: &str) -> Reading {
    let text = text.replace("\r\n", "\n");
    let items = items::items(&text);
    let (pieces, units) = reader::pieces(&items);
    if pieces.is_empty() {
        let by_structure = structure::pieces(&items);
        if !by_structure.is_empty() {
            return pairing::pair(by_structure, &[]);
        }
    }
    pairing::pair(pieces, &units)
}
