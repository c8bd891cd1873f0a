//! What a solution prints, on standard output; what came of it, on standard error: for all commands that run one.

use std::path::Path;

use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::Verdict;
use crate::programs::{self, Candidate};
use crate::report::{Screen, tell, tell_stderr};
use crate::session::Session;
use crate::ui::Tone;

/// Runs a solution on its only case, or on this input.
///
/// # Errors
/// It cannot be built or run, or the output cannot be written.
pub fn print(
    session: &Session,
    candidate: &Candidate<'_>,
    input: Option<&Path>,
) -> Result<ExitCode, Failure> {
    let screen = Screen::default();
    let show = |chunk: &[u8]| {
        if !screen.show(chunk) {
            // There is no one to print for.
            session.stop.now();
        }
    };
    let ran = programs::print_output(session, candidate, input, &show)?;
    screen.end().map_err(Failure::output)?;
    if let Some(signal) = session.stop.signal() {
        return Ok(ExitCode::Interrupted(signal));
    }
    if let Some(facts) = &ran.execution {
        tell_stderr(facts);
    }
    let tone = if ran.as_expected { Tone::Good } else { Tone::Bad };
    tell(tone, &ran.in_words(input.is_none()));
    Ok(match ran.verdict {
        Verdict::JudgeError => ExitCode::JudgeFailed,
        _ if ran.as_expected => ExitCode::Fine,
        _ => ExitCode::Unexpected,
    })
}
