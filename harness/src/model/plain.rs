//! Which characters of a text can be seen as they are, and how the others are written.
//!
//! All that prints names, outputs, answers and messages of programs asks this file. What looks like a space
//! and is none, what cannot be seen at all, and what changes how the rest of a line reads is written as an
//! escape, so that two texts that differ do not look the same.

use std::fmt::Write as _;

use unicode_normalization::UnicodeNormalization as _;

/// Whether a character can be seen as it is: no control character, no blank but the space, and nothing
/// invisible.
#[must_use]
pub fn is_plain(c: char) -> bool {
    matches!(c, ' '..='~') || !(c.is_control() || c.is_whitespace() || is_invisible(c))
}

/// Characters that have no look of their own: fillers and joiners, marks of direction, variation selectors,
/// tags, and what is no character at all.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// Appends a character: itself where it can be seen, else `\n`, `\r`, `\t`, `\x1b` or `\u{200b}`. A backslash
/// stays what it is.
pub fn push_plain(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if is_plain(c) => out.push(c),
        c if c.is_ascii() => _ = write!(out, "\\x{:02x}", u32::from(c)),
        c => push_code(out, c),
    }
}

/// A text with escapes for what cannot be seen; backslashes stay what they are, so it need not read back.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push_plain(&mut out, c));
    out
}

fn push_code(out: &mut String, c: char) {
    _ = write!(out, "\\u{{{:x}}}", u32::from(c));
}

/// The two characters by which texts differ first, where they may look alike: `(U+0031, U+FF11)`. `None`
/// where one text is the beginning of the other, and where an escape shows the difference.
#[must_use]
pub fn code_points(one: &str, other: &str) -> Option<(String, String)> {
    let (a, b) = one.chars().zip(other.chars()).find(|(a, b)| a != b)?;
    let code = |c: char| format!("U+{:04X}", u32::from(c));
    (is_plain(a) && is_plain(b) && may_look_alike(a, b)).then(|| (code(a), code(b)))
}

/// What a name has in common with all that look like it but for the case of letters: in one normal form, in
/// lower case.
#[must_use]
pub fn folded(name: &str) -> String {
    name.to_lowercase().nfc().collect()
}

/// Both texts with codes for what is not ASCII, if they differ and may look alike; else as they are.
#[must_use]
pub fn told_apart(one: &str, other: &str) -> (String, String) {
    let differ = one.chars().zip(other.chars()).find(|(a, b)| a != b);
    let with_codes = |text: &str| {
        let mut out = String::new();
        for c in text.chars() {
            if c.is_ascii() { out.push(c) } else { push_code(&mut out, c) }
        }
        out
    };
    match differ {
        Some((a, b)) if may_look_alike(a, b) => (with_codes(one), with_codes(other)),
        _ => (one.to_owned(), other.to_owned()),
    }
}

/// Whether two characters may be taken for each other: they are of two alphabets, or one is a mark on the
/// letter before it. Two of the same alphabet are told apart by who reads it.
fn may_look_alike(a: char, b: char) -> bool {
    let (low, high) = (u32::from(a).min(u32::from(b)), u32::from(a).max(u32::from(b)));
    let is_ideograph = |code: u32| matches!(code, 0x3040..=0x9fff | 0xac00..=0xd7ff | 0x1f000..=0x3ffff);
    let are_of_one_block = low >> 7 == high >> 7 || is_ideograph(low) && is_ideograph(high);
    high >= 0x80 && !are_of_one_block && !is_ideograph(high)
}

#[cfg(test)]
mod tests {
    use super::{code_points, is_plain, plain, told_apart};

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        assert_eq!(plain("a b\n\t\x1b[0m"), "a b\\n\\t\\x1b[0m");
        let odd = [
            '\u{85}',
            '\u{a0}',
            '\u{ad}',
            '\u{1680}',
            '\u{2003}',
            '\u{200b}',
            '\u{200d}',
            '\u{2028}',
            '\u{202e}',
            '\u{202f}',
            '\u{205f}',
            '\u{2060}',
            '\u{2066}',
            '\u{3000}',
            '\u{3164}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{fffe}',
            '\u{e0061}',
        ];
        for c in odd {
            assert_eq!(plain(&c.to_string()), format!("\\u{{{:x}}}", u32::from(c)));
        }
        for c in [' ', 'a', '\\', 'ä', '\u{301}', '蛇', '１', '€', '\u{fffd}', '😀'] {
            assert!(is_plain(c), "{c}");
        }
    }

    #[test]
    fn characters_that_look_alike_are_named_by_their_codes() {
        let codes = |one, other| code_points(one, other).map(|(one, other)| format!("{one} {other}"));
        assert_eq!(codes("1", "１").as_deref(), Some("U+0031 U+FF11"));
        assert_eq!(codes("HO", "HО").as_deref(), Some("U+004F U+041E"));
        assert_eq!(codes("e\u{301}", "é").as_deref(), Some("U+0065 U+00E9"));
        assert_eq!(codes("-1", "−1").as_deref(), Some("U+002D U+2212"));
        assert_eq!(codes("Ο", "О").as_deref(), Some("U+039F U+041E"));
        assert_eq!(
            (codes("1", "2"), codes("да", "не"), codes("是", "否"), codes("a", "ab")),
            (None, None, None, None)
        );
        assert_eq!(codes("1", "\u{a0}1"), None);
    }

    #[test]
    fn names_that_look_alike_are_told_apart() {
        let apart = |one: &str, other: &str| {
            let (one, other) = told_apart(one, other);
            format!("{one} {other}")
        };
        assert_eq!(apart("na\u{ef}ve", "nai\u{308}ve"), "na\\u{ef}ve nai\\u{308}ve");
        assert_eq!(apart("bfs", "bsf"), "bfs bsf");
    }
}
