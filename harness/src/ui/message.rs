//! What is told on standard error while a command goes on: notes, hints, progress. A failure to print it cannot be
//! reported.

use std::borrow::Cow;
use std::io::Write;

use crate::ui::workflow::{is_logged_here, without_commands};
use crate::ui::{Tone, paint};

/// Tells a note.
pub fn note(text: &str) {
    marked(Tone::Notable, "note:", text);
}

/// Tells what to do.
pub fn hint(text: &str) {
    marked(Tone::Notable, "hint:", text);
}

/// Tells what went wrong.
pub fn error(text: &str) {
    marked(Tone::Bad, "error:", text);
}

/// Tells all that went wrong, and what to do.
pub fn failure(told: &[String], hints: &[String]) {
    for what in told {
        error(what);
    }
    for text in hints {
        hint(text);
    }
}

/// Prints progress, without a mark.
pub fn progress(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", printed(text));
}

fn marked(tone: Tone, mark: &str, text: &str) {
    let _ = writeln!(std::io::stderr(), "{} {}", paint(tone, mark), printed(text));
}

/// The text as it is printed: it may have words of programs, which no log may obey.
fn printed(text: &str) -> Cow<'_, str> {
    if is_logged_here() { without_commands(text) } else { Cow::Borrowed(text) }
}
