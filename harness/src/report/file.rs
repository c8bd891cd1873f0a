//! A report in a file: written aside, and put in its place when it is whole.
//!
//! So a report is never seen half-written, and one that is there already stays until there is a new
//! one. That it can be written is known as soon as it is opened, which is before anything is measured.
//!
//! While it is written it has no name, where the file system can do that: then nothing is left of it
//! whatever ends the judge. It gets its name when it is whole. A link cannot take the place of a file
//! that is there, a rename can; so it is named first in a folder that the next judge cleans up, and only
//! where that is on another file system, or files need names, beside its place.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, AtFlags, CWD, OFlags, access, linkat};

/// A report that is not yet in its place.
pub struct ReportFile {
    path: PathBuf,
    file: File,
    stage: Stage,
    /// A folder of this process, for what needs a name before it has its place.
    spare: PathBuf,
}

/// Where it is while it is written.
enum Stage {
    /// In its place: one must not replace a pipe or a device.
    InPlace,
    /// In the folder of its place, without a name.
    Nameless,
    /// Here.
    Named(PathBuf),
}

impl ReportFile {
    /// Makes sure that the report can be written. `spare` is a folder of this process, which the next one
    /// cleans up.
    ///
    /// # Errors
    /// It cannot.
    pub fn open(path: &Path, spare: &Path) -> io::Result<Self> {
        let spare = spare.to_owned();
        // What is neither a file nor missing is written to as it is: one must not replace a device.
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            let file = OpenOptions::new().write(true).open(path)?;
            return Ok(Self { path: path.to_owned(), file, stage: Stage::InPlace, spare });
        }
        // Where it is a link, the file behind it is replaced and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if path.file_name().is_none() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let folder = folder_of(&path);
        if let Some(file) = nameless(folder) {
            return Ok(Self { path, file, stage: Stage::Nameless, spare });
        }
        // Only within one file system can it be renamed, and only into a folder that may be written to.
        let may_rename = is_same_device(folder, &spare) && access(folder, Access::WRITE_OK).is_ok();
        let (draft, file) = draft_in(if may_rename { &spare } else { folder }, &path)?;
        Ok(Self { path, file, stage: Stage::Named(draft), spare })
    }

    /// What the report is written to. Whatever goes wrong there names the file.
    ///
    /// # Errors
    /// There are too many open files.
    pub fn writer(&self) -> io::Result<impl Write + use<>> {
        let file = self.file.try_clone().map_err(|error| named(&self.path, &error))?;
        Ok(NamedWriter { path: self.path.clone(), out: BufWriter::new(file) })
    }

    /// Whether it is a file on a disk, and no pipe or device such as standard output.
    #[must_use]
    pub fn is_regular(&self) -> bool {
        !matches!(self.stage, Stage::InPlace)
    }

    /// Puts the report in its place.
    ///
    /// # Errors
    /// It cannot be put there.
    pub fn commit(mut self) -> io::Result<()> {
        self.put().map_err(|error| named(&self.path, &error))
    }

    fn put(&mut self) -> io::Result<()> {
        if let Stage::Nameless = self.stage {
            match link(&self.file, &self.path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                linked => return linked,
            }
            let aside = draft_of(&self.spare, &self.path, 0);
            let draft = if link(&self.file, &aside).is_ok() { aside } else { self.name_beside()? };
            self.stage = Stage::Named(draft);
        }
        let Stage::Named(draft) = &self.stage else { return Ok(()) };
        match fs::rename(draft, &self.path) {
            Ok(()) => {}
            // One file system may be mounted at two places, and is two then.
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                let draft = draft.clone();
                let (beside, mut file) = draft_in(folder_of(&self.path), &self.path)?;
                self.stage = Stage::Named(beside.clone());
                io::copy(&mut File::open(&draft)?, &mut file)?;
                fs::rename(beside, &self.path)?;
                let _ = fs::remove_file(draft);
            }
            Err(error) => return Err(error),
        }
        self.stage = Stage::InPlace;
        Ok(())
    }

    fn name_beside(&self) -> io::Result<PathBuf> {
        for attempt in 0.. {
            let draft = draft_of(folder_of(&self.path), &self.path, attempt);
            match link(&self.file, &draft) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                linked => return linked.map(|()| draft),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

impl Drop for ReportFile {
    fn drop(&mut self) {
        if let Stage::Named(draft) = &self.stage {
            // A failure here cannot be reported.
            let _ = fs::remove_file(draft);
        }
    }
}

/// The folder of a file; where none is named, the current one.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file without a name in this folder; nothing where that cannot be had.
fn nameless(folder: &Path) -> Option<File> {
    let flags = i32::try_from(OFlags::TMPFILE.bits()).ok()?;
    let file = OpenOptions::new().write(true).mode(0o666).custom_flags(flags).open(folder).ok()?;
    // Its name comes by way of this, so it has to be there.
    fs::symlink_metadata(own_path(&file)).is_ok().then_some(file)
}

/// A new file with a name of its own in this folder.
fn draft_in(folder: &Path, path: &Path) -> io::Result<(PathBuf, File)> {
    for attempt in 0.. {
        let draft = draft_of(folder, path, attempt);
        match OpenOptions::new().write(true).create_new(true).open(&draft) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (draft, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// A hidden name in this folder for what will be called so.
fn draft_of(folder: &Path, path: &Path, attempt: u32) -> PathBuf {
    let mut hidden = OsString::from(".");
    hidden.push(path.file_name().unwrap_or_default());
    hidden.push(format!(".{}-{attempt}.draft", std::process::id()));
    folder.join(hidden)
}

fn is_same_device(one: &Path, other: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).map(|meta| meta.dev()).ok();
    device(one).is_some() && device(one) == device(other)
}

fn own_path(file: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// Gives an open file a name.
fn link(file: &File, path: &Path) -> io::Result<()> {
    Ok(linkat(CWD, own_path(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

struct NamedWriter {
    path: PathBuf,
    out: BufWriter<File>,
}

impl Write for NamedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes).map_err(|error| named(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(|error| named(&self.path, &error))
    }
}

/// The error with the file, and without its kind: a closed pipe is none of ours here.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("`{}`: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{ReportFile, Stage, draft_in};
    use std::fs;
    use std::io::Write;
    use std::path::Path;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn write(file: &ReportFile, text: &str) {
        let mut out = file.writer().unwrap();
        out.write_all(text.as_bytes()).unwrap();
        out.flush().unwrap();
    }

    fn spare() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn a_report_takes_its_place_when_it_is_whole() {
        let (folder, spare) = (tempfile::tempdir().unwrap(), spare());
        let path = folder.path().join("report.json");
        fs::write(&path, "old").unwrap();
        let file = ReportFile::open(&path, spare.path()).unwrap();
        write(&file, "new");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        file.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["report.json"]);
    }

    #[test]
    fn what_is_given_up_leaves_nothing() {
        let (folder, spare) = (tempfile::tempdir().unwrap(), spare());
        let file = ReportFile::open(&folder.path().join("report"), spare.path()).unwrap();
        write(&file, "half");
        drop(file);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let (folder, spare) = (tempfile::tempdir().unwrap(), spare());
        let (path, link) = (folder.path().join("there"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink("there", &link).unwrap();
        let file = ReportFile::open(&link, spare.path()).unwrap();
        write(&file, "new");
        file.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        ReportFile::open(Path::new("/dev/null"), spare.path()).unwrap().commit().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn a_folder_is_no_place_for_a_report() {
        let (folder, spare) = (tempfile::tempdir().unwrap(), spare());
        assert!(ReportFile::open(folder.path(), spare.path()).is_err());
        assert!(ReportFile::open(&folder.path().join("no/report"), spare.path()).is_err());
    }

    /// Reports that are written without a name, that need one and get it aside, and that need it beside.
    #[test]
    fn however_it_is_written_it_is_the_same_in_the_end() {
        for there in [None, Some("old")] {
            for stage in 0..3 {
                let (folder, spare) = (tempfile::tempdir().unwrap(), spare());
                let path = folder.path().join("r");
                there.inspect(|text| fs::write(&path, text).unwrap());
                let mut file = ReportFile::open(&path, spare.path()).unwrap();
                if stage > 0 {
                    let place = [spare.path(), folder.path()][stage - 1];
                    let (draft, handle) = draft_in(place, &path).unwrap();
                    (file.file, file.stage) = (handle, Stage::Named(draft));
                }
                write(&file, "new");
                assert_eq!(fs::read_to_string(&path).ok().as_deref(), there);
                file.commit().unwrap();
                assert_eq!(fs::read_to_string(&path).unwrap(), "new");
                assert_eq!((names(folder.path()), names(spare.path())), (vec!["r".to_owned()], vec![]));
            }
        }
    }

    #[test]
    fn where_the_spare_folder_is_gone_the_report_is_named_beside() {
        let (folder, spare) = (tempfile::tempdir().unwrap(), spare());
        let path = folder.path().join("r");
        fs::write(&path, "old").unwrap();
        let file = ReportFile::open(&path, &spare.path().join("no")).unwrap();
        write(&file, "new");
        file.commit().unwrap();
        assert_eq!(
            (fs::read_to_string(&path).unwrap(), names(folder.path())),
            ("new".to_owned(), vec!["r".to_owned()])
        );
    }
}
