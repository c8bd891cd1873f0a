//! The only writer into `cases/`: all of a batch of cases, or nothing of it.
//!
//! The files are written and synced in a hidden folder beside the cases. One `rename` of that folder
//! is the decision; from there on the files are only moved to their places, and the process that opens the
//! workspace next goes on with that where a crash cut it short. A lock on the folder of the problem
//! keeps two writers apart, and a recovery from a writer that is still alive.

mod date;
mod number;
mod provenance;
mod rename;
mod stage;
mod text;
mod write_error;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::model::Name;
use crate::scaffold::stage::{Change, Content};
use crate::scaffold::write_error::lock;

pub use date::today;
pub use number::{Numbering, next_names, renumbered};
pub use provenance::CaseOrigin;
pub use rename::{CaseFolder, Renamed, remove, rename};
pub use stage::recover;
pub use text::{Tidied, Untidy, tidy};
pub use write_error::WriteError;

/// A case to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCase {
    /// Its name: the group, if any, and the stem of its files.
    pub name: Name,
    /// What the program reads.
    pub input: Vec<u8>,
    /// What is expected; none where a case needs no answer.
    pub answer: Option<Vec<u8>>,
    /// The text of its `NAME.toml`.
    pub sidecar: String,
}

/// The endings of the three files of a case. The settings come first and the input last, so that a
/// reader that looks while they are moved sees no input that has no answer.
const ENDINGS: [&str; 3] = [".toml", ".ans", ".in"];

/// Writes all the cases into the folder of their problem, or none of them. The folder is made where
/// it is missing.
///
/// # Errors
/// A name is taken, or the system refuses; the folder is as it was.
pub fn write(folder: &Path, cases: &[NewCase]) -> Result<(), WriteError> {
    fs::create_dir_all(folder).map_err(WriteError::refused("make", folder))?;
    let _lock = lock(folder)?;
    stage::finish_all(folder)?;
    let files: Vec<(PathBuf, Content<'_>)> = cases.iter().flat_map(files).collect();
    // A file that is not written would be a part of the case, too.
    for path in cases.iter().flat_map(|case| ENDINGS.map(|ending| file_of(&case.name, ending))) {
        refuse_taken(folder, &path)?;
    }
    stage::make(folder, &Change { files, gone: Vec::new() })
}

/// The names of files below the folder of a problem that have an ending of a case's files, without it.
#[must_use]
pub fn stems(folder: &Path) -> Vec<Name> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let stem = |path: &Path| {
        let path = path.strip_prefix(folder).ok()?.as_os_str().as_bytes();
        let stem = ENDINGS.iter().find_map(|ending| path.strip_suffix(ending.as_bytes()))?;
        Some(Name::from_os(OsStr::from_bytes(stem)))
    };
    files.filter_map(|file| stem(file.path())).collect()
}

fn refuse_taken(folder: &Path, path: &Path) -> Result<(), WriteError> {
    let path = folder.join(path);
    if fs::symlink_metadata(&path).is_ok() { Err(WriteError::Taken(path)) } else { Ok(()) }
}

/// The files of a case, relative to the folder of its problem.
fn files(case: &NewCase) -> impl Iterator<Item = (PathBuf, Content<'_>)> {
    let contents = [Some(case.sidecar.as_bytes()), case.answer.as_deref(), Some(&case.input[..])];
    let files = ENDINGS.into_iter().zip(contents);
    files.filter_map(|(ending, content)| Some((file_of(&case.name, ending), Content::Bytes(content?))))
}

/// The file of a case with this ending.
fn file_of(name: &Name, ending: impl AsRef<OsStr>) -> PathBuf {
    let mut path = name.to_os();
    path.push(ending);
    PathBuf::from(path)
}

#[cfg(test)]
mod tests;
