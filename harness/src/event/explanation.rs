//! Why a solution failed, as far as a run of its own can tell.

use std::sync::Arc;

use crate::event::Subject;
use crate::model::{Name, Verdict};

/// What a run was found to do wrong that was made to find out why a solution failed. It is not the run that was
/// judged: the program was built otherwise, and its limits were others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The solution.
    pub subject: Arc<Subject>,
    /// The case.
    pub case: Name,
    /// What was looked for, in words; empty where nothing was run for it.
    pub checks: String,
    /// The verdict of that run; none where there was none.
    pub verdict: Option<Verdict>,
    /// What it did wrong, in the order in which it did.
    pub faults: Vec<ExplainedFault>,
    /// How many more there are.
    pub left_out: usize,
    /// What there is to be said where nothing was found: what came of it, or why there was no run.
    pub remark: Option<String>,
    /// What the program said, where that is no trace that is known.
    pub said: Option<String>,
}

/// Something that a program did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedFault {
    /// What: `heap-buffer-overflow: READ of size 4`.
    pub what: String,
    /// What else is known of it.
    pub details: Vec<String>,
    /// Where, in the sources of the solution.
    pub place: Option<CodePlace>,
    /// The calls in the sources of the solution, the innermost first; without any, the innermost of all.
    pub stack: Vec<StackFrame>,
    /// How many calls of libraries are left out.
    pub library_calls: usize,
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePlace {
    /// The file, relative to the root of the workspace where it is in there.
    pub path: Name,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1, where that is known.
    pub column: Option<u64>,
    /// The line itself, where it is shown.
    pub text: Option<String>,
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// The function.
    pub function: String,
    /// Where it is, where that is known.
    pub place: Option<CodePlace>,
    /// How often it stands there, one within the other.
    pub times: u64,
}
