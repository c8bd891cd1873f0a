//! Which rule says whether an output is right.

use std::fmt;

use crate::model::{Protocol, StandardChecker};

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
    /// Value by value, as LeetCode writes arrays, texts and numbers.
    Literal {
        /// Largest absolute error of a number.
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
    /// A standard checker of testlib.
    Standard(StandardChecker),
    /// A program of the problem decides, by this convention.
    Program(Protocol),
}

impl CheckerChoice {
    /// The names that settings use, in the order of the documentation.
    pub const NAMES: [&'static str; 22] = [
        "exact",
        "lines",
        "tokens",
        "tokens-ci",
        "float",
        "literal",
        "unordered-lines",
        "unordered-tokens",
        "yesno",
        "wcmp",
        "lcmp",
        "fcmp",
        "ncmp",
        "hcmp",
        "rcmp",
        "rcmp4",
        "rcmp6",
        "rcmp9",
        "nyesno",
        "caseicmp",
        "casewcmp",
        "uncmp",
    ];

    /// Values with the error that LeetCode's statements permit.
    pub const LITERAL: Self = Self::Literal { absolute: 1e-5, relative: 0.0 };

    /// The checker of this name; `float` has an error of 1e-6, absolute or relative, `literal` of 1e-5.
    /// A standard checker of testlib may be written as Polygon writes it: `std::wcmp.cpp`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let of_polygon = name.strip_prefix("std::").and_then(|name| name.strip_suffix(".cpp"));
        match of_polygon {
            Some(name) if name != "yesno" => Self::of_testlib(name),
            Some(_) => Some(Self::YesNo),
            None => Self::of_our_own(name).or_else(|| Self::of_testlib(name)),
        }
    }

    fn of_our_own(name: &str) -> Option<Self> {
        Some(match name {
            "exact" => Self::Exact,
            "lines" => Self::Lines,
            "tokens" => Self::Tokens,
            "tokens-ci" => Self::TokensIgnoreCase,
            "float" => Self::Float { absolute: 1e-6, relative: 1e-6 },
            "literal" => Self::LITERAL,
            "unordered-lines" => Self::UnorderedLines,
            "unordered-tokens" => Self::UnorderedTokens,
            "yesno" => Self::YesNo,
            _ => return None,
        })
    }

    /// Where one of our own rules means the same, it is that rule.
    fn of_testlib(name: &str) -> Option<Self> {
        match name {
            "wcmp" => Some(Self::Tokens),
            "nyesno" => Some(Self::YesNo),
            _ => StandardChecker::ALL.into_iter().find(|rule| rule.name() == name).map(Self::Standard),
        }
    }

    /// Whether a program decides.
    #[must_use]
    pub fn is_program(self) -> bool {
        matches!(self, Self::Program(_))
    }

    /// The checker where what is printed are literals: the rules that compare words compare values.
    #[must_use]
    pub fn of_literals(self) -> Self {
        match self {
            Self::Lines | Self::Tokens => Self::LITERAL,
            Self::Float { absolute, relative } => Self::Literal { absolute, relative },
            Self::Exact
            | Self::TokensIgnoreCase
            | Self::Literal { .. }
            | Self::UnorderedLines
            | Self::UnorderedTokens
            | Self::YesNo
            | Self::Standard(_)
            | Self::Program(_) => self,
        }
    }
}

impl fmt::Display for CheckerChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::Lines => f.write_str("lines"),
            Self::Tokens => f.write_str("tokens"),
            Self::TokensIgnoreCase => f.write_str("tokens-ci"),
            Self::Float { absolute, relative } => with_errors(f, "float", *absolute, *relative),
            Self::Literal { absolute, relative } => with_errors(f, "literal", *absolute, *relative),
            Self::UnorderedLines => f.write_str("unordered-lines"),
            Self::UnorderedTokens => f.write_str("unordered-tokens"),
            Self::YesNo => f.write_str("yesno"),
            Self::Standard(rule) => f.write_str(rule.name()),
            Self::Program(protocol) => write!(f, "a program ({})", protocol.name()),
        }
    }
}

fn with_errors(f: &mut fmt::Formatter<'_>, name: &str, absolute: f64, relative: f64) -> fmt::Result {
    let bounds = [("absolute", absolute), ("relative", relative)];
    let bounds = bounds.iter().filter(|(_, bound)| *bound > 0.0);
    let bounds: Vec<String> = bounds.map(|(kind, bound)| format!("{kind} {bound:e}")).collect();
    let bounds = if bounds.is_empty() { "no error".to_owned() } else { bounds.join(", ") };
    write!(f, "{name} ({bounds})")
}

#[cfg(test)]
mod tests {
    use crate::model::CheckerChoice;

    #[test]
    fn every_name_is_read_and_those_of_our_own_are_written() {
        for name in CheckerChoice::NAMES {
            let written = CheckerChoice::from_name(name).unwrap().to_string();
            let expected = match name {
                "wcmp" => "tokens",
                "nyesno" => "yesno",
                "float" => "float (absolute 1e-6, relative 1e-6)",
                "literal" => "literal (absolute 1e-5)",
                name => name,
            };
            assert_eq!(written, expected);
        }
    }

    #[test]
    fn standard_checkers_may_be_written_as_in_polygon() {
        for name in ["wcmp", "yesno", "nyesno", "rcmp9", "uncmp"] {
            let of_polygon = format!("std::{name}.cpp");
            assert_eq!(CheckerChoice::from_name(&of_polygon), CheckerChoice::from_name(name));
        }
        for name in ["std::tokens.cpp", "std::wcmp", "wcmp.cpp", "std::.cpp", "acmp"] {
            assert_eq!(CheckerChoice::from_name(name), None, "{name}");
        }
    }
}
