//! When is a word the same as another?

use std::io::{self, ErrorKind};

use crate::check::answer::HISTORY;
use crate::check::bytes::{is_blank, quoted};
use crate::check::number::{self, Tolerance};
use crate::check::strict::{Closeness, real};

/// Longest word that is looked at as a whole.
pub const WORD_LIMIT: usize = HISTORY / 2 - 1;

/// When a word is the same as another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WordRule {
    /// The same bytes.
    Equal,
    /// ASCII letters in any case.
    IgnoreCase,
    /// Numbers within a tolerance, all else the same bytes.
    Number(Tolerance),
    /// Both `yes` or both `no`, in any case.
    YesNo,
    /// Numbers as testlib reads them, close to each other.
    Real(Closeness),
}

impl WordRule {
    /// Whether a word of the output is the same as the one expected.
    ///
    /// # Errors
    /// The expected word may not be in an answer.
    pub fn same(self, expected: &[u8], got: &[u8]) -> io::Result<bool> {
        Ok(match self {
            Self::Equal => expected == got,
            Self::IgnoreCase => expected.eq_ignore_ascii_case(got),
            Self::Number(tolerance) => number::same(expected, got, tolerance),
            Self::Real(closeness) => {
                let numbers = real(expected).zip(real(got));
                numbers.is_some_and(|(expected, got)| closeness.is_close(expected, got))
            }
            Self::YesNo if is_yes_or_no(expected) => expected.eq_ignore_ascii_case(got),
            Self::YesNo => {
                let what = format!("{} is neither yes nor no", quoted(expected, 0));
                return Err(io::Error::new(ErrorKind::InvalidData, what));
            }
        })
    }

    /// Whether two words that both go on may turn out to be the same. They are too long to be
    /// anything but words.
    ///
    /// # Errors
    /// As for [`Self::same`].
    pub fn same_beginning(self, expected: &[u8], got: &[u8]) -> io::Result<bool> {
        match self {
            Self::Equal | Self::IgnoreCase | Self::YesNo => self.same(expected, got),
            Self::Number(_) | Self::Real(_) => Ok(expected == got),
        }
    }

    /// Whether words are the same exactly if all their bytes are.
    pub fn is_bytewise(self) -> bool {
        match self {
            Self::Equal | Self::IgnoreCase => true,
            Self::Number(_) | Self::YesNo | Self::Real(_) => false,
        }
    }

    /// Number of bytes up to a blank that are the same in plain words.
    pub fn common_prefix(self, expected: &[u8], got: &[u8]) -> usize {
        let ignores_case = match self {
            Self::IgnoreCase | Self::YesNo => true,
            Self::Equal | Self::Number(_) | Self::Real(_) => false,
        };
        let is_same =
            |(x, y): &(&u8, &u8)| !is_blank(**x) && (x == y || ignores_case && x.eq_ignore_ascii_case(y));
        expected.iter().zip(got).take_while(is_same).count()
    }

    /// Whether words must be looked at even if they are equal, since they may be wrong on both sides.
    pub fn looks_at_equal_words(self) -> bool {
        match self {
            Self::YesNo => true,
            Self::Equal | Self::IgnoreCase | Self::Number(_) | Self::Real(_) => false,
        }
    }
}

/// Whether a word is `yes` or `no`, in any case.
pub fn is_yes_or_no(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"yes") || word.eq_ignore_ascii_case(b"no")
}
