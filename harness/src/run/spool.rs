//! Files of the engine that a program reads, such as an output for its checker.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::model::Bytes;

/// A text in a file that each run on the slot uses again: what a sandbox lets a program read is known by the file
/// and not by its name.
pub(super) struct Spool {
    file: File,
    path: PathBuf,
    /// Why not all of it is there.
    trouble: Option<io::Error>,
}

impl Spool {
    pub(super) fn create(path: PathBuf) -> io::Result<Self> {
        Ok(Self { file: File::create(&path)?, path, trouble: None })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn trouble(&self) -> Option<&io::Error> {
        self.trouble.as_ref()
    }

    pub(super) fn take(&mut self, chunk: &[u8]) {
        if self.trouble.is_none() {
            self.trouble = self.file.write_all(chunk).err();
        }
    }

    /// Takes all that this holds, up to so many bytes; whether that was all.
    pub(super) fn take_all_of(&mut self, source: File, most: Bytes) -> io::Result<bool> {
        let copied = io::copy(&mut source.take(most.0.saturating_add(1)), &mut self.file)?;
        Ok(copied <= most.0)
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        // It may be long. Where it stays as it is, it goes with its folder.
        let _ = self.file.set_len(0);
    }
}
