//! Says in one sentence what differs at a place.

use crate::check::bytes::{
    common_prefix, is_blank, is_line_blank, leading_word, not_utf8, nul, quoted, trailing_word,
};
use crate::check::excerpt::View;
use crate::check::number;
use crate::check::standard_words::{self, word_rule};
use crate::check::values::leading_value;
use crate::check::word::{WordRule, is_yes_or_no};
use crate::model::{CheckerChoice, StandardChecker, code_points};

/// What differs at the places that are viewed.
pub fn reason(choice: &CheckerChoice, expected: &View, got: &View) -> String {
    let (wanted, came) = match choice {
        CheckerChoice::Literal { .. } => {
            (leading_value(expected.after).to_vec(), leading_value(got.after).to_vec())
        }
        _ => words_at(expected, got),
    };
    let are_words = !wanted.is_empty() && !came.is_empty();
    if *choice == CheckerChoice::Standard(StandardChecker::Lcmp) && are_words && expected.line != got.line {
        return format!(
            "expected {} in line {}, got {} in line {}",
            quoted(&wanted, 0),
            expected.line,
            quoted(&came, 0),
            got.line
        );
    }
    if are_words && wanted != came {
        return words_differ(choice, &wanted, &came, got);
    }
    let (next_wanted, next_came) = (next_thing(expected), next_thing(got));
    let begins_oddly = |view: &View| view.after.first().is_some_and(|byte| is_odd_blank(*byte));
    let is_odd = !got.after.is_empty() && (begins_oddly(expected) || begins_oddly(got));
    if is_odd && !expected.after.is_empty() {
        return format!("expected {}, got {}", byte_name(expected.after), byte_name(got.after));
    }
    if got.after.is_empty() {
        return ends_too_early(expected);
    }
    if expected.after.is_empty() || next_wanted == Thing::End && next_came != Thing::End {
        return extra_output(got);
    }
    if next_wanted != next_came {
        return format!(
            "expected {}, got {}{}",
            next_wanted.text(),
            next_came.text(),
            odd_bytes(&wanted, got)
        );
    }
    format!("expected {}, got {}", byte_name(expected.after), byte_name(got.after))
}

/// The whole words that the places are in, as far as they are in view. Unless both places are
/// inside a word, what precedes them has been found the same and is no part of it.
fn words_at(expected: &View, got: &View) -> (Vec<u8>, Vec<u8>) {
    let heads = (trailing_word(expected.before), trailing_word(got.before));
    let (tail, came_tail) = (leading_word(expected.after), leading_word(got.after));
    if heads.0.is_empty() || heads.1.is_empty() {
        return (tail.to_vec(), came_tail.to_vec());
    }
    ([heads.0, tail].concat(), [heads.1, came_tail].concat())
}

fn words_differ(choice: &CheckerChoice, wanted: &[u8], came: &[u8], got: &View) -> String {
    let focus = common_prefix(wanted, came);
    let said = format!("expected {}, got {}", quoted(wanted, focus), quoted(came, focus));
    let remark = match choice {
        CheckerChoice::Float { .. } => error_size(wanted, came),
        // Whole numbers are compared exactly.
        CheckerChoice::Literal { .. } if wanted.contains(&b'.') || came.contains(&b'.') => {
            error_size(wanted, came)
        }
        CheckerChoice::Standard(rule) => standard_remark(*rule, wanted, came),
        CheckerChoice::YesNo if !is_yes_or_no(came) => ", which is neither yes nor no".to_owned(),
        _ => String::new(),
    };
    said + &look_alike(wanted, came) + &remark + &odd_bytes(wanted, got)
}

/// Why testlib cannot read the word, or the errors of a number.
fn standard_remark(rule: StandardChecker, wanted: &[u8], came: &[u8]) -> String {
    match (standard_words::remark(rule, wanted, came), word_rule(rule)) {
        ("", WordRule::Real(_)) => error_size(wanted, came),
        (remark, _) => remark.to_owned(),
    }
}

/// The codes of the first characters that differ, where these look alike.
fn look_alike(wanted: &[u8], came: &[u8]) -> String {
    let texts = str::from_utf8(wanted).ok().zip(str::from_utf8(came).ok());
    let codes = texts.and_then(|(wanted, came)| code_points(wanted, came));
    codes.map_or_else(String::new, |(wanted, came)| format!(" ({wanted} and not {came})"))
}

/// The errors of a number, if they are errors of numbers.
fn error_size(wanted: &[u8], came: &[u8]) -> String {
    match number::errors(wanted, came) {
        Some((absolute, relative)) if relative.is_finite() => {
            format!(" (absolute error {absolute:.3e}, relative {relative:.3e})")
        }
        Some((absolute, _)) => format!(" (absolute error {absolute:.3e})"),
        None => String::new(),
    }
}

/// Names bytes in the output's word that are odd in a text: they are the true reason.
fn odd_bytes(wanted: &[u8], got: &View) -> String {
    let (head, tail) = (trailing_word(got.before), leading_word(got.after));
    let word = [head, tail].concat();
    let is_piece = tail.len() == got.after.len() && !got.is_complete();
    let start = got.offset - head.len() as u64;
    if let (None, Some(at)) = (nul(wanted), nul(&word)) {
        return format!(": NUL byte at offset {}", start + at as u64);
    }
    match (not_utf8(wanted, true), not_utf8(&word, is_piece)) {
        (None, Some(at)) => format!(": bytes that are not UTF-8 at offset {}", start + at as u64),
        (_, _) => String::new(),
    }
}

fn ends_too_early(expected: &View) -> String {
    match next_word(expected.after) {
        Some(word) => format!("output ends too early: expected {}", quoted(word, 0)),
        None if expected.after == b"\n" => "the final newline is missing".to_owned(),
        None => "output ends too early: blanks are missing at the end".to_owned(),
    }
}

fn extra_output(got: &View) -> String {
    match next_word(got.after) {
        Some(word) => {
            format!("extra output after the end: {}{}", quoted(word, 0), odd_bytes(b"", got))
        }
        None if got.after == b"\n" => "an extra newline at the end".to_owned(),
        None => "extra blanks at the end".to_owned(),
    }
}

fn next_word(text: &[u8]) -> Option<&[u8]> {
    let start = text.iter().position(|&byte| !is_blank(byte))?;
    Some(leading_word(&text[start..]))
}

/// What comes next in a line after the blanks.
#[derive(PartialEq)]
enum Thing<'a> {
    Word(&'a [u8]),
    OddBlank(u8),
    EndOfLine,
    End,
}

impl Thing<'_> {
    fn text(&self) -> String {
        match self {
            Self::Word(word) => quoted(word, 0),
            Self::OddBlank(byte) => code(*byte),
            Self::EndOfLine => "the end of the line".to_owned(),
            Self::End => "the end".to_owned(),
        }
    }
}

fn next_thing<'a>(view: &View<'a>) -> Thing<'a> {
    let start = view.after.iter().position(|&byte| !is_line_blank(byte));
    match start.map(|start| &view.after[start..]) {
        None => Thing::End,
        Some([b'\n', ..]) => Thing::EndOfLine,
        Some(&[byte, ..]) if is_odd_blank(byte) => Thing::OddBlank(byte),
        Some(text) => Thing::Word(leading_word(text)),
    }
}

/// Whether a byte is a blank that no one sees as one: between words, and in no line.
fn is_odd_blank(byte: u8) -> bool {
    is_blank(byte) && !is_line_blank(byte) && byte != b'\n'
}

fn code(byte: u8) -> String {
    format!("U+{byte:04X}")
}

fn byte_name(text: &[u8]) -> String {
    match text.first() {
        None => "the end".to_owned(),
        Some(b' ') => "a space".to_owned(),
        Some(b'\t') => "a tab".to_owned(),
        Some(b'\r') => "a carriage return".to_owned(),
        Some(b'\n') => "a newline".to_owned(),
        Some(byte) if leading_word(text).is_empty() => code(*byte),
        Some(_) => quoted(leading_word(text), 0),
    }
}
