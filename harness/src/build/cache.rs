//! The build cache: an entry is complete or absent.

use std::io;
use std::os::unix::fs::PermissionsExt;
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

/// Gives a finished draft its name. If another process was faster, its entry is used. What runs in a build can take
/// away the right to write to a folder, without which it cannot be moved.
pub fn finish(draft: &Path, target: &Path) -> io::Result<()> {
    let mut rights = std::fs::symlink_metadata(draft)?.permissions();
    rights.set_mode(rights.mode() | 0o700);
    std::fs::set_permissions(draft, rights)?;
    match std::fs::rename(draft, target) {
        Ok(()) => Ok(()),
        Err(_) if target.exists() => discard(draft),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::finish;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_draft_is_moved_whatever_its_mode() {
        let top = tempfile::tempdir().unwrap();
        let (draft, target) = (top.path().join("draft"), top.path().join("cache/entry"));
        fs::create_dir_all(top.path().join("cache")).unwrap();
        fs::create_dir(&draft).unwrap();
        fs::write(draft.join("program"), "").unwrap();
        fs::set_permissions(&draft, fs::Permissions::from_mode(0o055)).unwrap();
        finish(&draft, &target).unwrap();
        assert!(target.join("program").exists());
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o755);
    }
}
