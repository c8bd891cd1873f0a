//! What Rust programs say when they panic or abort.

use crate::trace::{Call, Trace, TracePlace};

/// Between the thread and the place.
const PANICKED: &str = " panicked at ";

/// Begins the calls.
const BACKTRACE: &str = "stack backtrace:";

/// A panic: `thread 'main' panicked at src/main.rs:5:17:`, then what for, and the calls.
pub fn panicked(lines: &[&str], at: usize) -> Option<(Trace, usize)> {
    let (_, said) = lines[at].split_once(PANICKED).filter(|(thread, _)| thread.starts_with("thread '"))?;
    // Older ones say what for in the same line: `'index out of bounds', src/main.rs:5:17`.
    let older = said.strip_prefix('\'').and_then(|said| said.rsplit_once("', "));
    let (what, place) = older.unwrap_or(("", said));
    let mut trace = Trace { what: what.to_owned(), place: TracePlace::written(place), ..Trace::default() };
    let mut next = at + 1;
    while let Some(line) = lines.get(next).filter(|line| !is_after_message(line)) {
        let is_told = !line.is_empty();
        if trace.what.is_empty() {
            (*line).clone_into(&mut trace.what);
        } else if is_told {
            trace.details.push((*line).to_owned());
        }
        next += 1;
    }
    if lines.get(next).is_some_and(|line| *line == BACKTRACE) {
        (trace.calls, next) = calls(lines, next + 1);
    }
    Some((trace, next))
}

/// What ends a program without a trace: a stack that is full, and memory that cannot be had.
pub fn aborted(lines: &[&str], at: usize) -> Option<(Trace, usize)> {
    let line = lines[at];
    let is_overflow = line.starts_with("thread '") && line.ends_with(" has overflowed its stack");
    let is_memory = line.starts_with("memory allocation of ") && line.ends_with(" failed");
    let what = match (is_overflow, is_memory) {
        (true, _) => "stack overflow",
        (_, true) => line,
        (false, false) => return None,
    };
    Some((Trace { what: what.to_owned(), ..Trace::default() }, at + 1))
}

fn is_after_message(line: &str) -> bool {
    line == BACKTRACE || line.starts_with("note: run with `RUST_BACKTRACE=") || line.starts_with("thread '")
}

/// `   3: get`, and below it `             at ./p.rs:2:38`.
fn calls(lines: &[&str], from: usize) -> (Vec<Call>, usize) {
    let (mut calls, mut at) = (Vec::new(), from);
    while let Some(line) = lines.get(at) {
        if let Some(place) = line.trim_start().strip_prefix("at ").filter(|_| line.starts_with("      ")) {
            let call: Option<&mut Call> = calls.last_mut();
            if let Some(call) = call {
                call.place = TracePlace::written(place);
            }
        } else if let Some((_, function)) = line
            .split_once(": ")
            .filter(|(number, _)| line.starts_with(' ') && number.trim_start().parse::<u64>().is_ok())
        {
            calls.push(Call::new(function, None));
        } else {
            break;
        }
        at += 1;
    }
    (calls, at)
}
