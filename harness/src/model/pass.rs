//! One of the runs of a program on a case, where it is run several times: a pass.

use std::fmt;

/// Which pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Its number, from 1.
    pub number: u32,
    /// How many there may be.
    pub most: u32,
}

impl Pass {
    /// That of a program that is run once.
    pub const ONLY: Self = Self { number: 1, most: 1 };

    /// The first of so many.
    #[must_use]
    pub fn first(most: u32) -> Self {
        Self { number: 1, most }
    }

    /// The one after it.
    #[must_use]
    pub fn next(self) -> Self {
        Self { number: self.number + 1, ..self }
    }

    /// Whether there can be no other.
    #[must_use]
    pub fn is_only(self) -> bool {
        self.most == 1
    }

    /// Whether another may follow.
    #[must_use]
    pub fn may_go_on(self) -> bool {
        self.number < self.most
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pass {} of {}", self.number, self.most)
    }
}
