//! Where a value came from, so that `list --explain` can say it.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::config::error::SettingsError;
use crate::config::load::JUDGE_FILE;
use crate::model::Name;

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nobody set it.
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
    /// A value that nobody set.
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

impl Origin {
    /// A mistake in what stands there.
    #[must_use]
    pub fn error(&self, what: String, hint: Option<String>) -> SettingsError {
        let (path, line) = match self {
            Self::Line(path, line) | Self::Comment(path, line) => (Arc::clone(path), Some(*line)),
            Self::BuiltIn | Self::Flag(_) => (Path::new(JUDGE_FILE).into(), None),
        };
        SettingsError { path, line, column: None, what, hint }
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
