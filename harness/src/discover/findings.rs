//! What discovery has to say besides the catalog.

use std::path::{Path, PathBuf};

use crate::config::SettingsErrors;
use crate::model::{Defect, Name};

/// Collects what is wrong, so that one bad file does not hide the rest.
#[derive(Debug, Default)]
pub struct Findings {
    /// What cannot be used.
    pub defects: Vec<Defect>,
    /// What is odd but does no harm.
    pub notes: Vec<Defect>,
    /// Mistakes in settings.
    pub errors: SettingsErrors,
}

/// What a finding is about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The problem, if any.
    pub problem: Option<&'a Name>,
    /// The folder that paths are relative to, itself relative to the root.
    pub folder: &'a Path,
}

impl Subject<'_> {
    /// A finding about a file of the folder.
    pub fn defect(&self, file: impl AsRef<Path>, what: impl Into<String>, hint: impl Into<String>) -> Defect {
        let path: PathBuf = if file.as_ref().as_os_str().is_empty() {
            self.folder.to_path_buf()
        } else {
            self.folder.join(file)
        };
        Defect {
            problem: self.problem.cloned(),
            path,
            line: None,
            what: what.into(),
            full: None,
            hint: hint.into(),
            is_unjudged: false,
        }
    }
}
