//! Values as they stand in statements: `board = [[-1,-1],[-1,3]]` is the input `[[-1,-1],[-1,3]]`.

/// What a text is as assignments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assigned {
    /// The values, each on a line of its own.
    Values(String),
    /// It begins like an assignment, and is none.
    Broken,
    /// It is something else.
    Not,
}

/// The values of a list of assignments `name = value, name = value`.
pub fn assigned(text: &str) -> Assigned {
    let mut values = String::new();
    let mut rest = text.trim();
    if name(rest).is_none() {
        return Assigned::Not;
    }
    while !rest.is_empty() {
        let Some((value, after)) = name(rest).and_then(literal) else { return Assigned::Broken };
        values.push_str(&value);
        values.push('\n');
        let next = separated(after);
        // Two values need something between them.
        if next.len() == after.len() && !next.is_empty() {
            return Assigned::Broken;
        }
        rest = next;
    }
    Assigned::Values(values)
}

/// Whether a name and a `=` stand somewhere in a text.
pub fn has_assignment(text: &str) -> bool {
    let equals = memchr::memchr_iter(b'=', text.as_bytes()).filter_map(|at| text.split_at_checked(at));
    let mut equals = equals.filter(|(_, after)| !after.starts_with("=="));
    equals.any(|(before, _)| {
        let before = before.trim_end_matches([' ', '[', ']']);
        before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// What stands behind `name =` or `name[] =`.
fn name(text: &str) -> Option<&str> {
    let length = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let (name, mut rest) = text.split_at_checked(length)?;
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_').then_some(())?;
    while let Some(after) = rest.strip_prefix("[]") {
        rest = after;
    }
    let value = rest.trim_start().strip_prefix('=')?;
    (!value.starts_with('=')).then(|| value.trim_start())
}

/// The rest of a text behind what separates two values.
fn separated(text: &str) -> &str {
    let trimmed = text.trim_start();
    for word in ["and", "和", "与", "與", "及"] {
        if let Some(rest) = trimmed.strip_prefix(word).filter(|rest| name(rest.trim_start()).is_some()) {
            return rest.trim_start();
        }
    }
    for mark in [",", ";", "，", "；", "、", "。"] {
        if let Some(rest) = trimmed.strip_prefix(mark) {
            let rest = rest.trim_start();
            let after = rest.strip_prefix("and ").map(str::trim_start);
            return after.filter(|after| name(after).is_some()).unwrap_or(rest);
        }
    }
    trimmed
}

/// A whole text as one value, without the line ends between its brackets.
pub fn one_literal(text: &str) -> Option<String> {
    let (value, rest) = literal(text.trim_start())?;
    rest.trim().is_empty().then_some(value)
}

/// The value that a text begins with, and what follows it. Between brackets line ends mean nothing.
fn literal(text: &str) -> Option<(String, &str)> {
    let first = text.chars().next()?;
    if let '“' | '"' | '\'' = first {
        let length = quoted(text)?;
        let (value, rest) = text.split_at_checked(length)?;
        let value = value.strip_prefix('“').and_then(|value| value.strip_suffix('”'));
        let value = value.map_or_else(|| text[..length].to_owned(), |value| format!("\"{value}\""));
        return Some((value, rest));
    }
    if !"[{(".contains(first) {
        let length = scalar(text)?;
        return Some((text[..length].to_owned(), &text[length..]));
    }
    let mut open = Vec::new();
    let mut value = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '"' | '\'' | '“' => quoted(rest)?,
            '[' | '{' | '(' => {
                open.push(c);
                1
            }
            ']' | '}' | ')' => {
                let is_pair = matches!((open.pop()?, c), ('[', ']') | ('{', '}') | ('(', ')'));
                is_pair.then_some(1)?
            }
            '\n' => {
                value.truncate(value.trim_end().len());
                rest = rest.trim_start();
                continue;
            }
            // A remark stands in parentheses.
            c if c.is_ascii_alphabetic() && first == '(' => return None,
            // Dots stand for what was left out.
            '.' if rest.starts_with("..") => return None,
            // Outside of quotes values are numbers and words.
            ' ' | ',' | ':' | '\t' => 1,
            c if c.is_ascii_alphanumeric() || "-+._".contains(c) => 1,
            _ => return None,
        };
        let (piece, after) = rest.split_at_checked(length)?;
        match piece.strip_prefix('“').and_then(|piece| piece.strip_suffix('”')) {
            Some(plain) => value.extend(["\"", plain, "\""]),
            None => value.push_str(piece),
        }
        rest = after;
        if open.is_empty() {
            return Some((value, rest));
        }
    }
    None
}

/// The bytes of a quoted text that a text begins with. It ends on its line.
fn quoted(text: &str) -> Option<usize> {
    let open = text.chars().next()?;
    let close = if open == '“' { '”' } else { open };
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return None,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == close => return Some(at + c.len_utf8()),
            '“' | '”' if open == '“' => return None,
            _ => {}
        }
    }
    None
}

/// The bytes of a number or a word for a value that a text begins with.
fn scalar(text: &str) -> Option<usize> {
    let is_end =
        |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || "_.+-*/^>(".contains(c));
    for word in ["true", "false", "null", "True", "False", "None", "TRUE", "FALSE"] {
        if text.strip_prefix(word).is_some_and(is_end) {
            return Some(word.len());
        }
    }
    let digits = |from: usize| {
        text.as_bytes().get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count()
    };
    let mut end = usize::from(text.starts_with(['-', '+']));
    let whole = digits(end);
    end += whole;
    let mut fraction = 0;
    if text.as_bytes().get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        end += usize::from(fraction > 0) + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    if let Some(b'e' | b'E') = text.as_bytes().get(end) {
        let sign = usize::from(matches!(text.as_bytes().get(end + 1), Some(b'-' | b'+')));
        let power = digits(end + 1 + sign);
        end += if power > 0 { 1 + sign + power } else { 0 };
    }
    is_end(&text[end..]).then_some(end)
}

/// Brackets and quotes of a text that is read line by line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Depth {
    open: usize,
    closed: usize,
}

impl Depth {
    /// Reads a line. Brackets between quotes do not count, and quotes end with their line.
    pub fn line(&mut self, line: &str) {
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            match c {
                '[' | '{' | '(' => self.open += 1,
                ']' | '}' | ')' => self.closed += 1,
                '"' => match quoted(rest) {
                    Some(quoted) => length = quoted,
                    // No quote closes this one, nor a later one.
                    None => return,
                },
                _ => {}
            }
            rest = rest.get(length..).unwrap_or_default();
        }
    }

    /// More brackets were opened than closed.
    pub fn is_open(self) -> bool {
        self.open > self.closed
    }
}

#[cfg(test)]
mod tests {
    use super::{Assigned, Depth, assigned, one_literal};

    #[track_caller]
    fn check(text: &str, expect: Option<&str>) {
        let values = match assigned(text) {
            Assigned::Values(values) => Some(values),
            Assigned::Broken | Assigned::Not => None,
        };
        assert_eq!(values.as_deref(), expect, "{text}");
    }

    #[test]
    fn assignments_are_their_values_each_on_a_line() {
        check("board = [[-1,-1],[-1,3]]", Some("[[-1,-1],[-1,3]]\n"));
        check("nums = [2,7], target = 9", Some("[2,7]\n9\n"));
        check("a = 1\nb = 2\n", Some("1\n2\n"));
        check("s = \"a, b = [\", k = -2", Some("\"a, b = [\"\n-2\n"));
        check("grid = [\n  [1,2],\n  [3]\n]", Some("[[1,2],[3]]\n"));
        check("ok = true", Some("true\n"));
        check("p[] = [1, 2], q[][] = {{1}}", Some("[1, 2]\n{{1}}\n"));
        check("x = 1.50, y = -2e3, z = .5", Some("1.50\n-2e3\n.5\n"));
    }

    #[test]
    fn values_are_separated_by_marks_words_and_blanks() {
        check("nums = [1]; k = 2", Some("[1]\n2\n"));
        check("s = \"a\" and t = \"b\"", Some("\"a\"\n\"b\"\n"));
        check("a = 1, b = 2, and c = 3", Some("1\n2\n3\n"));
        check("nums = [2]，target = 9", Some("[2]\n9\n"));
        check("a = [1]； b = 2、c = 3和d = 4", Some("[1]\n2\n3\n4\n"));
        check("a = [1,2] b = [3]", Some("[1,2]\n[3]\n"));
        check("s = “ab”，t = [“c”]", Some("\"ab\"\n[\"c\"]\n"));
        check("a = [1]b = 2", None);
    }

    #[test]
    fn what_is_no_assignment_is_left_alone() {
        for text in ["", "4 5", "[[1]]", "a == b", "1 = 2", "if a = 3"] {
            assert_eq!(assigned(text), Assigned::Not, "{text}");
        }
        for text in
            ["x = y", "a = [1", "a = 1, b", "a = 3**, b = 2", "a = 1->2", "s = \"a", "a = [1)", "a = 2 or 3"]
        {
            assert_eq!(assigned(text), Assigned::Broken, "{text}");
        }
    }

    #[test]
    fn a_single_value_may_have_lines() {
        assert_eq!(one_literal("[\n  \"a  b\",\n  \"c\"\n]").as_deref(), Some("[\"a  b\",\"c\"]"));
        assert_eq!(one_literal("\"[[\"").as_deref(), Some("\"[[\""));
        for text in ["[1], 2", "abc", "", "[1", "1 2", "(see below)"] {
            assert_eq!(one_literal(text), None, "{text}");
        }
    }

    #[test]
    fn an_open_bracket_asks_for_more() {
        let is_open = |text: &str| {
            let mut depth = Depth::default();
            text.lines().for_each(|line| depth.line(line));
            depth.is_open()
        };
        assert!(is_open("a = [[1,"));
        assert!(!is_open("a = [[1]]"));
        assert!(!is_open("s = \"[[\""));
        assert!(!is_open("[\n\"]\",\n]"));
    }
}
