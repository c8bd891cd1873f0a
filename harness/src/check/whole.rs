//! The rules once more, for small texts that are there as a whole.
//!
//! It is the plain meaning of every rule, without streaming: the hints ask it what a milder rule
//! would say, and the tests hold the streaming checkers against it.

use crate::check::bytes::{is_blank, trim_line_end};
use crate::check::number::Tolerance;
use crate::check::values;
use crate::check::word::WordRule;
use crate::model::CheckerChoice;

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
        CheckerChoice::Program(_) => false,
    }
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
