//! Brings files into memory before a program reads them.
//!
//! The kernel charges a page of a file to the control group that reads it first. Without this a
//! program that reads a large input, or is started for the first time since the machine was, would
//! seem to need the size of the file as memory, and the time of the disk.

use std::fs::File;
use std::os::fd::AsFd;
use std::path::Path;

use crate::linux::sys;

/// The kernel reads ahead at most so much per call, whatever it is asked for.
const STEP: u64 = 128 * 1024;

/// Files below this are left alone: they change no reported number.
const WORTH_IT: u64 = 256 * 1024;

/// How deep and how much of a folder is looked through; a program is not larger.
const MOST_FILES: usize = 1000;

/// Brings an open file into memory. It is only advice: a failure changes nothing but figures.
pub fn read_ahead(file: &File) {
    let Ok(meta) = file.metadata() else { return };
    if !meta.is_file() || meta.len() < WORTH_IT {
        return;
    }
    for start in (0..meta.len()).step_by(usize::try_from(STEP).unwrap_or(usize::MAX)) {
        let length = usize::try_from(STEP.min(meta.len() - start)).unwrap_or(0);
        if sys::read_ahead(file.as_fd(), start, length).is_err() {
            return;
        }
    }
}

/// Brings a file, or the files of a folder, into memory.
pub fn read_ahead_all(path: &Path) {
    let mut unread = vec![path.to_owned()];
    let mut left = MOST_FILES;
    while let Some(path) = unread.pop() {
        if left == 0 {
            return;
        }
        left -= 1;
        match std::fs::symlink_metadata(&path) {
            Ok(meta) if meta.is_dir() => {
                let entries = std::fs::read_dir(&path).into_iter().flatten().flatten();
                unread.extend(entries.map(|entry| entry.path()));
            }
            Ok(meta) if meta.is_file() => {
                if let Ok(file) = File::open(&path) {
                    read_ahead(&file);
                }
            }
            _ => {}
        }
    }
}
