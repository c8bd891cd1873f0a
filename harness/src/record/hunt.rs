//! The record of a hunt.

use crate::failure::Failure;
use crate::grading;
use crate::programs::{Candidate, ProblemPrograms};
use crate::record::contents::{compilers_of, universe};
use crate::record::recording::Recording;
use crate::record::target::{OpenedRecord, RecordTarget};
use crate::session::Session;
use crate::wire::Header;

/// The command of such a record.
pub const HUNT: &str = "hunt";

/// Begins the record of a hunt with these programs, where one is kept. It is about all solutions and cases of the
/// problem: what is found is compared with these.
///
/// # Errors
/// The file that was named cannot be written.
pub fn of_hunt<'s>(
    session: &'s Session,
    target: &RecordTarget,
    programs: &ProblemPrograms<'_>,
) -> Result<Option<Recording<'s>>, Failure> {
    if !target.is_on(session) {
        return Ok(None);
    }
    let OpenedRecord { file, path, header, .. } = target.open(session, HUNT)?;
    let candidates: Vec<Candidate<'_>> =
        programs.candidates.iter().map(|candidate| candidate.on(&programs.problem.cases)).collect();
    let universe = universe(session, &candidates, grading::planned(&candidates), Vec::new());
    let header = Header { compilers: compilers_of(session, &candidates), ..header };
    Ok(Some(Recording::begin(file, path, header, &universe, &session.remarks)))
}
