//! Where an editor should look: a file, a line and a column.

use crate::event::{CaseFiles, Outcome};
use crate::model::{Name, plain};

/// A place in a file of the workspace. Lines and columns count from 1; a column is one of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file, as it is shown.
    pub file: String,
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

impl Location {
    /// The start of a file.
    #[must_use]
    pub fn start_of(file: &Name) -> Self {
        Self { file: file.to_string(), line: 1, column: 1 }
    }

    /// Where the answer and the output of a case differ first, or else the input of the case. The place is one in
    /// the output, and nearly always the same in the answer.
    pub fn of_outcome(outcome: &Outcome, files: &CaseFiles) -> Self {
        let place = outcome.judgement.mismatch.as_ref().and_then(|mismatch| mismatch.place);
        match (place, &files.answer) {
            (Some(place), Some(answer)) => {
                Self { file: answer.to_string(), line: place.line, column: place.column }
            }
            _ => Self::start_of(&files.input),
        }
    }

    /// Where a compiler sees the first error, or the start of the source.
    pub fn of_compiler(said: &str, source: &Name) -> Self {
        let first = errors(said).into_iter().next();
        first.map_or_else(|| Self::start_of(source), |(location, _)| location)
    }
}

/// Every error in the words of a compiler, each with its place. It knows the forms `FILE:LINE:COLUMN: error: …` (C,
/// C++, Java, Go, Kotlin, Haskell), `FILE(LINE,COLUMN): error …` (C#, TypeScript), `error: …` with ` --> FILE:LINE:COLUMN`
/// below (Rust) and `File "FILE", line LINE` with the error below (Python, OCaml).
#[must_use]
pub fn errors(said: &str) -> Vec<(Location, String)> {
    let mut found: Vec<(Location, String)> = Vec::new();
    // An error of Rust before its place, and a place of Python before its error.
    let (mut headline, mut below) = (None, None);
    for line in said.lines() {
        if let Some((location, message)) = in_line(line) {
            found.push((location, message));
        } else if line.starts_with("error: ") || line.starts_with("error[") {
            headline = line.split_once(": ").map(|(_, message)| plain(message));
        } else if let Some(place) = line.trim_start().strip_prefix("--> ") {
            let location = at_end(place);
            found.extend(location.zip(headline.take()));
        } else if let Some(location) = of_traceback(line) {
            below = Some(location);
        } else if below.is_some() && (names_exception(line) || line.starts_with("Error: ")) {
            found.extend(below.take().zip(Some(plain(line))));
        }
    }
    found
}

/// `FILE:LINE:COLUMN` alone.
fn at_end(text: &str) -> Option<Location> {
    let (rest, column) = text.trim_end().rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some(Location { file: shown(file), line: line.parse().ok()?, column: column.parse().ok()? })
}

/// `FILE:LINE:COLUMN: MESSAGE`, the column optional, or `FILE(LINE,COLUMN): MESSAGE`, where that is an error.
fn in_line(text: &str) -> Option<(Location, String)> {
    let (file, line, column, message) =
        text.match_indices([':', '(']).find_map(|(at, _)| place_at(text, at))?;
    let (message, is_error) = without_mark(message);
    // A place without a column and without a mark is any text with a number in it.
    let is_error = is_error.unwrap_or(column.is_some());
    let location = Location { file: shown(file), line, column: column.unwrap_or(1) };
    is_error.then(|| (location, plain(message)))
}

/// The file, the line, the column and the rest, where a place stands before and after this separator.
fn place_at(text: &str, at: usize) -> Option<(&str, u64, Option<u64>, &str)> {
    let file = &text[..at];
    let is_path = !file.is_empty() && file.contains('.') && !file.starts_with(char::is_whitespace);
    let (line, rest) = leading_number(&text[at + 1..]).filter(|_| is_path)?;
    if text[at..].starts_with('(') {
        let (column, rest) = leading_number(rest.strip_prefix(',')?)?;
        return Some((file, line, Some(column), rest.strip_prefix("):")?));
    }
    let rest = rest.strip_prefix(':')?;
    match leading_number(rest).and_then(|(column, rest)| Some((column, rest.strip_prefix(':')?))) {
        Some((column, rest)) => Some((file, line, Some(column), rest)),
        None => Some((file, line, None, rest)),
    }
}

fn leading_number(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// A message without the word that says how bad it is, and whether that is an error, where there is such a word.
fn without_mark(message: &str) -> (&str, Option<bool>) {
    let message = message.trim();
    for mark in ["fatal error:", "error:", "Error:"] {
        if let Some(rest) = message.strip_prefix(mark) {
            return (rest.trim_start(), Some(true));
        }
    }
    let others = ["warning", "Warning", "note", "info", "help", "required from", "In "];
    match message {
        _ if message.starts_with("error ") => (message, Some(true)),
        _ if others.iter().any(|other| message.starts_with(other)) => (message, Some(false)),
        "" => (message, Some(false)),
        _ => (message, None),
    }
}

/// `File "FILE", line LINE`.
fn of_traceback(line: &str) -> Option<Location> {
    let (file, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
    let (line, _) = leading_number(rest)?;
    Some(Location { file: shown(file), line, column: 1 })
}

/// `SyntaxError: …`
fn names_exception(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    name.ends_with("Error") && name.chars().all(char::is_alphanumeric)
}

fn shown(file: &str) -> String {
    plain(file.trim().trim_start_matches("./"))
}

#[cfg(test)]
mod tests {
    use super::errors;

    #[track_caller]
    fn check(said: &str, expect: &[&str]) {
        let shown: Vec<String> = errors(said)
            .into_iter()
            .map(|(at, message)| format!("{}:{}:{}: {message}", at.file, at.line, at.column))
            .collect();
        assert_eq!(shown, expect, "{said}");
    }

    #[test]
    fn the_forms_of_compilers_are_read() {
        check(
            "s/a.cpp: In function ‘int main()’:\ns/a.cpp:3:7: error: expected ‘;’\n    3 | x\ns/a.cpp:9:1: warning: y\n",
            &["s/a.cpp:3:7: expected ‘;’"],
        );
        check("s/a.c:1:10: fatal error: x.h: No such file\n", &["s/a.c:1:10: x.h: No such file"]);
        check("s/Main.java:3: error: ';' expected\n  int x\n", &["s/Main.java:3:1: ';' expected"]);
        check("# command-line-arguments\n./s/a.go:4:2: undefined: x\n", &["s/a.go:4:2: undefined: x"]);
        check(
            "s/a.ts(3,5): error TS2304: Cannot find name 'x'.\n",
            &["s/a.ts:3:5: error TS2304: Cannot find name 'x'."],
        );
        check(
            "error[E0425]: cannot find value `x`\n  --> s/a.rs:2:5\n   |\nwarning: y\n  --> s/a.rs:1:1\nerror: aborting\n",
            &["s/a.rs:2:5: cannot find value `x`"],
        );
        check(
            "  File \"s/a.py\", line 3\n    print(\n         ^\nSyntaxError: '(' was never closed\n",
            &["s/a.py:3:1: SyntaxError: '(' was never closed"],
        );
        check(
            "File \"s/a.ml\", line 2, characters 4-5:\nError: Unbound value x\n",
            &["s/a.ml:2:1: Error: Unbound value x"],
        );
        check("the build takes more than 10 s: 12:30:10", &[]);
        check("", &[]);
    }

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        check("\x1b[31ma.c:1:2: error: \x1b]0;x\x07", &["\\x1b[31ma.c:1:2: \\x1b]0;x\\x07"]);
    }
}
