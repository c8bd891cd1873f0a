//! Where the submissions of students are.

use std::path::PathBuf;
use std::time::SystemTime;

/// Where submissions are.
#[derive(Clone, Debug)]
pub struct StudentFiles {
    /// A glob for folders or files, relative to the folder in which the user stands. Its first wildcard names the
    /// student.
    pub pattern: String,
    /// A file with the names of all students, one a line.
    pub roster: Option<PathBuf>,
    /// When they were due.
    pub due: Option<SystemTime>,
}
