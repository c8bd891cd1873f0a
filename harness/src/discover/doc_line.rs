//! The sentence by which a source file says what it is: the first line of the comment at its top.

use std::io;
use std::path::Path;

use crate::files;
use crate::model::plain;

/// Only so much of a file is read: the comment stands at the top.
const SEARCHED: u64 = 4 * 1024;

/// What begins a comment, longer marks before those that they begin with.
const BEGINS: [&str; 11] = ["//!", "///", "//", "/**", "/*!", "/*", "\"\"\"", "'''", "# ", "-- ", "(*"];

/// What ends a comment on its own line.
const ENDS: [&str; 4] = ["*/", "\"\"\"", "'''", "*)"];

/// The first line of the comment at the top of a source file; `None` where it begins with anything else.
///
/// # Errors
/// The file cannot be read.
pub fn doc_line(path: &Path) -> io::Result<Option<String>> {
    let text = files::start_of(path, SEARCHED)?;
    Ok(find(&String::from_utf8_lossy(&text)))
}

fn find(text: &str) -> Option<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(str::trim);
    let is_before = |line: &str| line.is_empty() || line == "#" || is_for_tools(line);
    let first = lines.find(|line| !is_before(line))?;
    let begin = BEGINS.iter().find(|begin| first.starts_with(**begin))?;
    let is_block = ["/*", "\"\"\"", "'''", "(*"].iter().any(|block| begin.starts_with(block));
    let line = match &first[begin.len()..] {
        // `/**` and `"""` may stand on a line of their own.
        "" if is_block => lines.next()?.trim_start_matches('*'),
        rest => rest,
    };
    Some(sentence(line)).filter(|sentence| !sentence.is_empty())
}

/// Whether a line speaks to a tool and not to a reader.
fn is_for_tools(line: &str) -> bool {
    line.starts_with("#!") || line.contains("@EXPECTED_RESULTS@") || line.contains("-*-")
}

/// The words of a line without what ends a comment, and without what a terminal would obey.
fn sentence(line: &str) -> String {
    let line = line.trim();
    let line = ENDS.iter().find_map(|end| line.strip_suffix(end)).unwrap_or(line);
    plain(line.trim())
}

#[cfg(test)]
mod tests {
    use super::find;
    use proptest::prelude::{any, proptest};

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(find(text).unwrap_or_default(), expect, "{text}");
    }

    #[test]
    fn the_first_line_of_the_comment_at_the_top_is_found() {
        check("//! Breadth-first search.\n//!\n//! State: the cell.\n", "Breadth-first search.");
        check("\n// Greedy.\n#include <cstdio>\n", "Greedy.");
        check("#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n# Sums.\n", "Sums.");
        check("\"\"\"Sums two numbers.\"\"\"\nimport sys\n", "Sums two numbers.");
        check("\"\"\"\nSums.\n\"\"\"\n", "Sums.");
        check("/**\n * Sums.\n */\n", "Sums.");
        check("/* Sums. */\nint main() {}\n", "Sums.");
        check("-- Sums.\nmain = print 1\n", "Sums.");
        check("// @EXPECTED_RESULTS@: WRONG_ANSWER\n// Greedy.\n", "Greedy.");
        check("\u{feff}// Greedy\u{1b}[31m.\r\n", "Greedy\\x1b[31m.");
    }

    #[test]
    fn a_source_without_such_a_comment_says_nothing() {
        check("", "");
        check("#include <cstdio>\n// Greedy.\n", "");
        check("fn main() {} // Greedy.\n", "");
        check("//\n// Greedy.\n", "");
        check("\"\"\"\"\"\"\nimport sys\n", "");
    }

    proptest! {
        #[test]
        fn no_source_makes_the_search_panic(text in any::<String>()) {
            _ = find(&format!("//{text}"));
            _ = find(&format!("/*\n{text}"));
        }
    }
}
