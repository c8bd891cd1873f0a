//! A value of an input that the statement bounds, as a validator tells it to the judge.

use std::fmt;
use std::ops::RangeInclusive;

/// A value and its bounds. What an input has several of may be told several times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// What it is.
    pub name: &'static str,
    /// The value in this input.
    pub value: usize,
    /// What the statement allows in the largest input.
    pub allowed: RangeInclusive<usize>,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bound {}: {} in {}..{}", self.name, self.value, self.allowed.start(), self.allowed.end())
    }
}
