//! Bytes: which are blank, how far two strings are equal, and how they are written in a sentence.

use std::fmt::Write as _;

use memchr::memchr;

use crate::model::push_plain;

/// Whether a byte separates words: what C's `isspace` says, so space, tab, LF, VT, FF and CR.
#[inline]
pub const fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte.wrapping_sub(b'\t') < 5
}

/// Whether a byte is nothing to see at the end of a line. CR is one of them, which makes CRLF the
/// same as LF without a rule of its own.
#[inline]
pub const fn is_line_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// Number of bytes that both begin with. Whole blocks go through one comparison each, so that long
/// equal texts cost what reading them costs.
#[inline]
pub fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let (blocks_a, _) = a.as_chunks::<64>();
    let (blocks_b, _) = b.as_chunks::<64>();
    let start = 64 * blocks_a.iter().zip(blocks_b).take_while(|(x, y)| x == y).count();
    let (words_a, _) = a[start..].as_chunks::<8>();
    let (words_b, _) = b[start..].as_chunks::<8>();
    let mut at = start;
    for (x, y) in words_a.iter().zip(words_b) {
        let unequal = u64::from_le_bytes(*x) ^ u64::from_le_bytes(*y);
        if unequal != 0 {
            return at + unequal.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + a[at..].iter().zip(&b[at..]).take_while(|(x, y)| x == y).count()
}

/// The word that a text begins with, empty if it begins with a blank.
pub fn leading_word(text: &[u8]) -> &[u8] {
    &text[..text.iter().position(|&byte| is_blank(byte)).unwrap_or(text.len())]
}

/// The word that a text ends in, empty if it ends in a blank.
pub fn trailing_word(text: &[u8]) -> &[u8] {
    &text[text.iter().rposition(|&byte| is_blank(byte)).map_or(0, |blank| blank + 1)..]
}

/// A line without the blanks at its end.
pub fn trim_line_end(line: &[u8]) -> &[u8] {
    &line[..line.iter().rposition(|&byte| !is_line_blank(byte)).map_or(0, |last| last + 1)]
}

/// Offset of the first byte that is part of no UTF-8 character. A character that is only cut off
/// at the end does not count where the text is a piece of a longer one.
pub fn not_utf8(text: &[u8], is_piece: bool) -> Option<usize> {
    let error = std::str::from_utf8(text).err()?;
    let is_cut = error.error_len().is_none() && is_piece;
    (!is_cut).then(|| error.valid_up_to())
}

/// Offset of the first NUL.
pub fn nul(text: &[u8]) -> Option<usize> {
    memchr(0, text)
}

/// A piece of a text in backticks, with everything unprintable escaped and `…` where it is cut: at
/// most some 64 characters, those round byte `focus`.
pub fn quoted(text: &[u8], focus: usize) -> String {
    const BEFORE: usize = 16;
    const AFTER: usize = 48;
    let mut start = if focus > 2 * BEFORE { focus - BEFORE } else { 0 };
    let mut end = text.len().min(focus.saturating_add(AFTER));
    // Not in the middle of a character, if there are characters.
    let is_inside = |at: usize| at > 0 && text.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    start -= (0..3).take_while(|back| *back < start && is_inside(start - back)).count();
    end -= (0..3).take_while(|back| start + back < end && is_inside(end - back)).count();
    let mut out = String::from("`");
    out.push_str(if start > 0 { "…" } else { "" });
    escape(&text[start.min(end)..end], &mut out);
    out.push_str(if end < text.len() { "…`" } else { "`" });
    out
}

/// Appends a text with `\n`, `\t`, `\0`, `\x1b`, `\u{200b}`, `\xff` for what cannot be seen.
fn escape(text: &[u8], out: &mut String) {
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\0' => out.push_str("\\0"),
                '\\' => out.push_str("\\\\"),
                c => push_plain(out, c),
            }
        }
        for byte in chunk.invalid() {
            _ = write!(out, "\\x{byte:02x}");
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, prop, prop_assert_eq, proptest};

    use crate::check::bytes::{common_prefix, is_blank, not_utf8, quoted};

    #[test]
    fn blanks_are_what_c_says() {
        let blanks: Vec<u8> = (0..=255).filter(|&byte| is_blank(byte)).collect();
        assert_eq!(blanks, b"\t\n\x0b\x0c\r ");
    }

    #[test]
    fn quotes_are_escaped_and_cut_round_the_focus() {
        assert_eq!(quoted(b"42\0\xff\x1b\\", 0), r"`42\0\xff\x1b\\`");
        assert_eq!(quoted("näh\u{200b}".as_bytes(), 0), "`näh\\u{200b}`");
        assert_eq!(quoted(&[b'a'; 100], 0), format!("`{}…`", "a".repeat(48)));
        assert_eq!(quoted(&[b'a'; 100], 90), format!("`…{}`", "a".repeat(26)));
        assert_eq!(quoted("ä".repeat(100).as_bytes(), 101), format!("`…{}…`", "ä".repeat(32)));
        assert_eq!(quoted(b"", 0), "``");
    }

    #[test]
    fn a_character_cut_off_at_the_end_of_a_piece_is_no_fault() {
        assert_eq!(not_utf8(b"a\xff", true), Some(1));
        assert_eq!(not_utf8(b"a\xc3", true), None);
        assert_eq!(not_utf8(b"a\xc3", false), Some(1));
    }

    fn text() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(0_u8..2, 0..300)
    }

    proptest! {
        #[test]
        fn the_common_prefix_is_the_one_found_byte_by_byte(shared in text(), a in text(), b in text()) {
            let (a, b) = ([&shared[..], &a].concat(), [&shared[..], &b].concat());
            let simple = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
            prop_assert_eq!(common_prefix(&a, &b), simple);
        }

        #[test]
        fn any_bytes_can_be_quoted(text in prop::collection::vec(any::<u8>(), 0..200), focus in 0_usize..250) {
            quoted(&text, focus.min(text.len()));
        }
    }
}
