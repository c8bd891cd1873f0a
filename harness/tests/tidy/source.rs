//! A source text as the rules see it, and what they say about it.

use std::fmt;

use crate::lexer::{Kind, is_of_name, only};

/// A Rust source.
pub struct Source {
    /// Its path from the root of the workspace.
    pub path: String,
    /// All of it.
    pub text: String,
    /// Without comments and literals.
    pub code: String,
    /// Only the comments.
    pub comments: String,
    /// The code without what is compiled for tests only.
    pub product: String,
}

impl Source {
    /// A source, all of whose code counts as a test's if it stands with the tests.
    pub fn new(path: &str, text: &str) -> Self {
        let code = only(Kind::Code, text);
        let is_test =
            ["tests", "benches", "examples"].iter().any(|folder| path.split('/').any(|part| part == *folder));
        let product = if is_test { String::new() } else { without_tests(&code) };
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
            comments: only(Kind::Comment, text),
            code,
            product,
        }
    }

    /// Complaints of the same kind about several lines.
    pub fn complain(&self, lines: impl IntoIterator<Item = usize>, advice: &str) -> Vec<Complaint> {
        lines.into_iter().map(|line| Complaint::new(&self.path, line, advice)).collect()
    }

    /// The files of modules that this one declares for tests only.
    pub fn test_modules(&self) -> Vec<String> {
        let folder = match self.path.rsplit_once('/') {
            Some((folder, "mod.rs" | "lib.rs" | "main.rs")) => folder,
            _ => self.path.trim_end_matches(".rs"),
        };
        let declared = self.code.split(MARK).skip(1).filter_map(|item| {
            let (head, _) = item.split_once(';')?;
            head.trim().strip_prefix("mod ").filter(|name| name.chars().all(is_of_name))
        });
        declared.map(|name| format!("{folder}/{name}.rs")).collect()
    }
}

/// A rule that is broken somewhere.
#[derive(Debug, PartialEq, Eq)]
pub struct Complaint(String);

impl Complaint {
    /// Names the place, and says what to do.
    pub fn new(path: &str, line: usize, advice: &str) -> Self {
        Self(format!("{path}:{line}: {advice}"))
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The lines, counted from 1, on which the phrase stands, not as part of longer words.
pub fn lines_with(text: &str, phrase: &str) -> Vec<usize> {
    let stands = |line: &str| {
        line.match_indices(phrase).any(|(at, _)| {
            let goes_on = |c: Option<char>, edge: Option<char>| {
                c.is_some_and(is_of_name) && edge.is_some_and(is_of_name)
            };
            !goes_on(line[..at].chars().next_back(), phrase.chars().next())
                && !goes_on(line[at + phrase.len()..].chars().next(), phrase.chars().next_back())
        })
    };
    (1..).zip(text.lines()).filter(|(_, line)| stands(line)).map(|(number, _)| number).collect()
}

const MARK: &str = "#[cfg(test)]";

/// The code with each item after a `#[cfg(test)]` turned into blanks.
fn without_tests(code: &str) -> String {
    let mut product = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(start) = rest.find(MARK) {
        let (before, item) = rest.split_at(start);
        let (item, after) = item.split_at(end_of_item(item));
        product.push_str(before);
        product.extend(item.chars().filter(|c| *c == '\n'));
        rest = after;
    }
    product + rest
}

/// Where an item ends: at its semicolon, or where its braces close.
fn end_of_item(code: &str) -> usize {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && (c == ';' || c == '}') {
            return at + 1;
        }
    }
    code.len()
}

#[track_caller]
pub fn check(rule: fn(&Source) -> Vec<Complaint>, path: &str, text: &str, expect: &[&str]) {
    let got: Vec<String> = rule(&Source::new(path, text)).iter().map(ToString::to_string).collect();
    let is_as_expected =
        got.len() == expect.len() && got.iter().zip(expect).all(|(got, start)| got.starts_with(start));
    assert!(is_as_expected, "{text}\ngot {got:#?}, expected {expect:#?}");
}

#[test]
fn what_is_for_tests_only_is_no_product() {
    let text = "use a;\n#[cfg(test)]\nmod t {\n  fn f() {}\n}\nfn g() {}\n#[cfg(test)]\nmod u;\nend";
    assert_eq!(Source::new("x.rs", text).product, "use a;\n\n\n\n\nfn g() {}\n\n\nend");
    assert_eq!(Source::new("a/tests/x.rs", text).product, "");
}

#[test]
fn modules_for_tests_are_files_beside_their_parent() {
    let declares =
        |path| Source::new(path, "#[cfg(test)]\nmod t;\nmod u;\n#[cfg(test)]\nmod v { }").test_modules();
    assert_eq!(declares("a/mod.rs"), ["a/t.rs"]);
    assert_eq!(declares("a/b.rs"), ["a/b/t.rs"]);
}

#[test]
fn a_phrase_is_found_as_whole_words() {
    assert_eq!(lines_with("unsafe_code\nunsafe {\nan unsafe\nmy_unsafe", "unsafe"), [2, 3]);
    assert_eq!(lines_with("x::exit(1)\nfor_exit(1)", "exit("), [1]);
}
