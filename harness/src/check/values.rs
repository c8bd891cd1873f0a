//! The values of a text as LeetCode writes them, whatever their spelling.
//!
//! A literal is made of the marks `[`, `]` and `,`, of texts in double quotes, and of words. Blanks count
//! in quotes alone; a text is what its escapes stand for, and two words are the same number or the same
//! bytes: `[1, 2]` is `[1,2]`, `2.0` is `2.00000`, `"\u0061"` is `"a"`, and `[12]` is not `[1 2]`. A text
//! ends with its line, closed or not, so that a lost quotation mark does not swallow the rest.
//!
//! A text is cut into pieces: a mark, a word, a text in quotes, or so much of a long one that it does not
//! have to be held.

use std::mem;

use crate::check::bytes::is_blank;
use crate::check::number::{self, Tolerance};

/// Longest piece in bytes, its escapes replaced. No escape has more than six bytes for one of these, so the
/// beginning of a piece is never further back than an output remembers.
const LONGEST: usize = 600;

/// Whether two small texts have the same values.
pub fn is_same(expected: &[u8], got: &[u8], tolerance: Tolerance) -> bool {
    let (expected, got) = (all_of(expected), all_of(got));
    expected.len() == got.len()
        && expected.iter().zip(&got).all(|(expected, got)| same(expected, got, tolerance))
}

fn all_of(mut text: &[u8]) -> Vec<Piece> {
    let (mut pieces, mut all) = (Pieces::default(), Vec::new());
    loop {
        let (count, is_whole) = pieces.read(text);
        text = &text[count..];
        if !is_whole && !pieces.end() {
            return all;
        }
        all.push(pieces.piece.clone());
        pieces.step();
    }
}

/// The mark, the word or the text in quotes that a text begins with; empty if it begins with a blank.
pub fn leading_value(text: &[u8]) -> &[u8] {
    let mut pieces = Pieces::default();
    match text.first() {
        Some(first) if !is_blank(*first) => &text[..pieces.read(text).0],
        Some(_) | None => b"",
    }
}

/// Whether two pieces say the same.
pub fn same(expected: &Piece, got: &Piece, tolerance: Tolerance) -> bool {
    let is_number = || {
        let whole = |piece: &Piece| piece.kind == Kind::Word && piece.is_first && piece.is_end;
        whole(expected) && whole(got) && number::same(&expected.bytes, &got.bytes, tolerance)
    };
    (expected.kind, expected.is_end) == (got.kind, got.is_end) && expected.bytes == got.bytes || is_number()
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Mark,
    Word,
    Text,
    /// A text whose line ends before it does.
    OpenText,
}

/// A part of a literal.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    kind: Kind,
    bytes: Vec<u8>,
    /// Bytes of it as it is written.
    pub length: usize,
    /// Whether the word or text begins with it.
    is_first: bool,
    /// Whether the word or text ends with it.
    is_end: bool,
}

/// The blanks before a piece.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gap {
    /// A CR is among them.
    pub has_cr: bool,
    /// A line ends in CRLF.
    pub has_crlf: bool,
    ends_in_cr: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Between,
    Word,
    Text,
}

/// Cuts a text that comes in chunks of any size.
#[derive(Default)]
pub struct Pieces {
    state: State,
    /// The blanks before the piece.
    pub gap: Gap,
    /// What was read of the piece so far.
    pub piece: Piece,
    /// An escape that is not complete, from its backslash on.
    escape: Vec<u8>,
    /// The first half of a character that two escapes stand for.
    high: Option<u32>,
    /// What the last piece had no room for.
    excess: Vec<u8>,
}

impl Pieces {
    /// Reads up to the end of the piece, or to the end of the chunk. How many bytes that were, and whether
    /// the piece is whole.
    pub fn read(&mut self, chunk: &[u8]) -> (usize, bool) {
        for (at, &byte) in chunk.iter().enumerate() {
            match self.state {
                State::Between if is_blank(byte) => self.gap.take(byte),
                State::Between => {
                    self.piece.length = 1;
                    self.piece.is_first = true;
                    match byte {
                        b'[' | b']' | b',' => {
                            self.finish(Kind::Mark, State::Between);
                            self.piece.bytes.push(byte);
                            return (at + 1, true);
                        }
                        b'"' => self.state = State::Text,
                        _ => {
                            self.state = State::Word;
                            self.piece.bytes.push(byte);
                        }
                    }
                }
                State::Word if is_blank(byte) || matches!(byte, b'[' | b']' | b',' | b'"') => {
                    self.finish(Kind::Word, State::Between);
                    return (at, true);
                }
                State::Word => {
                    self.piece.length += 1;
                    self.piece.bytes.push(byte);
                    if self.is_full(Kind::Word) {
                        return (at + 1, true);
                    }
                }
                State::Text if byte == b'\n' => {
                    self.close(Kind::OpenText);
                    return (at, true);
                }
                State::Text if byte == b'"' && self.escape.is_empty() => {
                    self.piece.length += 1;
                    self.close(Kind::Text);
                    return (at + 1, true);
                }
                State::Text => {
                    self.piece.length += 1;
                    self.push(byte);
                    if self.is_full(Kind::Text) {
                        return (at + 1, true);
                    }
                }
            }
        }
        (chunk.len(), false)
    }

    /// The text has ended; whether a piece has ended with it.
    pub fn end(&mut self) -> bool {
        match self.state {
            State::Between => return false,
            State::Word => self.finish(Kind::Word, State::Between),
            State::Text => self.close(Kind::OpenText),
        }
        true
    }

    /// On to the next piece.
    pub fn step(&mut self) {
        self.gap = Gap::default();
        self.piece.bytes = mem::take(&mut self.excess);
        (self.piece.length, self.piece.is_first, self.piece.is_end) = (0, false, false);
    }

    fn finish(&mut self, kind: Kind, next: State) {
        (self.piece.kind, self.piece.is_end, self.state) = (kind, true, next);
    }

    fn close(&mut self, kind: Kind) {
        let escape = mem::take(&mut self.escape);
        self.put(&escape);
        self.finish(kind, State::Between);
    }

    /// Whether there is enough for a piece; what is too much is the beginning of the next.
    fn is_full(&mut self, kind: Kind) -> bool {
        let is_full = self.piece.bytes.len() >= LONGEST;
        if is_full {
            self.excess = self.piece.bytes.split_off(LONGEST);
            self.piece.kind = kind;
        }
        is_full
    }

    /// A byte within quotes.
    fn push(&mut self, byte: u8) {
        if self.escape.is_empty() && byte != b'\\' {
            self.put(&[byte]);
            return;
        }
        self.escape.push(byte);
        match self.escape[..] {
            [_] | [_, b'u'] => return,
            [_, b'u', .., digit] if digit.is_ascii_hexdigit() && self.escape.len() < 6 => return,
            [_, b'u', ..] => {
                let escape = mem::take(&mut self.escape);
                let digits = str::from_utf8(&escape[2..]).ok().filter(|digits| digits.len() == 4);
                match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
                    Some(code) => self.put_code(code),
                    None => self.put(&escape),
                }
                return;
            }
            _ => {}
        }
        let escape = mem::take(&mut self.escape);
        match escape[1] {
            quoted @ (b'"' | b'\\' | b'/' | b'\'') => self.put(&[quoted]),
            b'n' => self.put(b"\n"),
            b't' => self.put(b"\t"),
            b'r' => self.put(b"\r"),
            b'b' => self.put(b"\x08"),
            b'f' => self.put(b"\x0c"),
            _ => self.put(&escape),
        }
    }

    fn put(&mut self, bytes: &[u8]) {
        if let Some(high) = self.high.take() {
            self.piece.bytes.extend(three_bytes(high));
        }
        self.piece.bytes.extend_from_slice(bytes);
    }

    /// A UTF-16 code unit.
    fn put_code(&mut self, code: u32) {
        match (self.high, code) {
            (Some(high), 0xdc00..=0xdfff) => {
                self.high = None;
                let code = 0x1_0000 + ((high - 0xd800) << 10) + (code - 0xdc00);
                self.put_char(code);
            }
            (_, 0xd800..=0xdbff) => {
                self.put(b"");
                self.high = Some(code);
            }
            _ => self.put_char(code),
        }
    }

    fn put_char(&mut self, code: u32) {
        match char::from_u32(code) {
            Some(c) => self.put(c.encode_utf8(&mut [0; 4]).as_bytes()),
            None => self.put(&three_bytes(code)),
        }
    }
}

impl Gap {
    fn take(&mut self, byte: u8) {
        self.has_cr |= byte == b'\r';
        self.has_crlf |= self.ends_in_cr && byte == b'\n';
        self.ends_in_cr = byte == b'\r';
    }
}

/// Half of a pair that stands alone is no character; it is kept apart from all that are.
fn three_bytes(code: u32) -> [u8; 3] {
    let low = |shift: u32| 0x80 | u8::try_from(code >> shift & 0x3f).unwrap_or_default();
    [0xe0 | u8::try_from(code >> 12).unwrap_or_default(), low(6), low(0)]
}

#[cfg(test)]
mod tests {
    use crate::check::number::Tolerance;
    use crate::check::values::{LONGEST, is_same, leading_value};

    #[track_caller]
    fn check(expected: &str, got: &str, is: bool) {
        let tolerance = Tolerance { absolute: 1e-5, relative: 0.0 };
        assert_eq!(is_same(expected.as_bytes(), got.as_bytes(), tolerance), is, "{expected} {got}");
        assert_eq!(is_same(got.as_bytes(), expected.as_bytes(), tolerance), is, "{got} {expected}");
    }

    #[test]
    fn blanks_count_in_quotes_alone() {
        check("[1, 2]", " [ 1 ,2\n]\n", true);
        check("[12]", "[1 2]", false);
        check("[1,2]", "[1 2]", false);
        check("[1,2]", "[1,2", false);
        check("[[1],[2]]", "[[1,2]]", false);
        check("\"a b\"", "\"a  b\"", false);
        check("[\"a\", \"b,c\"]", "[\"a\",\"b,c\"]", true);
        check("[\"a,b\"]", "[\"a\",\"b\"]", false);
        check("\"1\"", "1", false);
        check("true", "True", false);
        check("", " \n", true);
    }

    #[test]
    fn numbers_are_values_and_texts_are_what_they_stand_for() {
        check("2.0", "2.00000", true);
        check("[2.5,1]", "[2.500009,1.0]", true);
        check("2.5", "2.50002", false);
        check("10000000", "10000001", false);
        check("\"2.0\"", "\"2.00\"", false);
        check(r#""a""#, r#""\u0061""#, true);
        check(r#""\/\"\\""#, r#""/\u0022\u005C""#, true);
        check("\"\u{1f600}\"", r#""\ud83D\uDE00""#, true);
        check(r#""\ud83d""#, r#""\ude00""#, false);
        check(r#""\ud83dx""#, r#""\ud83dx""#, true);
        check(r#""\q""#, r#""q""#, false);
        check(r#""\u00""#, r#""\u0000""#, false);
        check(r#""\u+061""#, r#""a""#, false);
    }

    #[test]
    fn a_text_ends_with_its_line() {
        check("\"a\n[1]", "\"a\n[ 1 ]", true);
        check("\"a\"", "\"a", false);
        check("\"a\"\n1", "\"a\n1\"", false);
        check(r#"["\"]"#, r#"["\"]"#, true);
    }

    #[test]
    fn long_texts_are_the_same_however_they_are_written() {
        for length in [LONGEST - 1, LONGEST, LONGEST + 1, 3 * LONGEST + 7] {
            let (plain, escaped) = ("é".repeat(length), r"\u00e9".repeat(length));
            check(&format!("[\"{plain}\"]"), &format!("[\"{escaped}\"]"), true);
            check(&format!("\"{plain}\""), &format!("\"{escaped}e\""), false);
            let digits = "7".repeat(length);
            check(&digits, &digits, true);
            check(&digits, &format!("{digits} "), true);
            check(&format!("{digits}8"), &format!("{digits}9"), false);
        }
    }

    #[test]
    fn a_value_is_a_mark_a_word_or_a_text() {
        let leading = |text: &str| String::from_utf8(leading_value(text.as_bytes()).to_vec()).unwrap();
        assert_eq!(
            ["[1", "12,3", "\"a b\",1", "\"a\nb", " 1", "1 2"].map(leading),
            ["[", "12", "\"a b\"", "\"a", "", "1"]
        );
    }
}
