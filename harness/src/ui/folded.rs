//! Lines that are no wider than the terminal: longer ones go on in the next, further to the right.

use std::borrow::Cow;
use std::io::{self, Write};

use unicode_width::UnicodeWidthChar;

use crate::ui::Ui;
use crate::ui::escapes::Escape;
use crate::ui::workflow::{is_logged_here, without_commands};

/// Columns by which the rest of a line is set in.
const INDENT: usize = 4;

/// Folds long lines at blanks; without a width all passes as it is.
pub struct Folded<W: Write> {
    out: W,
    width: Option<usize>,
    /// The terminal, whose width may change.
    ui: Option<Ui>,
    /// What the log of a workflow would obey is broken.
    is_guarded: bool,
    line: Vec<u8>,
}

impl<W: Write> Folded<W> {
    /// Writes to `out` in lines of at most this width.
    pub fn new(out: W, width: Option<usize>) -> Self {
        Self { out, width, ui: None, is_guarded: false, line: Vec::new() }
    }

    /// Writes to standard output, which is `out`, in lines as wide as the terminal is then.
    pub fn on_stdout(out: W, ui: Ui, is_for_people: bool) -> Self {
        let (width, ui) = (ui.fold_width(is_for_people), Some(ui));
        Self { out, width, ui, is_guarded: is_for_people && is_logged_here(), line: Vec::new() }
    }

    /// The same, where what is written are lines of text with words of programs: no log obeys these.
    #[must_use]
    pub fn with_words_of_programs(mut self, has_some: bool) -> Self {
        self.is_guarded |= has_some && is_logged_here();
        self
    }

    fn end_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let Ok(text) = std::str::from_utf8(&line) else { return self.out.write_all(&line) };
        let width = self.width.map(|width| self.ui.map_or(width, |ui| ui.resized().width));
        let text = width.map_or(Cow::Borrowed(text), |width| Cow::Owned(folded(text, width)));
        let text = if self.is_guarded { without_commands(&text) } else { text.as_ref().into() };
        self.out.write_all(text.as_bytes())
    }
}

impl<W: Write> Write for Folded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.width.is_none() && !self.is_guarded {
            return self.out.write(bytes);
        }
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.end_line()?;
            }
        }
        Ok(bytes.len())
    }

    /// What is no whole line yet waits for its end.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Drop for Folded<W> {
    fn drop(&mut self) {
        // A line without an end is too short to be folded.
        if self.is_guarded {
            let _ = self.end_line();
        }
        let _ = self.out.write_all(&self.line);
        let _ = self.out.flush();
    }
}

/// The line, with its end, in lines of at most this width. Escapes for colour and links take no column.
fn folded(line: &str, width: usize) -> String {
    let blanks = line.chars().take_while(|c| *c == ' ').count();
    let indent = " ".repeat((blanks + INDENT).min(width / 2));
    let mut folded = String::with_capacity(line.len());
    let (mut column, mut escape) = (0, Escape::default());
    // Where the line may be folded: after the text, at a run of blanks.
    let mut blank: Option<usize> = None;
    let mut has_text = false;
    for c in line.chars() {
        if escape.holds(c) {
            folded.push(c);
            continue;
        }
        let next = c.width().unwrap_or(0);
        if column + next > width {
            let at = blank.take();
            let rest = at.map_or_else(String::new, |at| folded.split_off(at));
            let rest = rest.trim_start_matches(' ');
            folded.push('\n');
            folded.push_str(&indent);
            column = indent.len() + push_broken(&mut folded, rest, &indent, width);
            has_text = !rest.is_empty();
        }
        if c == ' ' {
            if has_text && !folded.ends_with(' ') {
                blank = Some(folded.len());
            }
            // A blank at which the line has just been folded.
            if column <= indent.len() && !has_text && folded.contains('\n') {
                continue;
            }
        } else {
            has_text = true;
        }
        folded.push(c);
        column += next;
    }
    folded
}

/// Appends a word behind an indent, in several lines where one does not hold it. The columns of the last of them.
fn push_broken(folded: &mut String, word: &str, indent: &str, width: usize) -> usize {
    let (mut column, mut escape) = (0, Escape::default());
    for c in word.chars() {
        let next = if escape.holds(c) { 0 } else { c.width().unwrap_or(0) };
        if column > 0 && indent.len() + column + next > width {
            folded.push('\n');
            folded.push_str(indent);
            column = 0;
        }
        folded.push(c);
        column += next;
    }
    column
}

#[cfg(test)]
mod tests {
    use super::Folded;
    use std::io::Write;

    #[track_caller]
    fn check(width: usize, pieces: &[&str], expect: &str) {
        let mut out = Vec::new();
        let mut writer = Folded::new(&mut out, Some(width));
        for piece in pieces {
            writer.write_all(piece.as_bytes()).unwrap();
        }
        drop(writer);
        assert_eq!(String::from_utf8(out).unwrap(), expect);
    }

    #[test]
    fn a_long_line_goes_on_in_the_next() {
        check(10, &["1234567890\n", "short\n\n"], "1234567890\nshort\n\n");
        check(10, &["one two ", "three four\n"], "one two\n    three\n    four\n");
        check(12, &["  ab cd ef gh ij\n"], "  ab cd ef\n      gh ij\n");
        check(14, &["  xyz  expected AC\n"], "  xyz\n      expected\n      AC\n");
        check(8, &["123456789012\n"], "12345678\n    9012\n");
        check(10, &["蛇蛇蛇 蛇蛇蛇\n"], "蛇蛇蛇\n    蛇蛇蛇\n");
        check(10, &["no end"], "no end");
        check(10, &["a 123456789\n"], "a\n    123456\n    789\n");
        check(10, &["a 12345678 b\n"], "a\n    123456\n    78 b\n");
    }

    #[test]
    fn escapes_take_no_column() {
        check(
            10,
            &["\x1b[1m12345\x1b[0m \x1b[31m6789\x1b[0m\n"],
            "\x1b[1m12345\x1b[0m \x1b[31m6789\x1b[0m\n",
        );
        check(
            10,
            &["\x1b[1m12345\x1b[0m \x1b[31m67890\x1b[0m\n"],
            "\x1b[1m12345\x1b[0m\n    \x1b[31m67890\x1b[0m\n",
        );
    }

    #[test]
    fn a_link_takes_no_column_either() {
        let link = |text: &str| format!("\x1b]8;;file:///a%20long/path\x1b\\{text}\x1b]8;;\x1b\\");
        check(
            10,
            &[&link("12345"), " ", &link("6789"), "\n"],
            &format!("{} {}\n", link("12345"), link("6789")),
        );
        check(8, &[&link("12345"), " 6789\n"], &format!("{}\n    6789\n", link("12345")));
    }

    #[test]
    fn without_a_width_all_stays_as_it_is() {
        let mut out = Vec::new();
        Folded::new(&mut out, None).write_all("one two three".repeat(20).as_bytes()).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "one two three".repeat(20));
    }
}
