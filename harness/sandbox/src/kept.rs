//! Files that outlive the working folder that they were written in, and the folder itself, which some runs share.

use std::ffi::OsString;
use std::fs::File;
use std::sync::{Arc, Mutex, PoisonError};

/// Files that a program leaves in its working folder and that its caller wants to read, such as the
/// message of an interactor. The folder is emptied after each run; so the sandbox reads them before, the
/// first [`Kept::MOST`] bytes of each.
#[derive(Clone, Debug)]
pub struct Kept {
    names: &'static [&'static str],
    taken: Option<&'static str>,
    folder: WorkingFolder,
    found: Arc<Mutex<Found>>,
}

/// What a run has left.
#[derive(Debug, Default)]
struct Found {
    contents: Vec<Vec<u8>>,
    taken: Option<File>,
}

/// Whether runs on the same slot, one after the other, share their working folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkingFolder {
    /// It is empty at first, and nothing of it is left.
    #[default]
    Own,
    /// It is empty at first, and stays as it is for the next run.
    First,
    /// It is what the last run has left, and stays as it is. That nothing was left is a fault.
    Next,
}

impl Kept {
    /// Bytes of a file that are read.
    pub const MOST: usize = 16 * 1024;

    /// The files of these names.
    #[must_use]
    pub fn files(names: &'static [&'static str]) -> Self {
        Self { names, taken: None, folder: WorkingFolder::Own, found: Arc::default() }
    }

    /// The same; one more file is taken out of the folder, and is had whole.
    #[must_use]
    pub fn taking(self, name: &'static str) -> Self {
        Self { taken: Some(name), ..self }
    }

    /// The same of one of several runs.
    #[must_use]
    pub fn in_folder(self, folder: WorkingFolder) -> Self {
        Self { folder, ..self }
    }

    /// The beginning of a file; empty where the program left none of this name.
    #[must_use]
    pub fn content(&self, name: &str) -> Vec<u8> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let index = self.names.iter().position(|known| *known == name);
        index.and_then(|index| found.contents.get(index)).cloned().unwrap_or_default()
    }

    /// Whether the program left the file that is taken, even if it is empty.
    #[must_use]
    pub fn has_taken(&self) -> bool {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).taken.is_some()
    }

    /// The file that was taken out of the folder, to be read from its beginning, once.
    #[must_use]
    pub fn take(&self) -> Option<File> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).taken.take()
    }

    /// Takes in what was found: contents in the order of the names, and the file that is taken.
    pub fn found(&self, contents: Vec<Vec<u8>>, taken: Option<File>) {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Found { contents, taken };
    }

    pub(crate) fn names(&self) -> Vec<OsString> {
        self.names.iter().map(OsString::from).collect()
    }

    /// The name of the file that is taken out of the folder.
    pub(crate) fn taken_name(&self) -> Option<OsString> {
        self.taken.map(OsString::from)
    }

    /// What becomes of the working folder.
    #[must_use]
    pub fn folder(&self) -> WorkingFolder {
        self.folder
    }
}

#[cfg(test)]
mod tests {
    use super::Kept;

    #[test]
    fn a_file_is_found_by_its_name() {
        let kept = Kept::files(&["a", "b"]);
        assert_eq!(kept.content("b"), b"");
        kept.clone().found(vec![b"1".to_vec(), b"2".to_vec()], None);
        assert_eq!((kept.content("b"), kept.content("c")), (b"2".to_vec(), Vec::new()));
    }

    #[test]
    fn a_file_is_taken_once_and_may_be_empty() {
        let kept = Kept::files(&[]).taking("next");
        assert!(!kept.has_taken());
        kept.clone().found(Vec::new(), Some(tempfile::tempfile().unwrap()));
        assert!(kept.has_taken() && kept.take().is_some() && !kept.has_taken());
    }
}
