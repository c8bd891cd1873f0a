//! Exceptions that were not caught, as virtual machines tell them: what it is, then a line for each call.

use crate::trace::{Call, Trace, TracePlace};

/// What stands before the exception.
const BEFORE: [&str; 3] = ["Exception in thread ", "Caused by: ", "Unhandled exception. "];

/// An exception, followed by lines such as `    at Main.get(Main.java:5)`; or a panic, by the calls of a goroutine.
pub fn uncaught(lines: &[&str], at: usize) -> Option<(Trace, usize)> {
    goroutine(lines, at).or_else(|| calls_with_at(lines, at))
}

fn calls_with_at(lines: &[&str], at: usize) -> Option<(Trace, usize)> {
    let line = lines[at];
    if line.is_empty() || line.starts_with([' ', '\t']) {
        return None;
    }
    let calls: Vec<Call> = lines[at + 1..].iter().map_while(|line| call(line)).collect();
    let next = at + 1 + calls.len();
    let start = BEFORE.iter().find_map(|before| line.strip_prefix(before)).unwrap_or(line);
    // `"main" java.lang.…`
    let what = start.strip_prefix('"').and_then(|rest| Some(rest.split_once("\" ")?.1)).unwrap_or(start);
    let trace = Trace { what: what.to_owned(), calls, ..Trace::default() };
    trace.calls.iter().any(|call| call.place.is_some()).then_some((trace, next))
}

/// `at FUNCTION (FILE:LINE:COLUMN)`, `at FUNCTION (…) [0x1] in FILE:LINE` or `at FILE:LINE:COLUMN`.
fn call(line: &str) -> Option<Call> {
    let said = line.strip_prefix([' ', '\t'])?.trim_start().strip_prefix("at ")?.trim_end();
    if let Some((function, place)) = said.rsplit_once(" in ") {
        // .NET writes `a.cs:line 5`.
        let place = TracePlace::written(&place.replace(":line ", ":"));
        let function = function.split(" [0x").next().unwrap_or(function);
        return Some(Call::new(function.trim_end(), place));
    }
    let inner = said.strip_suffix(')').and_then(|said| said.rsplit_once('('));
    Some(match inner {
        Some((function, place)) => Call::new(function.trim_end(), TracePlace::written(place)),
        None => match TracePlace::written(said) {
            Some(place) => Call::new("", Some(place)),
            None => Call::new(said, None),
        },
    })
}

/// `panic: …` or `fatal error: …`, and after `goroutine 1 [running]:` two lines for each call.
fn goroutine(lines: &[&str], at: usize) -> Option<(Trace, usize)> {
    let line = lines[at];
    let what = line.strip_prefix("panic: ").or_else(|| line.strip_prefix("fatal error: "))?;
    let after = &lines[at + 1..];
    let is_title = |line: &&str| line.starts_with("goroutine ") && line.ends_with("]:");
    let title = after.iter().take(8).position(is_title)?;
    let mut calls = Vec::new();
    for pair in after[title + 1..].chunks(2) {
        let [function, place] = pair else { break };
        let Some(place) = place.strip_prefix('\t') else { break };
        // `/home/a.go:3 +0x1d`
        let place = place.rsplit_once(" +0x").map_or(place, |(place, _)| place);
        calls.push(Call::new(function, TracePlace::written(place)));
    }
    let next = at + 2 + title + 2 * calls.len();
    let what = what.to_owned();
    Some((Trace { what, calls, ..Trace::default() }, next))
}
