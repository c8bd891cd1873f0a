//! The pictures of a case on which a solution failed, where they are small: of the answer, and of the output.

use std::io::{self, Write};

use memchr::memchr_iter;

use crate::diff;
use crate::event::Drawing;
use crate::model::counted;
use crate::ui::{Tone, paint};

/// Rows of a picture that is shown below a failure; `harness show` shows larger ones.
const MOST_ROWS: usize = 24;

/// Bytes of it.
const MOST_BYTES: usize = 4 << 10;

/// Whether a picture is one for a terminal, and so small that it stands below a failure.
#[must_use]
pub fn fits_terminal(drawing: &Drawing) -> bool {
    let rows = memchr_iter(b'\n', &drawing.bytes).count();
    !drawing.is_svg && rows <= MOST_ROWS && drawing.bytes.len() <= MOST_BYTES
}

/// Writes the pictures of the answer and of the output that there are. They have the whole width, so they are not
/// indented. Of two that are nearly the same the second is shown by the rows that differ.
pub fn write(out: &mut dyn Write, drawings: [Option<&Drawing>; 2], width: usize) -> io::Result<()> {
    let [expected, got] = drawings.map(|drawing| drawing.map(|drawing| rows(drawing, width)));
    if let Some(expected) = &expected {
        let head = if got.is_some() { "picture, expected" } else { "picture" };
        write_rows(out, head, expected)?;
    }
    match (expected, got) {
        (_, None) => Ok(()),
        (Some(expected), Some(got)) => match differing(&expected, &got) {
            Some(differing) => {
                let head = format!(
                    "picture, got: the same but for {} of {}",
                    differing.len(),
                    counted(got.len(), "row")
                );
                write_rows(out, &head, &differing)
            }
            None => write_rows(out, "picture, got", &got),
        },
        (None, Some(got)) => write_rows(out, "picture, got", &got),
    }
}

fn rows(drawing: &Drawing, width: usize) -> Vec<String> {
    diff::picture(&drawing.bytes, width).iter().map(ToString::to_string).collect()
}

/// The rows that differ, where there are as many rows and most of them do not.
fn differing(expected: &[String], got: &[String]) -> Option<Vec<String>> {
    let differing: Vec<String> = expected
        .iter()
        .zip(got)
        .filter(|(expected, got)| expected != got)
        .map(|(_, got)| got.clone())
        .collect();
    (expected.len() == got.len() && 2 * differing.len() < got.len()).then_some(differing)
}

fn write_rows(out: &mut dyn Write, head: &str, rows: &[String]) -> io::Result<()> {
    writeln!(out, "  {}", paint(Tone::Faint, head))?;
    rows.iter().try_for_each(|row| writeln!(out, "{row}"))
}

#[cfg(test)]
mod tests {
    use super::{fits_terminal, write};
    use crate::event::Drawing;
    use crate::model::Name;

    fn drawing(bytes: Vec<u8>, is_svg: bool) -> Drawing {
        Drawing { problem: Name::from("p"), case: Name::from("1"), solution: None, bytes, is_svg }
    }

    /// What is written for the pictures of an answer and of an output.
    fn written(texts: [Option<&str>; 2]) -> String {
        colored::control::set_override(false);
        let drawings = texts.map(|text| text.map(|text| drawing(text.as_bytes().to_vec(), false)));
        let mut out = Vec::new();
        write(&mut out, [drawings[0].as_ref(), drawings[1].as_ref()], 40).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn only_small_pictures_for_terminals_stand_below_a_failure() {
        assert!(fits_terminal(&drawing(b"4   3\n1   2\n".to_vec(), false)));
        assert!(!fits_terminal(&drawing(b"<svg/>".to_vec(), true)));
        assert!(!fits_terminal(&drawing(b".\n".repeat(25), false)));
        assert!(!fits_terminal(&drawing(vec![b'.'; 5000], false)));
    }

    #[test]
    fn a_picture_is_shown_with_escapes() {
        assert_eq!(written([Some("a \x1b[31m\nb\n"), None]), "  picture\na \\x1b[31m\nb\n");
        assert_eq!(written([None, None]), "");
    }

    #[test]
    fn what_differs_is_shown_of_a_picture_that_is_nearly_the_same() {
        assert_eq!(
            written([Some("1 way\n#.\n.#\n"), Some("no way\n#.\n.#\n")]),
            "  picture, expected\n1 way\n#.\n.#\n  picture, got: the same but for 1 of 3 rows\nno way\n"
        );
        let other = "  picture, expected\n#.\n  picture, got\n.#\n";
        assert_eq!(written([Some("#.\n"), Some(".#\n")]), other);
        let longer = "  picture, expected\n#\n#\n  picture, got\n#\n#\n#\n";
        assert_eq!(written([Some("#\n#\n"), Some("#\n#\n#\n")]), longer);
        assert_eq!(written([None, Some("x\n")]), "  picture, got\nx\n");
    }
}
