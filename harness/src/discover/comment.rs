//! The comment by which a source file says what is expected of it: `@EXPECTED_RESULTS@: WRONG_ANSWER`.
//!
//! It is the form that the tools of the ICPC read, so that packages made for them need no settings.

use std::io;
use std::path::Path;

use crate::config::{hint, parse_verdict};
use crate::files;
use crate::model::Verdict;

/// Only so much of a file is searched: the comment stands at the top, and generated sources are long.
const SEARCHED: u64 = 64 * 1024;

const MARK: &[u8] = b"@EXPECTED_RESULTS@";

/// The words of such comments.
const WORDS: [&str; 8] = [
    "CORRECT",
    "WRONG_ANSWER",
    "TIME_LIMIT",
    "RUN_ERROR",
    "MEMORY_LIMIT",
    "OUTPUT_LIMIT",
    "NO_OUTPUT",
    "COMPILER_ERROR",
];

/// What a comment says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    /// Its line, from 1.
    pub line: usize,
    /// The verdicts that it permits.
    pub verdicts: Vec<Verdict>,
    /// The line of a second comment that says something else.
    pub second: Option<usize>,
    /// What is wrong with its words, and what to do.
    pub complaints: Vec<(String, Option<String>)>,
}

/// The first such comment in a file.
///
/// # Errors
/// The file cannot be read.
pub fn expected_results(path: &Path) -> io::Result<Option<Comment>> {
    let text = files::start_of(path, SEARCHED)?;
    Ok(find(&text))
}

fn find(text: &[u8]) -> Option<Comment> {
    let mut lines = text.split(|&byte| byte == b'\n').enumerate();
    let (line, words) = lines.find_map(|(index, line)| Some((index + 1, after_mark(line)?)))?;
    let mut comment = Comment { line, ..Comment::default() };
    for word in String::from_utf8_lossy(words).split(',').map(str::trim) {
        match parse_verdict(word) {
            Ok(verdict) => comment.verdicts.push(verdict),
            Err((what, _)) if word.parse::<Verdict>().is_err() => {
                let spelled = word.to_uppercase().replace(['-', ' '], "_");
                comment.complaints.push((what, hint(&spelled, &WORDS, "the verdicts are")));
            }
            Err(complaint) => comment.complaints.push(complaint),
        }
    }
    comment.second = lines.find_map(|(index, line)| {
        let other = after_mark(line).filter(|other| *other != words)?;
        // The mark in a text of the program is no comment.
        let is_verdict = |word: &str| word.trim().parse::<Verdict>().is_ok();
        String::from_utf8_lossy(other).split(',').all(is_verdict).then_some(index + 1)
    });
    Some(comment)
}

/// The rest of a line after the mark and its colon, without what ends a comment.
fn after_mark(line: &[u8]) -> Option<&[u8]> {
    let start = line.windows(MARK.len()).position(|window| window == MARK)?;
    let rest = line[start + MARK.len()..].trim_ascii_start().strip_prefix(b":")?.trim_ascii();
    let ends: [&[u8]; 6] = [b"*/", b"-->", b"\"\"\"", b"'''", b"*)", b"-}"];
    let rest = ends.iter().find_map(|end| rest.strip_suffix(*end)).unwrap_or(rest);
    Some(rest.trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::find;
    use proptest::collection::vec;
    use proptest::prelude::{any, proptest};

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let shown = find(text.as_bytes()).map_or_else(
            || "nothing".to_owned(),
            |comment| {
                let verdicts: Vec<&str> = comment.verdicts.iter().map(|verdict| verdict.code()).collect();
                let complaints: Vec<&str> =
                    comment.complaints.iter().map(|(what, _)| what.as_str()).collect();
                format!("{}: {} {}", comment.line, verdicts.join(" "), complaints.join(" "))
            },
        );
        assert_eq!(shown.trim_end(), expect);
    }

    #[test]
    fn a_comment_names_verdicts() {
        check("// @EXPECTED_RESULTS@: WRONG_ANSWER, TIME_LIMIT", "1: WA TLE");
        check("#!/usr/bin/python3\n# @EXPECTED_RESULTS@: TIMELIMIT\r\n", "2: TLE");
        check("/* @EXPECTED_RESULTS@: CORRECT */", "1: AC");
        check("# @EXPECTED_RESULTS@ : RUN-ERROR\n# @EXPECTED_RESULTS@: CORRECT", "1: RE");
        check("no mark", "nothing");
        check("@EXPECTED_RESULTS@ in a sentence", "nothing");
    }

    #[test]
    fn unknown_words_are_complaints() {
        check("// @EXPECTED_RESULTS@: WRONG_ANSWER, MAYBE", "1: WA unknown verdict `MAYBE`");
        check("// @EXPECTED_RESULTS@:", "1:  unknown verdict ``");
        check("// @EXPECTED_RESULTS@: JUDGE_ERROR", "1:  `JE` cannot be expected");
    }

    #[test]
    fn a_misspelt_word_is_understood_and_a_second_comment_is_seen() {
        let hint = |text: &str| find(text.as_bytes()).unwrap().complaints.remove(0).1.unwrap();
        assert_eq!(hint("# @EXPECTED_RESULTS@: WRONG-ANSWR"), "did you mean `WRONG_ANSWER`?");
        assert!(hint("# @EXPECTED_RESULTS@: MAYBE").starts_with("the verdicts are: CORRECT, WRONG_ANSWER,"));
        let second = |text: &str| find(text.as_bytes()).unwrap().second;
        let first = "# @EXPECTED_RESULTS@: CORRECT\n";
        assert_eq!(second(&format!("{first}\n# @EXPECTED_RESULTS@: TIMELIMIT\n")), Some(3));
        for other in ["", first, "print('@EXPECTED_RESULTS@: ' + x)\n"] {
            assert_eq!(second(&format!("{first}{other}")), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn no_source_makes_the_search_panic(before in vec(any::<u8>(), 0..50), after in vec(any::<u8>(), 0..50)) {
            _ = find(&[&before, super::MARK, &b":"[..], &after].concat());
        }
    }
}
