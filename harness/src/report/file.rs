//! A report in a file: written beside it, and put in its place when it is whole.
//!
//! So nobody ever reads half of a report, and one that is there already stays until there is a new
//! one. That it can be written is known as soon as it is opened, which is before anything is measured.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A report that is not yet in its place.
pub struct ReportFile {
    path: PathBuf,
    file: File,
    /// Where it is written; `None` where there is no place to take: a pipe or a device.
    draft: Option<PathBuf>,
}

impl ReportFile {
    /// Makes sure that the report can be written.
    ///
    /// # Errors
    /// It cannot.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = path.to_owned();
        // What is neither a file nor missing is written to as it is: one must not replace a device.
        if fs::metadata(&path).is_ok_and(|there| !there.is_file()) {
            let file = OpenOptions::new().write(true).open(&path)?;
            return Ok(Self { path, file, draft: None });
        }
        // Where it is a link, the file behind it is replaced and not the link.
        let place = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        let Some(name) = place.file_name() else { return Err(io::ErrorKind::IsADirectory.into()) };
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.draft", std::process::id()));
        let draft = place.with_file_name(hidden);
        let file = OpenOptions::new().write(true).create_new(true).open(&draft)?;
        Ok(Self { path: place, file, draft: Some(draft) })
    }

    /// What the report is written to. Whatever goes wrong there names the file.
    ///
    /// # Errors
    /// There are too many open files.
    pub fn writer(&self) -> io::Result<impl Write + use<>> {
        let file = self.file.try_clone().map_err(|error| named(&self.path, &error))?;
        Ok(NamedWriter { path: self.path.clone(), out: BufWriter::new(file) })
    }

    /// Puts the report in its place.
    ///
    /// # Errors
    /// It cannot be put there.
    pub fn commit(mut self) -> io::Result<()> {
        let Some(draft) = self.draft.take() else { return Ok(()) };
        fs::rename(&draft, &self.path).map_err(|error| {
            // It is removed with the rest.
            self.draft = Some(draft);
            named(&self.path, &error)
        })
    }
}

impl Drop for ReportFile {
    fn drop(&mut self) {
        if let Some(draft) = &self.draft {
            // Where even that fails there is nobody to tell.
            let _ = fs::remove_file(draft);
        }
    }
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
    use super::ReportFile;
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

    #[test]
    fn a_report_takes_its_place_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        fs::write(&path, "old").unwrap();
        let file = ReportFile::open(&path).unwrap();
        write(&file, "new");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        file.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["report.json"]);
    }

    #[test]
    fn what_is_given_up_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = ReportFile::open(&folder.path().join("report")).unwrap();
        write(&file, "half");
        drop(file);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("there"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink("there", &link).unwrap();
        let file = ReportFile::open(&link).unwrap();
        write(&file, "new");
        file.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        ReportFile::open(Path::new("/dev/null")).unwrap().commit().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn a_folder_is_no_place_for_a_report() {
        let folder = tempfile::tempdir().unwrap();
        assert!(ReportFile::open(folder.path()).is_err());
        assert!(ReportFile::open(&folder.path().join("no/report")).is_err());
    }
}
