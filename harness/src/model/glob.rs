//! A pattern for names.

use globset::{GlobBuilder, GlobMatcher};

use crate::model::Name;

/// A glob: `*`, `?`, `[abc]`, `{a,b}`. `*` crosses slashes: `*` is every case of every group.
#[derive(Clone, Debug)]
pub struct Glob {
    text: String,
    matcher: GlobMatcher,
}

impl Glob {
    /// Reads a glob.
    ///
    /// # Errors
    /// What is wrong with the pattern.
    pub fn new(text: &str) -> Result<Self, globset::Error> {
        let matcher = GlobBuilder::new(text).literal_separator(false).build()?.compile_matcher();
        Ok(Self { text: text.to_owned(), matcher })
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
        self.text.as_bytes() == name.as_bytes() || self.matcher.is_match(name.to_os())
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
