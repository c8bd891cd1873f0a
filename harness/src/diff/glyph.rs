//! How a text looks on a terminal: one glyph after the other, none of them a control character.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;

use crate::model::push_plain;

/// What is printed for a character, or for a byte that is part of none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Offset of the character in the text.
    pub offset: usize,
    /// Its length there.
    pub length: usize,
    /// What is printed.
    pub text: String,
    /// Columns that it takes.
    pub columns: usize,
}

/// The glyphs of a text. Blanks look like blanks, but tabs are one column wide: to see
/// them asks [`visible`].
pub fn glyphs(text: &[u8]) -> impl Iterator<Item = Glyph> {
    let mut offset = 0;
    text.utf8_chunks()
        .flat_map(|chunk| {
            let characters = chunk.valid().chars().map(|c| (character(c), c.len_utf8()));
            let bytes = chunk.invalid().iter().map(|byte| (format!("\\x{byte:02x}"), 1));
            characters.chain(bytes)
        })
        .map(move |(text, length)| {
            let columns = text.chars().filter_map(UnicodeWidthChar::width).sum();
            let glyph = Glyph { offset, length, text, columns };
            offset += length;
            glyph
        })
}

/// Number of columns that a text takes.
pub fn columns(text: &[u8]) -> usize {
    glyphs(text).map(|glyph| glyph.columns).sum()
}

/// The symbol for a blank that shall be seen.
pub fn visible(blank: u8) -> Option<&'static str> {
    match blank {
        b' ' => Some("·"),
        b'\t' => Some("→"),
        b'\r' => Some("␍"),
        _ => None,
    }
}

/// What stands for these characters and for no other: codes for all but ASCII, and two backslashes for one.
pub fn exact(characters: &[u8]) -> String {
    let mut out = String::new();
    for chunk in characters.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\\' => out.push_str("\\\\"),
                c if c.is_ascii() => out.push_str(&character(c)),
                c => _ = write!(out, "\\u{{{:x}}}", u32::from(c)),
            }
        }
        for byte in chunk.invalid() {
            _ = write!(out, "\\x{byte:02x}");
        }
    }
    out
}

fn character(c: char) -> String {
    let mut out = String::new();
    match c {
        '\t' => out.push(' '),
        '\0' => out.push('␀'),
        '\r' => out.push('␍'),
        '\n' => out.push('⏎'),
        c => push_plain(&mut out, c),
    }
    out
}
