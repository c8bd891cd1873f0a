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

    /// The glob that matches this name alone.
    ///
    /// # Errors
    /// It would be too long.
    pub fn of_name(name: &str) -> Result<Self, GlobError> {
        let literal = |c: char| {
            if matches!(c, '*' | '?' | '[' | '{' | '}' | '\\') { format!("[{c}]") } else { c.to_string() }
        };
        Self::new(&name.chars().map(literal).collect::<String>())
    }

    /// The same, or the name that it is spelled like, if one of these is: then it is no glob.
    #[must_use]
    pub fn or_name<'n>(&self, mut names: impl Iterator<Item = &'n Name>) -> Self {
        let is_name = self.text != "*"
            && self.literal < self.text.len()
            && names.any(|name| name.as_bytes() == self.text.as_bytes());
        let named = is_name.then(|| Self::of_name(&self.text).ok()).flatten();
        named.unwrap_or_else(|| self.clone())
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

#[cfg(test)]
mod tests {
    use super::Glob;
    use crate::model::Name;
    use proptest::prelude::{prop_assert, prop_assume, proptest};

    #[test]
    fn a_glob_that_is_spelled_like_a_name_is_that_name() {
        let names = ["[x]", "x", "q?", "qq", "a*", "ab", r"a\b", "{a,b}", "a", "!", "]"].map(Name::from);
        let meant = |text: &str| {
            let glob = Glob::new(text).unwrap().or_name(names.iter());
            let all: Vec<String> =
                names.iter().filter(|name| glob.matches(name)).map(Name::shown).map(String::from).collect();
            all.join(" ")
        };
        for own in ["[x]", "q?", "a*", "{a,b}"] {
            assert_eq!(meant(own), own);
        }
        assert_eq!(meant("q[?q]"), "q? qq");
        assert_eq!(meant("*").split(' ').count(), names.len());
    }

    proptest! {
        #[test]
        fn the_glob_of_a_name_matches_it_and_no_other(name in "[ab*?\\[\\]{},!^\\\\-]{1,6}", other in "[ab*?\\[\\]{},!^\\\\-]{1,6}") {
            prop_assume!(name != other);
            let glob = Glob::of_name(&name).unwrap();
            prop_assert!(glob.matches(&Name::from(name.as_str())), "{}", glob.text());
            prop_assert!(!glob.matches(&Name::from(other.as_str())) || glob.text() == other, "{} {}", glob.text(), other);
        }
    }
}
