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

/// So many names stand for all in a note.
const NAMED: usize = 5;

impl Subject<'_> {
    /// A finding about the folder, with names: some of them where there are many, and all in full.
    pub fn naming(&self, start: &str, names: &[String], separator: &str, hint: &str) -> Defect {
        let text = |names: &[String]| format!("{start}{}", names.join(separator));
        let Some((some, rest)) = names.split_at_checked(NAMED).filter(|(_, rest)| !rest.is_empty()) else {
            return self.defect("", text(names), hint);
        };
        let what = format!("{}{separator}and {} more", text(some), rest.len());
        let full = Some(text(names));
        Defect { full, ..self.defect("", what, format!("{hint} (-v names all)")) }
    }

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
