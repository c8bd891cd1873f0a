//! Why nothing was written, and the lock of a problem.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::model::Name;

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A file of that name is there already.
    #[error("`{}` is there already", Name::from_os(.0.as_os_str()))]
    Taken(PathBuf),
    /// The system refused something.
    #[error("failed to {what} `{}`", Name::from_os(.path.as_os_str()))]
    Refused {
        /// What was to be done.
        what: &'static str,
        /// With which file or folder.
        path: PathBuf,
        /// Why it was not.
        source: io::Error,
    },
}

impl WriteError {
    pub(super) fn refused<'a>(
        what: &'static str,
        path: &'a Path,
    ) -> impl FnOnce(io::Error) -> Self + use<'a> {
        move |source| Self::Refused { what, path: path.to_owned(), source }
    }
}

/// Waits for the lock of a problem; it is given back when the file is dropped, or its owner dies.
pub(super) fn lock(folder: &Path) -> Result<File, WriteError> {
    let file = File::open(folder).map_err(WriteError::refused("open", folder))?;
    file.lock().map_err(WriteError::refused("lock", folder))?;
    Ok(file)
}
