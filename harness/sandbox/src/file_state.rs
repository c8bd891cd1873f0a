//! What can be seen of a file before a run and after, and putting back what a program changed.
//!
//! Where programs are kept from the user's files none of this is ever needed, and only a look at the
//! time of the last change is paid for. What a file says is never put back: the user may have saved it
//! meanwhile, and that work is worth more than a run.

use std::ffi::CString;
use std::fs::{self, File, FileTimes, OpenOptions, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::Path;

use rustix::fs::{
    IFlags, OFlags, XattrFlags, fgetxattr, fremovexattr, fsetxattr, ioctl_getflags, ioctl_setflags,
};

use crate::attributes;

/// What shows that a file was written to, replaced, or given other rights. The time of change cannot be
/// set by a program, unlike that of modification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileState {
    identity: (u64, u64),
    length: u64,
    mode: u32,
    changed: (i64, i64),
}

impl FileState {
    /// The state of a file now; nothing where it is not there.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().map(|facts| Self::told_by(&facts))
    }

    fn told_by(facts: &fs::Metadata) -> Self {
        Self {
            identity: (facts.dev(), facts.ino()),
            length: facts.len(),
            mode: facts.mode(),
            changed: (facts.ctime(), facts.ctime_nsec()),
        }
    }
}

/// A file at a moment, with what it takes to tell and to undo what happens to it.
#[derive(Clone, Debug)]
pub struct FileSnapshot {
    facts: fs::Metadata,
    /// What cannot be seen from outside, where that was asked for.
    inside: Option<Inside>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inside {
    attributes: Vec<(CString, Vec<u8>)>,
    flags: Option<IFlags>,
    /// Of a file that is not too large to be kept.
    content: Option<Vec<u8>>,
}

/// What happened to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// In words.
    pub what: String,
    /// Whether it can be put back: it is the same file, and says the same.
    pub can_be_put_back: bool,
}

/// Bytes of the largest file whose content is kept during a run.
const LARGEST_KEPT: u64 = 1 << 20;

impl FileSnapshot {
    /// The state of a file that can be read. `with_inside` keeps what it takes to put it back.
    ///
    /// # Errors
    /// It is not there, or cannot be read.
    pub fn of(path: &Path, with_inside: bool) -> io::Result<Self> {
        let mut file = open(path)?;
        let facts = file.metadata()?;
        let inside = with_inside.then(|| Inside::of(&mut file, &facts));
        Ok(Self { facts, inside })
    }

    /// The state of a file as it is seen from outside; it cannot be put back.
    ///
    /// # Errors
    /// It is not there.
    pub fn seen(path: &Path) -> io::Result<Self> {
        Ok(Self { facts: fs::metadata(path)?, inside: None })
    }

    /// Bytes of the file.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.facts.len()
    }

    /// Whether nothing has happened to the file.
    #[must_use]
    pub fn is_unchanged(&self, path: &Path) -> bool {
        FileState::of(path) == Some(FileState::told_by(&self.facts))
    }

    /// What has happened to the file, where something has.
    #[must_use]
    pub fn change(&self, path: &Path) -> FileChange {
        let then = &self.facts;
        let Ok(now) = fs::metadata(path) else {
            return FileChange { what: "it is gone".to_owned(), can_be_put_back: false };
        };
        let mut words = Vec::new();
        if then.mode() != now.mode() {
            words.push(format!("mode {:o} became {:o}", then.mode() & 0o7777, now.mode() & 0o7777));
        }
        if (then.uid(), then.gid()) != (now.uid(), now.gid()) {
            let owner = |facts: &fs::Metadata| format!("{}:{}", facts.uid(), facts.gid());
            words.push(format!("owner {} became {}", owner(then), owner(&now)));
        }
        let inside = self.inside_now(path);
        if let (Some(then), Some(now)) = (&self.inside, &inside)
            && (&then.attributes, then.flags) != (&now.attributes, now.flags)
        {
            words.push("attributes".to_owned());
        }
        let content = |inside: &Option<Inside>| inside.as_ref().and_then(|inside| inside.content.clone());
        let is_same_file = (then.dev(), then.ino()) == (now.dev(), now.ino());
        // What was not kept may have been written to.
        let can_be_put_back =
            is_same_file && content(&self.inside).is_some_and(|text| content(&inside) == Some(text));
        if !can_be_put_back {
            words.push("content".to_owned());
        } else if words.is_empty() {
            words.push("times".to_owned());
        }
        FileChange { what: words.join(", "), can_be_put_back }
    }

    /// Puts attributes, owner, mode and times back.
    ///
    /// # Errors
    /// Something could not be put back.
    pub fn put_back(&self, path: &Path) -> io::Result<()> {
        let Some(inside) = &self.inside else { return Err(io::ErrorKind::Unsupported.into()) };
        // The rights to do all that; the mode comes last.
        let _ = fs::set_permissions(path, Permissions::from_mode(self.facts.mode() | 0o600));
        let file = open(path)?;
        let now = file.metadata()?;
        if let Some(flags) = inside.flags.filter(|flags| ioctl_getflags(&file) != Ok(*flags)) {
            ioctl_setflags(&file, flags)?;
        }
        put_attributes_back(&file, &inside.attributes)?;
        if (now.uid(), now.gid()) != (self.facts.uid(), self.facts.gid()) {
            chown(path, Some(self.facts.uid()), Some(self.facts.gid()))?;
        }
        file.set_permissions(Permissions::from_mode(self.facts.mode()))?;
        let times =
            FileTimes::new().set_accessed(self.facts.accessed()?).set_modified(self.facts.modified()?);
        file.set_times(times)
    }

    /// The inside of the file as it is now. Its owner may have to give himself the right to look, and
    /// takes it away again.
    fn inside_now(&self, path: &Path) -> Option<Inside> {
        let look = || Self::of(path, true).ok().and_then(|now| now.inside);
        look().or_else(|| {
            let now = fs::metadata(path).ok()?.permissions();
            fs::set_permissions(path, Permissions::from_mode(self.facts.mode() | 0o400)).ok()?;
            let inside = look();
            let _ = fs::set_permissions(path, now);
            inside
        })
    }
}

impl Inside {
    fn of(file: &mut File, facts: &fs::Metadata) -> Self {
        Self {
            attributes: attributes_of(file),
            flags: ioctl_getflags(&*file).ok(),
            content: content_of(file, facts),
        }
    }
}

/// Opens a file, and does not wait for the other end of a pipe.
fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)
}

fn content_of(file: &mut File, facts: &fs::Metadata) -> Option<Vec<u8>> {
    if !facts.is_file() || facts.len() > LARGEST_KEPT {
        return None;
    }
    let mut content = Vec::with_capacity(usize::try_from(facts.len()).ok()?);
    file.take(LARGEST_KEPT).read_to_end(&mut content).ok()?;
    Some(content)
}

/// The names and values of the extended attributes; none where they cannot be read.
fn attributes_of(file: &File) -> Vec<(CString, Vec<u8>)> {
    let value = |name: &CString| {
        let mut value = vec![0; 64 * 1024];
        let length = fgetxattr(file, name.as_c_str(), &mut value[..]).ok()?;
        value.truncate(length);
        Some(value)
    };
    let names = attributes::names(file).unwrap_or_default();
    names.into_iter().filter_map(|name| value(&name).map(|value| (name, value))).collect()
}

fn put_attributes_back(file: &File, wanted: &[(CString, Vec<u8>)]) -> io::Result<()> {
    let now = attributes_of(file);
    for (name, _) in now.iter().filter(|(name, _)| !wanted.iter().any(|(other, _)| other == name)) {
        fremovexattr(file, name.as_c_str())?;
    }
    for (name, value) in wanted.iter().filter(|attribute| !now.contains(attribute)) {
        fsetxattr(file, name.as_c_str(), value, XattrFlags::empty())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::path::{Path, PathBuf};
    use std::time::{Duration, SystemTime};

    use rustix::fs::{XattrFlags, setxattr};

    use super::{FileChange, FileSnapshot, LARGEST_KEPT, attributes_of};

    const TEXT: &str = "1 2\n";

    /// A file as it was and as it is after a change, and what is said of that.
    struct Changed {
        _folder: tempfile::TempDir,
        path: PathBuf,
        before: FileSnapshot,
        change: FileChange,
    }

    fn after(change: impl Fn(&Path)) -> Changed {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1.in");
        fs::write(&path, TEXT).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        let old = SystemTime::now() - Duration::from_secs(100);
        File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
        let before = FileSnapshot::of(&path, true).unwrap();
        assert!(before.is_unchanged(&path));
        change(&path);
        assert!(!before.is_unchanged(&path));
        let change = before.change(&path);
        Changed { _folder: folder, path, before, change }
    }

    #[track_caller]
    fn check_put_back(change: impl Fn(&Path), what: &str) {
        let Changed { _folder, path, before, change } = after(change);
        assert_eq!(change, FileChange { what: what.to_owned(), can_be_put_back: true });
        before.put_back(&path).unwrap();
        let after = FileSnapshot::of(&path, true).unwrap();
        let seen = |facts: &fs::Metadata| (facts.mode(), facts.uid(), facts.mtime(), facts.mtime_nsec());
        assert_eq!(seen(&before.facts), seen(&after.facts));
        assert_eq!(before.inside, after.inside);
    }

    #[track_caller]
    fn check_left_alone(change: impl Fn(&Path), what: &str) {
        let Changed { _folder, change, .. } = after(change);
        assert_eq!(change, FileChange { what: what.to_owned(), can_be_put_back: false });
    }

    fn take_rights_away(path: &Path) {
        fs::set_permissions(path, Permissions::from_mode(0o0)).unwrap();
    }

    fn set_back(path: &Path) {
        File::options().write(true).open(path).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
    }

    fn write(path: &Path) {
        fs::write(path, "2 1\n").unwrap();
    }

    #[test]
    fn what_was_done_to_a_file_that_says_the_same_is_put_back() {
        check_put_back(take_rights_away, "mode 644 became 0");
        check_put_back(set_back, "times");
        check_put_back(|path| fs::write(path, TEXT).unwrap(), "times");
        let attribute = |path: &Path| setxattr(path, "user.left", b"left", XattrFlags::empty());
        if attribute(tempfile::NamedTempFile::new().unwrap().path()).is_ok() {
            check_put_back(|path| attribute(path).unwrap(), "attributes");
        }
    }

    #[test]
    fn a_write_from_outside_is_told_and_left() {
        check_left_alone(write, "content");
        check_left_alone(
            |path| {
                write(path);
                set_back(path);
                take_rights_away(path);
            },
            "mode 644 became 0, content",
        );
        check_left_alone(|path| fs::remove_file(path).unwrap(), "it is gone");
        // As editors save.
        check_left_alone(
            |path| {
                let other = path.with_extension("new");
                fs::write(&other, TEXT).unwrap();
                fs::set_permissions(&other, Permissions::from_mode(0o644)).unwrap();
                fs::rename(other, path).unwrap();
            },
            "content",
        );
    }

    #[test]
    fn what_was_not_kept_cannot_be_compared() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1.in");
        fs::write(&path, vec![b'x'; usize::try_from(LARGEST_KEPT).unwrap() + 1]).unwrap();
        let before = FileSnapshot::of(&path, true).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o400)).unwrap();
        assert!(!before.change(&path).can_be_put_back);
        assert!(attributes_of(&File::open("/proc/self/status").unwrap()).is_empty());
    }
}
