//! How much a build has written so far.
//!
//! No limit of the kernel's counts the files of a process tree on a disk that it shares with others. So
//! the folders that the build may write to are looked through every now and then, and once at its end;
//! no single file can grow far in between, because the kernel limits that.

use std::ffi::OsStr;
use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, chmodat, openat, statat};
use rustix::io::Errno;

use crate::Bytes;
use crate::linux::proc;

/// The pause between two looks: at least this, and so long that looking takes a twentieth of the time.
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);

/// The bytes that `stat` counts blocks in.
const BLOCK: u64 = 512;

/// What each file and folder takes at least: a disk has room for only so many, also of empty ones.
const LEAST: u64 = 4096;

/// A path is followed no further than this from an open folder: the kernel takes no path of more than 4096 bytes, and a
/// build can nest folders deeper than that.
const LONGEST_WAY: usize = 2048;

/// Watches the files of one build.
pub struct Disk {
    folders: Vec<PathBuf>,
    line: u64,
    next: Instant,
}

impl Disk {
    /// Begins to watch; what is there already is not counted.
    pub fn watch(folders: Vec<PathBuf>, limit: Bytes) -> Self {
        let before = used(&folders);
        Self { folders, line: before.saturating_add(limit.0), next: Instant::now() + SHORTEST_PAUSE }
    }

    /// The time until the next look.
    pub fn due_in(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }

    /// Looks, if it is time to.
    pub fn is_over_by_now(&mut self) -> bool {
        self.due_in().is_zero() && self.is_over()
    }

    /// Looks. Files without a name count as long as a process of the build holds them.
    pub fn is_over(&mut self) -> bool {
        let started = Instant::now();
        let is_over = used(&self.folders).saturating_add(nameless()) > self.line;
        let now = Instant::now();
        self.next = now + SHORTEST_PAUSE.max((now - started) * 20);
        is_over
    }
}

/// A folder that is still to be looked through: where it lies, seen from an open one.
struct Unread {
    from: Option<Rc<OwnedFd>>,
    way: PathBuf,
}

impl Unread {
    /// Opens the folder. One that its owner cannot look into is changed first: only a build that hides something makes
    /// one.
    fn open(&self) -> Result<OwnedFd, Errno> {
        let from = self.from.as_deref().map_or(CWD, std::os::fd::AsFd::as_fd);
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let open = || openat(from, &self.way, flags, Mode::empty());
        open().or_else(|errno| match errno {
            Errno::ACCESS => chmodat(from, &self.way, Mode::RWXU, AtFlags::empty()).and_then(|()| open()),
            errno => Err(errno),
        })
    }

    /// What lies in it under this name.
    fn inner(&self, folder: &Rc<OwnedFd>, name: &OsStr) -> Self {
        if self.way.as_os_str().len() < LONGEST_WAY {
            return Self { from: self.from.clone(), way: self.way.join(name) };
        }
        Self { from: Some(Rc::clone(folder)), way: name.into() }
    }
}

/// Bytes of all files below these folders.
fn used(folders: &[PathBuf]) -> u64 {
    let mut sum = 0u64;
    let mut unread: Vec<Unread> =
        folders.iter().map(|folder| Unread { from: None, way: folder.clone() }).collect();
    while let Some(next) = unread.pop() {
        let folder = match next.open() {
            Ok(folder) => Rc::new(folder),
            // So many nested folders that we cannot hold on to all of them are no program.
            Err(Errno::MFILE | Errno::NFILE | Errno::NOMEM) => return u64::MAX,
            // It is gone.
            Err(_) => continue,
        };
        let Ok(entries) = Dir::read_from(&folder) else { return u64::MAX };
        for entry in entries.flatten() {
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            let Ok(facts) = statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            sum = sum
                .saturating_add(u64::try_from(facts.st_blocks).unwrap_or(0).saturating_mul(BLOCK).max(LEAST));
            if FileType::from_raw_mode(facts.st_mode).is_dir() {
                unread.push(next.inner(&folder, OsStr::from_bytes(name.to_bytes())));
            }
        }
    }
    sum
}

/// Bytes of the files that the build holds open though they have no name any more.
fn nameless() -> u64 {
    let mut seen = Vec::new();
    for pid in proc::of_the_run() {
        for entry in fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
            let Ok(meta) = fs::metadata(entry.path()) else { continue };
            if meta.is_file() && meta.nlink() == 0 {
                seen.push((meta.dev(), meta.ino(), meta.blocks() * BLOCK));
            }
        }
    }
    seen.sort_unstable();
    seen.dedup_by_key(|(device, inode, _)| (*device, *inode));
    seen.into_iter().map(|(_, _, bytes)| bytes).sum()
}

#[cfg(test)]
mod tests {
    use super::{Disk, used};
    use crate::Bytes;
    use rustix::fs::{Mode, OFlags, mkdirat, openat};
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    /// Whether the files with a name are more than allowed: another test may hold one without.
    fn is_over(disk: &Disk) -> bool {
        used(&disk.folders) > disk.line
    }

    #[test]
    fn what_was_there_before_is_not_counted_and_what_is_hidden_is() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), vec![1; 1 << 20]).unwrap();
        write("before");
        let disk = Disk::watch(vec![folder.path().to_owned()], Bytes::mebibytes(1));
        assert!(!is_over(&disk));
        let closed = folder.path().join("closed");
        fs::create_dir(&closed).unwrap();
        write("closed/one");
        write("two");
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
        assert!(is_over(&disk));
    }

    #[test]
    fn a_file_counts_however_deep_it_lies() {
        let top = tempfile::tempdir().unwrap();
        let disk = Disk::watch(vec![top.path().to_owned()], Bytes::mebibytes(1));
        let flags = OFlags::RDONLY | OFlags::DIRECTORY;
        let name = "d".repeat(250);
        let mut folder = openat(rustix::fs::CWD, top.path(), flags, Mode::empty()).unwrap();
        // No path to it is short enough for the kernel.
        for _ in 0..40 {
            for name in [name.as_str(), "beside"] {
                mkdirat(&folder, name, Mode::RWXU).unwrap();
            }
            folder = openat(&folder, name.as_str(), flags, Mode::empty()).unwrap();
        }
        assert!(!is_over(&disk));
        let file = openat(&folder, "file", OFlags::WRONLY | OFlags::CREATE, Mode::RWXU).unwrap();
        std::io::Write::write_all(&mut fs::File::from(file), &vec![1; 2 << 20]).unwrap();
        assert!(is_over(&disk));
    }

    #[test]
    fn files_count_also_where_they_are_empty() {
        let top = tempfile::tempdir().unwrap();
        let disk = Disk::watch(vec![top.path().to_owned()], Bytes::kibibytes(64));
        for number in 0..20 {
            assert_eq!(is_over(&disk), number > 16, "{number}");
            fs::write(top.path().join(number.to_string()), "").unwrap();
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a process that holds a file, as those of a build do")]
    fn a_file_without_a_name_counts_as_long_as_it_is_held() {
        let folder = tempfile::tempdir().unwrap();
        let mut disk = Disk::watch(vec![folder.path().to_owned()], Bytes(4096));
        let mut file = tempfile::tempfile_in(folder.path()).unwrap();
        std::io::Write::write_all(&mut file, &vec![1; 1 << 20]).unwrap();
        // It is held by a process that was started, as the build is.
        let mut holder = std::process::Command::new("sleep").arg("1000").stdin(file).spawn().unwrap();
        assert!(disk.is_over());
        holder.kill().unwrap();
        holder.wait().unwrap();
        assert!(!disk.is_over());
    }
}
