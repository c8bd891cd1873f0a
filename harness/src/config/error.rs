//! What is wrong with the settings, said so that it can be repaired at once.
//!
//! A file with five mistakes is reported with five lines, not with one line and four more rounds of
//! trying: every reader hands its mistakes to one [`SettingsErrors`] and goes on.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::model::Name;

/// One mistake in a settings file, a flag or a name that a setting refers to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}{}", Place(.path, *.line, *.column), Tail(.hint.as_deref()))]
pub struct SettingsError {
    /// The file, relative to the root of the workspace.
    pub path: Arc<Path>,
    /// Its line, from 1, where the mistake has one.
    pub line: Option<usize>,
    /// The column in bytes, from 1, for mistakes of TOML itself.
    pub column: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub hint: Option<String>,
}

/// All mistakes that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
pub struct SettingsErrors(pub Vec<SettingsError>);

impl SettingsErrors {
    /// Takes the value, or keeps the mistake and goes on without it.
    pub fn keep<T>(&mut self, result: Result<T, SettingsError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.0.push(error);
                None
            }
        }
    }

    /// The value, if nothing went wrong on the way to it.
    ///
    /// # Errors
    /// All that went wrong, file by file and from top to bottom.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self.sorted()) }
    }

    /// The mistakes file by file and from top to bottom, however they were found.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.0.sort_by(|a, b| (&a.path, a.line, a.column).cmp(&(&b.path, b.line, b.column)));
        self
    }
}

impl fmt::Display for SettingsErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            let separator = if index > 0 { "\n" } else { "" };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}

/// `path:line:column: `, as compilers write it.
struct Place<'a>(&'a Path, Option<usize>, Option<usize>);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Name::from_os(self.0.as_os_str()))?;
        for number in [self.1, self.2].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        f.write_str(": ")
    }
}

/// The hint after the mistake.
struct Tail<'a>(Option<&'a str>);

impl fmt::Display for Tail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

/// A word from a file between backquotes, with everything unprintable escaped.
#[must_use]
pub fn quoted(word: &str) -> String {
    format!("`{}`", Name::from(word))
}
