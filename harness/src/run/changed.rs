//! Whether a program is still what it was when the run began.
//!
//! What is built lies in a folder of the judge, and an interpreter somewhere in the system: both can be
//! removed, cut short or replaced while programs run, by the user or by a program that the machine cannot
//! keep from it. What then ends badly, or does not start, is no fault of the solution.

use std::path::Path;

use harness_sandbox::{FileState, Program};

use crate::judge::{self, Judgement};
use crate::model::{Name, Verdict};

/// The judgement, or that the judge failed because something of the program has changed since.
pub(super) fn unless_changed(program: &Program, judgement: Judgement) -> Judgement {
    match judgement.verdict {
        Verdict::Accepted | Verdict::Skipped | Verdict::JudgeError => judgement,
        Verdict::CompileError
        | Verdict::MemoryLimit
        | Verdict::TimeLimit
        | Verdict::IdleLimit
        | Verdict::OutputLimit
        | Verdict::RuntimeError
        | Verdict::WrongAnswer
        | Verdict::Partial => change(program).map_or(judgement, judge::judge_error),
    }
}

/// What has changed, if anything has.
fn change(program: &Program) -> Option<String> {
    let named = |path: &Path| Name::from_os(path.as_os_str());
    let is_gone = |path: &&Path| matches!(path.try_exists(), Ok(false));
    let mut parts =
        std::iter::once(program.executable.as_path()).chain(program.files.iter().map(|path| &**path));
    if let Some(path) = program.state.and_then(|_| parts.find(is_gone)) {
        return Some(format!("`{}` was removed while it was judged", named(path)));
    }
    let has_changed = program.state.is_some_and(|state| FileState::of(&program.executable) != Some(state));
    has_changed
        .then(|| format!("`{}` was changed or replaced while it was judged", named(&program.executable)))
}
