//! The folder of this process, for files that are not needed after it.
//!
//! It is locked for as long as the process lives, by a lock that the kernel takes off however the
//! process ends. A folder without a lock has no owner any more and is removed by the process that comes
//! next: no number of a process is trusted, which may by now be that of another.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use harness_sandbox::remove_folder;

/// A locked folder, gone when this is dropped.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    lock: Option<File>,
}

impl RunFolder {
    /// Makes one among others in `parent`, and removes those without an owner.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make(parent: &Path) -> io::Result<Self> {
        fs::create_dir_all(parent)?;
        sweep(parent);
        for attempt in 0.. {
            let path = parent.join(format!("{}-{attempt}", std::process::id()));
            match fs::create_dir(&path) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            }
            match lock(&path) {
                Ok(Some(lock)) => return Ok(Self { path, lock: Some(lock) }),
                // Between the two another process has found it without a lock.
                Ok(None) => {}
                Err(error) => {
                    let _ = fs::remove_dir(&path);
                    return Err(error);
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        // Its descriptor may be the one that is needed. Another process that finds the folder does the same.
        self.lock.take();
        let _ = remove_folder(&self.path);
    }
}

/// Removes folders without an owner, whatever a build made of it before its judge was killed. What cannot be
/// removed does no harm.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if let Ok(Some(_lock)) = lock(&entry.path()) {
            let _ = remove_folder(&entry.path());
        }
    }
}

/// The lock on a folder, if it is free and the folder is still there. That it cannot be locked at all is
/// an error: another try would end the same way.
fn lock(path: &Path) -> io::Result<Option<File>> {
    let is_gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    let folder = match File::open(path) {
        Err(error) if is_gone(&error) => return Ok(None),
        opened => opened?,
    };
    match folder.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    let there = match fs::metadata(path) {
        Err(error) if is_gone(&error) => return Ok(None),
        there => there?,
    };
    let held = folder.metadata()?;
    Ok(((held.dev(), held.ino()) == (there.dev(), there.ino())).then_some(folder))
}

#[cfg(test)]
mod tests {
    use super::RunFolder;
    use std::fs;

    #[test]
    fn an_unlocked_folder_is_removed_and_a_locked_one_is_not() {
        let parent = tempfile::tempdir().unwrap();
        let held = RunFolder::make(parent.path()).unwrap();
        let left = parent.path().join("1-0");
        fs::create_dir_all(left.join("deep")).unwrap();
        fs::write(left.join("deep/file"), "x").unwrap();
        let next = RunFolder::make(parent.path()).unwrap();
        assert!(!left.exists());
        assert!(held.path().exists() && next.path().exists() && held.path() != next.path());
    }

    #[test]
    fn the_folder_ends_with_its_holder() {
        let parent = tempfile::tempdir().unwrap();
        let folder = RunFolder::make(parent.path()).unwrap();
        fs::write(folder.path().join("file"), "x").unwrap();
        drop(folder);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }
}
