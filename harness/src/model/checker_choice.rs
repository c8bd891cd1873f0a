//! Which rule says whether an output is right.

use std::fmt;

/// The built-in checkers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CheckerChoice {
    /// Byte for byte.
    Exact,
    /// Line by line; CRLF is LF, blanks at line ends and blank lines at the end are ignored.
    Lines,
    /// Word by word, whatever blanks stand between.
    Tokens,
    /// As [`Self::Tokens`], ASCII letters in any case.
    TokensIgnoreCase,
    /// As [`Self::Tokens`], numbers within an absolute or a relative error.
    Float {
        /// Largest absolute error.
        absolute: f64,
        /// Largest error relative to the expected number.
        relative: f64,
    },
    /// The lines of [`Self::Lines`] in any order; blank lines are none.
    UnorderedLines,
    /// The words of [`Self::Tokens`] in any order.
    UnorderedTokens,
    /// Words `yes` and `no` in any case; any other word is wrong.
    YesNo,
}

impl CheckerChoice {
    /// The names that settings use, in the order of the documentation.
    pub const NAMES: [&'static str; 8] =
        ["exact", "lines", "tokens", "tokens-ci", "float", "unordered-lines", "unordered-tokens", "yesno"];

    /// The checker of this name; `float` has an error of 1e-6, absolute or relative.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "exact" => Self::Exact,
            "lines" => Self::Lines,
            "tokens" => Self::Tokens,
            "tokens-ci" => Self::TokensIgnoreCase,
            "float" => Self::Float { absolute: 1e-6, relative: 1e-6 },
            "unordered-lines" => Self::UnorderedLines,
            "unordered-tokens" => Self::UnorderedTokens,
            "yesno" => Self::YesNo,
            _ => return None,
        })
    }
}

impl fmt::Display for CheckerChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::Lines => f.write_str("lines"),
            Self::Tokens => f.write_str("tokens"),
            Self::TokensIgnoreCase => f.write_str("tokens-ci"),
            Self::Float { absolute, relative } => {
                write!(f, "float (absolute {absolute:e}, relative {relative:e})")
            }
            Self::UnorderedLines => f.write_str("unordered-lines"),
            Self::UnorderedTokens => f.write_str("unordered-tokens"),
            Self::YesNo => f.write_str("yesno"),
        }
    }
}
