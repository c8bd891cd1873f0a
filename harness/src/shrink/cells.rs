//! Cells and letters that become the plainest of their kind: `.` in a picture, `0` among digits, `a`
//! among letters.

use std::cmp::Reverse;
use std::ops::Range;

use crate::shrink::edit::{Edit, MOST_WORK, Step, pieces};
use crate::shrink::tables::{lines_of, words_of};

/// Makes pieces of words plain that are no numbers.
#[must_use]
pub fn steps(input: &[u8]) -> Vec<Step> {
    let has_dots = input.contains(&b'.');
    let words: Vec<Range<usize>> =
        lines_of(input).into_iter().flat_map(|line| words_of(input, line)).collect();
    let most = MOST_WORK / words.len().max(1);
    let mut steps = Vec::new();
    for (index, word) in words.into_iter().take(MOST_WORK).enumerate() {
        for piece in pieces(word.len(), most) {
            let place = word.start + piece.start..word.start + piece.end;
            let plain = input[place.clone()].iter().map(|byte| plainest(*byte, has_dots)).collect();
            steps.push(step(place, plain, index));
        }
    }
    steps.sort_by_key(|step| step.key);
    steps
}

fn step(place: Range<usize>, with: Vec<u8>, word: usize) -> Step {
    Step { key: (Reverse(place.len()), word, 0, place.start), edits: vec![Edit { piece: place, with }] }
}

fn plainest(byte: u8, has_dots: bool) -> u8 {
    match byte {
        // Brackets and commas are structure.
        b'[' | b']' | b',' | b'-' => byte,
        _ if has_dots => b'.',
        b'0'..=b'9' => b'0',
        b'a'..=b'z' => b'a',
        b'A'..=b'Z' => b'A',
        _ => byte,
    }
}
