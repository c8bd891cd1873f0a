//! The terminal behind standard error, as the progress bar draws on it.

use std::io::{self, Write};

use indicatif::TermLike;

/// Columns that stay free. A terminal writes `^C` behind the line, and a line that is full would then be two,
/// of which one is left behind.
const ROOM: usize = 4;

/// Standard error, a little narrower than it is.
#[derive(Debug)]
pub(super) struct ErrorTerminal {
    columns: u16,
}

impl ErrorTerminal {
    /// A terminal of this width.
    pub(super) fn of(width: usize) -> Self {
        Self { columns: u16::try_from(width.saturating_sub(ROOM)).unwrap_or(u16::MAX) }
    }
}

/// Moves the cursor; by nothing it is not moved, because an escape with 0 means 1.
fn move_cursor(by: usize, direction: char) -> io::Result<()> {
    if by == 0 { Ok(()) } else { write!(io::stderr(), "\x1b[{by}{direction}") }
}

impl TermLike for ErrorTerminal {
    fn width(&self) -> u16 {
        self.columns
    }

    fn move_cursor_up(&self, by: usize) -> io::Result<()> {
        move_cursor(by, 'A')
    }

    fn move_cursor_down(&self, by: usize) -> io::Result<()> {
        move_cursor(by, 'B')
    }

    fn move_cursor_right(&self, by: usize) -> io::Result<()> {
        move_cursor(by, 'C')
    }

    fn move_cursor_left(&self, by: usize) -> io::Result<()> {
        move_cursor(by, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        writeln!(io::stderr(), "{text}")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        write!(io::stderr(), "{text}")
    }

    fn clear_line(&self) -> io::Result<()> {
        write!(io::stderr(), "\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}
