//! How an interactor is started, and what its exit status means.

use std::ffi::OsString;
use std::path::Path;

/// The convention that an interactor follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// `INPUT ANSWER FEEDBACK_DIR`; 42 accepts, 43 rejects (the problem package format of Kattis).
    #[default]
    Kattis,
    /// `INPUT OUTPUT ANSWER`; 0 accepts, 1, 2, 4 and 8 reject (testlib).
    Testlib,
}

impl Protocol {
    /// The names that settings use.
    pub const NAMES: [&'static str; 2] = ["kattis", "testlib"];

    /// The protocol of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "kattis" => Some(Self::Kattis),
            "testlib" => Some(Self::Testlib),
            _ => None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kattis => "kattis",
            Self::Testlib => "testlib",
        }
    }

    /// The arguments for a case. What it writes goes into the folder that it runs in, and is not kept.
    #[must_use]
    pub fn arguments(self, input: &Path, answer: &Path) -> Vec<OsString> {
        match self {
            Self::Kattis => vec![input.into(), answer.into(), "./".into()],
            Self::Testlib => vec![input.into(), "output".into(), answer.into()],
        }
    }

    /// Whether an interactor that exits like this accepts; nothing where it failed itself.
    #[must_use]
    pub fn accepts(self, status: i32) -> Option<bool> {
        match (self, status) {
            (Self::Kattis, 42) | (Self::Testlib, 0) => Some(true),
            (Self::Kattis, 43) | (Self::Testlib, 1 | 2 | 4 | 8) => Some(false),
            _ => None,
        }
    }
}
