//! Texts as they are kept: UTF-8 without a byte order mark, lines end in LF, and so does the last one.

use std::borrow::Cow;

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A text and what was changed in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tidied {
    /// The text.
    pub text: Vec<u8>,
    /// What was not as it should be.
    pub changes: Vec<Untidy>,
}

/// What is not as it should be in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untidy {
    /// It is UTF-32.
    Utf32,
    /// It is UTF-16.
    Utf16,
    /// It begins with a byte order mark.
    ByteOrderMark,
    /// Lines end in CRLF.
    Crlf,
    /// The last line does not end.
    Unended,
}

impl Untidy {
    /// What is so, as a clause about the text.
    #[must_use]
    pub fn fault(self) -> &'static str {
        match self {
            Self::Utf32 => "is UTF-32",
            Self::Utf16 => "is UTF-16",
            Self::ByteOrderMark => "begins with a byte order mark",
            Self::Crlf => "has CRLF line endings",
            Self::Unended => "has no final newline",
        }
    }

    /// What was made of it.
    #[must_use]
    pub fn cured(self) -> &'static str {
        match self {
            Self::Utf32 => "UTF-32 was converted to UTF-8",
            Self::Utf16 => "UTF-16 was converted to UTF-8",
            Self::ByteOrderMark => "the byte order mark was removed",
            Self::Crlf => "CRLF was converted to LF",
            Self::Unended => "a final newline was added",
        }
    }
}

/// Makes UTF-32 and UTF-16 UTF-8, removes byte order marks, makes CRLF LF and ends the last line.
#[must_use]
pub fn tidy(text: &[u8]) -> Tidied {
    let mut changes = Vec::new();
    let decoded = decoded(text, &mut changes);
    let text = decoded.as_ref();
    let mut tidied = Vec::with_capacity(text.len() + 1);
    for (at, &byte) in text.iter().enumerate() {
        if byte != b'\r' || text.get(at + 1) != Some(&b'\n') {
            tidied.push(byte);
        }
    }
    if tidied.len() < text.len() {
        changes.push(Untidy::Crlf);
    }
    if tidied.last().is_some_and(|last| *last != b'\n') {
        tidied.push(b'\n');
        // Of a few bytes with zeros the line feed would make UTF-16 or UTF-32.
        if of_utf16(&tidied).is_some() || of_utf32(&tidied).is_some() {
            tidied.pop();
        } else {
            changes.push(Untidy::Unended);
        }
    }
    Tidied { text: tidied, changes }
}

/// The text as UTF-8 without a byte order mark.
fn decoded<'a>(text: &'a [u8], changes: &mut Vec<Untidy>) -> Cow<'a, [u8]> {
    let mut text = Cow::Borrowed(text);
    loop {
        let (change, next) = if let Some(rest) = text.strip_prefix(BYTE_ORDER_MARK) {
            (Untidy::ByteOrderMark, rest.to_vec())
        } else if let Some(decoded) = of_utf32(&text) {
            (Untidy::Utf32, decoded)
        } else if let Some(decoded) = of_utf16(&text) {
            (Untidy::Utf16, decoded)
        } else {
            return text;
        };
        if !changes.contains(&change) {
            changes.push(change);
        }
        text = Cow::Owned(next);
    }
}

/// UTF-32 as UTF-8: after its byte order mark, or where three of four bytes are zero and all others are ASCII.
fn of_utf32(text: &[u8]) -> Option<Vec<u8>> {
    let (units, rest) = text.as_chunks::<4>();
    if units.is_empty() || !rest.is_empty() {
        return None;
    }
    let is_ascii = |of: fn([u8; 4]) -> u32| units.iter().all(|unit| (1..128).contains(&of(*unit)));
    let (units, of): (_, fn([u8; 4]) -> u32) = match units {
        [[0xff, 0xfe, 0, 0], units @ ..] => (units, u32::from_le_bytes),
        [[0, 0, 0xfe, 0xff], units @ ..] => (units, u32::from_be_bytes),
        units if is_ascii(u32::from_le_bytes) => (units, u32::from_le_bytes),
        units if is_ascii(u32::from_be_bytes) => (units, u32::from_be_bytes),
        _ => return None,
    };
    let text: Option<String> = units.iter().map(|unit| char::from_u32(of(*unit))).collect();
    text.map(String::into_bytes)
}

/// UTF-16 as UTF-8: after its byte order mark, or where every other byte is zero and all others are ASCII.
fn of_utf16(text: &[u8]) -> Option<Vec<u8>> {
    let (units, rest) = text.as_chunks::<2>();
    if units.is_empty() || !rest.is_empty() {
        return None;
    }
    let is_zero_at = |place: usize| {
        units.iter().all(|unit| unit[place] == 0 && unit[1 - place] != 0 && unit[1 - place].is_ascii())
    };
    let (units, is_little) = match units {
        [[0xff, 0xfe], units @ ..] => (units, true),
        [[0xfe, 0xff], units @ ..] => (units, false),
        units if is_zero_at(1) => (units, true),
        units if is_zero_at(0) => (units, false),
        _ => return None,
    };
    let units = units
        .iter()
        .map(|unit| if is_little { u16::from_le_bytes(*unit) } else { u16::from_be_bytes(*unit) });
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.ok().map(String::into_bytes)
}

#[cfg(test)]
mod tests {
    use super::tidy;
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    #[track_caller]
    fn check(text: &[u8], expect: &[u8], changes: usize) {
        let tidied = tidy(text);
        assert_eq!((&*tidied.text, tidied.changes.len()), (expect, changes));
    }

    #[test]
    fn lines_end_in_lf() {
        check(b"", b"", 0);
        check(b"1 2\n3\n", b"1 2\n3\n", 0);
        check(b"1 2\r\n3\r\n", b"1 2\n3\n", 1);
        check(b"1 2\r\n3", b"1 2\n3\n", 2);
        check(b"\r", b"\r\n", 1);
        check(b"\n\n", b"\n\n", 0);
    }

    #[test]
    fn texts_are_utf_8_without_a_byte_order_mark() {
        check(b"\xef\xbb\xbf1\n", b"1\n", 1);
        check(b"\xef\xbb\xbf\xef\xbb\xbf1\r\n", b"1\n", 2);
        check(b"\xff\xfe1\0\r\0\n\0", b"1\n", 2);
        check(b"\xfe\xff\x4f\x60\0\n", "\u{4f60}\n".as_bytes(), 1);
        check(b"1\0 \x002\0\n\0", b"1 2\n", 1);
        check(b"\x001\0\n", b"1\n", 1);
        check(b"\xff\xfe\0\x001\0\0\0\n\0\0\0", b"1\n", 1);
        check(b"\0\0\xfe\xff\0\x01\xf6\0\0\0\0\r\0\0\0\n", "\u{1f600}\n".as_bytes(), 2);
        check(b"1\0\0\0\n\0\0\0", b"1\n", 1);
        check(b"\0\0\x001\0\0\0\n", b"1\n", 1);
        // No text in UTF-32, nor in UTF-16.
        check(b"\0\0\xfe\xff\0\x11\0\0", b"\0\0\xfe\xff\0\x11\0\0\n", 1);
        check(b"\0\0\0", b"\0\0\0", 0);
        check(b"\xff\xfe12\n", b"\xff\xfe12\n", 0);
        check(b"\xff\xfe\x00\xd8\n\0", b"\xff\xfe\x00\xd8\n\0\n", 1);
        check(b"\xef\xbb1\n", b"\xef\xbb1\n", 0);
        check(b"\0", b"\0", 0);
        check(b"\x001\0", b"\x001\0", 0);
    }

    proptest! {
        #[test]
        fn a_tidy_text_without_a_lone_cr_stays_as_it_is(bytes in vec(any::<u8>(), 0..99)) {
            let bytes: Vec<u8> = bytes.into_iter().filter(|byte| *byte != b'\r').collect();
            let once = tidy(&bytes);
            let twice = tidy(&once.text);
            prop_assert_eq!(&once.text, &twice.text);
            prop_assert!(twice.changes.is_empty());
        }
    }
}
