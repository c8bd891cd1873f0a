//! What can be seen of a file before a run and after, and putting back what a program changed.
//!
//! Where programs are kept from the user's files none of this is ever needed, and only a look at the
//! time of the last change is paid for.

use std::ffi::CString;
use std::fs::{self, File, FileTimes, OpenOptions, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::Path;

use rustix::fs::{
    IFlags, OFlags, XattrFlags, fgetxattr, fremovexattr, fsetxattr, ioctl_getflags, ioctl_setflags,
};

use crate::attributes;

/// The state of a file at a moment.
#[derive(Clone, Debug)]
pub struct FileSnapshot {
    facts: fs::Metadata,
    /// What it takes to put the file back, where that was asked for.
    kept: Option<Kept>,
}

/// What cannot be seen from outside of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
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
    /// Whether all of it can be put back.
    pub can_be_put_back: bool,
}

/// Bytes of the largest file whose content is kept during a run.
const LARGEST_KEPT: u64 = 1 << 20;

impl FileSnapshot {
    /// The state of a file that can be read. `to_put_back` keeps all that it takes to put it back.
    ///
    /// # Errors
    /// It is not there, or cannot be read.
    pub fn of(path: &Path, to_put_back: bool) -> io::Result<Self> {
        let mut file = open(path)?;
        let facts = file.metadata()?;
        let kept = to_put_back.then(|| Kept {
            attributes: attributes_of(&file),
            flags: ioctl_getflags(&file).ok(),
            content: content_of(&mut file, &facts),
        });
        Ok(Self { facts, kept })
    }

    /// The state of a file as it is seen from outside; it cannot be put back.
    ///
    /// # Errors
    /// It is not there.
    pub fn seen(path: &Path) -> io::Result<Self> {
        Ok(Self { facts: fs::metadata(path)?, kept: None })
    }

    /// Bytes of the file.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.facts.len()
    }

    /// Whether nothing has happened to the file. Nobody can set the time of the last change of anything.
    #[must_use]
    pub fn is_unchanged(&self, path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|now| moment(&now) == moment(&self.facts))
    }

    /// What has happened to the file, where something has.
    #[must_use]
    pub fn change(&self, path: &Path) -> FileChange {
        let (then, now) = (&self.facts, fs::metadata(path));
        let Ok(now) = now else {
            let can_be_put_back = self.content().is_some();
            return FileChange { what: "it is gone".to_owned(), can_be_put_back };
        };
        let mut words = Vec::new();
        if then.mode() != now.mode() {
            words.push(format!("mode {:o} became {:o}", then.mode() & 0o7777, now.mode() & 0o7777));
        }
        if (then.uid(), then.gid()) != (now.uid(), now.gid()) {
            let owner = |facts: &fs::Metadata| format!("{}:{}", facts.uid(), facts.gid());
            words.push(format!("owner {} became {}", owner(then), owner(&now)));
        }
        let kept = self.with_right_to_read(path, || Self::of(path, true)).ok().and_then(|now| now.kept);
        if let (Some(then), Some(now)) = (&self.kept, &kept)
            && (&then.attributes, then.flags) != (&now.attributes, now.flags)
        {
            words.push("attributes".to_owned());
        }
        let is_rewritten = match (self.content(), kept.as_ref().and_then(|kept| kept.content.as_ref())) {
            (Some(then), Some(now)) => then != now,
            // What was not kept may have been written to.
            _ => true,
        };
        if is_rewritten {
            words.push("content".to_owned());
        } else if words.is_empty() {
            words.push("times".to_owned());
        }
        let what = words.join(", ");
        FileChange { what, can_be_put_back: !is_rewritten || self.content().is_some() }
    }

    /// Puts the file back: content, attributes, owner, mode and times.
    ///
    /// # Errors
    /// Something could not be put back.
    pub fn put_back(&self, path: &Path) -> io::Result<()> {
        let Some(kept) = &self.kept else { return Err(io::ErrorKind::Unsupported.into()) };
        // The rights to do all that; the mode comes last. Where there is no file, one is written.
        let _ = fs::set_permissions(path, Permissions::from_mode(self.facts.mode() | 0o600));
        if let Some(content) = &kept.content
            && fs::read(path).ok().as_ref() != Some(content)
        {
            fs::write(path, content)?;
        }
        let file = open(path)?;
        let now = file.metadata()?;
        if let Some(flags) = kept.flags.filter(|flags| ioctl_getflags(&file) != Ok(*flags)) {
            ioctl_setflags(&file, flags)?;
        }
        put_attributes_back(&file, &kept.attributes)?;
        if (now.uid(), now.gid()) != (self.facts.uid(), self.facts.gid()) {
            chown(path, Some(self.facts.uid()), Some(self.facts.gid()))?;
        }
        file.set_permissions(Permissions::from_mode(self.facts.mode()))?;
        let times =
            FileTimes::new().set_accessed(self.facts.accessed()?).set_modified(self.facts.modified()?);
        file.set_times(times)
    }

    fn content(&self) -> Option<&Vec<u8>> {
        self.kept.as_ref()?.content.as_ref()
    }

    /// Does something with the file for which it must be readable, which its owner can see to.
    fn with_right_to_read<T>(&self, path: &Path, work: impl Fn() -> io::Result<T>) -> io::Result<T> {
        work().or_else(|_| {
            let now = fs::metadata(path)?.mode();
            fs::set_permissions(path, Permissions::from_mode(self.facts.mode() | 0o600))?;
            let done = work();
            fs::set_permissions(path, Permissions::from_mode(now))?;
            done
        })
    }
}

/// What changes with everything that happens to a file.
fn moment(facts: &fs::Metadata) -> (u64, u64, u64, i64, i64) {
    (facts.dev(), facts.ino(), facts.len(), facts.ctime(), facts.ctime_nsec())
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
    use std::path::Path;
    use std::time::{Duration, SystemTime};

    use rustix::fs::{XattrFlags, setxattr};

    use super::{FileChange, FileSnapshot, LARGEST_KEPT, attributes_of};

    const TEXT: &str = "1 2\n";

    /// What is said of a change, after which the file is as before.
    #[track_caller]
    fn check(change: impl Fn(&Path), what: &str) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1.in");
        fs::write(&path, TEXT).unwrap();
        let old = SystemTime::now() - Duration::from_secs(100);
        File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
        let before = FileSnapshot::of(&path, true).unwrap();
        assert!(before.is_unchanged(&path));
        change(&path);
        assert!(!before.is_unchanged(&path));
        let expect = FileChange { what: what.to_owned(), can_be_put_back: true };
        assert_eq!(before.change(&path), expect);
        before.put_back(&path).unwrap();
        let after = FileSnapshot::of(&path, true).unwrap();
        let seen = |facts: &fs::Metadata| (facts.mode(), facts.uid(), facts.mtime(), facts.mtime_nsec());
        assert_eq!(seen(&before.facts), seen(&after.facts));
        assert_eq!(before.kept, after.kept);
    }

    #[test]
    fn whatever_happened_to_a_file_is_told_and_put_back() {
        let mode = |path: &Path| fs::set_permissions(path, Permissions::from_mode(0o0)).unwrap();
        let write = |path: &Path| fs::write(path, "2 1\n").unwrap();
        let backdate = |path: &Path| {
            let file = File::options().write(true).open(path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        };
        let umask = {
            let file = tempfile::tempdir().unwrap();
            fs::write(file.path().join("x"), "").unwrap();
            fs::metadata(file.path().join("x")).unwrap().mode() & 0o777
        };
        check(mode, &format!("mode {umask:o} became 0"));
        check(write, "content");
        check(backdate, "times");
        check(
            |path| {
                write(path);
                backdate(path);
                mode(path);
            },
            &format!("mode {umask:o} became 0, content"),
        );
        check(|path| fs::remove_file(path).unwrap(), "it is gone");
        check(
            |path| {
                fs::remove_file(path).unwrap();
                write(path);
            },
            "content",
        );
        let attribute = |path: &Path| setxattr(path, "user.left", b"left", XattrFlags::empty());
        if attribute(tempfile::NamedTempFile::new().unwrap().path()).is_ok() {
            check(|path| attribute(path).unwrap(), "attributes");
        }
    }

    #[test]
    fn what_was_not_kept_cannot_be_put_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1.in");
        fs::write(&path, vec![b'x'; usize::try_from(LARGEST_KEPT).unwrap() + 1]).unwrap();
        let before = FileSnapshot::of(&path, true).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o400)).unwrap();
        assert!(!before.change(&path).can_be_put_back);
        fs::write(&path, TEXT).unwrap_or_else(|_| fs::remove_file(&path).unwrap());
        assert!(!before.change(&path).can_be_put_back);
        assert!(attributes_of(&File::open("/proc/self/status").unwrap()).is_empty());
    }
}
