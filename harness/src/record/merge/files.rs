//! The records that are read for the second time: some of them are open, for there may be more than the system lets
//! be open at once.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use crate::record::merge::parts::Part;

/// The most that are open: a quarter of what most systems allow.
pub(super) const MOST: usize = 256;

/// Records that are opened when something is read of them.
pub(super) struct OpenFiles<'m> {
    parts: &'m [Part],
    most: usize,
    files: Vec<Option<File>>,
    /// Those that are open, the one that was opened first in front.
    open: VecDeque<usize>,
}

impl<'m> OpenFiles<'m> {
    pub(super) fn of(parts: &'m [Part], most: usize) -> Self {
        Self { parts, most, files: parts.iter().map(|_| None).collect(), open: VecDeque::new() }
    }

    /// Fills this with what stands there in a record.
    pub(super) fn read(&mut self, part: usize, offset: u64, text: &mut [u8]) -> io::Result<()> {
        if self.files[part].is_none() {
            if self.open.len() == self.most
                && let Some(first) = self.open.pop_front()
            {
                self.files[first] = None;
            }
            self.files[part] = Some(File::open(&self.parts[part].path)?);
            self.open.push_back(part);
        }
        self.files[part].as_ref().map_or(Ok(()), |file| file.read_exact_at(text, offset))
    }
}

#[cfg(test)]
mod tests {
    use super::OpenFiles;
    use crate::record::merge::parts::Part;
    use crate::wire::Header;
    use std::fs;

    #[test]
    fn what_was_closed_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let part = |name: &str| {
            let path = folder.path().join(name);
            fs::write(&path, format!("is {name}")).unwrap();
            Part { path, header: Header::bare("grade") }
        };
        let parts = ["a", "b", "c"].map(part);
        let mut files = OpenFiles::of(&parts, 2);
        for (part, expect) in [(0, b"a"), (1, b"b"), (0, b"a"), (2, b"c"), (0, b"a"), (1, b"b"), (2, b"c")] {
            let mut text = [0];
            files.read(part, 3, &mut text).unwrap();
            assert_eq!(&text, expect);
            assert!(files.files.iter().flatten().count() <= 2);
        }
        assert!(files.read(0, 4, &mut [0]).is_err());
    }
}
