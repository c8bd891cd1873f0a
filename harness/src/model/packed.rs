//! Programs that were built before, perhaps elsewhere, by what they were built from.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::model::Source;

/// What is there instead of a build. What is not in the map was not built.
pub type PackedPrograms = BTreeMap<Source, PackedProgram>;

/// What building a source once came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackedProgram {
    /// What was built: a folder, or the executable of a Cargo package.
    Built(PathBuf),
    /// The source is run as it is.
    AsItIs,
    /// The compiler rejected it; what it said.
    Rejected(String),
    /// The compiler was not installed there; how to install it.
    Missing(String),
}
