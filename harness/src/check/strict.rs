//! Numbers as testlib reads them, and when two of them are close.
//!
//! - An integer has no plus sign and no leading zero, and zero has no sign: each has one spelling.
//! - A real number is made of digits, at most one point and a power of ten, with signs; `nan`, `inf` and
//!   hexadecimal digits are none of it. One too large for a double is infinite.

use std::str;

/// testlib adds this to every error that it permits.
const SLACK: f64 = 1e-15;

/// testlib takes what is larger for infinite.
const FINITE: f64 = 1e300;

/// When two real numbers are close.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Closeness {
    /// They differ by this much at most.
    Absolute(f64),
    /// They differ by this much at most, or by this part of the expected number.
    Either(f64),
}

impl Closeness {
    /// Whether a number is close to the expected one.
    pub fn is_close(self, expected: f64, got: f64) -> bool {
        match self {
            // Two infinities of one sign have no difference to be compared, and pass.
            Self::Absolute(bound) => (expected - got).abs() <= bound + SLACK || (expected - got).is_nan(),
            Self::Either(bound) => is_close_to_part(expected, got, bound + SLACK),
        }
    }
}

fn is_close_to_part(expected: f64, got: f64, bound: f64) -> bool {
    let is_infinite = |number: f64| number.abs() > FINITE;
    if is_infinite(expected) || is_infinite(got) {
        return is_infinite(expected) && is_infinite(got) && (expected > 0.0) == (got > 0.0);
    }
    let ends = [expected * (1.0 - bound), expected * (1.0 + bound)];
    let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    (got - expected).abs() <= bound || (low..=high).contains(&got)
}

/// The integer of 64 bits, if the word is one.
pub fn integer(word: &[u8]) -> Option<i64> {
    if !is_integer(word) {
        return None;
    }
    str::from_utf8(word).ok()?.parse().ok()
}

/// Whether a word is an integer, however long.
pub fn is_integer(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    word == b"0" || !digits.starts_with(b"0") && !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// The real number, if the word is one.
pub fn real(word: &[u8]) -> Option<f64> {
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || b".eE+-".contains(byte);
    if !word.iter().all(is_of_number) {
        return None;
    }
    str::from_utf8(word).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use crate::check::strict::{Closeness, integer, is_integer, real};

    #[test]
    fn an_integer_has_one_spelling() {
        for (word, value) in
            [("0", 0), ("-7", -7), ("9223372036854775807", i64::MAX), ("-9223372036854775808", i64::MIN)]
        {
            assert_eq!(integer(word.as_bytes()), Some(value), "{word}");
        }
        for word in ["", "-", "+5", "05", "-0", "00", "-01", "1.0", "1e3", "0x1", "5\0", "--5", "1_0"] {
            assert!(integer(word.as_bytes()).is_none() && !is_integer(word.as_bytes()), "{word}");
        }
        for word in ["9223372036854775808", "-9223372036854775809", "100000000000000000000"] {
            assert!(integer(word.as_bytes()).is_none() && is_integer(word.as_bytes()), "{word}");
        }
    }

    #[test]
    fn a_real_number_is_decimal() {
        for (word, value) in [("1", 1.0), ("+1.5", 1.5), ("-.5e1", -5.0), ("5.", 5.0), ("1E-2", 0.01)] {
            assert_eq!(real(word.as_bytes()), Some(value), "{word}");
        }
        assert_eq!(real(b"1e400"), Some(f64::INFINITY));
        for word in ["", ".", "nan", "inf", "-Infinity", "0x1p3", "1e", "e5", "1e+", "--1", "1.2.3", "1,5"] {
            assert_eq!(real(word.as_bytes()), None, "{word}");
        }
    }

    #[test]
    fn numbers_are_close_by_either_error_or_by_the_absolute_one() {
        let either = |expected, got| Closeness::Either(1e-6).is_close(expected, got);
        assert!(either(1e9, 1e9 + 999.0) && !either(1e9, 1e9 + 1001.0) && either(-1e9, -1e9 - 999.0));
        assert!(either(0.0, 1e-6) && !either(0.0, 1.1e-6) && !either(0.0, f64::INFINITY));
        assert!(either(2e300, f64::INFINITY) && !either(2e300, -2e300) && !either(1e300, 2e300));
        let absolute = |expected, got| Closeness::Absolute(1.5e-6).is_close(expected, got);
        assert!(absolute(1.0, 1.000_001_5) && !absolute(1.0, 1.000_001_6) && !absolute(1e9, 1e9 + 1.0));
        assert!(absolute(f64::INFINITY, f64::INFINITY) && !absolute(f64::INFINITY, f64::NEG_INFINITY));
    }
}
