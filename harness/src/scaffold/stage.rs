//! Files to their places, so that a crash at any moment leaves all of them there or none.
//!
//! ```text
//!   .adding.part/…   written and synced          a crash here: thrown away
//!        │ rename
//!   .adding/…        moved to their places       a crash here: moved by the next command
//! ```
//! A file among them lists what has to go. Nothing that goes is also a place, so that each step may be
//! done twice, and a case that changes its name with another needs no step of its own.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::scaffold::write_error::{WriteError, lock};

/// The folder with files that are being written.
const UNFINISHED: &str = ".adding.part";

/// The folder with files that are all written and only need to be moved.
const DECIDED: &str = ".adding";

/// Within them, the list of files that have to go, each ended by a NUL.
const GONE: &str = ".gone";

/// What is to be changed in a folder; all paths are below it.
#[derive(Clone, Debug, Default)]
pub struct Change<'a> {
    /// Files to be there, each with what is in it.
    pub files: Vec<(PathBuf, Content<'a>)>,
    /// Files to be there no more.
    pub gone: Vec<PathBuf>,
}

/// What is in a file.
#[derive(Clone, Debug)]
pub enum Content<'a> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// What is in the file at this path now.
    Of(PathBuf),
}

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

/// Makes a change. The lock must be held.
pub fn make(folder: &Path, change: &Change<'_>) -> Result<(), WriteError> {
    let unfinished = folder.join(UNFINISHED);
    let staged = stage(folder, &unfinished, change).and_then(|()| {
        let decided = folder.join(DECIDED);
        fs::rename(&unfinished, &decided).map_err(WriteError::refused("rename", &unfinished))
    });
    if let Err(error) = staged {
        // What is left of it is removed by the next command, if not now.
        let _ = fs::remove_dir_all(&unfinished);
        return Err(error);
    }
    sync(folder)?;
    move_all(folder)
}

fn stage(folder: &Path, unfinished: &Path, change: &Change<'_>) -> Result<(), WriteError> {
    fs::create_dir(unfinished).map_err(WriteError::refused("make", unfinished))?;
    for (path, content) in &change.files {
        let path = unfinished.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(WriteError::refused("make", parent))?;
        }
        write(folder, &path, content).map_err(WriteError::refused("write", &path))?;
    }
    let has_to_go = |path: &&PathBuf| !change.files.iter().any(|(place, _)| place == *path);
    let gone: Vec<u8> = change
        .gone
        .iter()
        .filter(has_to_go)
        .flat_map(|path| [path.as_os_str().as_bytes(), b"\0"].concat())
        .collect();
    if !gone.is_empty() {
        let path = unfinished.join(GONE);
        write(folder, &path, &Content::Bytes(&gone)).map_err(WriteError::refused("write", &path))?;
    }
    for entry in WalkDir::new(unfinished).into_iter().flatten().filter(|entry| entry.file_type().is_dir()) {
        sync(entry.path())?;
    }
    Ok(())
}

fn write(folder: &Path, path: &Path, content: &Content<'_>) -> io::Result<()> {
    let bytes;
    let content = match content {
        Content::Bytes(bytes) => *bytes,
        Content::Of(other) => {
            bytes = fs::read(folder.join(other))?;
            &bytes
        }
    };
    let mut file = File::create_new(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// Removes what has to go, with the folders that it leaves empty.
fn remove_gone(folder: &Path, list: &[u8]) -> Result<(), WriteError> {
    for path in list.split(|&byte| byte == 0).filter(|path| !path.is_empty()) {
        let path = folder.join(OsStr::from_bytes(path));
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(WriteError::refused("remove", &path)(error));
            }
            _ => {}
        }
        let above = path.ancestors().skip(1).take_while(|above| *above != folder);
        for above in above {
            if fs::remove_dir(above).is_err() {
                break;
            }
        }
    }
    Ok(())
}

/// Moves what is decided to its places, each file before the one that makes a case of it.
fn move_all(folder: &Path) -> Result<(), WriteError> {
    let decided = folder.join(DECIDED);
    let list = decided.join(GONE);
    match fs::read(&list) {
        Ok(gone) => {
            remove_gone(folder, &gone)?;
            fs::remove_file(&list).map_err(WriteError::refused("remove", &list))?;
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(WriteError::refused("read", &list)(error));
        }
        Err(_) => {}
    }
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
