//! Files that outlive the working folder that they were written in.

use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError};

/// Files that a program leaves in its working folder and that its caller wants to read, such as the
/// message of an interactor. The folder is emptied after each run; so the sandbox reads them before, the
/// first [`Kept::MOST`] bytes of each.
#[derive(Clone, Debug)]
pub struct Kept {
    names: &'static [&'static str],
    contents: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Kept {
    /// Bytes of a file that are read.
    pub const MOST: usize = 16 * 1024;

    /// The files of these names.
    #[must_use]
    pub fn files(names: &'static [&'static str]) -> Self {
        Self { names, contents: Arc::default() }
    }

    /// The beginning of a file; empty where the program left none of this name.
    #[must_use]
    pub fn content(&self, name: &str) -> Vec<u8> {
        let contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        let index = self.names.iter().position(|known| *known == name);
        index.and_then(|index| contents.get(index)).cloned().unwrap_or_default()
    }

    /// Takes in what was found, in the order of the names.
    pub fn found(&self, contents: Vec<Vec<u8>>) {
        *self.contents.lock().unwrap_or_else(PoisonError::into_inner) = contents;
    }

    pub(crate) fn names(&self) -> Vec<OsString> {
        self.names.iter().map(OsString::from).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Kept;

    #[test]
    fn a_file_is_found_by_its_name() {
        let kept = Kept::files(&["a", "b"]);
        assert_eq!(kept.content("b"), b"");
        kept.clone().found(vec![b"1".to_vec(), b"2".to_vec()]);
        assert_eq!((kept.content("b"), kept.content("c")), (b"2".to_vec(), Vec::new()));
    }
}
