//! Files to their places, so that a crash at any moment leaves all of them there or none.
//!
//! ```text
//!   .adding.part/…   written and synced          a crash here: thrown away
//!        │ rename
//!   .adding/…        moved to their places       a crash here: moved by whoever comes next
//! ```

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::scaffold::{WriteError, lock};

/// The folder with files that are being written.
const UNFINISHED: &str = ".adding.part";

/// The folder with files that are all written and only need to be moved.
const DECIDED: &str = ".adding";

/// Goes on where a writer was cut short. Where a writer is at work it is waited for.
///
/// # Errors
/// The system refuses; the next one may try again.
pub fn recover(folder: &Path) -> Result<(), WriteError> {
    let is_there = |name: &str| fs::symlink_metadata(folder.join(name)).is_ok();
    if is_there(UNFINISHED) || is_there(DECIDED) {
        let _lock = lock(folder)?;
        finish_all(folder)?;
    }
    Ok(())
}

/// Throws away what was not decided and moves what was. The lock must be held.
pub fn finish_all(folder: &Path) -> Result<(), WriteError> {
    let unfinished = folder.join(UNFINISHED);
    match fs::remove_dir_all(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(WriteError::refused("remove", &unfinished)(error));
        }
        _ => {}
    }
    if folder.join(DECIDED).is_dir() { move_all(folder) } else { Ok(()) }
}

/// Writes these files, given by their paths below the folder. The lock must be held.
pub fn place(folder: &Path, files: &[(PathBuf, &[u8])]) -> Result<(), WriteError> {
    let unfinished = folder.join(UNFINISHED);
    let staged = stage(&unfinished, files).and_then(|()| {
        let decided = folder.join(DECIDED);
        fs::rename(&unfinished, &decided).map_err(WriteError::refused("rename", &unfinished))
    });
    if let Err(error) = staged {
        // What is left of it is thrown away by whoever comes next, if not now.
        let _ = fs::remove_dir_all(&unfinished);
        return Err(error);
    }
    sync(folder)?;
    move_all(folder)
}

fn stage(unfinished: &Path, files: &[(PathBuf, &[u8])]) -> Result<(), WriteError> {
    fs::create_dir(unfinished).map_err(WriteError::refused("make", unfinished))?;
    for (path, content) in files {
        let path = unfinished.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(WriteError::refused("make", parent))?;
        }
        let write = || {
            let mut file = File::create_new(&path)?;
            file.write_all(content)?;
            file.sync_all()
        };
        write().map_err(WriteError::refused("write", &path))?;
    }
    for entry in WalkDir::new(unfinished).into_iter().flatten().filter(|entry| entry.file_type().is_dir()) {
        sync(entry.path())?;
    }
    Ok(())
}

/// Moves what is decided to its places, each file before the one that makes a case of it.
fn move_all(folder: &Path) -> Result<(), WriteError> {
    let decided = folder.join(DECIDED);
    let walk = WalkDir::new(&decided).sort_by(|a, b| order(a.path()).cmp(&order(b.path())));
    let mut folders = Vec::new();
    for entry in walk.into_iter().flatten() {
        let Ok(path) = entry.path().strip_prefix(&decided) else { continue };
        let target = folder.join(path);
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).map_err(WriteError::refused("make", &target))?;
            folders.push(target);
        } else {
            fs::rename(entry.path(), &target).map_err(WriteError::refused("rename to", &target))?;
        }
    }
    folders.iter().try_for_each(|folder| sync(folder))?;
    fs::remove_dir_all(&decided).map_err(WriteError::refused("remove", &decided))
}

/// The input of a case comes after its answer and its settings.
fn order(path: &Path) -> (PathBuf, bool) {
    (path.with_extension(""), path.extension() == Some(OsStr::new("in")))
}

/// Sees to it that the names in a folder survive a loss of power.
fn sync(folder: &Path) -> Result<(), WriteError> {
    File::open(folder).and_then(|file| file.sync_all()).map_err(WriteError::refused("sync", folder))
}
