//! What a build has read, and whether all of it still says the same.
//!
//! A program is that of its source only as long as nothing that went into it has changed: headers, included
//! texts, modules. So a list of these files lies beside each program, each with a hash, and the folders in
//! which the compiler looked for them, since a new file there may be found earlier.
//!
//! A file with the same inode, size and time of change says the same; any other is read. What has no content of
//! its own, such as a pipe or a file of the kernel, says something else each time: of a build that has read such a
//! thing no list is kept.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use walkdir::{DirEntry, WalkDir};

use crate::build::cache;
use crate::files::nested::is_by_product;
use crate::files::{self, Regular};

/// More files or folders than this are not listed.
const MOST: usize = 20_000;

/// Bytes of the largest file that is listed where a compiler does not say what it reads.
const LARGEST: u64 = 64 << 20;

/// Bytes of all files that are hashed for one list. A build may name as much as it likes, at no cost to itself.
const MOST_HASHED: u64 = 4 << 30;

/// Deeper folders are not searched for files that would be found earlier.
const DEEPEST: usize = 12;

/// The file system's clock may be so far behind.
const TICK: Duration = Duration::from_millis(20);

/// What stands for a file that is not there.
const ABSENT: &[u8] = b"-";

/// What a build has read, to be recorded.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// Files that it read, or that would have changed its result if they were there.
    pub files: BTreeSet<PathBuf>,
    /// Folders in which it looked for files.
    pub folders: BTreeSet<PathBuf>,
    /// Names that it may have looked for there, beside those in the paths of `files`.
    pub names: BTreeSet<OsString>,
    /// Whether every name in these folders counts.
    pub all_names: bool,
}

/// What was looked at in this process: many programs read the same headers, and have the same compiler.
#[derive(Debug, Default)]
pub struct Looks(Mutex<HashMap<PathBuf, Look>>);

/// What one of these looks has found, or is going to find: who asks for the same meanwhile waits for it.
type Look = Arc<Mutex<Option<Vec<u8>>>>;

impl Reads {
    /// Adds what another build has read.
    pub fn extend(&mut self, other: Self) {
        self.files.extend(other.files);
        self.folders.extend(other.folders);
        self.names.extend(other.names);
        self.all_names |= other.all_names;
    }

    /// Whether it has more files than a list can hold.
    pub fn is_too_much(&self) -> bool {
        self.files.len() > MOST
    }

    /// Adds all that lies below a folder, but for hidden files, what was built, and these places. False
    /// where that is too much.
    pub fn add_all_below(&mut self, top: &Path, except: &[PathBuf]) -> bool {
        let is_wanted = |entry: &DirEntry| {
            entry.depth() == 0
                || !(is_by_product(entry.file_name()) || except.iter().any(|place| entry.path() == place))
        };
        self.all_names = true;
        // What cannot be read, such as a link to nowhere, the compiler cannot read either.
        for entry in WalkDir::new(top).follow_links(true).into_iter().filter_entry(is_wanted).flatten() {
            let path = entry.path().to_owned();
            if entry.file_type().is_dir() {
                self.folders.insert(path);
            } else if entry.file_type().is_file() {
                if entry.metadata().map_or(true, |facts| facts.len() > LARGEST) {
                    return false;
                }
                self.files.insert(path);
            }
            if self.files.len() + self.folders.len() > MOST {
                return false;
            }
        }
        true
    }

    /// The list as text. `None` where the build may not have seen what lies there now: something has changed
    /// since it began, but for what it made itself in a folder. Also where a path cannot be written down.
    pub fn record(&self, began: SystemTime, made_in: &Path) -> Option<Vec<u8>> {
        let began = began.checked_sub(TICK)?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let is_old = |path: &Path| {
            path.starts_with(made_in)
                || fs::metadata(path).is_ok_and(|facts| {
                    let changed = (facts.ctime(), facts.ctime_nsec());
                    changed < (began.as_secs().cast_signed(), began.subsec_nanos().into())
                })
        };
        if self.is_too_much() {
            return None;
        }
        let names = self.all_of_names();
        let folders = self.searched(names.as_ref());
        let (mut text, mut left) = (Vec::new(), MOST_HASHED);
        if self.all_names {
            line(&mut text, &[b"all"])?;
        }
        for name in &self.names {
            line(&mut text, &[b"name", name.as_bytes()])?;
        }
        for path in &self.files {
            let (state, hash) = (state_of(path), hash_of_file(path, &mut left)?);
            if hash != ABSENT && !is_old(path) {
                return None;
            }
            line(&mut text, &[b"file", &hash, &state, path.as_os_str().as_bytes()])?;
        }
        for path in &folders {
            let state = state_of(path);
            let found = listed(path, names.as_ref());
            if !self.all_names
                && found.iter().any(|(name, is_folder)| !is_folder && !is_old(&path.join(name)))
            {
                return None;
            }
            line(&mut text, &[b"folder", &hash_of_names(&found), &state, path.as_os_str().as_bytes()])?;
        }
        (folders.len() + self.files.len() <= MOST).then_some(text)
    }

    /// `None` where every name counts.
    fn all_of_names(&self) -> Option<BTreeSet<OsString>> {
        let mut names = self.names.clone();
        for path in &self.files {
            names.extend(path.iter().map(OsStr::to_owned));
            // A module `x` is `x.rs` or a folder `x`; a header may be compiled before.
            names.extend(path.file_stem().map(OsStr::to_owned));
            names.extend(path.file_name().map(|name| [name, OsStr::new(".gch")].iter().copied().collect()));
        }
        (!self.all_names).then_some(names)
    }

    /// The folders and those in them that bear one of the names.
    fn searched(&self, names: Option<&BTreeSet<OsString>>) -> BTreeSet<PathBuf> {
        if names.is_none() {
            return self.folders.clone();
        }
        let mut seen = BTreeSet::new();
        let mut found = BTreeSet::new();
        let mut unread: Vec<(PathBuf, usize)> = self.folders.iter().map(|path| (path.clone(), 0)).collect();
        while let Some((path, depth)) = unread.pop() {
            let identity = fs::metadata(&path).map(|facts| (facts.dev(), facts.ino())).ok();
            if identity.is_some_and(|identity| !seen.insert(identity)) {
                continue;
            }
            if depth < DEEPEST && found.len() < MOST {
                let inner = listed(&path, names).into_iter().filter(|(_, is_folder)| *is_folder);
                unread.extend(inner.map(|(name, _)| (path.join(name), depth + 1)));
            }
            found.insert(path);
        }
        found
    }
}

/// Whether all that a list names still says the same.
pub fn is_current(text: &[u8], looks: &Looks) -> bool {
    let (mut reads, mut left) = (Reads::default(), MOST_HASHED);
    let mut changed_folders = Vec::new();
    for fields in rows(text) {
        match fields[..] {
            [b"all"] => reads.all_names = true,
            [b"name", name] => _ = reads.names.insert(OsStr::from_bytes(name).to_owned()),
            [b"file", hash, state, path] => {
                let path = PathBuf::from(OsStr::from_bytes(path));
                if looks.state_of(&path) != state && hash_of_file(&path, &mut left).as_deref() != Some(hash) {
                    return false;
                }
                reads.files.insert(path);
            }
            [b"folder", hash, state, path] => {
                let path = Path::new(OsStr::from_bytes(path));
                if looks.state_of(path) != state {
                    changed_folders.push((path, hash));
                }
            }
            _ => return false,
        }
    }
    if changed_folders.is_empty() {
        return true;
    }
    let names = reads.all_of_names();
    changed_folders.into_iter().all(|(path, hash)| hash_of_names(&listed(path, names.as_ref())) == hash)
}

/// The files of a list that have changed, or are gone, since it was recorded.
pub fn changed(text: &[u8]) -> Vec<PathBuf> {
    let mut left = MOST_HASHED;
    let is_changed = |fields: Vec<&[u8]>| match fields[..] {
        [b"file", hash, _, path] => {
            let path = PathBuf::from(OsStr::from_bytes(path));
            (hash_of_file(&path, &mut left).as_deref() != Some(hash)).then_some(path)
        }
        _ => None,
    };
    rows(text).filter_map(is_changed).collect()
}

/// A name for what a list says of the contents of files: not of their inodes and times.
pub fn digest(text: &[u8]) -> String {
    let rows: Vec<Vec<u8>> = rows(text)
        .map(|mut fields| {
            if fields.len() == 4 {
                fields.remove(2);
            }
            fields.join(&b'\t')
        })
        .collect();
    cache::key(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

impl Looks {
    fn state_of(&self, path: &Path) -> Vec<u8> {
        self.or_else(path, || Ok::<_, Infallible>(state_of(path))).unwrap_or_else(|never| match never {})
    }

    /// The value of this name, made when first asked for.
    pub fn or_else<E>(&self, name: &Path, make: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<Vec<u8>, E> {
        let look = {
            let mut looks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            match looks.get(name) {
                Some(look) => Arc::clone(look),
                None => Arc::clone(looks.entry(name.to_owned()).or_default()),
            }
        };
        let mut found = look.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = &*found {
            return Ok(found.clone());
        }
        Ok(found.insert(make()?).clone())
    }
}

fn rows(text: &[u8]) -> impl Iterator<Item = Vec<&[u8]>> {
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| line.split(|byte| *byte == b'\t').collect())
}

fn line(text: &mut Vec<u8>, fields: &[&[u8]]) -> Option<()> {
    if fields.iter().any(|field| field.contains(&b'\t') || field.contains(&b'\n')) {
        return None;
    }
    text.extend(fields.join(&b'\t'));
    text.push(b'\n');
    Some(())
}

/// What is the same as long as nothing has been written to a file, or into a folder.
pub fn state_of(path: &Path) -> Vec<u8> {
    let Ok(facts) = fs::metadata(path) else { return ABSENT.to_vec() };
    let numbers = [facts.dev(), facts.ino(), facts.len()];
    format!("{numbers:?}{}.{}.{}", facts.mode(), facts.ctime(), facts.ctime_nsec()).into_bytes()
}

/// What stands for the content of a file, where it has one and no more than is left to be hashed.
fn hash_of_file(path: &Path, left: &mut u64) -> Option<Vec<u8>> {
    let file = match Regular::open(path) {
        Ok(file) => file,
        // What is in a folder, and whether there is one, stands in other lines.
        Err(error) if files::refusal(&error).is_none() || path.is_dir() => return Some(ABSENT.to_vec()),
        Err(_) => return None,
    };
    *left = left.checked_sub(file.size())?;
    cache::key_of_file(file).ok().map(String::into_bytes)
}

fn hash_of_names(found: &[(OsString, bool)]) -> Vec<u8> {
    let parts: Vec<Vec<u8>> = found
        .iter()
        .map(|(name, is_folder)| {
            let kind: &[u8] = if *is_folder { b"/" } else { b"" };
            [name.as_bytes(), kind].concat()
        })
        .collect();
    cache::key(&parts.iter().map(Vec::as_slice).collect::<Vec<_>>()).into_bytes()
}

/// The entries of a folder with one of these names, and whether each is a folder; all but by-products where
/// every name counts.
fn listed(folder: &Path, names: Option<&BTreeSet<OsString>>) -> Vec<(OsString, bool)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let counts = |name: &OsString| match names {
        Some(names) => names.contains(name),
        None => !is_by_product(name),
    };
    // A link to nowhere is found by no compiler.
    let kind = |name: OsString| fs::metadata(folder.join(&name)).ok().map(|facts| (name, facts.is_dir()));
    let mut found: Vec<(OsString, bool)> = entries.filter(counts).filter_map(kind).collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::{Looks, Reads, changed, digest, is_current};
    use std::fs;
    use std::path::Path;
    use std::time::{Duration, SystemTime};

    /// A folder with a source, a header and another folder, all of which were read.
    fn read_once() -> (tempfile::TempDir, Vec<u8>) {
        let top = tempfile::tempdir().unwrap();
        fs::create_dir(top.path().join("later")).unwrap();
        for file in ["a.cpp", "later/x.h"] {
            fs::write(top.path().join(file), "1").unwrap();
        }
        let reads = Reads {
            files: ["a.cpp", "later/x.h"].map(|file| top.path().join(file)).into(),
            folders: [top.path().to_owned(), top.path().join("later"), top.path().join("none")].into(),
            names: ["debug.h".into()].into(),
            all_names: false,
        };
        let text = reads.record(SystemTime::now() + Duration::from_secs(9), Path::new("/none")).unwrap();
        (top, text)
    }

    #[track_caller]
    fn check(change: impl Fn(&Path), expect: bool) {
        let (top, text) = read_once();
        assert!(is_current(&text, &Looks::default()));
        change(top.path());
        assert_eq!(is_current(&text, &Looks::default()), expect);
    }

    #[test]
    fn a_change_of_what_was_read_shows_and_no_other() {
        check(|top| fs::write(top.join("a.cpp"), "2").unwrap(), false);
        check(|top| fs::write(top.join("later/x.h"), "2").unwrap(), false);
        check(|top| fs::remove_file(top.join("later/x.h")).unwrap(), false);
        // These would be found earlier.
        check(|top| fs::write(top.join("x.h"), "1").unwrap(), false);
        check(|top| fs::write(top.join("debug.h"), "1").unwrap(), false);
        check(
            |top| {
                fs::create_dir(top.join("none")).and_then(|()| fs::write(top.join("none/x.h"), "")).unwrap();
            },
            false,
        );
        check(|top| fs::write(top.join("b.cpp"), "2").unwrap(), true);
        check(|top| fs::write(top.join("a.cpp"), "1").unwrap(), true);
        check(|top| std::os::unix::fs::symlink("nowhere", top.join("x.h")).unwrap(), true);
    }

    #[test]
    fn times_do_not_hide_a_change() {
        check(
            |top| {
                let path = top.join("later/x.h");
                let time = fs::metadata(&path).unwrap().modified().unwrap();
                fs::write(&path, "2").unwrap();
                fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
            },
            false,
        );
    }

    #[test]
    fn what_changes_during_a_build_is_not_recorded() {
        let top = tempfile::tempdir().unwrap();
        let file = top.path().join("x.h");
        fs::write(&file, "1").unwrap();
        let reads = Reads { files: [file].into(), ..Reads::default() };
        assert_eq!(reads.record(SystemTime::now() - Duration::from_secs(9), Path::new("/none")), None);
    }

    #[test]
    fn a_list_is_named_by_what_files_say() {
        let (top, text) = read_once();
        fs::write(top.path().join("a.cpp"), "2").unwrap();
        assert_eq!(changed(&text), [top.path().join("a.cpp")]);
        let reads = Reads { files: [top.path().join("a.cpp")].into(), ..Reads::default() };
        let record = || reads.record(SystemTime::now() + Duration::from_secs(9), Path::new("/none")).unwrap();
        let first = record();
        fs::remove_file(top.path().join("a.cpp")).unwrap();
        fs::write(top.path().join("a.cpp"), "2").unwrap();
        assert_eq!(digest(&first), digest(&record()));
        fs::write(top.path().join("a.cpp"), "3").unwrap();
        assert_ne!(digest(&first), digest(&record()));
    }

    #[test]
    fn all_of_a_folder_counts_but_by_products() {
        let top = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(top.path().join(name), "1").unwrap();
        write("a.java");
        fs::create_dir_all(top.path().join("cases")).unwrap();
        let mut reads = Reads::default();
        assert!(reads.add_all_below(top.path(), &[top.path().join("cases")]));
        let text = reads.record(SystemTime::now() + Duration::from_secs(9), Path::new("/none")).unwrap();
        for quiet in [".hidden", "cases/1.in"] {
            write(quiet);
            assert!(is_current(&text, &Looks::default()), "{quiet}");
        }
        write("b.java");
        assert!(!is_current(&text, &Looks::default()));
    }

    /// Whether a list with this file is kept.
    fn is_recorded(file: &Path) -> bool {
        let reads = Reads { files: [file.to_owned()].into(), ..Reads::default() };
        reads.record(SystemTime::now() + Duration::from_secs(9), Path::new("/none")).is_some()
    }

    #[test]
    fn what_says_something_else_each_time_is_not_recorded_and_nothing_waits_for_it() {
        let top = tempfile::tempdir().unwrap();
        let at = |name: &str| top.path().join(name);
        rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe"), rustix::fs::Mode::RWXU).unwrap();
        std::os::unix::fs::symlink("/dev/zero", at("zero")).unwrap();
        std::os::unix::fs::symlink("/proc/self/pagemap", at("map")).unwrap();
        fs::File::create(at("sparse")).unwrap().set_len(super::MOST_HASHED + 1).unwrap();
        for file in ["pipe", "zero", "map", "sparse", "/proc/kmsg", "/proc/self/pagemap"] {
            assert!(!is_recorded(&at(file)), "{file}");
        }
        fs::write(at("x"), "1").unwrap();
        for file in ["x", "absent", "."] {
            assert!(is_recorded(&at(file)), "{file}");
        }
    }

    #[test]
    fn what_was_a_file_and_never_ends_now_has_changed() {
        check(
            |top| {
                fs::remove_file(top.join("later/x.h")).unwrap();
                std::os::unix::fs::symlink("/dev/zero", top.join("later/x.h")).unwrap();
            },
            false,
        );
        let (top, text) = read_once();
        fs::remove_file(top.path().join("a.cpp")).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, top.path().join("a.cpp"), rustix::fs::Mode::RWXU).unwrap();
        assert_eq!(changed(&text), [top.path().join("a.cpp")]);
    }

    #[test]
    fn a_list_of_more_files_than_are_ever_read_is_not_looked_through() {
        let files = (0..=super::MOST).map(|number| format!("/proc/kmsg/{number}").into()).collect();
        let reads = Reads { files, ..Reads::default() };
        assert_eq!(reads.record(SystemTime::now() + Duration::from_secs(9), Path::new("/none")), None);
    }
}
