//! The folder in which this process keeps what nobody needs after it.
//!
//! It is locked for as long as the process lives, by a lock that the kernel takes off however the
//! process ends. A folder without a lock belongs to nobody any more and is removed by whoever comes
//! next: no number of a process is trusted, which may by now be that of another.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use harness_sandbox::remove_folder;

/// A locked folder, gone when this is dropped.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    _lock: File,
}

impl RunFolder {
    /// Makes one among others in `parent`, and removes those that nobody holds.
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
            // Between the two another process may have found it without a lock.
            if let Some(lock) = lock(&path) {
                return Ok(Self { path, _lock: lock });
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
        let _ = remove_folder(&self.path);
    }
}

/// Removes what nobody holds, whatever a build made of it before its judge was killed. What cannot be removed is in nobody's way.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if let Some(_lock) = lock(&entry.path()) {
            let _ = remove_folder(&entry.path());
        }
    }
}

/// The lock on a folder, if nobody else has it and it is still there.
fn lock(path: &Path) -> Option<File> {
    let folder = File::open(path).ok()?;
    folder.try_lock().ok()?;
    let (held, there) = (folder.metadata().ok()?, fs::metadata(path).ok()?);
    ((held.dev(), held.ino()) == (there.dev(), there.ino())).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::RunFolder;
    use std::fs;

    #[test]
    fn what_nobody_holds_is_removed_and_what_somebody_holds_is_not() {
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
