//! What is wrong with the files of a workspace, told before anything else is done.

use std::io::Write;

use crate::config::MOST_TOLD;
use crate::failure::Failure;
use crate::model::{Catalog, Problem};
use crate::session::Session;
use crate::ui::{Tone, paint};

/// Tells the defects on standard error, or the first of many. A failure to
/// print cannot be reported.
pub fn tell(catalog: &Catalog) {
    let mut err = std::io::stderr().lock();
    let of_kinds = [(&catalog.defects, Tone::Bad, "error:"), (&catalog.notes, Tone::Notable, "note:")];
    for (all, role, word) in of_kinds {
        let mark = paint(role, word);
        for one in all.iter().take(MOST_TOLD) {
            let _ = writeln!(err, "{mark} {one}");
        }
        if all.len() > MOST_TOLD {
            let _ = writeln!(err, "{mark} and {} more like these", all.len() - MOST_TOLD);
        }
    }
}

/// Tells what builds have said of themselves and that was not told yet.
pub fn tell_remarks(session: &Session) {
    session.remarks.take().iter().for_each(|remark| note(remark));
}

/// The problem of this name. What is wrong in the settings of others is told.
///
/// # Errors
/// There is none, or its settings are wrong.
pub fn problem<'s>(session: &'s Session, name: &str) -> Result<&'s Problem, Failure> {
    let problem = session.problem(name)?;
    session.mistakes_elsewhere(problem).iter().take(MOST_TOLD).for_each(|one| note(&one.to_string()));
    Ok(problem)
}

/// Tells a note.
pub fn note(text: &str) {
    say("note:", text);
}

/// Tells what to do, a hint a line.
pub fn hints<'a>(hints: impl IntoIterator<Item = &'a String>) {
    hints.into_iter().for_each(|hint| say("hint:", hint));
}

/// Prints progress, without a mark.
pub fn progress(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Tells an error that is not the end of the command.
pub fn wrong(text: &str) {
    let _ = writeln!(std::io::stderr(), "{} {text}", paint(Tone::Bad, "error:"));
}

fn say(mark: &str, text: &str) {
    let _ = writeln!(std::io::stderr(), "{} {text}", paint(Tone::Notable, mark));
}
