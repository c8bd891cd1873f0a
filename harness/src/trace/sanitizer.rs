//! What sanitizers of C, C++ and LLVM say: an error that ends the program, and undefined behaviour.

use crate::trace::{Call, Trace, TracePlace, number};

/// Between the name of a file and what is undefined there.
const UNDEFINED: &str = ": runtime error: ";

/// With these words the address of an error begins, which says nothing to a reader.
const ADDRESSES: [&str; 6] =
    [" on address 0x", " on unknown address", " on 0x", ": 0x", " (pc 0x", " in thread T"];

/// An error: `==7==ERROR: AddressSanitizer: heap-buffer-overflow on address …`.
pub fn error(lines: &[&str], at: usize) -> Option<(Trace, usize)> {
    let said = headline(lines[at])?;
    let end = ADDRESSES.iter().filter_map(|start| said.find(start)).min().unwrap_or(said.len());
    let kind = said[..end].trim_end_matches(':');
    let mut trace = Trace { what: kind.to_owned(), ..Trace::default() };
    if kind == "ABRT" {
        trace.what = last_words(&lines[..at]).unwrap_or_else(|| "the program called abort".to_owned());
    }
    let mut at = at + 1;
    while let Some(line) = lines.get(at).filter(|line| !is_end(line) && headline(line).is_none()) {
        if let Some((calls, next)) = calls(lines, at) {
            if trace.calls.is_empty() {
                trace.calls = calls;
            }
            at = next;
            continue;
        }
        at += 1;
        if let Some(did) = heading(line) {
            if let Some((calls, next)) = calls(lines, at) {
                trace.related.push((did.to_owned(), calls));
                at = next;
            }
        } else if let Some(access) = access(line).filter(|_| trace.calls.is_empty()) {
            trace.what = format!("{}: {access}", trace.what);
        } else if let Some(detail) = detail(line) {
            trace.details.push(detail);
            // The calls that follow say where the variable is, which the detail says, too.
            at = calls(lines, at).map_or(at, |(_, next)| next);
        }
    }
    let last = lines.get(at..)?.iter().take(2).position(|line| line.ends_with("==ABORTING"));
    Some((trace, last.map_or(at + 1, |more| at + more + 1)))
}

/// Undefined behaviour: `a.cpp:5:12: runtime error: signed integer overflow: …`.
pub fn undefined(lines: &[&str], at: usize) -> Option<(Trace, usize)> {
    let (place, what) = lines[at].split_once(UNDEFINED)?;
    let place = TracePlace::written(place)?;
    let mut trace = Trace { what: what.to_owned(), place: Some(place), ..Trace::default() };
    let mut next = at + 1;
    // Memory round the address, with a mark.
    if lines.get(next).is_some_and(|line| line.contains(": note: ")) {
        let is_memory = |line: &&&str| line.starts_with(' ') && frame(line).is_none();
        next += 1 + lines[next + 1..].iter().take(2).take_while(is_memory).count();
    }
    if let Some((calls, end)) = calls(lines, next) {
        (trace.calls, next) = (calls, end);
    }
    Some((trace, next))
}

/// What follows the name of the sanitizer in the first line of an error.
fn headline(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("==").and_then(|rest| number(rest)?.1.strip_prefix("=="))?;
    let rest = rest.strip_prefix("ERROR: ").or_else(|| rest.strip_prefix("WARNING: "))?;
    let (tool, said) = rest.split_once(": ")?;
    tool.ends_with("Sanitizer").then_some(said)
}

fn is_end(line: &str) -> bool {
    line.starts_with("SUMMARY: ") || line.ends_with("==ABORTING") || line.contains(UNDEFINED)
}

/// What a program said before it called abort: an exception, or an assertion that does not hold.
fn last_words(lines: &[&str]) -> Option<String> {
    let is_noise =
        |line: &&&str| line.is_empty() || line.starts_with("=====") || line.ends_with("DEADLYSIGNAL");
    let mut before = lines.iter().rev().skip_while(is_noise);
    let last = before.next()?.trim();
    if let Some(what) = last.strip_prefix("what():") {
        let exception =
            before.next().and_then(|line| Some(line.split_once("instance of ")?.1.trim_matches('\'')));
        return Some(format!("uncaught {}: {}", exception.unwrap_or("exception"), what.trim()));
    }
    if let Some(at) = last.find("Assertion ") {
        return Some(last[at..].trim_end_matches('.').to_owned());
    }
    last.starts_with("terminate called").then(|| last.to_owned())
}

/// `READ of size 4 at 0x… thread T0`.
fn access(line: &str) -> Option<&str> {
    let is_access = ["READ of size ", "WRITE of size "].iter().any(|start| line.starts_with(start));
    line.split(" at 0x").next().filter(|_| is_access)
}

/// `freed by thread T0 here:`, without the thread.
fn heading(line: &str) -> Option<&str> {
    let (did, _) = line.strip_suffix(" here:")?.split_once(" by thread ")?;
    Some(did)
}

/// What else is said, without addresses.
fn detail(line: &str) -> Option<String> {
    if let Some((variable, how)) = line.split_once(" <== ") {
        // `[160, 172) 'loc' (line 4)`
        let name = variable.split_once(") ").map_or(variable, |(_, name)| name);
        let how = how.split(" at offset ").next().unwrap_or(how);
        let verb = if line.ends_with("overflows this variable") { "overflows" } else { "is inside of" };
        return Some(format!("{how} {verb} {}", name.trim()));
    }
    if let Some((_, located)) = line.split_once(" is located ").filter(|(start, _)| start.starts_with("0x")) {
        let located = located.split(" [0x").next().unwrap_or(located);
        return Some(match (located.find(" (0x"), located.find(") of size")) {
            (Some(start), Some(end)) if start < end => {
                format!("{}{}", &located[..start], &located[end + 1..])
            }
            _ => located.to_owned(),
        });
    }
    let (_, said) = line.split_once("==").filter(|_| line.starts_with("=="))?.1.split_once("==")?;
    let said = said.strip_prefix("Hint: ").or(said.strip_prefix("The signal is "))?;
    Some(said.trim_end_matches('.').to_owned())
}

/// The calls that begin at this line: `    #0 0x4f in main a.cpp:5`.
fn calls(lines: &[&str], at: usize) -> Option<(Vec<Call>, usize)> {
    let calls: Vec<Call> = lines.get(at..)?.iter().map_while(|line| frame(line)).collect();
    let next = at + calls.len();
    (!calls.is_empty()).then_some((calls, next))
}

fn frame(line: &str) -> Option<Call> {
    let (_, rest) = number(line.trim_start().strip_prefix('#')?)?;
    let (_, said) = rest.strip_prefix(" 0x")?.split_once(' ')?;
    let Some(said) = said.strip_prefix("in ") else { return Some(Call::new("", None)) };
    // `main (/home/a+0x12) (BuildId: 12)`: only the program is known, and no source.
    if let Some(end) = said.find(" (/").filter(|_| said.ends_with(')')) {
        return Some(Call::new(&said[..end], None));
    }
    // A function may have blanks in its name, and a file in its path; what begins a path stands in no name.
    let starts = [" /", " ../", " ./"].iter().filter_map(|start| said.find(start));
    let (function, file) = match starts.min() {
        Some(start) => (&said[..start], &said[start + 1..]),
        None => said.rsplit_once(' ').unwrap_or((said, "")),
    };
    Some(Call::new(function, TracePlace::written(file)))
}
