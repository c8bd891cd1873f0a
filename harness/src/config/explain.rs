//! A value in force, and where it came from, as text.

use crate::config::origin::Origin;

/// One row of `list --explain`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The key, as settings write it.
    pub key: String,
    /// The value in force.
    pub value: String,
    /// Where it came from.
    pub origin: String,
}

impl Explained {
    /// A row.
    #[must_use]
    pub fn new(key: &str, value: String, origin: &Origin) -> Self {
        Self { key: key.to_owned(), value, origin: origin.to_string() }
    }
}
