//! The summary of a step of GitHub Actions: a file of Markdown that each command appends to.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::model::Name;

/// The variable in which the runner names the file.
const VARIABLE: &str = "GITHUB_STEP_SUMMARY";

/// Where the runner wants the summary; none outside of a step.
pub fn place() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// Appends a text with a blank line behind it.
///
/// # Errors
/// The file could not be written.
pub fn append(path: &Path, text: &str) -> io::Result<()> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(format!("{text}\n").as_bytes())).map_err(|error| {
        io::Error::other(format!("`{}` ({VARIABLE}): {error}", Name::from_os(path.as_os_str())))
    })
}
