//! Under which milder rule would a wrong output have been right?
//!
//! A hint is a guess at the mistake: the same texts under a milder rule, or mildly changed
//! texts under the same rule.

use std::str;

use memchr::memmem;

use crate::check::whole::{is_right, words};
use crate::model::CheckerChoice;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The hint for an output that is wrong, both texts being whole; the first that explains it. What would be
/// right without its blanks would mostly be right in any order of its lines, too.
pub fn hint(choice: &CheckerChoice, expected: &[u8], got: &[u8]) -> Option<&'static str> {
    let right = |milder: &CheckerChoice| is_right(milder, expected, got);
    let lower = |text: &[u8]| text.to_ascii_lowercase();
    if *choice == CheckerChoice::Exact && expected == [got, b"\n"].concat() {
        return Some("right except for the missing final newline");
    }
    if is_right(choice, &without_cr(expected), &without_cr(got)) {
        return Some("right if CRLF line ends were LF");
    }
    if let (Some(rest), false) = (got.strip_prefix(BYTE_ORDER_MARK), expected.starts_with(BYTE_ORDER_MARK)) {
        let is_all = is_right(choice, expected, rest);
        return Some(if is_all {
            "right except for the byte order mark at the start"
        } else {
            "the output begins with a byte order mark"
        });
    }
    if right(&CheckerChoice::Tokens) {
        return Some("right if blanks were ignored");
    }
    if is_right(choice, &lower(expected), &lower(got)) {
        return Some("right if letter case were ignored");
    }
    if is_right(choice, expected, &with_commas_as(b".", got)) {
        return Some("right if decimal commas were points");
    }
    if is_right(choice, expected, &with_commas_as(b"", got)) {
        return Some("right without the commas between digits");
    }
    if right(&CheckerChoice::Float { absolute: 1e-6, relative: 1e-6 }) {
        return Some("right within 1e-6");
    }
    if right(&CheckerChoice::LITERAL) {
        return Some("right if values were compared: checker = \"literal\"");
    }
    if right(&CheckerChoice::UnorderedLines) && *choice != CheckerChoice::UnorderedLines {
        return Some("right if the lines might come in any order");
    }
    if right(&CheckerChoice::UnorderedTokens) && *choice != CheckerChoice::UnorderedTokens {
        return Some("right if the words might come in any order");
    }
    match constant_shift(&words(expected), &words(got)) {
        Some(1) => Some("every number is one too large: counted from 1 instead of 0?"),
        Some(-1) => Some("every number is one too small: counted from 0 instead of 1?"),
        _ => None,
    }
}

fn without_cr(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memmem::find(rest, b"\r\n") {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out
}

/// A text with other bytes for the commas that stand between two digits.
fn with_commas_as(other: &[u8], text: &[u8]) -> Vec<u8> {
    let is_digit = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(u8::is_ascii_digit);
    let mut out = Vec::with_capacity(text.len());
    for (at, byte) in text.iter().enumerate() {
        if *byte == b',' && is_digit(at.checked_sub(1)) && is_digit(at.checked_add(1)) {
            out.extend_from_slice(other);
        } else {
            out.push(*byte);
        }
    }
    out
}

/// What all integers of the output are too large by, if it is the same for all, all else is equal,
/// and there are at least two of them: a single number that is off by one is a coincidence.
fn constant_shift(expected: &[&[u8]], got: &[&[u8]]) -> Option<i128> {
    let integer = |word: &[u8]| str::from_utf8(word).ok()?.parse::<i128>().ok();
    if expected.len() != got.len() {
        return None;
    }
    let mut shift = None;
    let mut n_integers = 0;
    for (expected, got) in expected.iter().zip(got) {
        match (integer(expected), integer(got)) {
            (Some(expected), Some(got)) => {
                let this = got.checked_sub(expected)?;
                if *shift.get_or_insert(this) != this {
                    return None;
                }
                n_integers += 1;
            }
            (_, _) if expected == got => {}
            (_, _) => return None,
        }
    }
    shift.filter(|_| n_integers >= 2)
}

#[cfg(test)]
mod tests {
    use crate::check::hints::hint;
    use crate::model::CheckerChoice;

    #[track_caller]
    fn check(rule: &str, expected: &[u8], got: &[u8], expect: Option<&str>) {
        let choice = CheckerChoice::from_name(rule).unwrap();
        assert_eq!(hint(&choice, expected, got), expect);
    }

    #[test]
    fn blanks_and_line_ends_are_hinted_at() {
        check("exact", b"1\n", b"1", Some("right except for the missing final newline"));
        check("exact", b"1\n2\n", b"1\r\n2\r\n", Some("right if CRLF line ends were LF"));
        check("exact", b"1 2\n", b"1  2\n", Some("right if blanks were ignored"));
        check("lines", b"1 2\n", b"1\n2\n", Some("right if blanks were ignored"));
        // Not that the lines might come in any order, which is true, too.
        check("lines", b"1\n2\n", b"1\n\n2\n", Some("right if blanks were ignored"));
        check("lines", b"1\n2\n", b"\n1\n2\n", Some("right if blanks were ignored"));
    }

    #[test]
    fn case_and_small_errors_are_hinted_at() {
        check("tokens", b"YES 1", b"Yes 1", Some("right if letter case were ignored"));
        check("lines", b"1.0 x\n", b"1.0000001 x\n", Some("right within 1e-6"));
        check("float", b"1.0 x\n", b"1.1 x\n", None);
    }

    #[test]
    fn commas_in_numbers_are_hinted_at() {
        check("float", b"0.5\n", b"0,5\n", Some("right if decimal commas were points"));
        check("float", b"-1.50 2.25\n", b"-1,5 2,25\n", Some("right if decimal commas were points"));
        check(
            "tokens",
            b"1000000 x,y\n",
            b"1,000,000 x,y\n",
            Some("right without the commas between digits"),
        );
        check("float", b"0.5\n", b"0,7\n", None);
        check("tokens", b"1 2\n", b"1,2\n", None);
    }

    #[test]
    fn another_order_is_hinted_at() {
        check("lines", b"1 2\n3\n", b"3\n1 2\n", Some("right if the lines might come in any order"));
        check("tokens", b"1 2 3\n", b"3 1 2\n", Some("right if the words might come in any order"));
    }

    #[test]
    fn a_byte_order_mark_is_hinted_at() {
        check("lines", b"1\n", b"\xef\xbb\xbf1\n", Some("right except for the byte order mark at the start"));
        check("lines", b"1\n", b"\xef\xbb\xbf2\n", Some("the output begins with a byte order mark"));
    }

    #[test]
    fn counting_from_the_wrong_end_is_hinted_at() {
        let text = "every number is one too small: counted from 0 instead of 1?";
        check("tokens", b"ok 1 2 7", b"ok 0 1 6", Some(text));
        check("tokens", b"ok 1 2 7", b"no 0 1 6", None);
        check("tokens", b"6", b"5", None);
        check("tokens", b"6 170141183460469231731687303715884105727", b"7 -5", None);
    }
}
