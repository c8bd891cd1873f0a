//! Changes of an input: bytes that go, or give way to others.

use std::cmp::{Ordering, Reverse};
use std::ops::Range;

/// A piece of the input and what stands there instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The piece.
    pub piece: Range<usize>,
    /// What comes in its place.
    pub with: Vec<u8>,
}

/// Where a step stands in its pass: large pieces first, then by kind and by place.
pub type Key = (Reverse<usize>, usize, usize, usize);

/// A way to make an input smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its place in the order of the pass.
    pub key: Key,
    /// What it changes; the pieces do not overlap.
    pub edits: Vec<Edit>,
}

impl Edit {
    /// Takes a piece away.
    #[must_use]
    pub fn cut(piece: Range<usize>) -> Self {
        Self { piece, with: Vec::new() }
    }
}

impl Step {
    /// What the input of this length is made of after the step. A piece that begins within the one before
    /// it went with that.
    #[must_use]
    pub fn parts(&self, length: usize) -> Vec<Part<'_>> {
        let mut edits: Vec<&Edit> = self.edits.iter().collect();
        edits.sort_by_key(|edit| edit.piece.start);
        let mut parts = Vec::with_capacity(2 * edits.len() + 1);
        let mut done = 0;
        for Edit { piece, with } in edits {
            if piece.start >= done {
                parts.push(Part::Kept(done..piece.start));
                parts.push(Part::New(with));
            }
            done = done.max(piece.end);
        }
        parts.push(Part::Kept(done..length));
        parts
    }

    /// The input after the step.
    #[must_use]
    pub fn apply(&self, input: &[u8]) -> Vec<u8> {
        let mut changed = Vec::with_capacity(input.len());
        for part in self.parts(input.len()) {
            changed.extend_from_slice(part.bytes(input));
        }
        changed
    }

    /// Whether it makes the input smaller, in time that grows with the step and not with the input: what
    /// stays in its place is not looked at.
    #[must_use]
    pub fn makes_smaller(&self, input: &[u8]) -> bool {
        let parts = self.parts(input.len());
        let length: usize = parts.iter().map(|part| part.bytes(input).len()).sum();
        if length != input.len() {
            return length < input.len();
        }
        let mut at = 0;
        for part in parts {
            let there = at..at + part.bytes(input).len();
            at = there.end;
            if part == Part::Kept(there.clone()) {
                continue;
            }
            match by_alphabet(part.bytes(input), &input[there]) {
                Ordering::Equal => {}
                decided => return decided == Ordering::Less,
            }
        }
        false
    }
}

/// A part of an input after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// A piece of the input as it was.
    Kept(Range<usize>),
    /// Something else.
    New(&'a [u8]),
}

impl<'a> Part<'a> {
    fn bytes(&self, input: &'a [u8]) -> &'a [u8] {
        match self {
            Self::Kept(piece) => &input[piece.clone()],
            Self::New(bytes) => bytes,
        }
    }
}

/// The order of the alphabet in which `.` comes first.
pub fn by_alphabet(one: &[u8], other: &[u8]) -> Ordering {
    let rank = |byte: &u8| if *byte == b'.' { 0 } else { *byte };
    one.iter().map(rank).cmp(other.iter().map(rank))
}

/// The bytes to cut so that items `from..to` of a list go with the separators that they leave behind.
#[must_use]
pub fn span_of(items: &[Range<usize>], from: usize, to: usize) -> Range<usize> {
    if to < items.len() {
        items[from].start..items[to].start
    } else if from > 0 {
        items[from - 1].end..items[to - 1].end
    } else {
        items[from].start..items[to - 1].end
    }
}

/// Bytes and pieces that a pass looks at, about: a large input gets smaller by large pieces first.
pub const MOST_WORK: usize = 1 << 16;

/// Pieces of a list of so many items: halves, quarters, … single items, each size from the first to
/// the last item; of each size at most so many, so no small pieces of a long list.
pub fn pieces(count: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    let largest = count.checked_ilog2().map_or(0, |log| 1 << log);
    let sizes = std::iter::successors(Some(largest), |size| Some(size / 2))
        .take_while(move |size| *size > 0 && count / size <= most.max(2));
    sizes.flat_map(move |size| (0..count).step_by(size).map(move |from| from..(from + size).min(count)))
}

#[cfg(test)]
mod tests {
    use super::{Edit, Step, pieces, span_of};
    use std::cmp::Reverse;

    #[test]
    fn edits_are_made_together() {
        let edits = vec![Edit::cut(4..6), Edit { piece: 0..1, with: b"ab".to_vec() }, Edit::cut(5..7)];
        let step = Step { key: (Reverse(1), 0, 0, 0), edits };
        assert_eq!(step.apply(b"01234567"), b"ab1237");
    }

    #[test]
    fn items_go_with_one_separator_each() {
        let items = [0..1, 2..3, 4..5];
        assert_eq!([span_of(&items, 0, 1), span_of(&items, 1, 3), span_of(&items, 0, 3)], [0..2, 1..5, 0..5]);
    }

    #[test]
    fn pieces_are_halved_down_to_single_items() {
        assert_eq!(pieces(3, 9).collect::<Vec<_>>(), [0..2, 2..3, 0..1, 1..2, 2..3]);
        assert_eq!(pieces(0, 9).count(), 0);
        assert_eq!(pieces(1_000_000, 4).map(|piece| piece.len()).min(), Some(213_568));
    }
}
