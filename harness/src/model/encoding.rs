//! Whether a text is kept in another form than plain UTF-8.

use std::fmt;
use std::path::Path;

use crate::model::{Defect, Problem};

/// A form of a text that programs do not read as what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8 after a byte order mark.
    ByteOrderMark,
    /// UTF-16, with or without a byte order mark.
    Utf16,
    /// UTF-32, with or without a byte order mark.
    Utf32,
}

impl Encoding {
    /// So many bytes from the start of a text are enough to tell.
    pub const START: usize = 16;

    /// The form of the text that begins like this; `None` where it is plain.
    #[must_use]
    pub fn of(start: &[u8]) -> Option<Self> {
        if start.starts_with(b"\xef\xbb\xbf") {
            return Some(Self::ByteOrderMark);
        }
        if is_utf32(start) {
            return Some(Self::Utf32);
        }
        if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
            return Some(Self::Utf16);
        }
        // Without a mark every other byte of a plain text is zero.
        let (units, _) = start.as_chunks::<2>();
        let is_zero_at = |place: usize| {
            units.iter().all(|unit| unit[place] == 0 && unit[1 - place] != 0 && unit[1 - place].is_ascii())
        };
        (units.len() > 1 && (is_zero_at(0) || is_zero_at(1))).then_some(Self::Utf16)
    }
}

impl Encoding {
    /// What is told of a file of a case of this form; the path is relative to the root of the workspace.
    #[must_use]
    pub fn note(self, problem: &Problem, (what, path): (&str, &Path)) -> Defect {
        Defect {
            problem: Some(problem.name.clone()),
            path: path.to_owned(),
            line: None,
            full: None,
            what: format!("this {what} {self}, which is a fault of the case"),
            hint: "save it as UTF-8 without a byte order mark".to_owned(),
            is_unjudged: false,
        }
    }
}

/// After its byte order mark, or where three of four bytes are zero. In UTF-16 the mark would have a NUL
/// behind it, which no text begins with.
fn is_utf32(start: &[u8]) -> bool {
    if start.starts_with(b"\xff\xfe\0\0") || start.starts_with(b"\0\0\xfe\xff") {
        return true;
    }
    let (units, _) = start.as_chunks::<4>();
    let is_ascii_at = |place: usize| {
        units.iter().all(|unit| {
            unit.iter()
                .enumerate()
                .all(|(at, byte)| if at == place { *byte != 0 && byte.is_ascii() } else { *byte == 0 })
        })
    };
    units.len() > 1 && (is_ascii_at(0) || is_ascii_at(3))
}

impl fmt::Display for Encoding {
    /// A clause about the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ByteOrderMark => "begins with a byte order mark",
            Self::Utf16 => "is UTF-16",
            Self::Utf32 => "is UTF-32",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Encoding;

    #[test]
    fn the_first_bytes_tell_what_a_text_is() {
        assert_eq!(Encoding::of(b"\xef\xbb\xbf1\n"), Some(Encoding::ByteOrderMark));
        for utf16 in [&b"\xff\xfe1\0"[..], b"\xfe\xff\x001", b"1\0\n\0", b"\x001\0\n"] {
            assert_eq!(Encoding::of(utf16), Some(Encoding::Utf16), "{utf16:?}");
        }
        for utf32 in [
            &b"\xff\xfe\0\x001\0\0\0"[..],
            b"\0\0\xfe\xff\0\0\x001",
            b"1\0\0\0\n\0\0\0",
            b"\0\0\x001\0\0\0\n",
        ] {
            assert_eq!(Encoding::of(utf32), Some(Encoding::Utf32), "{utf32:?}");
        }
        for plain in [
            &b""[..],
            b"1\0\0\0",
            b"\0\0\0\0\0\0\0\0",
            b"1\n",
            b"1\0",
            b"\0\0\0\0",
            "é\n".as_bytes(),
            b"\xff\n",
        ] {
            assert_eq!(Encoding::of(plain), None, "{plain:?}");
        }
    }
}
