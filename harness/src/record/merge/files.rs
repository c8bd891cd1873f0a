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
    /// What was read last.
    text: Vec<u8>,
}

/// What is read at once: most lines are shorter.
const PIECE: usize = 2048;

impl<'m> OpenFiles<'m> {
    pub(super) fn of(parts: &'m [Part], most: usize) -> Self {
        Self {
            parts,
            most,
            files: parts.iter().map(|_| None).collect(),
            open: VecDeque::new(),
            text: Vec::new(),
        }
    }

    /// The line that begins there in a record.
    pub(super) fn line(&mut self, part: usize, offset: u64) -> io::Result<&[u8]> {
        if self.files[part].is_none() {
            if self.open.len() == self.most
                && let Some(first) = self.open.pop_front()
            {
                self.files[first] = None;
            }
            self.files[part] = Some(File::open(&self.parts[part].path)?);
            self.open.push_back(part);
        }
        let Some(file) = &self.files[part] else { return Err(io::ErrorKind::NotFound.into()) };
        let mut length = 0;
        loop {
            self.text.resize(length + PIECE, 0);
            let read = file.read_at(&mut self.text[length..], offset + length as u64)?;
            if let Some(end) = memchr::memchr(b'\n', &self.text[length..length + read]) {
                return Ok(&self.text[..=length + end]);
            }
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            length += read;
        }
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
            fs::write(&path, format!("is\n{name}\n{}\nno end", name.repeat(3000))).unwrap();
            Part { path, header: Header::bare("grade") }
        };
        let parts = ["a", "b", "c"].map(part);
        let mut files = OpenFiles::of(&parts, 2);
        for (part, expect) in [(0, b"a"), (1, b"b"), (0, b"a"), (2, b"c"), (0, b"a"), (1, b"b"), (2, b"c")] {
            assert_eq!(files.line(part, 3).unwrap(), [expect.as_slice(), b"\n"].concat());
            assert!(files.files.iter().flatten().count() <= 2);
        }
        assert_eq!(files.line(0, 5).unwrap(), [b"a".repeat(3000).as_slice(), b"\n"].concat());
        assert!(files.line(0, 3006).is_err() && files.line(0, 9999).is_err());
    }
}
