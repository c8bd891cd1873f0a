//! Why is it wrong? Two pieces of text side by side, ready to print.
//!
//! Everything here is plain: bytes in, rows out, no colours (the printer gives [`Emphasis`] its
//! colour), no files. The pieces may hold any bytes and be of any size,
//! and still the work and the result are bounded: lines that both begin with are left out, then a few
//! hundred lines are aligned by Myers' algorithm under a deadline, then at most [`MAX_ROWS`] rows of
//! at most [`MAX_BYTES`] in all are made of them. What is left out is said.
//!
//! ```text
//!   two sides ──▶ lines ──▶ align ──▶ pick ──▶ layout ──▶ rows
//!                (cut up)  (what belongs      (glyphs, words, windows
//!                           together)          into long lines)
//! ```

mod align;
mod glyph;
mod layout;
mod lines;
mod listing;
mod pick;
mod window;
mod words;

use std::fmt;

pub use listing::{listing, picture};

/// Most rows of a diff.
pub const MAX_ROWS: usize = 40;

/// Most bytes of a diff, a line end for each row included.
pub const MAX_BYTES: usize = 8 << 10;

/// From this many columns on, the texts stand side by side, else one below the other.
pub const SIDE_BY_SIDE: usize = 80;

/// A piece of a text.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// Number of the line on which they begin, from 1.
    pub first_line: u64,
    /// Bytes of that line that were cut off before them.
    pub cut_before: u64,
    /// Whether the text goes on after them.
    pub more_after: bool,
}

/// Which blanks make a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    /// All of them.
    Matter,
    /// All but those at the ends of lines.
    MatterInside,
    /// None, as long as there are some between words.
    DoNotMatter,
}

/// A row to print.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its parts, from left to right.
    pub spans: Vec<Span>,
}

/// A part of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// What to print; never a control character.
    pub text: String,
    /// How to print it.
    pub emphasis: Emphasis,
}

/// What a part of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    /// Text that is the same on both sides, or belongs to a line that is not.
    Plain,
    /// What does not stand in the text: line numbers, marks, remarks.
    Faint,
    /// Text that was expected and is not there.
    Missing,
    /// Text that is there and was not expected.
    Extra,
}

/// The rows that show how two pieces differ, for a terminal of `width` columns. The first row
/// says which side is which.
#[must_use]
pub fn diff(expected: Side, got: Side, blanks: Blanks, width: usize) -> Vec<Row> {
    let texts = lines::split(expected, got, blanks);
    let pairs = align::align(&texts, blanks);
    let picked = pick::pick(&pairs);
    layout::layout(&texts, &picked, blanks, width)
}

impl fmt::Display for Row {
    /// The row without any emphasis, and without blanks at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.spans.iter().map(|span| span.text.as_str()).collect();
        f.write_str(text.trim_end_matches(' '))
    }
}

impl Row {
    fn of(text: impl Into<String>, emphasis: Emphasis) -> Self {
        Self { spans: vec![Span { text: text.into(), emphasis }] }
    }

    fn append(&mut self, other: Self) {
        for span in other.spans {
            self.push(&span.text, span.emphasis);
        }
    }

    fn push(&mut self, text: &str, emphasis: Emphasis) {
        match self.spans.last_mut() {
            Some(last) if last.emphasis == emphasis => last.text.push_str(text),
            _ if text.is_empty() => {}
            _ => self.spans.push(Span { text: text.to_owned(), emphasis }),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert, proptest};

    use crate::diff::{Blanks, Emphasis, MAX_BYTES, MAX_ROWS, Row, Side, diff};

    fn side(bytes: &[u8]) -> Side<'_> {
        Side { bytes, first_line: 1, cut_before: 0, more_after: false }
    }

    fn text(rows: &[Row]) -> String {
        rows.iter().flat_map(|row| [row.to_string(), "\n".to_owned()]).collect()
    }

    #[track_caller]
    fn check(expected: &[u8], got: &[u8], blanks: Blanks, width: usize, expect: &str) {
        assert_eq!(text(&diff(side(expected), side(got), blanks, width)), expect);
    }

    #[test]
    fn the_texts_stand_side_by_side_where_there_is_room() {
        check(
            b"1\n2\n3\n4\n5\n6\n",
            b"1\n2\n3\n4\n0\n",
            Blanks::MatterInside,
            80,
            "   expected                                 got
 2 2                                      2 2
 3 3                                      3 3
 4 4                                      4 4
 5 5                                   ~  5 0
 6 6                                   <
",
        );
    }

    #[test]
    fn the_texts_stand_one_below_the_other_where_there_is_not() {
        check(
            b"1\n2\n3\n",
            b"1\n4\n5\n3\n6\n",
            Blanks::MatterInside,
            40,
            "     - expected  + got
 1   1
 2 - 2
 2 + 4
 3 + 5
 4   3
 5 + 6
",
        );
    }

    /// What stands for a blank may stand in the text itself, and letters may look like others.
    #[test]
    fn lines_that_differ_never_look_the_same() {
        let lines: [&[u8]; 19] = [
            b"a b",
            "a\u{b7}b".as_bytes(),
            b"a\tb",
            "a\u{2192}b".as_bytes(),
            b"a\rb",
            "a\u{240d}b".as_bytes(),
            b"a\0b",
            "a\u{2400}b".as_bytes(),
            b"a\x0bb",
            b"a\\x0bb",
            b"a\xffb",
            b"a\\xffb",
            "a\u{a0}b".as_bytes(),
            b"a\\u{a0}b",
            "caf\u{e9}".as_bytes(),
            "cafe\u{301}".as_bytes(),
            b"caf\\u{e9}",
            "HO".as_bytes(),
            "H\u{41e}".as_bytes(),
        ];
        for blanks in [Blanks::Matter, Blanks::MatterInside] {
            for (one, other) in lines.iter().flat_map(|one| lines.iter().map(move |other| (*one, *other))) {
                if one == other {
                    continue;
                }
                let all = |line: &[u8]| [b"1\n", line, b"\n2\n"].concat();
                let (expected, got) = (all(one), all(other));
                let shown = text(&diff(side(&expected), side(&got), blanks, 40));
                let rows: Vec<&str> = shown.lines().filter(|row| row.starts_with(" 2 ")).collect();
                let [missing, extra] = rows[..] else { panic!("{shown}") };
                assert_ne!(missing.replace('-', "+"), extra, "{shown}");
            }
        }
        check(
            "a\u{b7}b\n".as_bytes(),
            b"a b\n",
            Blanks::MatterInside,
            80,
            "   expected                                 got
 1 a\\u{b7}b                            ~  1 a·b
",
        );
        check(
            "caf\u{e9} 1\n".as_bytes(),
            "cafe\u{301} 1\n".as_bytes(),
            Blanks::DoNotMatter,
            80,
            "   expected                                 got
 1 caf\\u{e9} 1                         ~  1 cafe\\u{301} 1
",
        );
    }

    #[test]
    fn blanks_are_visible_where_they_matter() {
        check(
            b"a b\nc\n",
            b"a b \r\nc",
            Blanks::Matter,
            40,
            "     - expected  + got
 1 - a b⏎
 2 - c⏎
 1 + a b·␍⏎
 2 + c (no newline at end)
",
        );
        check(
            b"a b\nc  d\n",
            b"a b \r\nc d",
            Blanks::MatterInside,
            40,
            "     - expected  + got
 1   a b
 2 - c··d
 2 + c·d
",
        );
        check(
            b"a\tb\nc\n",
            b"a b\nd\n",
            Blanks::DoNotMatter,
            40,
            "     - expected  + got
 1   a b
 2 - c
 2 + d
",
        );
    }

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        check(
            b"42\n",
            b"42\0\x1b[31m\xff\xe2\x80\x8b\n",
            Blanks::MatterInside,
            60,
            "     - expected  + got
 1 - 42
 1 + 42␀\\x1b[31m\\xff\\u{200b}
",
        );
    }

    #[test]
    fn words_that_differ_stand_out() {
        let rows = diff(side(b"1 2 3\n"), side(b"1 5 3\n"), Blanks::MatterInside, 40);
        let parts = |row: &Row, emphasis| -> Vec<String> {
            row.spans.iter().filter(|span| span.emphasis == emphasis).map(|span| span.text.clone()).collect()
        };
        assert_eq!(parts(&rows[1], Emphasis::Missing), ["2"]);
        assert_eq!(parts(&rows[2], Emphasis::Extra), ["5"]);
        assert_eq!(parts(&rows[2], Emphasis::Plain), ["1 ", " 3"]);
    }

    #[test]
    fn a_long_line_is_shown_round_the_first_difference() {
        let expected = [&[b'a'; 500][..], b"b", &[b'c'; 500]].concat();
        let got = [&[b'a'; 500][..], b"d", &[b'c'; 500]].concat();
        check(
            &expected,
            &got,
            Blanks::MatterInside,
            41,
            "     - expected  + got
 1 - …aaaaaaaaaaaabccccccccccccccccccccc…
 1 + …aaaaaaaaaaaadccccccccccccccccccccc…
",
        );
    }

    #[test]
    fn what_is_left_out_is_said() {
        let number = |n: u32| (0..n).flat_map(|i| [i.to_string(), "\n".to_owned()]).collect::<String>();
        let expected = number(100);
        let got = expected.replace("50\n", "x\n").replace("70\n", "y\n");
        let rows = diff(side(expected.as_bytes()), side(got.as_bytes()), Blanks::MatterInside, 40);
        let shown = text(&rows);
        assert!(shown.contains("… 13 equal lines left out\n"), "{shown}");
        assert!(shown.ends_with("… 26 equal lines left out\n"), "{shown}");
        let all_differ = number(300).replace('\n', "x\n");
        let more = Side { more_after: true, ..side(all_differ.as_bytes()) };
        let rows = diff(side(number(300).as_bytes()), more, Blanks::MatterInside, 40);
        assert!(rows.len() > MAX_ROWS - 10 && rows.len() <= MAX_ROWS);
        assert!(text(&rows).ends_with(" lines left out; the output goes on\n"), "{}", text(&rows));
    }

    #[test]
    fn wide_characters_take_two_columns() {
        check(
            "長い\n".as_bytes(),
            b"ab\n",
            Blanks::MatterInside,
            80,
            "   expected                                 got
 1 長い                                ~  1 ab
",
        );
    }

    proptest! {
        #[test]
        fn any_bytes_give_few_rows_of_text(
            expected in prop::collection::vec(any::<u8>(), 0..300),
            got in prop::collection::vec(any::<u8>(), 0..300),
            newlines in 0_u8..40,
            cut_before in 0_u64..2,
            more_after in any::<bool>(),
            width in 0_usize..300,
            blanks in prop::sample::select(vec![Blanks::Matter, Blanks::MatterInside, Blanks::DoNotMatter]),
        ) {
            let with_lines = |text: Vec<u8>| -> Vec<u8> {
                text.into_iter().map(|byte| if byte < newlines { b'\n' } else { byte }).collect()
            };
            let (expected, got) = (with_lines(expected), with_lines(got));
            let expected = Side { cut_before, ..side(&expected) };
            let rows = diff(expected, Side { more_after, ..side(&got) }, blanks, width);
            prop_assert!(rows.len() <= MAX_ROWS);
            prop_assert!(text(&rows).len() <= MAX_BYTES);
            for row in &rows {
                prop_assert!(!row.to_string().chars().any(char::is_control));
            }
        }

        #[test]
        fn texts_that_differ_show_a_difference(
            expected in "[ab \t\r\n]{0,40}",
            got in "[ab \t\r\n]{0,40}",
            width in 20_usize..100,
        ) {
            let rows = diff(side(expected.as_bytes()), side(got.as_bytes()), Blanks::Matter, width);
            let is_marked = |row: &Row| row.spans.iter().any(|span| {
                span.emphasis == Emphasis::Faint && span.text.contains(['~', '<', '>', '-', '+'])
            });
            prop_assert!((expected == got) != rows.iter().skip(1).any(is_marked));
        }
    }
}
