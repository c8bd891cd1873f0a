//! Tells code from comments and from literals, so that a rule about `unsafe` does not trip over a
//! sentence or a string that speaks of it.

/// What a piece of a Rust source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Names, signs and blanks.
    Code,
    /// A comment, with its slashes.
    Comment,
    /// A string or a character, with its quotes.
    Literal,
}

/// The text with every piece of another kind turned into blanks; lines and columns stay.
pub fn only(wanted: Kind, text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (kind, length) = piece(rest);
        let (piece, after) = rest.split_at(length);
        if kind == wanted {
            kept.push_str(piece);
        } else {
            kept.extend(piece.chars().map(|c| if c == '\n' { c } else { ' ' }));
        }
        rest = after;
    }
    kept
}

/// The kind and the length in bytes of the first piece of a text that is not empty.
fn piece(text: &str) -> (Kind, usize) {
    let after_name = text.trim_start_matches(is_of_name);
    let name = &text[..text.len() - after_name.len()];
    if text.starts_with("//") {
        (Kind::Comment, text.find('\n').unwrap_or(text.len()))
    } else if text.starts_with("/*") {
        (Kind::Comment, block_comment(text))
    } else if let Some(length) = raw_string(name, after_name) {
        (Kind::Literal, length)
    } else if !name.is_empty() {
        (Kind::Code, name.len())
    } else if text.starts_with('"') {
        (Kind::Literal, quoted(text, '"'))
    } else if text.starts_with('\'') && !is_lifetime(text) {
        (Kind::Literal, quoted(text, '\''))
    } else {
        (Kind::Code, text.chars().next().map_or(0, char::len_utf8))
    }
}

pub fn is_of_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Block comments nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length of `r"…"`, `br#"…"#` and the like, given the letters before and what follows them.
fn raw_string(name: &str, after_name: &str) -> Option<usize> {
    let body = after_name.trim_start_matches('#');
    let hashes = &after_name[..after_name.len() - body.len()];
    let body = body.strip_prefix('"').filter(|_| ["r", "br", "cr"].contains(&name))?;
    let end = format!("\"{hashes}");
    let length = body.find(&end).map_or(body.len(), |at| at + end.len());
    Some(name.len() + hashes.len() + 1 + length)
}

/// The length of a quoted literal with escapes.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if is_escaped {
            is_escaped = false;
        } else if c == '\\' {
            is_escaped = true;
        } else if c == quote {
            return at + 1;
        }
    }
    text.len()
}

/// `'a` is a lifetime, `'a'` and `'\n'` are characters.
fn is_lifetime(text: &str) -> bool {
    let mut chars = text.chars().skip(1);
    chars.next().is_some_and(is_of_name) && chars.next() != Some('\'')
}

/// Compares with a picture that has `.` below code, `/` below comments and `"` below literals.
#[track_caller]
fn check(text: &str, picture: &str) {
    for (kind, sign) in [(Kind::Code, '.'), (Kind::Comment, '/'), (Kind::Literal, '"')] {
        let wanted = text.chars().zip(picture.chars());
        let expect: String = wanted.map(|(c, of)| if of == sign || c == '\n' { c } else { ' ' }).collect();
        assert_eq!(only(kind, text), expect, "{kind:?} in {text}");
    }
}

#[test]
fn comments_are_told_from_code() {
    check("a // \"b\nc", "../////..");
    check("a /* b /* c */ d */ e", "../////////////////..");
    check("a /* b", "..////");
}

#[test]
fn literals_are_told_from_code() {
    check(r#"f("// x \" y");"#, r#"..""""""""""".."#);
    check(r##"r#" " // b"# + r"\" + b"c""##, r#"""""""""""""...""""....""""#);
    check(r"r#type '\'' 'ä' b'/'", r#".......""""."""..""""#);
}

#[test]
fn a_lifetime_begins_no_literal() {
    check("f<'a>(x: &'a str) // 'b", "................../////");
}
