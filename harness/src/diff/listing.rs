//! Shows the beginning of a short text, such as the input of a failed case, or of a picture.

use crate::diff::lines::Line;
use crate::diff::window::single;
use crate::diff::{Blanks, Emphasis, Row};

/// How much of a text is shown.
struct Most {
    lines: usize,
    bytes: usize,
}

/// Of a listing.
const OF_LISTING: Most = Most { lines: 20, bytes: 1 << 10 };

/// Of a picture, which is made to be looked at.
const OF_PICTURE: Most = Most { lines: 200, bytes: 1 << 16 };

/// The text as rows of at most `width` columns, or its beginning and a row that says what is left
/// out. The text itself may be the beginning of one of `size` bytes.
#[must_use]
pub fn listing(text: &[u8], size: u64, width: usize) -> Vec<Row> {
    shown(text, size, width, &OF_LISTING)
}

/// The same for a picture, of which more is shown.
#[must_use]
pub fn picture(text: &[u8], width: usize) -> Vec<Row> {
    shown(text, text.len() as u64, width, &OF_PICTURE)
}

fn shown(text: &[u8], size: u64, width: usize, most: &Most) -> Vec<Row> {
    if text.is_empty() {
        return vec![Row::of("(empty)", Emphasis::Faint)];
    }
    let mut rows = Vec::new();
    let mut n_shown = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n').take(most.lines) {
        let room = most.bytes - n_shown;
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        let is_too_long = content.len() > room;
        let line_shown = Line {
            number: 1,
            text: if is_too_long { &content[..room] } else { content },
            has_newline: true,
            is_cut: (false, is_too_long),
        };
        rows.push(single(&line_shown, Emphasis::Plain, Blanks::Matter, width.max(1)));
        n_shown += line.len().min(room);
        if n_shown == most.bytes {
            break;
        }
    }
    let n_left_out = size.max(text.len() as u64) - n_shown as u64;
    if n_left_out > 0 {
        let unit = if n_left_out == 1 { "byte" } else { "bytes" };
        rows.push(Row::of(format!("… {n_left_out} {unit} left out"), Emphasis::Faint));
    }
    rows
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert, proptest};

    use crate::diff::{listing, picture};

    #[track_caller]
    fn check(text: &[u8], width: usize, expect: &[&str]) {
        let rows: Vec<String> =
            listing(text, text.len() as u64, width).iter().map(ToString::to_string).collect();
        assert_eq!(rows, expect);
    }

    #[test]
    fn a_short_text_is_shown_whole() {
        check(b"3 4\n..\n\n\x1b", 20, &["3 4", "..", "", "\\x1b"]);
        check(b"", 20, &["(empty)"]);
    }

    #[test]
    fn more_is_shown_of_a_picture() {
        let many = "1\n".repeat(250);
        let rows: Vec<String> = picture(many.as_bytes(), 80).iter().map(ToString::to_string).collect();
        assert_eq!((rows.len(), rows[200].as_str()), (201, "… 100 bytes left out"));
        let rows = picture(b"\x1b]0;x\x07  a  b\n", 80);
        assert_eq!(rows[0].to_string(), "\\x1b]0;x\\x07  a  b");
    }

    #[test]
    fn a_long_text_is_cut_with_a_word() {
        check(b"1234567890\n2\n", 6, &["12345…", "2"]);
        let many = "1\n".repeat(25);
        let mut expect = vec!["1"; 20];
        expect.push("… 10 bytes left out");
        check(many.as_bytes(), 80, &expect);
        let one = [b'a'; 5000];
        check(&one, 10, &["aaaaaaaaa…", "… 3976 bytes left out"]);
        let rows = listing(b"ab\n", 4, 80);
        assert_eq!(rows.last().map(ToString::to_string).as_deref(), Some("… 1 byte left out"));
    }

    proptest! {
        #[test]
        fn any_text_gives_few_rows(text in prop::collection::vec(any::<u8>(), 0..3000), width in 0_usize..200) {
            let rows = listing(&text, 0, width);
            prop_assert!(rows.len() <= 21);
            prop_assert!(rows.iter().all(|row| !row.to_string().chars().any(char::is_control)));
        }
    }
}
