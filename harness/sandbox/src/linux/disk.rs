//! How much a build has written so far.
//!
//! No limit of the kernel's counts the files of a process tree on a disk that it shares with others. So
//! the folders that the build may write to are looked through every now and then, and once at its end;
//! no single file can grow far in between, because the kernel limits that.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::Bytes;
use crate::linux::proc;

/// The pause between two looks: at least this, and so long that looking takes a twentieth of the time.
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);

/// The bytes that `stat` counts blocks in.
const BLOCK: u64 = 512;

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

/// Bytes of all files below these folders. A folder that its owner cannot look into is opened: only
/// a build that hides something makes one.
fn used(folders: &[PathBuf]) -> u64 {
    let mut sum = 0;
    let mut unread = folders.to_vec();
    while let Some(folder) = unread.pop() {
        for entry in entries(&folder) {
            let Ok(meta) = entry.metadata() else { continue };
            sum += meta.blocks() * BLOCK;
            if meta.is_dir() {
                unread.push(entry.path());
            }
        }
    }
    sum
}

fn entries(folder: &Path) -> Vec<fs::DirEntry> {
    let read = || fs::read_dir(folder).map(|entries| entries.flatten().collect());
    read()
        .or_else(|_| {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
            read()
        })
        .unwrap_or_default()
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
    use super::Disk;
    use crate::Bytes;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_was_there_before_is_not_counted_and_what_is_hidden_is() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), vec![1; 1 << 20]).unwrap();
        write("before");
        let mut disk = Disk::watch(vec![folder.path().to_owned()], Bytes::mebibytes(1));
        assert!(!disk.is_over());
        let closed = folder.path().join("closed");
        fs::create_dir(&closed).unwrap();
        write("closed/one");
        write("two");
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
        assert!(disk.is_over());
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
