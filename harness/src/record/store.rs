//! The records of a workspace: `.judge/runs/ID.jsonl`, the oldest of them removed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::anyhow;
use harness_sandbox::remove_folder;
use humantime::format_rfc3339_seconds;

use crate::config::Keep;
use crate::failure::Failure;
use crate::model::Digest;

/// The folder of the records of a workspace.
#[derive(Clone, Debug)]
pub struct Store(PathBuf);

/// A record that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The name of the run.
    pub id: String,
    /// The file.
    pub path: PathBuf,
}

const EXTENSION: &str = "jsonl";

impl Store {
    /// The records below the folder of what the judge writes.
    #[must_use]
    pub fn below(own_folder: &Path) -> Self {
        Self(own_folder.join("runs"))
    }

    /// A name for a run that begins now, and when that is: names in alphabetical order are in the order of time.
    #[must_use]
    pub fn new_id() -> (String, String) {
        let now = SystemTime::now();
        let started = format_rfc3339_seconds(now).to_string();
        let compact: String = started.chars().filter(|c| !matches!(c, '-' | ':' | 'Z')).collect();
        // Runs that begin in one second.
        let nanoseconds = now.duration_since(UNIX_EPOCH).map_or(0, |since: Duration| since.as_nanos());
        let own = Digest::of([nanoseconds.to_string(), std::process::id().to_string()]).to_string();
        (format!("{}-{}", compact.replace('T', "-"), &own[..4]), started)
    }

    /// The file of a run, and the folder beside it for what belongs to it.
    #[must_use]
    pub fn path(&self, id: &str) -> PathBuf {
        self.0.join(format!("{id}.{EXTENSION}"))
    }

    /// The folder for what belongs to a run beside its record.
    #[must_use]
    pub fn folder(&self, id: &str) -> PathBuf {
        self.0.join(id)
    }

    /// Makes the file of a run and removes old ones, so that with this one no more are kept than wanted.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn create(&self, id: &str, keep: Keep) -> io::Result<File> {
        fs::create_dir_all(&self.0)?;
        let path = self.path(id);
        let file = OpenOptions::new().append(true).create_new(true).open(&path)?;
        // Nobody else's business how it ends: the kernel takes the lock off.
        file.try_lock().or_else(|error| match error {
            TryLockError::WouldBlock => Ok(()),
            TryLockError::Error(error) => Err(error),
        })?;
        self.prune(id, keep);
        Ok(file)
    }

    /// Removes the oldest but one's own. What cannot be removed stays.
    fn prune(&self, own: &str, keep: Keep) {
        let (mut runs, mut size) = (1, 0);
        for Stored { id, path } in self.all().into_iter().filter(|stored| stored.id != own) {
            let folder = self.folder(&id);
            runs += 1;
            size += size_of(&path) + size_of(&folder);
            let is_open = || File::open(&path).is_ok_and(|file| file.try_lock().is_err());
            if (runs > keep.runs || size > keep.size.0) && !is_open() {
                let _ = fs::remove_file(&path);
                let _ = remove_folder(&folder);
            }
        }
    }

    /// All records, the newest first.
    #[must_use]
    pub fn all(&self) -> Vec<Stored> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let stored = |path: PathBuf| {
            let id = path.file_stem()?.to_str()?.to_owned();
            (path.extension()? == EXTENSION).then_some(Stored { id, path })
        };
        let mut found: Vec<Stored> = entries.filter_map(|entry| stored(entry.path())).collect();
        found.sort_by(|one, other| other.id.cmp(&one.id));
        found
    }

    /// The record that is meant: the name of a run or the beginning of it, `last`, or a file.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub fn find(&self, wanted: &str) -> Result<PathBuf, Failure> {
        let all = self.all();
        if wanted == "last" {
            let last = all.into_iter().next().map(|stored| stored.path);
            return last.ok_or_else(|| {
                let hint = "`harness grade` makes one; with --no-record, or `keep = \"0 runs\"`, it does not";
                Failure::usage(anyhow!("there is no record of a run")).hint(hint)
            });
        }
        let is_path = wanted.contains('/') || wanted.ends_with(EXTENSION);
        if is_path && Path::new(wanted).is_file() {
            return Ok(PathBuf::from(wanted));
        }
        let mut fitting = all.iter().filter(|stored| !wanted.is_empty() && stored.id.starts_with(wanted));
        match (fitting.next(), fitting.next()) {
            (Some(stored), None) => Ok(stored.path.clone()),
            (Some(one), Some(other)) => {
                Err(Failure::usage(anyhow!("`{wanted}` is the beginning of {} and {}", other.id, one.id)))
            }
            (None, _) => {
                let what = anyhow!("no run is called `{wanted}`, and no file");
                Err(Failure::usage(what).hint("`harness history` lists the runs that are kept"))
            }
        }
    }
}

/// The bytes of a file, or of all files of a folder.
fn size_of(path: &Path) -> u64 {
    let files = walkdir::WalkDir::new(path).into_iter().flatten();
    files.filter_map(|entry| entry.metadata().ok()).filter(fs::Metadata::is_file).map(|meta| meta.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::Store;
    use crate::config::Keep;
    use crate::model::Bytes;
    use std::fs;
    use std::io::Write;

    fn ids(store: &Store) -> Vec<String> {
        store.all().into_iter().map(|stored| stored.id).collect()
    }

    #[test]
    fn the_oldest_records_go_first_and_open_ones_stay() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::below(folder.path());
        let keep = Keep { runs: 2, size: Bytes(u64::MAX) };
        let open = store.create("1", keep).unwrap();
        drop(store.create("2", keep).unwrap());
        fs::create_dir(store.folder("2")).unwrap();
        drop(store.create("3", keep).unwrap());
        assert_eq!(ids(&store), ["3", "2", "1"], "the first is still written to");
        drop(open);
        drop(store.create("4", keep).unwrap());
        assert_eq!(ids(&store), ["4", "3"]);
        assert!(!store.folder("2").exists());
    }

    #[test]
    fn what_is_too_large_goes() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::below(folder.path());
        let keep = Keep { runs: 9, size: Bytes(10) };
        for (id, size) in [("1", 6), ("2", 6), ("3", 20)] {
            store.create(id, keep).unwrap().write_all(&vec![b'x'; size]).unwrap();
        }
        assert_eq!(ids(&store), ["3", "2"], "the record of the run itself does not count");
    }

    #[test]
    fn a_record_is_found_by_the_beginning_of_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::below(folder.path());
        let find = |wanted: &str| store.find(wanted).map_err(|failure| failure.source.to_string());
        assert_eq!(find("last").unwrap_err(), "there is no record of a run");
        for id in ["20260101-000000-aaaa", "20260102-000000-bbbb"] {
            fs::create_dir_all(folder.path().join("runs")).unwrap();
            fs::write(store.path(id), "").unwrap();
        }
        assert_eq!(find("20260101"), Ok(store.path("20260101-000000-aaaa")));
        assert_eq!(find("last"), Ok(store.path("20260102-000000-bbbb")));
        assert!(find("2026").unwrap_err().contains("is the beginning of"));
        assert_eq!(find("x").unwrap_err(), "no run is called `x`, and no file");
        let file = store.path("20260101-000000-aaaa");
        assert_eq!(find(file.to_str().unwrap()), Ok(file.clone()));
    }

    #[test]
    fn names_of_runs_are_in_the_order_of_time() {
        let (id, started) = Store::new_id();
        assert_eq!((id.len(), started.len()), ("20260101-000000-aaaa".len(), "2026-01-01T00:00:00Z".len()));
        assert!(id.starts_with("20") && id.as_bytes()[8] == b'-');
    }
}
