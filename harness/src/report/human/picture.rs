//! The picture of a case on which a solution failed, where it is small.

use std::io::{self, Write};

use memchr::memchr_iter;

use crate::diff;
use crate::event::Drawing;
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

/// Writes a picture. It has the whole width, so it is not indented.
pub fn write(out: &mut dyn Write, drawing: &Drawing, width: usize) -> io::Result<()> {
    writeln!(out, "  {}", paint(Tone::Faint, "picture"))?;
    diff::picture(&drawing.bytes, width).iter().try_for_each(|row| writeln!(out, "{row}"))
}

#[cfg(test)]
mod tests {
    use super::{fits_terminal, write};
    use crate::event::Drawing;
    use crate::model::Name;

    fn drawing(bytes: Vec<u8>, is_svg: bool) -> Drawing {
        Drawing { problem: Name::from("p"), case: Name::from("1"), bytes, is_svg }
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
        colored::control::set_override(false);
        let mut out = Vec::new();
        write(&mut out, &drawing(b"a \x1b[31m\nb\n".to_vec(), false), 40).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "  picture\na \\x1b[31m\nb\n");
    }
}
