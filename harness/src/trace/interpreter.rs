//! What the interpreter of Python says: an exception with its calls, the outermost first, and a crash of itself.

use crate::trace::{Call, Column, Trace, TracePlace, number};

/// An exception: `Traceback (most recent call last):`, the calls, and what it is.
pub fn traceback(lines: &[&str], at: usize) -> Option<(Trace, usize)> {
    if lines[at] != "Traceback (most recent call last):" {
        return None;
    }
    let mut calls: Vec<Call> = Vec::new();
    let mut next = at + 1;
    while let Some(line) = lines.get(next).filter(|line| line.starts_with("  ")) {
        if let Some(call) = call(line) {
            calls.push(call);
        } else if let Some(times) = repeated(line) {
            if let Some(last) = calls.last_mut() {
                last.times += times;
            }
        } else if let (Some(offset), Some(call)) = (mark(line), calls.last_mut())
            && let Some(place) = &mut call.place
        {
            place.column = Some(Column::AfterBlanks(offset));
        }
        next += 1;
    }
    let what = lines.get(next).copied().unwrap_or_default().to_owned();
    calls.reverse();
    Some((Trace { what, calls, ..Trace::default() }, next + 1))
}

/// A crash: `Fatal Python error: Segmentation fault`, and the calls of the thread, the innermost first.
pub fn fault(lines: &[&str], at: usize) -> Option<(Trace, usize)> {
    let what = lines[at].strip_prefix("Fatal Python error: ")?;
    let mut trace = Trace { what: what.to_owned(), ..Trace::default() };
    let is_title = |line: &&str| line.ends_with("(most recent call first):");
    let after = &lines[at + 1..];
    let Some(title) = after.iter().take(4).position(is_title) else { return Some((trace, at + 1)) };
    trace.calls = after[title + 1..].iter().map_while(|line| call(line)).collect();
    let next = at + 2 + title + trace.calls.len();
    Some((trace, next))
}

/// `  File "a.py", line 5, in get`.
fn call(line: &str) -> Option<Call> {
    let (file, rest) = line.trim_start().strip_prefix("File \"")?.rsplit_once("\", line ")?;
    let (line, rest) = number(rest)?;
    let function = rest.trim_start_matches(',').trim_start().strip_prefix("in ").unwrap_or_default();
    Some(Call::new(function, Some(TracePlace::new(file, line, None))))
}

/// `  [Previous line repeated 995 more times]`.
fn repeated(line: &str) -> Option<u64> {
    Some(number(line.trim_start().strip_prefix("[Previous line repeated ")?)?.0)
}

/// Where the marks below a line of the source begin: `    ~~~~^^^`.
fn mark(line: &str) -> Option<u64> {
    const INDENT: usize = 4;
    let marks = line.get(INDENT..).filter(|marks| marks.chars().all(|c| matches!(c, ' ' | '~' | '^')))?;
    u64::try_from(marks.find('^')?).ok()
}
