//! Values as they stand in statements: `board = [[-1,-1],[-1,3]]` is the input `[[-1,-1],[-1,3]]`.

/// The values of a list of assignments `name = value, name = value`, each on a line of its own; none
/// where the text is anything else.
pub fn values(text: &str) -> Option<String> {
    let mut values = String::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('=')?;
        let name = name.trim();
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let end = end_of_value(after)?;
        let value = after[..end].trim();
        if !is_name || !is_literal(value) {
            return None;
        }
        // Between brackets line ends mean nothing.
        values.extend(value.lines().map(str::trim));
        values.push('\n');
        rest = after[end..].trim_start_matches(|c: char| c == ',' || c.is_whitespace());
    }
    (!values.is_empty()).then_some(values)
}

fn is_literal(value: &str) -> bool {
    value.starts_with(|c: char| "[{\"'-".contains(c) || c.is_ascii_digit())
        || ["true", "false", "null"].contains(&value)
}

/// Where the value ends that a text begins with: before a comma or a line end outside of brackets.
fn end_of_value(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut is_escaped = false;
    // Line ends before the value are none behind it.
    let blank = text.len() - text.trim_start().len();
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{' | '(') => depth += 1,
            (None, ']' | '}' | ')') => depth = depth.checked_sub(1)?,
            (None, ',' | '\n') if depth == 0 && at > blank => return Some(at),
            (None | Some(_), _) => {}
        }
    }
    (depth == 0 && quote.is_none()).then_some(text.len())
}

/// Whether more brackets were opened than closed.
pub fn is_open(text: &str) -> bool {
    let (opened, closed) = brackets(text);
    opened > closed
}

/// How many brackets are opened and closed.
pub fn brackets(text: &str) -> (usize, usize) {
    let count = |mark: u8| memchr::memchr_iter(mark, text.as_bytes()).count();
    (count(b'['), count(b']'))
}

/// A piece of Markdown as plain text: without the marks round it, escapes and tags.
pub fn plain(text: &str) -> String {
    let text = without_markup(text);
    let text = text.trim().trim_start_matches("**").trim_end_matches("**").trim();
    let text = text.strip_prefix('`').and_then(|text| text.strip_suffix('`')).unwrap_or(text);
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(next)) if next.is_ascii_punctuation() => plain.extend(chars.next()),
            _ => plain.push(c),
        }
    }
    plain
}

/// The text without tags that emphasise, and with what entities stand for.
pub fn without_markup(text: &str) -> String {
    const TAGS: [&str; 8] =
        ["<strong>", "</strong>", "<b>", "</b>", "<code>", "</code>", "<span>", "</span>"];
    const ENTITIES: [(&str, &str); 5] =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", " "), ("&amp;", "&")];
    let text = TAGS.iter().fold(text.to_owned(), |text, tag| text.replace(tag, ""));
    ENTITIES.iter().fold(text, |text, (entity, meant)| text.replace(entity, meant))
}

#[cfg(test)]
mod tests {
    use super::{is_open, plain, values};

    #[track_caller]
    fn check(text: &str, expect: Option<&str>) {
        assert_eq!(values(text).as_deref(), expect, "{text}");
    }

    #[test]
    fn assignments_are_their_values_each_on_a_line() {
        check("board = [[-1,-1],[-1,3]]", Some("[[-1,-1],[-1,3]]\n"));
        check("nums = [2,7], target = 9", Some("[2,7]\n9\n"));
        check("a = 1\nb = 2\n", Some("1\n2\n"));
        check("s = \"a, b = [\", k = -2", Some("\"a, b = [\"\n-2\n"));
        check("grid = [\n  [1,2],\n  [3]\n]", Some("[[1,2],[3]]\n"));
        check("ok = true", Some("true\n"));
    }

    #[test]
    fn what_is_no_assignment_is_left_alone() {
        for text in ["", "4 5", "[[1]]", "a == b", "x = y", "1 = 2", "a = [1", "a = 1, b", "if a = 3"] {
            check(text, None);
        }
    }

    #[test]
    fn an_open_bracket_asks_for_more() {
        assert!(is_open("a = [[1,"));
        assert!(!is_open("a = [[1]]"));
    }

    #[test]
    fn marks_escapes_and_entities_are_taken_away() {
        assert_eq!(plain("** board = \\[\\[-1\\]\\]"), "board = [[-1]]");
        assert_eq!(plain(" `[[1]]` "), "[[1]]");
        assert_eq!(plain("<strong>s</strong> = &quot;a&quot;"), "s = \"a\"");
        assert_eq!(plain("a\\b"), "a\\b");
    }
}
