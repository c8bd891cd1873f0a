//! Where the record of a run goes: among those of the workspace, into a file that is named, or nowhere.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::Context;
use humantime::format_rfc3339_millis;

use crate::failure::Failure;
use crate::model::Name;
use crate::record::{Store, machine_mark};
use crate::session::Session;
use crate::wire::Header;

/// Where the user wants the record.
#[derive(Clone, Debug, Default)]
pub struct RecordTarget {
    /// This file.
    pub file: Option<PathBuf>,
    /// Nowhere.
    pub is_off: bool,
}

/// A record that is about to be written.
pub struct OpenedRecord {
    /// The file; a record that cannot be kept is no failure of the run.
    pub file: io::Result<File>,
    /// Its path.
    pub path: PathBuf,
    /// Where what belongs to the run is kept beside its record; none where a file was named.
    pub folder: Option<PathBuf>,
    /// Which run it is.
    pub header: Header,
}

impl RecordTarget {
    /// Whether anything is recorded.
    #[must_use]
    pub fn is_on(&self, session: &Session) -> bool {
        let keeps = session.config.records.keep.value.runs > 0 && session.is_lasting();
        self.file.is_some() || (!self.is_off && keeps)
    }

    /// Opens the record of a run of this command that begins now.
    ///
    /// # Errors
    /// The file that was named cannot be written.
    pub fn open(&self, session: &Session, command: &str) -> Result<OpenedRecord, Failure> {
        let began = SystemTime::now();
        let (id, file, path, folder) = if let Some(path) = &self.file {
            // One that is there is replaced.
            let file = OpenOptions::new().write(true).create(true).truncate(true).open(path);
            let file = file.with_context(|| format!("failed to write `{}`", path.display()));
            (Store::id_of(began), Ok(file.map_err(Failure::usage)?), path.clone(), None)
        } else {
            let store = Store::below(&session.own_folder());
            let (id, file) = store.create(began, session.config.records.keep.value);
            let (path, folder) = (store.path(&id), store.folder(&id));
            (id, file, path, Some(folder))
        };
        let header = Header {
            id,
            started: format_rfc3339_millis(began).to_string(),
            arguments: arguments(),
            profile: session.config.profile.clone(),
            machine: machine_mark(),
            ..Header::bare(command)
        };
        Ok(OpenedRecord { file, path, folder, header })
    }
}

/// The words of the command line, as records have them.
#[must_use]
pub fn arguments() -> Vec<String> {
    std::env::args_os().skip(1).map(|word| Name::from_os(&word).shown().into_owned()).collect()
}
