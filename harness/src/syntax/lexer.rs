//! The words and signs of a source in one of many languages, without its comments and literals.

use std::ops::Range;

/// How comments begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// With `//`, and with `/*` up to `*/`.
    Slashes,
    /// With `#`.
    Hash,
}

impl Comments {
    /// The kind of which this mark is one.
    #[must_use]
    pub fn from_mark(mark: &str) -> Self {
        if mark == "#" { Self::Hash } else { Self::Slashes }
    }
}

/// Whether a text begins with a name.
#[must_use]
pub fn is_name(word: &str) -> bool {
    word.starts_with(is_letter)
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The words and signs of a text, without comments and literals.
#[must_use]
pub fn words(text: &str, comments: Comments) -> Vec<String> {
    spans(text, comments).into_iter().map(|span| text[span].to_owned()).collect()
}

/// Where the words and signs of a text stand.
#[must_use]
pub fn spans(text: &str, comments: Comments) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut rest = text;
    let mut before = ' ';
    let is_raw_here = comments == Comments::Slashes;
    while let Some(c) = rest.chars().next() {
        let with_slashes = comments == Comments::Slashes;
        let skip = if with_slashes && rest.starts_with("//") || !with_slashes && c == '#' {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(inner) = rest.strip_prefix("/*").filter(|_| with_slashes) {
            inner.find("*/").map_or(rest.len(), |end| end + 4)
        } else if let Some(mark) = ["\"\"\"", "'''"].into_iter().find(|mark| rest.starts_with(mark)) {
            literal(&rest[3..], mark) + 3
        } else if let Some(length) = raw_literal(rest).filter(|_| is_raw_here && !is_part(before)) {
            length
        } else if c == '\'' && is_no_quote(before, rest) {
            1
        } else if matches!(c, '"' | '\'' | '`') {
            literal(&rest[1..], &rest[..1]) + 1
        } else if is_part(c) {
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            spans.push(text.len() - rest.len()..text.len() - rest.len() + end);
            end
        } else {
            let (start, length) = (text.len() - rest.len(), c.len_utf8());
            if !c.is_whitespace() {
                spans.push(start..start + length);
            }
            length
        };
        let (skipped, left) = rest.split_at(skip);
        before = skipped.chars().next_back().unwrap_or(' ');
        rest = left;
    }
    spans
}

/// The text with blanks for its comments and literals, so that each word keeps its line.
#[must_use]
pub fn code_alone(text: &str, comments: Comments) -> String {
    let mut code = String::with_capacity(text.len());
    let mut end = 0;
    let lines = |skipped: &str| -> String {
        // A literal is no end of a word, and of no line either.
        skipped.chars().map(|c| if matches!(c, '\n' | '\r') { c } else { ' ' }).collect()
    };
    for span in spans(text, comments) {
        code.push_str(&lines(&text[end..span.start]));
        code.push_str(&text[span.clone()]);
        end = span.end;
    }
    code.push_str(&lines(&text[end..]));
    code
}

/// Bytes of a literal in which no sign is escaped, with what precedes it: `R"x(…)x"`, `r#"…"#`, `@"…"`.
fn raw_literal(text: &str) -> Option<usize> {
    if let Some(quoted) =
        ["R\"", "LR\"", "uR\"", "UR\"", "u8R\""].iter().find_map(|start| text.strip_prefix(start))
    {
        let (mark, inner) = quoted.split_once('(')?;
        let is_mark = mark.len() <= 16 && !mark.contains([' ', ')', '\\', '"', '\n']);
        let end = format!("){mark}\"");
        let length = inner.find(&end).map_or(inner.len(), |at| at + end.len());
        return is_mark.then_some(text.len() - inner.len() + length);
    }
    if let Some(quoted) = ["r", "br", "cr"].iter().find_map(|start| text.strip_prefix(start)) {
        let inner = quoted.trim_start_matches('#').strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(quoted.len() - inner.len() - 1));
        return Some(text.len() - inner.len() + inner.find(&end).map_or(inner.len(), |at| at + end.len()));
    }
    let mut inner = ["@\"", "$@\"", "@$\""].iter().find_map(|start| text.strip_prefix(start))?;
    loop {
        let Some(at) = inner.find('"') else { return Some(text.len()) };
        inner = &inner[at + 1..];
        match inner.strip_prefix('"') {
            Some(after) => inner = after,
            None => return Some(text.len() - inner.len()),
        }
    }
}

/// Whether a mark is none of a literal: it separates digits (`1'000`), or begins a lifetime (`<'a>`).
fn is_no_quote(before: char, rest: &str) -> bool {
    let mut after = rest.chars().skip(1);
    let (first, second) = (after.next(), after.next());
    let begins_lifetime = first.is_some_and(is_letter) && second != Some('\'');
    before.is_ascii_hexdigit() || matches!(before, '<' | '&') && begins_lifetime
}

/// Bytes of a literal with its closing mark, behind the opening one; those of a line do not go beyond it.
fn literal(text: &str, mark: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' if mark.len() == 1 && mark != "`" => return at,
            _ if text[at..].starts_with(mark) => return at + mark.len(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{Comments, words};

    #[track_caller]
    fn check(text: &str, comments: Comments, expect: &str) {
        assert_eq!(words(text, comments).join(" "), expect, "{text}");
    }

    #[test]
    fn comments_and_literals_are_left_out() {
        let slashes = Comments::Slashes;
        check("int f() { return 7'000 + 'x'; } // g(", slashes, "int f ( ) { return 7 000 + ; }");
        check("fn f<'a>(x: &'a str) { '\\'' }", slashes, "fn f < a > ( x : & a str ) { }");
        check("let s = `a\n${b}`; /* c */ d", slashes, "let s = ; d");
        check("f(R\"(\")\") + u8R\"x()\")x\" + 1) bar\"\"", slashes, "f ( ) + + 1 ) bar");
        check("r\"\\\" + r#\"\"x\"# + br + @\"\"\" \\\" y", slashes, "+ + br + y");
        check("a // b # c\n# def f(\n'''\nx'''\"y\"", Comments::Hash, "a / / b");
    }
}
