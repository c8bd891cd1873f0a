//! What a program that failed says of itself → what is wrong, and the calls that led there; pure.
//!
//! Sanitizers, panics, tracebacks and uncaught exceptions have a few forms, and each form has a file here. What
//! has none of them is no trace: it is for the reader of the text as it is. A text may hold several traces, and
//! says what is wrong first where the first one is.

mod exception;
mod interpreter;
mod panic;
mod place;
mod sanitizer;
#[cfg(test)]
mod tests;

pub use place::{Column, TracePlace};

/// Something that is wrong, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// What is wrong: `heap-buffer-overflow: READ of size 4`.
    pub what: String,
    /// What else is said of it.
    pub details: Vec<String>,
    /// Where it is said to be, if that is said apart from the calls.
    pub place: Option<TracePlace>,
    /// The calls, the innermost first.
    pub calls: Vec<Call>,
    /// Other calls that have to do with it, with what they did: `allocated`.
    pub related: Vec<(String, Vec<Call>)>,
}

/// A call that has not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function, as its language writes it.
    pub function: String,
    /// Where it is.
    pub place: Option<TracePlace>,
    /// How often it stands there, one within the other.
    pub times: u64,
}

impl Call {
    fn new(function: &str, place: Option<TracePlace>) -> Self {
        Self { function: function.to_owned(), place, times: 1 }
    }
}

/// What reads one form: a trace that begins at this line, and the line after it.
type Form = fn(&[&str], usize) -> Option<(Trace, usize)>;

const FORMS: [Form; 7] = [
    sanitizer::error,
    sanitizer::undefined,
    panic::panicked,
    panic::aborted,
    interpreter::traceback,
    interpreter::fault,
    exception::uncaught,
];

/// The traces in a text, in their order.
#[must_use]
pub fn traces(text: &str) -> Vec<Trace> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        match FORMS.iter().find_map(|form| form(&lines, at)) {
            Some((mut trace, next)) => {
                trace.calls = folded(trace.calls);
                found.push(trace);
                at = next.max(at + 1);
            }
            None => at += 1,
        }
    }
    found
}

/// Calls that follow each other and are alike, as one. Of a recursion only the innermost call may stand elsewhere.
fn folded(calls: Vec<Call>) -> Vec<Call> {
    let mut folded: Vec<Call> = Vec::new();
    for call in calls {
        match folded.last_mut() {
            Some(last) if last.function == call.function && last.place == call.place => {
                last.times += call.times;
            }
            Some(_) | None => folded.push(call),
        }
    }
    folded
}

/// The value of the longest prefix of digits, and what follows it.
fn number(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}
