//! Cuts both sides into lines: those that both begin with are counted, a bounded number is kept.

use std::borrow::Cow;

use crate::diff::{Blanks, Side};

/// Most lines of a side that are looked at.
const MAX_LINES: usize = 256;

/// Equal lines that are kept before the first that differs.
pub const CONTEXT: usize = 3;

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its number.
    pub number: u64,
    /// Its bytes without the line end.
    pub text: &'a [u8],
    /// Whether it has a line end.
    pub has_newline: bool,
    /// Whether something was cut off before it, or after it.
    pub is_cut: (bool, bool),
}

/// The lines of both sides.
pub struct Texts<'a> {
    /// Lines that were expected.
    pub expected: Vec<Line<'a>>,
    /// Lines that came.
    pub got: Vec<Line<'a>>,
    /// Number of further lines of the sides, whichever has more.
    pub left_out: usize,
    /// Whether the expected text goes on after the piece, and whether the output does.
    pub go_on: (bool, bool),
}

/// Cuts both sides into lines.
pub fn split<'a>(expected: Side<'a>, got: Side<'a>, blanks: Blanks) -> Texts<'a> {
    let equal = iter(expected)
        .zip(iter(got))
        .take_while(|(expected, got)| expected.key(blanks) == got.key(blanks))
        .count();
    let skipped = equal.saturating_sub(CONTEXT);
    let take = |side| iter(side).skip(skipped).take(MAX_LINES).collect::<Vec<_>>();
    let rest = |side| iter(side).skip(skipped + MAX_LINES).count();
    Texts {
        expected: take(expected),
        got: take(got),
        left_out: rest(expected).max(rest(got)),
        go_on: (expected.more_after, got.more_after),
    }
}

impl<'a> Line<'a> {
    /// Two lines with the same key are the same.
    pub fn key(&self, blanks: Blanks) -> (Cow<'a, [u8]>, bool) {
        match blanks {
            Blanks::Matter => (Cow::Borrowed(self.text), self.has_newline || self.is_cut.1),
            Blanks::MatterInside => (Cow::Borrowed(trim_end(self.text)), true),
            Blanks::DoNotMatter => {
                let words = self.text.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty());
                (Cow::Owned(words.collect::<Vec<_>>().join(&b' ')), true)
            }
        }
    }
}

/// Whether a byte is a blank inside a line.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

/// A line without the blanks at its end.
pub fn trim_end(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\r')).map_or(0, |last| last + 1)]
}

fn iter(side: Side<'_>) -> impl Iterator<Item = Line<'_>> {
    let n_bytes = side.bytes.len();
    let mut end = 0;
    side.bytes.split_inclusive(|&byte| byte == b'\n').zip(side.first_line..).map(move |(line, number)| {
        let is_first = end == 0;
        end += line.len();
        let text = line.strip_suffix(b"\n");
        let is_cut_after = text.is_none() && end == n_bytes && side.more_after;
        Line {
            number,
            text: text.unwrap_or(line),
            has_newline: text.is_some(),
            is_cut: (is_first && side.cut_before > 0, is_cut_after),
        }
    })
}
