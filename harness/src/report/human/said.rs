//! What a program or a compiler has said: its lines, wrapped and never cut, with escapes for what a terminal
//! would obey.

use unicode_width::UnicodeWidthChar;

use crate::model::push_plain;

/// Columns between two stops of the tabulator.
const TAB: usize = 8;

/// The lines of a text, without blank ones at its start and end.
pub fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).skip_while(|line| line.is_empty()).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// A line as rows of at most this width. What goes on in the next row is indented there.
pub fn wrapped(line: &str, width: usize) -> Vec<String> {
    const INDENT: usize = 2;
    let width = width.max(20);
    let (mut rows, mut row, mut used) = (Vec::new(), String::new(), 0);
    for c in line.chars() {
        let mut piece = String::new();
        if c == '\t' {
            piece.push_str(&" ".repeat(TAB - used % TAB));
        } else {
            push_plain(&mut piece, c);
        }
        let columns: usize = piece.chars().filter_map(UnicodeWidthChar::width).sum();
        if used + columns > width {
            rows.push(std::mem::replace(&mut row, " ".repeat(INDENT)));
            used = INDENT;
        }
        row.push_str(&piece);
        used += columns;
    }
    rows.push(row);
    rows
}

/// Whether a line of a compiler names an error, and not only that there was one.
pub fn names_error(line: &str) -> bool {
    let line = line.trim_start();
    let is_marked = ["error: ", "error["].iter().any(|mark| line.starts_with(mark))
        || [" error: ", "Error: ", ": undefined reference to", ": multiple definition of"]
            .iter()
            .any(|mark| line.contains(mark));
    is_marked && !line.contains("ld returned ")
}

/// The line of a compiler's words that says most: the first that names an error, without the place
/// before it, or else the first that is no title (`# package`).
pub fn headline(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    let titled = text.trim_start().strip_prefix("# ").and_then(|titled| titled.split_once('\n'));
    let body = titled.map_or(text, |(_, body)| body);
    let line = lines.find(|line| names_error(line)).unwrap_or_else(|| first_line(body));
    let marks = [": error: ", ": fatal error: ", ": undefined reference to", ": multiple definition of"];
    let place = marks.iter().find_map(|mark| line.find(mark));
    place.map_or(line, |at| &line[at + 2..])
}

/// The first line that is not blank; where others follow, without the colon that leads to them.
pub fn first_line(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    if lines.next().is_some() { first.trim_end_matches(':') } else { first }
}

#[cfg(test)]
mod tests {
    use super::{lines, names_error, wrapped};

    #[test]
    fn a_long_line_goes_on_in_the_next_row() {
        assert_eq!(
            wrapped(&"a".repeat(45), 20),
            ["a".repeat(20), format!("  {}", "a".repeat(18)), format!("  {}", "a".repeat(7))]
        );
        assert_eq!(wrapped("蛇".repeat(11).as_str(), 20).len(), 2);
        assert_eq!(wrapped("a\tb\x1b[0m", 40), ["a       b\\x1b[0m"]);
        assert_eq!(wrapped("", 40), [""]);
        assert_eq!(lines("\na \r\nb\n\n \n"), ["a", "b"]);
    }

    #[test]
    fn errors_are_told_from_what_stands_round_them() {
        for line in [
            "a.cpp:4:23: error: no match",
            "error[E0601]: no `main`",
            "error: expected `;`",
            "x.hpp:1: fatal error: y.h",
            "SyntaxError: '(' was never closed",
            "(.text+0x17): undefined reference to `main'",
        ] {
            assert!(names_error(line), "{line}");
        }
        for line in
            ["a.cpp: In function ‘int main()’:", "collect2: error: ld returned 1 exit status", "warning: x"]
        {
            assert!(!names_error(line), "{line}");
        }
    }
}
