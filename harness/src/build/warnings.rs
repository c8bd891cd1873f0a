//! What a compiler said of a program that it accepted, kept beside the program.

use std::fs;
use std::io;
use std::path::Path;

use crate::files;
use crate::model::count_warnings;

/// Keeps what was said of the program with this place in the cache, if there are warnings; else nothing.
pub fn keep(said: &str, target: &Path, drafts: &Path) -> io::Result<()> {
    let kept = target.with_extension("warnings");
    if count_warnings(said) == 0 {
        return match fs::remove_file(kept) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        };
    }
    let Some(name) = kept.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
    let draft = drafts.join(name);
    fs::write(&draft, said)?;
    fs::rename(&draft, kept)
}

/// What was said of the program with this place in the cache, if there are warnings.
pub fn of(target: &Path) -> Option<String> {
    String::from_utf8(files::own(&target.with_extension("warnings")).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::{keep, of};

    #[test]
    fn warnings_are_kept_until_there_are_none() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("0a1b");
        keep("a.c:1: note: x\n", &target, folder.path()).unwrap();
        assert_eq!(of(&target), None);
        keep("a.c:1: warning: x\n", &target, folder.path()).unwrap();
        assert_eq!(of(&target).as_deref(), Some("a.c:1: warning: x\n"));
        keep("", &target, folder.path()).unwrap();
        assert_eq!(of(&target), None);
    }
}
