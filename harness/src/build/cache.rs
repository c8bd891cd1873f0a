//! The build cache: an entry is complete or absent.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::files::Regular;

/// A name for what these parts make together: the hash of all of them with their lengths.
pub fn key(parts: &[&[u8]]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    name_of(&hasher)
}

/// The same of one part that stands in a file, which may be large.
pub fn key_of_file(file: Regular) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&file.size().to_le_bytes());
    file.each(|chunk| _ = hasher.update(chunk))?;
    Ok(name_of(&hasher))
}

fn name_of(hasher: &blake3::Hasher) -> String {
    hasher.finalize().to_hex()[..32].to_owned()
}

/// What all files of a folder say: their names and a hash of each.
pub fn content_of(folder: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(io::Error::from)?;
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            content.extend_from_slice(name.as_os_str().as_encoded_bytes());
            content.extend_from_slice(key_of_file(Regular::open_own(entry.path())?)?.as_bytes());
        }
    }
    Ok(content)
}

/// A fresh folder among `drafts`, to build in. [`finish`] gives it its name.
pub fn begin(drafts: &Path, name: &str) -> io::Result<PathBuf> {
    let draft = drafts.join(name);
    discard(&draft)?;
    std::fs::create_dir(&draft)?;
    Ok(draft)
}

/// Removes a draft, whatever a compiler made of it.
pub fn discard(draft: &Path) -> io::Result<()> {
    harness_sandbox::remove_folder(draft)
}

/// Gives a finished draft its name. If another process was faster, its entry is used.
pub fn finish(draft: &Path, target: &Path) -> io::Result<()> {
    match std::fs::rename(draft, target) {
        Ok(()) => Ok(()),
        Err(_) if target.exists() => discard(draft),
        Err(error) => Err(error),
    }
}
