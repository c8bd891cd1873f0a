//! A name that came from the file system, and how it is shown.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::Arc;

use crate::model::{is_plain, push_plain};

/// The name of a problem, solution or case. It may hold any bytes but NUL; it is compared as bytes,
/// ordered as people count (`2` before `10`), and shown with everything unprintable escaped. Clones
/// share the bytes, so that what is said of a run can carry its names.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Name(Arc<[u8]>);

impl Name {
    /// A name from bytes of the file system.
    #[must_use]
    pub fn from_os(text: &OsStr) -> Self {
        Self(text.as_bytes().into())
    }

    /// The bytes as they stand in the file system.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether this text means the name: its bytes, or how it is shown.
    #[must_use]
    pub fn is_called(&self, text: &str) -> bool {
        self.as_bytes() == text.as_bytes() || self.shown() == text
    }

    /// The name as a path component or a path.
    #[must_use]
    pub fn to_os(&self) -> OsString {
        OsString::from_vec(self.0.to_vec())
    }

    /// The name as text: itself where that is unambiguous, else with `\n`, `\x1b`, `\xff` and `\\` escapes. A
    /// blank at its beginning or end could not be seen either.
    #[must_use]
    pub fn shown(&self) -> Cow<'_, str> {
        let is_padded = self.0.starts_with(b" ") || self.0.ends_with(b" ");
        match std::str::from_utf8(&self.0) {
            Ok(text) if !is_padded && text.chars().all(|c| c != '\\' && is_plain(c)) => Cow::Borrowed(text),
            _ if is_padded => Cow::Owned(without_padding(&escaped(&self.0))),
            _ => Cow::Owned(escaped(&self.0)),
        }
    }

    /// The name that is shown like this; none where the text holds a broken escape.
    #[must_use]
    pub fn from_shown(text: &str) -> Option<Self> {
        unescaped(text).map(|bytes| Self(bytes.into()))
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().into())
    }
}

/// A text with escapes for the blanks at its beginning and end.
fn without_padding(text: &str) -> String {
    let inner = text.trim_start_matches(' ');
    let before = text.len() - inner.len();
    let core = inner.trim_end_matches(' ');
    let after = inner.len() - core.len();
    ["\\x20".repeat(before), core.to_owned(), "\\x20".repeat(after)].concat()
}

/// Bytes as text, with everything that is not plain text as an escape: `\n`, `\x1b`, `\xff`, `\\`.
#[must_use]
pub fn escaped(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut out = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\\' => out.push_str("\\\\"),
                c => push_plain(&mut out, c),
            }
        }
        for byte in chunk.invalid() {
            _ = write!(out, "\\x{byte:02x}");
        }
    }
    out
}

/// The bytes that [`escaped`] shows like this; none where the text holds a broken escape.
#[must_use]
pub fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, after)) = rest.split_once('\\') {
        bytes.extend_from_slice(plain.as_bytes());
        let kind = after.chars().next()?;
        let tail = &after[kind.len_utf8()..];
        rest = match kind {
            'n' => {
                bytes.push(b'\n');
                tail
            }
            'r' => {
                bytes.push(b'\r');
                tail
            }
            't' => {
                bytes.push(b'\t');
                tail
            }
            '\\' => {
                bytes.push(b'\\');
                tail
            }
            'x' => {
                let (digits, tail) = tail.split_at_checked(2)?;
                bytes.push(u8::from_str_radix(digits, 16).ok()?);
                tail
            }
            'u' => {
                let (digits, tail) = tail.strip_prefix('{')?.split_once('}')?;
                let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
                bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                tail
            }
            _ => return None,
        };
    }
    bytes.extend_from_slice(rest.as_bytes());
    Some(bytes)
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.shown())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.shown())
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    /// Natural order: runs of digits compare as numbers, all else as bytes; ties by the bytes, so
    /// that `1` and `01` have a fixed order too.
    fn cmp(&self, other: &Self) -> Ordering {
        natural(&self.0, &other.0).then_with(|| self.0.cmp(&other.0))
    }
}

fn natural(mut a: &[u8], mut b: &[u8]) -> Ordering {
    loop {
        match (a.first(), b.first()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(x), Some(y)) if x.is_ascii_digit() && y.is_ascii_digit() => {
                let (left, rest_a) = split_number(a);
                let (right, rest_b) = split_number(b);
                let order = left.len().cmp(&right.len()).then_with(|| left.cmp(right));
                if order != Ordering::Equal {
                    return order;
                }
                (a, b) = (rest_a, rest_b);
            }
            (Some(x), Some(y)) if x != y => return x.cmp(y),
            _ => (a, b) = (&a[1..], &b[1..]),
        }
    }
}

/// The leading digits without their leading zeros, and what follows.
fn split_number(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    (&digits[zeros..], rest)
}

#[cfg(test)]
mod tests {
    use super::{Name, escaped, unescaped};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use proptest::{prop_assert_eq, proptest};

    #[test]
    fn names_are_ordered_as_people_count() {
        let mut names: Vec<Name> =
            ["10", "2", "01", "1", "a10b", "a2b", "a", "b", "group/9", "group/10"].map(Name::from).into();
        names.sort();
        let shown: Vec<String> = names.iter().map(Name::to_string).collect();
        assert_eq!(shown, ["01", "1", "2", "10", "a", "a2b", "a10b", "b", "group/9", "group/10"]);
    }

    #[test]
    fn unprintable_bytes_are_shown_escaped() {
        let shown = |bytes: &[u8]| Name::from_os(OsStr::from_bytes(bytes)).to_string();
        assert_eq!(shown(b"with space"), "with space");
        assert_eq!(shown(b"  add "), "\\x20\\x20add\\x20");
        assert_eq!(shown(b" "), "\\x20");
        assert_eq!(shown("naïve".as_bytes()), "naïve");
        assert_eq!(shown(b"a\nb\\"), "a\\nb\\\\");
        assert_eq!(shown(b"\xff\x1b[31m"), "\\xff\\x1b[31m");
        assert_eq!(shown("\u{202e}".as_bytes()), "\\u{202e}");
    }

    proptest! {
        #[test]
        fn what_is_escaped_reads_back(bytes: Vec<u8>, text: String) {
            prop_assert_eq!(unescaped(&escaped(&bytes)), Some(bytes.clone()));
            let name = Name::from_os(OsStr::from_bytes(&bytes));
            prop_assert_eq!(Name::from_shown(&name.shown()), Some(name));
            let name = Name::from(text.as_str());
            prop_assert_eq!(Name::from_shown(&name.shown()), Some(name));
        }
    }

    #[test]
    fn a_broken_escape_is_no_name() {
        for text in ["\\", "\\q", "\\x1", "\\xzz", "\\u{110000}", "\\u{41", "\\xé"] {
            assert_eq!(unescaped(text), None, "{text}");
        }
    }
}
