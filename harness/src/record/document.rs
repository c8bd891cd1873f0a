//! The record of a command that has no events: what it printed, as one document.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::time::SystemTime;

use humantime::format_rfc3339_millis;

use crate::event::Reporter;
use crate::exit_code::ExitCode;
use crate::model::Name;
use crate::record::{Store, machine_mark};
use crate::session::Session;
use crate::wire::{Header, RecordLine, RecordReader, Recorder, ReplayError};

/// Keeps the document of a run of a command. That this fails is a remark.
pub fn keep_document(session: &Session, command: &str, text: &str, code: ExitCode) {
    let keep = session.config.records.keep.value;
    if keep.runs == 0 {
        return;
    }
    let store = Store::below(&session.own_folder());
    let began = SystemTime::now();
    let (id, opened) = store.create(began, keep);
    let header = Header {
        id: id.clone(),
        started: format_rfc3339_millis(began).to_string(),
        arguments: arguments(),
        profile: session.config.profile.clone(),
        machine: machine_mark(),
        ..Header::bare(command)
    };
    let written = opened.and_then(|file| write(file, header, text, code));
    if let Err(error) = written {
        let path = store.path(&id);
        let path = Name::from_os(path.as_os_str());
        session.remarks.add(format!("the record of this run is not complete: `{path}`: {error}"));
    }
}

fn write(file: File, header: Header, text: &str, code: ExitCode) -> io::Result<()> {
    let mut recorder = Recorder::new(file, header, None)?;
    recorder.document(text)?;
    recorder.finish(code)
}

/// The words of the command line.
#[must_use]
pub fn arguments() -> Vec<String> {
    std::env::args_os().skip(1).map(|word| Name::from_os(&word).shown().into_owned()).collect()
}

/// The command that a record is of, and its document, if it has one.
///
/// # Errors
/// It cannot be read, or is no record.
pub fn document_of(path: &Path) -> Result<(String, Option<(String, ExitCode)>), ReplayError> {
    let (header, mut reader) = RecordReader::new(BufReader::new(File::open(path)?))?;
    let document = match reader.next_line()? {
        Some(RecordLine::Document(text)) => Some(text),
        _ => None,
    };
    let ended = match document.is_some().then(|| reader.next_line()).transpose()? {
        Some(Some(RecordLine::End(code))) => code,
        _ => ExitCode::Incomplete,
    };
    Ok((header.command, document.map(|text| (text, ended))))
}
