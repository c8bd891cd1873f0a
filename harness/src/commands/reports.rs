//! The reports that go to files, for every command that has `--report`.

use std::path::Path;

use anyhow::{Context, anyhow};

use crate::cli::ReportTo;
use crate::failure::Failure;
use crate::report::ReportFile;
use crate::session::Session;

/// Opens all of them, before anything runs.
///
/// # Errors
/// One cannot be written, or two go to one file.
pub fn open<K: Copy>(session: &Session, wanted: &[ReportTo<K>]) -> Result<Vec<(K, ReportFile)>, Failure> {
    let mut files = Vec::new();
    for (index, to) in wanted.iter().enumerate() {
        if wanted[..index].iter().any(|other| other.path == to.path) {
            return Err(Failure::usage(anyhow!("two reports are written to `{}`", to.path.display())));
        }
        files.push((to.kind, open_one(session, &to.path)?));
    }
    Ok(files)
}

/// Opens one.
///
/// # Errors
/// It cannot be written.
pub fn open_one(session: &Session, path: &Path) -> Result<ReportFile, Failure> {
    let file = ReportFile::open(path, session.run_folder()?)
        .with_context(|| format!("failed to write `{}`", path.display()));
    file.map_err(Failure::usage)
}
