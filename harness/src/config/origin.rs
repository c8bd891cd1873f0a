//! Where a value came from, so that `list --explain` can say it.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::model::Name;

/// The name of the file that makes a folder the root of a workspace.
pub const JUDGE_FILE: &str = "judge.toml";

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is not set.
    BuiltIn,
    /// A flag of the command line, as it is typed.
    Flag(&'static str),
    /// A line of a settings file; the path is relative to the root.
    Line(Arc<Path>, usize),
    /// A comment in a source file; the path is relative to the root.
    Comment(Arc<Path>, usize),
}

/// A value that knows where it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Traced<T> {
    /// The value.
    pub value: T,
    /// Where it came from.
    pub origin: Origin,
}

impl<T> Traced<T> {
    /// A value that is not set.
    pub const fn built_in(value: T) -> Self {
        Self { value, origin: Origin::BuiltIn }
    }

    /// A value that a flag set.
    pub const fn flag(flag: &'static str, value: T) -> Self {
        Self { value, origin: Origin::Flag(flag) }
    }
}

impl<T: Clone> Traced<T> {
    /// Takes the stronger value where there is one.
    pub fn overlay(&mut self, stronger: Option<&Self>) {
        if let Some(stronger) = stronger {
            self.clone_from(stronger);
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("built in"),
            Self::Flag(flag) => write!(f, "flag {flag}"),
            Self::Line(path, line) => write!(f, "{}:{line}", Name::from_os(path.as_os_str())),
            Self::Comment(path, line) => {
                write!(f, "source comment {}:{line}", Name::from_os(path.as_os_str()))
            }
        }
    }
}
