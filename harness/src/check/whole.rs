//! The rules once more, for small texts that are there as a whole.
//!
//! It is the plain meaning of every rule, without streaming: the hints ask it what a milder rule
//! would say, and the tests hold the streaming checkers against it.

use crate::check::bytes::{is_blank, trim_line_end};
use crate::check::form::Form;
use crate::check::number::Tolerance;
use crate::check::standard_words::word_rule;
use crate::check::values;
use crate::check::word::WordRule;
use crate::model::{CheckerChoice, StandardChecker};

/// Whether an output is right. An answer that the rule cannot use makes everything wrong.
pub fn is_right(choice: &CheckerChoice, expected: &[u8], got: &[u8]) -> bool {
    match *choice {
        CheckerChoice::Exact => expected == got,
        CheckerChoice::Lines => lines(expected) == lines(got),
        CheckerChoice::Tokens => words_agree(WordRule::Equal, expected, got),
        CheckerChoice::TokensIgnoreCase => words_agree(WordRule::IgnoreCase, expected, got),
        CheckerChoice::Float { absolute, relative } => {
            words_agree(WordRule::Number(Tolerance { absolute, relative }), expected, got)
        }
        CheckerChoice::Literal { absolute, relative } => {
            values::is_same(expected, got, Tolerance { absolute, relative })
        }
        CheckerChoice::UnorderedLines => {
            let inked = |text| sorted(lines(text).into_iter().filter(|line| !line.is_empty()).collect());
            inked(expected) == inked(got)
        }
        CheckerChoice::UnorderedTokens => sorted(words(expected)) == sorted(words(got)),
        CheckerChoice::YesNo => words_agree(WordRule::YesNo, expected, got),
        CheckerChoice::Standard(rule) => {
            Form::of(rule).is_none_or(|form| form.fits(expected)) && is_right_by_standard(rule, expected, got)
        }
        CheckerChoice::Program(_) => false,
    }
}

fn is_right_by_standard(rule: StandardChecker, expected: &[u8], got: &[u8]) -> bool {
    match rule {
        StandardChecker::Lcmp => words_of_lines(expected) == words_of_lines(got),
        StandardChecker::Fcmp => are_lines_same(expected, got),
        StandardChecker::Uncmp => sorted(words(expected)) == sorted(words(got)),
        StandardChecker::Rcmp => {
            let first = words(expected).first().copied().unwrap_or_default();
            words_agree(word_rule(rule), first, got)
        }
        _ => words_agree(word_rule(rule), expected, got),
    }
}

/// The words of each line, without the blank lines at the end.
fn words_of_lines(text: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut lines: Vec<Vec<&[u8]>> = text.split(|&byte| byte == b'\n').map(words).collect();
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

/// Whether the lines of the answer, but for an empty last one, are those of the output, which may lack empty
/// ones and have blanks after them.
fn are_lines_same(expected: &[u8], got: &[u8]) -> bool {
    let mut expected: Vec<&[u8]> = expected.split_inclusive(|&byte| byte == b'\n').collect();
    if expected.last().is_some_and(|line| [&b"\n"[..], b"\r\n"].contains(line)) {
        expected.pop();
    }
    let content = |line: &[u8]| {
        let text = line.strip_suffix(b"\n").map(|text| text.strip_suffix(b"\r").unwrap_or(text));
        text.unwrap_or(line).to_vec()
    };
    let mut got = got.split_inclusive(|&byte| byte == b'\n');
    expected.into_iter().all(|line| content(line) == got.next().map(content).unwrap_or_default())
        && got.all(|line| line.iter().all(|&byte| is_blank(byte)))
}

/// The words of a text.
pub fn words(text: &[u8]) -> Vec<&[u8]> {
    text.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty()).collect()
}

/// The lines of a text without the blanks at their ends, without the blank ones at the end.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').map(trim_line_end).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

fn words_agree(rule: WordRule, expected: &[u8], got: &[u8]) -> bool {
    let (expected, got) = (words(expected), words(got));
    expected.len() == got.len()
        && expected.iter().zip(&got).all(|(expected, got)| rule.same(expected, got).unwrap_or(false))
}

fn sorted(mut items: Vec<&[u8]>) -> Vec<&[u8]> {
    items.sort_unstable();
    items
}
