//! The records of a workspace: `.judge/runs/ID.jsonl`, the oldest of them removed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::anyhow;
use harness_sandbox::remove_folder;
use humantime::format_rfc3339_millis;

use crate::config::{Keep, meant, nearest};
use crate::failure::Failure;
use crate::model::plain;
use crate::wire::{Header, RecordReader, ReplayError};

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

impl Stored {
    /// The words of the command line of the run; nothing where they cannot be read.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        header_of(&self.path).ok().map(|header| plain(&header.arguments.join(" ")))
    }
}

impl Store {
    /// The records below the folder of what the judge writes.
    #[must_use]
    pub fn below(own_folder: &Path) -> Self {
        Self(own_folder.join("runs"))
    }

    /// A name for a run that begins at this time: names in alphabetical order are in the order of time.
    #[must_use]
    pub fn id_of(began: SystemTime) -> String {
        let text = format_rfc3339_millis(began).to_string();
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        // Years have four digits until 9999.
        format!("{}-{}-{}", &digits[..8], &digits[8..14], &digits[14..])
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

    /// Makes the file of a run that begins now, and removes old ones, so that with this one no more are kept than
    /// wanted. Returns the name of the run, too.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn create(&self, began: SystemTime, keep: Keep) -> (String, io::Result<File>) {
        let made = fs::create_dir_all(&self.0);
        let mut began = began;
        let mut id = Self::id_of(began);
        if let Err(error) = made {
            return (id, Err(error));
        }
        loop {
            match OpenOptions::new().append(true).create_new(true).open(self.path(&id)) {
                // Another run began in the same millisecond.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    began += Duration::from_millis(1);
                    id = Self::id_of(began);
                }
                Err(error) => return (id, Err(error)),
                Ok(file) => {
                    // The kernel takes the lock off however the run ends. Without one the record may go early.
                    let _ = file.try_lock();
                    self.prune(&id, keep);
                    return (id, Ok(file));
                }
            }
        }
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

    /// The runs that have judged solutions on cases of the workspace, the newest first. What cannot be read is passed
    /// over.
    pub fn graded(&self) -> impl Iterator<Item = Stored> + use<> {
        self.all().into_iter().filter(|stored| header_of(&stored.path).is_ok_and(|header| header.is_graded()))
    }

    /// The newest of them.
    ///
    /// # Errors
    /// There is none.
    pub fn last_graded(&self) -> Result<String, Failure> {
        self.graded().next().map(|stored| stored.id).ok_or_else(none)
    }

    /// The record that is meant: the name of a run or the beginning of it, `last`, or a file of any name.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub fn find(&self, wanted: &str) -> Result<PathBuf, Failure> {
        let all = self.all();
        if wanted == "last" {
            let last = all.into_iter().next().map(|stored| stored.path);
            return last.ok_or_else(none);
        }
        let is_path = wanted.contains('/') || wanted.ends_with(EXTENSION);
        if is_path && Path::new(wanted).is_file() {
            return Ok(PathBuf::from(wanted));
        }
        let mut fitting = all.iter().filter(|stored| !wanted.is_empty() && stored.id.starts_with(wanted));
        match (fitting.next(), fitting.next()) {
            (Some(stored), None) => Ok(stored.path.clone()),
            _ if Path::new(wanted).is_file() => Ok(PathBuf::from(wanted)),
            (Some(one), Some(other)) => Err(Failure::usage(anyhow!(
                "`{wanted}` is ambiguous: {} and {} begin with it",
                other.id,
                one.id
            ))),
            (None, _) => {
                let what = anyhow!("there is no run and no file `{wanted}`");
                let names = all.iter().map(|stored| stored.id.as_str()).chain(["last"]);
                let near = nearest(wanted, names).map(|near| meant(near, wanted));
                let failure = near.into_iter().fold(Failure::usage(what), Failure::hint);
                Err(failure.hint("`harness history` lists the runs that are kept"))
            }
        }
    }
}

/// Nothing was recorded.
fn none() -> Failure {
    let hint = "`harness grade` makes one; with --no-record, or `keep = \"0 runs\"`, it does not";
    Failure::usage(anyhow!("there is no record of a run")).hint(hint)
}

/// The first line of a record.
///
/// # Errors
/// It cannot be read.
pub fn header_of(path: &Path) -> Result<Header, ReplayError> {
    RecordReader::new(BufReader::new(File::open(path)?)).map(|(header, _)| header)
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
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    /// A moment, so many milliseconds after another.
    fn at(milliseconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_hours(500_000) + Duration::from_millis(milliseconds)
    }

    /// The last digits of the names of the runs, the newest first.
    fn ids(store: &Store) -> Vec<String> {
        store.all().into_iter().map(|stored| stored.id.split('-').nth(2).unwrap().to_owned()).collect()
    }

    #[test]
    fn the_oldest_records_go_first_and_open_ones_stay() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::below(folder.path());
        let keep = Keep { runs: 2, size: Bytes(u64::MAX) };
        let open = store.create(at(1), keep).1.unwrap();
        let (second, file) = store.create(at(2), keep);
        drop(file.unwrap());
        fs::create_dir(store.folder(&second)).unwrap();
        drop(store.create(at(3), keep).1.unwrap());
        assert_eq!(ids(&store), ["003", "002", "001"], "the first is still written to");
        drop(open);
        drop(store.create(at(4), keep).1.unwrap());
        assert_eq!(ids(&store), ["004", "003"]);
        assert!(!store.folder(&second).exists());
    }

    #[test]
    fn what_is_too_large_goes() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::below(folder.path());
        let keep = Keep { runs: 9, size: Bytes(10) };
        for (number, size) in [(1, 6), (2, 6), (3, 20)] {
            store.create(at(number), keep).1.unwrap().write_all(&vec![b'x'; size]).unwrap();
        }
        assert_eq!(ids(&store), ["003", "002"], "the record of the run itself does not count");
    }

    #[test]
    fn a_record_is_found_by_the_beginning_of_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::below(folder.path());
        let find = |wanted: &str| store.find(wanted).map_err(|failure| failure.source.to_string());
        assert_eq!(find("last").unwrap_err(), "there is no record of a run");
        for id in ["20260101-000000-000", "20260102-000000-000"] {
            fs::create_dir_all(folder.path().join("runs")).unwrap();
            fs::write(store.path(id), "").unwrap();
        }
        assert_eq!(find("20260101"), Ok(store.path("20260101-000000-000")));
        assert_eq!(find("last"), Ok(store.path("20260102-000000-000")));
        assert!(find("2026").unwrap_err().contains("is ambiguous"));
        assert_eq!(find("x").unwrap_err(), "there is no run and no file `x`");
        let hint = |wanted: &str| store.find(wanted).unwrap_err().hints[0].clone();
        assert_eq!(hint("lst"), "did you mean `last`?");
        assert_eq!(hint("20260101-000100"), "did you mean `20260101-000000-000`?");
        let file = store.path("20260101-000000-000");
        assert_eq!(find(file.to_str().unwrap()), Ok(file.clone()));
        // A file of any name, here and elsewhere; the tests run in the folder of the package.
        assert_eq!(find("Cargo.toml"), Ok("Cargo.toml".into()));
        assert_eq!(find("src").unwrap_err(), "there is no run and no file `src`");
    }

    #[test]
    fn names_of_runs_are_in_the_order_of_time_and_none_is_given_twice() {
        assert_eq!(Store::id_of(at(7)), "20270115-080000-007");
        let folder = tempfile::tempdir().unwrap();
        let store = Store::below(folder.path());
        let keep = Keep { runs: 9, size: Bytes(u64::MAX) };
        let names = [1, 1, 0].map(|number| store.create(at(number), keep).0);
        assert_eq!(names, ["20270115-080000-001", "20270115-080000-002", "20270115-080000-000"]);
    }
}
