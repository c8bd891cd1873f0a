//! Whether an input keeps every constraint of the statement, to the byte.

use common::bound::Bound;
use common::malformed::Malformed;

use crate::board::{Board, MAX_SIDE};
use crate::read;

/// Accepts what the statement allows: two numbers and one blank, then exactly that many rows, and nothing else.
/// Only the newline of the last row may be missing. Tells the size of the board and the length of the snake.
///
/// # Errors
///
/// The first place at which the input is not in that form.
pub fn input(bytes: &[u8]) -> Result<Vec<Bound>, Malformed> {
    let board = read::board(bytes)?;
    let text = board.to_input();
    let plain = text.as_bytes();
    if bytes == plain || bytes == &plain[..plain.len() - 1] {
        return Ok(bounds(&board));
    }
    // The board is right, so the first byte that differs from its plain form is a blank, a zero or a line too many.
    let place = bytes
        .iter()
        .zip(plain)
        .position(|(byte, wanted)| byte != wanted)
        .unwrap_or(bytes.len().min(plain.len()));
    let before = &bytes[..place];
    let line = before.split(|&byte| byte == b'\n').count();
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    let found =
        bytes.get(place).map_or_else(|| "the end".to_owned(), |byte| format!("`{}`", byte.escape_ascii()));
    let wanted = match plain.get(place) {
        Some(byte) => format!("`{}`", byte.escape_ascii()),
        None => "the end".to_owned(),
    };
    Err(Malformed::at(line, column, format!("found {found} in place of {wanted}")))
}

fn bounds(board: &Board) -> Vec<Bound> {
    vec![
        Bound { name: "rows", value: board.rows, allowed: 1..=MAX_SIDE },
        Bound { name: "columns", value: board.cols, allowed: 1..=MAX_SIDE },
        Bound { name: "snake", value: board.snake.len(), allowed: 3..=9 },
    ]
}

#[cfg(test)]
mod tests {
    use crate::validate::input;

    #[track_caller]
    fn check(bytes: &str, expected: &str) {
        assert_eq!(input(bytes.as_bytes()).unwrap_err().to_string(), expected, "for {bytes:?}");
    }

    #[test]
    fn the_plain_form_is_valid_with_and_without_the_last_newline() {
        assert_eq!(input(b"1 4\n321@\n").map(drop), Ok(()));
        assert_eq!(input(b"1 4\n321@").map(drop), Ok(()));
    }

    #[test]
    fn what_the_statement_bounds_is_told() {
        let bounds = input(b"1 4\n321@\n").unwrap();
        let lines: Vec<String> = bounds.iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["bound rows: 1 in 1..15", "bound columns: 4 in 1..15", "bound snake: 3 in 3..9"]);
    }

    #[test]
    fn layout_that_the_reader_forgives_is_refused_here() {
        check("1  4\n321@\n", "line 1, column 3: found ` ` in place of `4`");
        check("1 4 \n321@\n", "line 1, column 4: found ` ` in place of `\\n`");
        check("01 4\n321@\n", "line 1, column 1: found `0` in place of `1`");
        check("1 4\r\n321@\r\n", "line 1, column 4: found `\\r` in place of `\\n`");
        check("1 4\n321@ \n", "line 2, column 5: found ` ` in place of `\\n`");
        check("1 4\n321@\n\n", "line 3, column 1: found `\\n` in place of the end");
    }
}
