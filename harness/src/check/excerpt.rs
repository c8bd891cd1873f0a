//! Cuts the surroundings of a place to a size that can be shown.

use memchr::{memchr_iter, memrchr};

use crate::check::output::AFTER;
use crate::model::Piece;

/// Whole lines shown before the line of the place.
const LINES_BEFORE: usize = 3;

/// Lines shown from the place on.
const LINES_AFTER: usize = 40;

/// A place in a text and its surroundings.
pub struct View<'a> {
    /// Offset of the place.
    pub offset: u64,
    /// Its line, from 1.
    pub line: u64,
    /// Its column in bytes, from 1.
    pub column: u64,
    /// What precedes it: all, or several KiB.
    pub before: &'a [u8],
    /// What follows it: all, or [`AFTER`] bytes and one.
    pub after: &'a [u8],
}

impl View<'_> {
    /// Whether the text ends within the view.
    pub fn is_complete(&self) -> bool {
        self.after.len() <= AFTER
    }
}

/// A few lines before the place and after it. The line of the place may be longer than all that;
/// then it is cut round the place.
pub fn cut(view: &View) -> Piece {
    let (start, first_line, cut_before) = start(view);
    let end = end(view);
    let mut bytes = view.before[start..].to_vec();
    bytes.extend_from_slice(&view.after[..end]);
    Piece { bytes, first_line, cut_before, more_after: end < view.after.len() }
}

/// Where to begin in `before`, on which line that is, and how much of that line is cut off.
fn start(view: &View) -> (usize, u64, u64) {
    let before = view.before;
    let in_line = usize::try_from(view.column - 1).unwrap_or(usize::MAX);
    if in_line > before.len() {
        // Not in the middle of a character.
        let start = before.iter().take(3).take_while(|byte| **byte & 0xc0 == 0x80).count();
        return (start, view.line, view.column - 1 - (before.len() - start) as u64);
    }
    let (mut start, mut line) = (before.len() - in_line, view.line);
    for _ in 0..LINES_BEFORE {
        if start == 0 {
            break;
        }
        let previous = match memrchr(b'\n', &before[..start - 1]) {
            Some(newline) => newline + 1,
            None if before.len() as u64 == view.offset => 0,
            None => break,
        };
        (start, line) = (previous, line - 1);
    }
    (start, line, 0)
}

/// Where to end in `after`: after a line end, if there is one.
fn end(view: &View) -> usize {
    let shown = &view.after[..view.after.len().min(AFTER)];
    if let Some(newline) = memchr_iter(b'\n', shown).nth(LINES_AFTER - 1) {
        return newline + 1;
    }
    if view.is_complete() {
        return shown.len();
    }
    memrchr(b'\n', shown).map_or_else(|| whole_characters(shown), |newline| newline + 1)
}

/// Length without a character that is cut off at the end.
fn whole_characters(text: &[u8]) -> usize {
    match text.utf8_chunks().last() {
        Some(last) if last.invalid().len() < 4 => text.len() - last.invalid().len(),
        _ => text.len(),
    }
}

#[cfg(test)]
mod tests {
    use memchr::memchr_iter;

    use crate::check::excerpt::{View, cut};
    use crate::check::output::{AFTER, BEFORE};
    use crate::model::Piece;

    /// The piece that is shown round an offset of a text.
    fn piece(text: &[u8], offset: usize) -> Piece {
        let line_start = text[..offset].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        cut(&View {
            offset: offset as u64,
            line: memchr_iter(b'\n', &text[..offset]).count() as u64 + 1,
            column: (offset - line_start) as u64 + 1,
            before: &text[offset.saturating_sub(BEFORE)..offset],
            after: &text[offset..text.len().min(offset + AFTER + 1)],
        })
    }

    #[test]
    fn three_lines_are_shown_before_the_place() {
        let piece = piece(b"1\n2\n3\n4\n5 five\n6\n", 10);
        assert_eq!(piece.bytes, b"2\n3\n4\n5 five\n6\n");
        assert_eq!((piece.first_line, piece.cut_before, piece.more_after), (2, 0, false));
    }

    #[test]
    fn a_long_line_is_cut_round_the_place() {
        let mut text = vec![b'a'; 100_000];
        text[50_000] = b'b';
        let piece = piece(&text, 50_000);
        assert_eq!(piece.bytes.len(), (4 << 10) + AFTER);
        assert_eq!(piece.bytes[4 << 10], b'b');
        assert_eq!((piece.first_line, piece.cut_before, piece.more_after), (1, 50_000 - (4 << 10), true));
    }

    #[test]
    fn long_lines_before_are_left_out_and_many_lines_after() {
        let text = ["a".repeat(5000).as_bytes(), b"\nb\nc\n", "d\n".repeat(100).as_bytes()].concat();
        let piece = piece(&text, 5003);
        assert!(piece.bytes.starts_with(b"b\nc\nd\n"));
        assert_eq!(piece.bytes.len(), 2 + 2 * 40);
        assert_eq!((piece.first_line, piece.cut_before, piece.more_after), (2, 0, true));
    }

    #[test]
    fn nothing_is_a_piece_too() {
        assert_eq!(piece(b"", 0), Piece { bytes: vec![], first_line: 1, cut_before: 0, more_after: false });
    }
}
