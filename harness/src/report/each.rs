//! A report for each student, in a file of its own.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization;

use crate::audience::{self, Each, OfOne};
use crate::event::{Reporter, Subject};
use crate::model::{Audience, Name};
use crate::report::{Format, ReportFile, RunAgain, Shown, open_with};
use crate::ui::Ui;

/// Bytes of the name of a file, of which file systems take 255.
const LONGEST: usize = 200;

/// Characters that some file system has no name for.
const NOT_IN_NAMES: [char; 9] = ['/', '\\', '<', '>', ':', '"', '|', '?', '*'];

/// A reporter that writes a file for each student into a folder: `NAME.html`, in the form of Unicode that all systems
/// keep. `spare` is a folder of this process, for what needs a name before it has its place.
///
/// # Errors
/// The folder cannot be made.
pub fn each_in<'a>(
    format: Format,
    folder: &Path,
    (audience, ui, again): (Audience, Ui, RunAgain),
    spare: &Path,
) -> io::Result<Box<dyn Reporter + 'a>> {
    fs::create_dir_all(folder)?;
    let (folder, spare) = (folder.to_owned(), spare.to_owned());
    let mut names = FileNames::default();
    let write = move |of_one: &OfOne<'_>| {
        let path = folder.join(names.of(&of_one.subject, format.extension()));
        let file = ReportFile::open(&path, &spare).map_err(|error| named(&path, &error))?;
        let out: Box<dyn Write> = Box::new(file.writer()?);
        let shown = Shown { again: Some(&again), ..Shown::default() };
        let mut reporter = open_with(format, out, ui, shown);
        of_one.tell(reporter.as_mut())?;
        drop(reporter);
        file.commit()
    };
    Ok(audience::told(audience, Box::new(Each::new(write))))
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("`{}`: {error}", path.display()))
}

/// Names of files, each given once.
#[derive(Default)]
struct FileNames {
    /// By a name as file systems compare it that know no case and one form of Unicode.
    given: HashMap<String, usize>,
}

impl FileNames {
    /// The name of the file for a student.
    fn of(&mut self, subject: &Subject, extension: &str) -> PathBuf {
        // A blank at an end is shown by its code, and has no place in the name of a file.
        let trimmed = Name::from_os(OsStr::from_bytes(subject.solution.as_bytes().trim_ascii()));
        let safe: String = trimmed.shown().nfc().map(plain_in_names).collect();
        let end = safe.floor_char_boundary(LONGEST);
        let mut name = safe[..end].trim_end_matches(['.', ' ']).trim_start().to_owned();
        if name.is_empty() || name.starts_with('.') || is_device(&name) {
            name.insert(0, '_');
        }
        loop {
            let key: String = name.chars().flat_map(char::to_lowercase).nfc().collect();
            let n = self.given.entry(key).or_insert(0);
            *n += 1;
            match *n {
                1 => return PathBuf::from(format!("{name}.{extension}")),
                n => name = format!("{name}-{n}"),
            }
        }
    }
}

fn plain_in_names(c: char) -> char {
    if c.is_control() || NOT_IN_NAMES.contains(&c) { '_' } else { c }
}

/// Whether Windows takes this name for a device.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_numbered =
        |start| stem.strip_prefix(start).is_some_and(|n: &str| n.len() == 1 && n.parse::<u8>().is_ok());
    ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || is_numbered("com") || is_numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::FileNames;
    use crate::event::fixture::subject;

    #[test]
    fn every_student_gets_a_file_that_every_system_can_name() {
        let long = "x".repeat(300);
        let names = [
            "Zoë Müller",
            "Zoe\u{308} Müller",
            "O'Brien, Ann",
            "王小明",
            "ann",
            "Ann",
            "ann-2",
            "a/b",
            "a:b",
            "..",
            ".x",
            "con",
            "end. ",
            "new\nline",
            &long,
        ];
        let mut given = FileNames::default();
        let files = names.map(|name| given.of(&subject("p", name, "c"), "html").display().to_string());
        assert_eq!(
            files[..14],
            [
                "Zoë Müller.html",
                "Zoë Müller-2.html",
                "O'Brien, Ann.html",
                "王小明.html",
                "ann.html",
                "Ann-2.html",
                "ann-2-2.html",
                "a_b.html",
                "a_b-2.html",
                "_.html",
                "_.x.html",
                "_con.html",
                "end.html",
                "new_nline.html"
            ]
        );
        assert_eq!(files[14].len(), 205);
    }
}
