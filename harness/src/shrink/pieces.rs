//! Lines and words that go without anything else changing.

use std::cmp::Reverse;
use std::ops::Range;

use crate::shrink::edit::{Edit, MOST_WORK, Step, pieces, span_of};
use crate::shrink::tables::{lines_of, words_of};

/// Drops lines.
#[must_use]
pub fn lines(input: &[u8]) -> Vec<Step> {
    drop_pieces(&lines_of(input))
}

/// Drops words.
#[must_use]
pub fn words(input: &[u8]) -> Vec<Step> {
    let words: Vec<Range<usize>> =
        lines_of(input).into_iter().flat_map(|line| words_of(input, line)).collect();
    drop_pieces(&words)
}

fn drop_pieces(items: &[Range<usize>]) -> Vec<Step> {
    let step = |piece: Range<usize>| Step {
        key: (Reverse(piece.len()), 0, 0, piece.start),
        edits: vec![Edit::cut(span_of(items, piece.start, piece.end))],
    };
    pieces(items.len(), MOST_WORK / 16).map(step).collect()
}
