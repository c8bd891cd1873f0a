//! The beginning of a file, for a report.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::event::InputExcerpt;

/// Bytes of an input that a report can show.
const EXCERPT: u64 = 1024;

/// At most so many bytes of the beginning; none where the file cannot be read.
pub(super) fn start_of(path: &Path, most: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The beginning of an input; none where it is empty, or cannot be read any more.
pub(super) fn excerpt(input: &Path, pass: Option<u32>) -> Option<InputExcerpt> {
    let size = input.metadata().ok()?.len();
    let bytes = start_of(input, EXCERPT)?;
    (!bytes.is_empty()).then_some(InputExcerpt { bytes, size, pass })
}
