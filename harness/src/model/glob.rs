//! A pattern for names.

use std::sync::OnceLock;

use globset::{GlobBuilder, GlobMatcher};

use crate::model::Name;

/// A glob: `*`, `?`, `[abc]`, `{a,b}`. `*` crosses slashes: `*` is every case of every group.
#[derive(Clone, Debug)]
pub struct Glob {
    text: String,
    /// Bytes before the first that stands for others.
    literal: usize,
    pattern: globset::Glob,
    /// Made when first needed: it is large, and of a hundred thousand rules few are ever close.
    matcher: OnceLock<GlobMatcher>,
}

/// The longest pattern, in bytes. What a matcher takes in memory grows with it, and faster.
const LONGEST: usize = 1024;

/// Why a text is no glob.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GlobError {
    /// Its syntax.
    #[error("{0}")]
    Syntax(globset::ErrorKind),
    /// Its length.
    #[error("it is longer than {LONGEST} bytes")]
    Length,
}

impl Glob {
    /// Reads a glob.
    ///
    /// # Errors
    /// What is wrong with the pattern.
    pub fn new(text: &str) -> Result<Self, GlobError> {
        if text.len() > LONGEST {
            return Err(GlobError::Length);
        }
        let pattern = GlobBuilder::new(text).literal_separator(false).build();
        let pattern = pattern.map_err(|error| GlobError::Syntax(error.kind().clone()))?;
        let literal = text.find(['*', '?', '[', '{', '\\']).unwrap_or(text.len());
        Ok(Self { text: text.to_owned(), literal, pattern, matcher: OnceLock::new() })
    }

    /// The pattern that matches every name.
    ///
    /// # Panics
    /// Never: the pattern is a constant.
    #[must_use]
    pub fn everything() -> Self {
        Self::new("*").expect("a star is a valid glob")
    }

    /// Whether a name matches; a name that is spelled like the pattern always does.
    #[must_use]
    pub fn matches(&self, name: &Name) -> bool {
        let (text, name_bytes) = (self.text.as_bytes(), name.as_bytes());
        text == name_bytes
            || (self.literal < text.len()
                && name_bytes.starts_with(&text[..self.literal])
                && self.matcher.get_or_init(|| self.pattern.compile_matcher()).is_match(name.to_os()))
    }

    /// The pattern as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl PartialEq for Glob {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}
