//! When is a number the same as another?
//!
//! A number is what a person would type: a sign, decimal digits with at most one point, and a power
//! of ten (`7`, `-0`, `.5`, `5.`, `1e-7`), or `inf`, `infinity`, `nan` in any case with a sign.
//! Hexadecimal, suffixes, underscores and commas make a word that is no number.
//!
//! - Two integers are compared exactly, by value, however long they are: `05`, `+5` and `5` are one
//!   number, and beyond 2^53 neighbours still differ.
//! - Other numbers are the same if the difference is within the absolute *or* the relative error.
//!   The rounding of the decimals to doubles is not counted as an error: 0.500001 is within 1e-6 of 0.5.
//! - NaN is the same as NaN only, an infinity as the one with its sign only. NaN compares false with
//!   everything, so a test of the form "wrong if the error is greater" would let it pass.
//! - A finite number too large for a double is compared as a word.

use std::str;

/// The errors that are permitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Largest absolute error.
    pub absolute: f64,
    /// Largest error relative to the expected number.
    pub relative: f64,
}

/// Whether a word of the output is the same number as the one expected, or the same word.
pub fn same(expected: &[u8], got: &[u8], tolerance: Tolerance) -> bool {
    if expected == got {
        return true;
    }
    if let (Some(expected), Some(got)) = (integer(expected), integer(got)) {
        return expected == got;
    }
    match (parse(expected), parse(got)) {
        (Some(expected), Some(got)) => is_close(expected, got, tolerance),
        (_, _) => false,
    }
}

/// Both errors of a number, if both words are finite numbers.
pub fn errors(expected: &[u8], got: &[u8]) -> Option<(f64, f64)> {
    let (expected, got) = (parse(expected)?, parse(got)?);
    let absolute = (expected - got).abs();
    absolute.is_finite().then(|| (absolute, absolute / expected.abs()))
}

fn is_close(expected: f64, got: f64, tolerance: Tolerance) -> bool {
    if expected.is_nan() || got.is_nan() {
        return expected.is_nan() && got.is_nan();
    }
    if expected.is_infinite() || got.is_infinite() {
        return expected.is_sign_positive() == got.is_sign_positive()
            && expected.is_infinite() == got.is_infinite();
    }
    let bound = tolerance.absolute.max(tolerance.relative * expected.abs());
    let rounding = if bound > 0.0 { f64::EPSILON * expected.abs().max(got.abs()) } else { 0.0 };
    (expected - got).abs() <= bound + rounding
}

/// Sign and digits without leading zeros, if the word is an integer. Zero has no sign.
fn integer(word: &[u8]) -> Option<(bool, &[u8])> {
    let is_negative = word.starts_with(b"-");
    let digits = word.strip_prefix(b"-").or(word.strip_prefix(b"+")).unwrap_or(word);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    let digits = &digits[zeros..];
    Some((is_negative && !digits.is_empty(), digits))
}

/// The number, if the word is one. The grammar of the standard library is the one described above.
fn parse(word: &[u8]) -> Option<f64> {
    let number: f64 = str::from_utf8(word).ok()?.parse().ok()?;
    let has_digits = word.iter().any(u8::is_ascii_digit);
    (number.is_finite() || !has_digits).then_some(number)
}

#[cfg(test)]
mod tests {
    use crate::check::number::{Tolerance, same};

    #[track_caller]
    fn check(expected: &str, got: &str, is_same: bool) {
        let tolerance = Tolerance { absolute: 1e-6, relative: 1e-6 };
        assert_eq!(same(expected.as_bytes(), got.as_bytes(), tolerance), is_same, "{expected} {got}");
    }

    #[test]
    fn nan_is_only_nan_and_infinity_only_infinity() {
        check("1.0", "nan", false);
        check("nan", "1.0", false);
        check("nan", "nan", true);
        check("nan", "NaN", true);
        check("nan", "-nan", true);
        check("inf", "nan", false);
        check("1", "inf", false);
        check("inf", "inf", true);
        check("inf", "INF", true);
        check("inf", "Infinity", true);
        check("inf", "-inf", false);
        check("inf", "0", false);
        check("-inf", "-1", false);
    }

    #[test]
    fn numbers_are_compared_by_either_error() {
        check("0", "-0.0", true);
        check("0", "-0", true);
        check("1", "1.0000005", true);
        check("1", "1.00001", false);
        check("1e9", "1000000500", true);
        check("1e9", "1000001500", false);
        check("0", "1e-7", true);
        check("0", "1e-5", false);
        check("0.5", "0.500001", true);
        check("1", "1.", true);
        check("1", ".1e1", true);
        check("-2.5", "2.5", false);
    }

    #[test]
    fn integers_are_compared_exactly() {
        check("123456789012345678", "123456789012345679", false);
        check("1000000000", "1000000001", false);
        check("5", "+5", true);
        check("5", "05", true);
        check("5", "-5", false);
        check("00", "-0", true);
        check("99999999999999999999999999999999999998", "99999999999999999999999999999999999999", false);
    }

    #[test]
    fn what_is_no_number_is_a_word() {
        check("1", "0x1p0", false);
        check("1", "1,0", false);
        check("1", "1f", false);
        check("10", "1_0", false);
        check("1", "1e400", false);
        check("inf", "1e400", false);
        check("1e400", "1e400", true);
        check("1", "1e", false);
        check("0", ".", false);
        check("0", "", false);
        check("0", "-", false);
        check("yes", "yes", true);
        check("yes", "Yes", false);
    }

    #[test]
    fn a_tolerance_of_zero_is_zero() {
        let tolerance = Tolerance { absolute: 0.0, relative: 0.0 };
        assert!(same(b"0.5", b"0.50", tolerance));
        assert!(!same(b"1.0", b"1.0000000000000002", tolerance));
    }
}
