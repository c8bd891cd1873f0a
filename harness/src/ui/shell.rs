//! Words of a command line that can be pasted into a shell.

use std::fmt::Write as _;

/// A word as a POSIX shell reads it back: in quotes only where it needs them.
#[must_use]
pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:,+@%=".contains(c);
    let starts_plainly = !word.starts_with('=');
    if !word.is_empty() && starts_plainly && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        shell_quoted(word)
    }
}

/// A word in quotes, whatever is in it. A control character, which a terminal would act on, is an escape
/// in `$'…'`.
#[must_use]
pub fn shell_quoted(word: &str) -> String {
    if !word.chars().any(char::is_control) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    let mut quoted = String::from("$'");
    for c in word.chars() {
        match c {
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\'' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                for byte in c.to_string().bytes() {
                    _ = write!(quoted, "\\x{byte:02x}");
                }
            }
            c => quoted.push(c),
        }
    }
    quoted + "'"
}

#[cfg(test)]
mod tests {
    use super::{shell_quoted, shell_word};

    #[test]
    fn a_word_is_quoted_where_a_shell_would_read_it_otherwise() {
        for plain in ["fast", "p/a-b_c.d", "size=9", "蛇", "-x", "--seed"] {
            assert_eq!(shell_word(plain), plain);
        }
        let check = |word: &str, expect: &str| assert_eq!(shell_word(word), expect);
        check("", "''");
        check("my bad", "'my bad'");
        check("it's", r"'it'\''s'");
        check("$(rm) `x`; y & z", "'$(rm) `x`; y & z'");
        check("{a,b}*?[c]~!#", "'{a,b}*?[c]~!#'");
        check("=ls", "'=ls'");
        check("a\u{a0}b", "'a\u{a0}b'");
        check("a\n'\\\x1b[1m", r"$'a\n\'\\\x1b[1m'");
    }

    #[test]
    fn quotes_that_are_asked_for_are_there() {
        assert_eq!(shell_quoted("size=9"), "'size=9'");
    }
}
