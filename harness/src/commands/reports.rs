//! The reports that go to files, for every command that has `--report`.

use std::path::Path;

use anyhow::{Context, anyhow};

use crate::cli::ReportTo;
use crate::failure::Failure;
use crate::report::ReportFile;

/// Opens all of them, before there is anything to lose.
///
/// # Errors
/// One cannot be written, or two go to one file.
pub fn open<K: Copy>(wanted: &[ReportTo<K>]) -> Result<Vec<(K, ReportFile)>, Failure> {
    let mut files = Vec::new();
    for (index, to) in wanted.iter().enumerate() {
        if wanted[..index].iter().any(|other| other.path == to.path) {
            return Err(Failure::usage(anyhow!("two reports go to `{}`", to.path.display())));
        }
        files.push((to.kind, open_one(&to.path)?));
    }
    Ok(files)
}

/// Opens one.
///
/// # Errors
/// It cannot be written.
pub fn open_one(path: &Path) -> Result<ReportFile, Failure> {
    let file = ReportFile::open(path).with_context(|| format!("failed to write `{}`", path.display()));
    file.map_err(Failure::usage)
}
