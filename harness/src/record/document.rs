//! The record of a command that has no events: what it printed, as one document.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use anyhow::Context;

use crate::event::Reporter;
use crate::exit_code::ExitCode;
use crate::model::Name;
use crate::record::{OpenedRecord, RecordTarget};
use crate::session::Session;
use crate::wire::{Header, RecordLine, RecordReader, Recorder, ReplayError};

/// Keeps the document of a run of a command. That this fails is a remark.
pub fn keep_document(session: &Session, target: &RecordTarget, command: &str, text: &str, code: ExitCode) {
    if !target.is_on(session) {
        return;
    }
    let opened = target.open(session, command).map_err(|failure| failure.source);
    let written = opened.and_then(|OpenedRecord { file, path, header, .. }| {
        let written = file.and_then(|file| write(file, header, text, code));
        written.with_context(|| format!("`{}`", Name::from_os(path.as_os_str())))
    });
    if let Err(error) = written {
        session.remarks.add(format!("the record of this run is not complete: {error:#}"));
    }
}

fn write(file: File, header: Header, text: &str, code: ExitCode) -> io::Result<()> {
    let mut recorder = Recorder::new(file, header, None)?;
    recorder.document(text)?;
    recorder.finish(code)
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
