//! Splits a text that comes in chunks into lines or words and gives each a fingerprint.
//!
//! The blanks at the end of a line are no part of it, but whether blanks are at the end is known
//! only when the line ends. So the hash goes over them, and the one from before them is kept.

use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};

use memchr::memchr;

use crate::check::answer::Survey;
use crate::check::bytes::{is_blank, is_line_blank, trim_line_end};

/// Bytes of an item that are kept to be shown.
const SHOWN: usize = 200;

/// What the items are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Lines without the blanks at their ends; blank lines are none.
    Line,
    /// Words.
    Word,
}

/// Stands for an item. Two items that differ have the same one with a probability of 2^-128.
pub type Fingerprint = u128;

/// Hashes fingerprints for tables: they are as good as random already.
#[derive(Default)]
pub struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "half of the bits are enough for a table")]
    fn write_u128(&mut self, fingerprint: u128) {
        self.0 = fingerprint as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The keys under which fingerprints are made.
#[derive(Clone, Default)]
pub struct Keys(RandomState, RandomState);

/// An item and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Offset in the text.
    pub offset: u64,
    /// Line, from 1.
    pub line: u64,
    /// Column in bytes, from 1.
    pub column: u64,
    /// Number of the item among the words, from 1.
    pub word: u64,
    /// Its bytes, or the first of them.
    pub text: Vec<u8>,
}

/// A text being split.
pub struct Items {
    unit: Unit,
    keys: Keys,
    hashes: Hashes,
    /// The hashes from before the blanks that the line ends in so far.
    settled: Option<Hashes>,
    phase: Phase,
    item: Item,
    offset: u64,
    line: u64,
    line_start: u64,
    after_cr: bool,
    saw_crlf: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Outside,
    /// In a line that is blank so far.
    Blank,
    /// In an item.
    Inside,
}

#[derive(Clone)]
struct Hashes(DefaultHasher, DefaultHasher);

impl Items {
    /// A text from the given place on, where an item begins.
    pub fn new(unit: Unit, keys: &Keys, offset: u64, survey: &Survey) -> Self {
        let hashes = Hashes(keys.0.build_hasher(), keys.1.build_hasher());
        let item = Item { offset, line: survey.line, column: 1, word: survey.word, text: Vec::new() };
        Self {
            unit,
            keys: keys.clone(),
            hashes,
            settled: None,
            phase: Phase::Outside,
            item,
            offset,
            line: survey.line,
            line_start: offset - (survey.column - 1),
            after_cr: false,
            saw_crlf: false,
        }
    }

    /// Takes the next bytes and hands over every item that ends in them.
    pub fn feed(&mut self, mut text: &[u8], mut take: impl FnMut(Fingerprint, &Item)) {
        while !text.is_empty() {
            if self.phase == Phase::Outside {
                let count = self.skip(text);
                text = &text[count..];
                if text.is_empty() {
                    return;
                }
                self.begin();
            }
            let end = match self.unit {
                Unit::Line => memchr(b'\n', text),
                Unit::Word => text.iter().position(|&byte| is_blank(byte)),
            };
            let piece = &text[..end.unwrap_or(text.len())];
            self.add(piece);
            text = &text[piece.len()..];
            if end.is_some() {
                self.end(&mut take);
            }
        }
    }

    /// The text has ended: hands over the item that ends with it, if there is one.
    pub fn finish(&mut self, mut take: impl FnMut(Fingerprint, &Item)) {
        if self.phase != Phase::Outside {
            self.end(&mut take);
        }
    }

    /// Whether a line ended in CRLF.
    pub fn saw_crlf(&self) -> bool {
        self.saw_crlf
    }

    /// Goes over what separates items; says how much that was.
    fn skip(&mut self, text: &[u8]) -> usize {
        let is_separator = |byte: u8| match self.unit {
            Unit::Line => byte == b'\n',
            Unit::Word => is_blank(byte),
        };
        let count = text.iter().position(|&byte| !is_separator(byte)).unwrap_or(text.len());
        for &byte in &text[..count] {
            self.offset += 1;
            if byte == b'\n' {
                self.line += 1;
                self.line_start = self.offset;
                self.saw_crlf |= self.after_cr;
            }
            self.after_cr = byte == b'\r';
        }
        count
    }

    fn begin(&mut self) {
        self.phase = Phase::Blank;
        self.settled = None;
        self.hashes = Hashes(self.keys.0.build_hasher(), self.keys.1.build_hasher());
        self.item.offset = self.offset;
        self.item.line = self.line;
        self.item.column = self.offset - self.line_start + 1;
        self.item.text.clear();
    }

    fn add(&mut self, piece: &[u8]) {
        let Some(&last) = piece.last() else { return };
        let (ink, blanks) = match self.unit {
            Unit::Line => piece.split_at(trim_line_end(piece).len()),
            Unit::Word => (piece, &[][..]),
        };
        if !ink.is_empty() {
            self.hashes.write(ink);
            self.settled = None;
            self.phase = Phase::Inside;
        }
        if !blanks.is_empty() {
            self.settled.get_or_insert_with(|| self.hashes.clone());
            self.hashes.write(blanks);
        }
        let room = SHOWN - self.item.text.len();
        self.item.text.extend_from_slice(&piece[..piece.len().min(room)]);
        self.offset += piece.len() as u64;
        self.after_cr = last == b'\r';
    }

    fn end(&mut self, take: &mut impl FnMut(Fingerprint, &Item)) {
        let phase = std::mem::replace(&mut self.phase, Phase::Outside);
        if phase != Phase::Inside {
            return;
        }
        while self.unit == Unit::Line && self.item.text.last().is_some_and(|&byte| is_line_blank(byte)) {
            self.item.text.pop();
        }
        take(self.settled.as_ref().unwrap_or(&self.hashes).fingerprint(), &self.item);
        self.item.word += 1;
    }
}

impl Hashes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
        self.1.write(bytes);
    }

    fn fingerprint(&self) -> Fingerprint {
        u128::from(self.0.finish()) << 64 | u128::from(self.1.finish())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert_eq, proptest};

    use crate::check::answer::Survey;
    use crate::check::items::{Fingerprint, Item, Items, Keys, Unit};

    const START: Survey = Survey { line: 1, column: 1, word: 1 };

    fn items(unit: Unit, keys: &Keys, chunks: &[&[u8]]) -> Vec<(Fingerprint, Item)> {
        let mut items = Items::new(unit, keys, 0, &START);
        let mut all = Vec::new();
        for chunk in chunks {
            items.feed(chunk, |fingerprint, item| all.push((fingerprint, item.clone())));
        }
        items.finish(|fingerprint, item| all.push((fingerprint, item.clone())));
        all
    }

    #[test]
    fn an_item_knows_its_place() {
        let words = items(Unit::Word, &Keys::default(), &[b"a bb\n c"]);
        let places = words.iter().map(|(_, i)| (i.text.as_slice(), i.offset, i.line, i.column, i.word));
        let expected: [(&[u8], _, _, _, _); 3] =
            [(b"a", 0, 1, 1, 1), (b"bb", 2, 1, 3, 2), (b"c", 6, 2, 2, 3)];
        assert!(places.eq(expected));
        let lines = items(Unit::Line, &Keys::default(), &[b"\n a b \t\r\n \nc"]);
        let places = lines.iter().map(|(_, i)| (i.text.as_slice(), i.offset, i.line, i.column));
        let expected: [(&[u8], _, _, _); 2] = [(b" a b", 1, 2, 1), (b"c", 11, 4, 1)];
        assert!(places.eq(expected));
    }

    proptest! {
        #[test]
        fn chunks_change_nothing(
            text in prop::collection::vec(prop::sample::select(b"ab \t\r\n\0".to_vec()), 0..60),
            cut in any::<prop::sample::Index>(),
            is_word in any::<bool>(),
        ) {
            let unit = if is_word { Unit::Word } else { Unit::Line };
            let keys = Keys::default();
            let (a, b) = text.split_at(cut.index(text.len() + 1));
            let singles: Vec<&[u8]> = text.chunks(1).collect();
            prop_assert_eq!(items(unit, &keys, &[a, b]), items(unit, &keys, &[&text]));
            prop_assert_eq!(items(unit, &keys, &singles), items(unit, &keys, &[&text]));
        }

        #[test]
        fn equal_items_and_only_they_have_equal_fingerprints(
            text in prop::collection::vec(prop::sample::select(b"ab \n".to_vec()), 0..60),
        ) {
            for unit in [Unit::Line, Unit::Word] {
                let all = items(unit, &Keys::default(), &[&text]);
                for (x, a) in &all {
                    for (y, b) in &all {
                        prop_assert_eq!(x == y, a.text == b.text);
                    }
                }
            }
        }
    }
}
