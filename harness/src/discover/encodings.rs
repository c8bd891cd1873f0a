//! Case files that no program reads as what they show: with a byte order mark, or in UTF-16 or UTF-32.

use std::path::{Path, PathBuf};

use crate::files;
use crate::model::{Case, Defect, Encoding, Problem};

/// How a text file is kept, if not as plain UTF-8; none where it cannot be read, which is told elsewhere.
fn encoding_of(path: &Path) -> Option<Encoding> {
    Encoding::of(&files::start_of(path, Encoding::START as u64).ok()?)
}

/// What to know about the files of these cases.
pub fn of_cases<'a>(
    root: &Path,
    problem: &Problem,
    cases: impl IntoIterator<Item = &'a Case>,
) -> Vec<Defect> {
    let note = |(what, path): (&str, PathBuf)| {
        let relative = path.strip_prefix(root).unwrap_or(&path);
        encoding_of(&path).map(|encoding| encoding.note(problem, (what, relative)))
    };
    cases.into_iter().flat_map(Case::files).filter_map(note).collect()
}
