//! The reasons and remarks of judgements, in words.

use std::time::Duration;

use harness_sandbox::{Execution, Usage, explained};

use crate::judge::last_words;
use crate::model::{Bytes, Limits, mebibytes, plain, seconds};

pub fn memory(used: Bytes, limit: Bytes, oom_killed: bool) -> String {
    if oom_killed {
        return format!("killed at the limit of {limit}");
    }
    format!("{} of {limit}", mebibytes(used))
}

pub fn time(used: Duration, limit: Duration, killed: bool) -> String {
    if killed {
        // How long it would have taken is unknown.
        return format!("more than {}, killed at {}", seconds(limit), seconds(used));
    }
    format!("{} of {}", seconds(used), seconds(limit))
}

pub fn idle(usage: &Usage, limit: Duration) -> String {
    idle_because(usage, &format!("wall limit {}", seconds(limit)), why_idle(usage))
}

/// What the facts tell of why it idled.
pub fn why_idle(usage: &Usage) -> &'static str {
    if usage.was_stopped {
        "it was stopped by a signal"
    } else {
        "it slept, or waited for input or for another process"
    }
}

/// Where more is known of why.
pub fn idle_because(usage: &Usage, line: &str, why: &str) -> String {
    format!("used {} of CPU in {} ({line}): {why}", seconds(usage.cpu), seconds(usage.wall))
}

pub fn output(limit: Bytes) -> String {
    format!("wrote more than {limit}, killed")
}

pub fn errors(limit: Bytes) -> String {
    format!("wrote more than {limit} to standard error, killed")
}

pub fn cannot_start(errno: i32) -> String {
    let what = match errno {
        libc_errno::ENOENT => "the program, or the interpreter that it names, does not exist",
        libc_errno::EACCES => "the program may not be executed",
        libc_errno::ENOEXEC => "the file is not an executable for this machine",
        _ => "the system refuses",
    };
    if is_of_machine(errno) {
        return format!("cannot start: {}", explained(&std::io::Error::from_raw_os_error(errno)));
    }
    format!("cannot start: {what} ({})", std::io::Error::from_raw_os_error(errno))
}

/// Whether a program cannot be started for lack of something outside the program, or because
/// its file is open for writing at the moment.
pub fn is_of_machine(errno: i32) -> bool {
    [libc_errno::EIO, libc_errno::EAGAIN, libc_errno::ENFILE, libc_errno::EMFILE, libc_errno::ETXTBSY]
        .contains(&errno)
}

/// The few numbers that have sentences of their own; they are the same on every Linux.
mod libc_errno {
    pub const ENOENT: i32 = 2;
    pub const EIO: i32 = 5;
    pub const ENOEXEC: i32 = 8;
    pub const EAGAIN: i32 = 11;
    pub const EACCES: i32 = 13;
    pub const ENFILE: i32 = 23;
    pub const EMFILE: i32 = 24;
    pub const ETXTBSY: i32 = 26;
}

pub fn signal(signal: i32, facts: &Execution, limits: &Limits) -> String {
    let name = signal_name(signal);
    let stack = limits.stack_limit();
    // A program that has touched nearly as much as its stack may hold, and then hit the guard.
    let likely_overflow = facts.usage.memory.0 >= stack.0 / 10 * 9 || says(facts, "overflowed its stack");
    match signal {
        SIGSEGV | SIGBUS | SIGABRT if likely_overflow => {
            format!("{name}, likely stack overflow (limit {stack})")
        }
        SIGKILL => format!("{name}, not sent by the judge"),
        _ => match last_words(facts) {
            Some(words) => format!("{name}: {words}"),
            None => name,
        },
    }
}

pub fn exit_status(status: i32, facts: &Execution) -> String {
    match last_words(facts) {
        Some(words) => format!("exit status {status}: {words}"),
        None => format!("exit status {status}"),
    }
}

fn says(facts: &Execution, words: &str) -> bool {
    facts.stderr.text().contains(words)
}

/// What standard error says of why it failed.
pub fn last_words(facts: &Execution) -> Option<String> {
    last_words::of(&facts.stderr.text()).map(|words| shown(&words))
}

/// The beginning of a line, with what a terminal would obey escaped.
pub fn shown(line: &str) -> String {
    let words = plain(line);
    let mut shown = words.chars();
    let mut start: String = shown.by_ref().take(200).collect();
    if shown.next().is_some() {
        start.push('…');
    }
    start
}

/// Remarks on the facts that change no verdict.
pub fn notes(facts: &Execution) -> Vec<String> {
    let mut notes = Vec::new();
    if facts.leftovers > 0 {
        let processes = if facts.leftovers == 1 { "process" } else { "processes" };
        notes.push(format!("{} {processes} left running, killed", facts.leftovers));
    }
    if facts.refused_forks > 0 {
        let times = if facts.refused_forks == 1 { "time" } else { "times" };
        notes.push(format!("was refused a process or thread {} {times}", facts.refused_forks));
    }
    if facts.stderr.dropped > 0 {
        notes.push(format!("standard error cut, {} left out", Bytes(facts.stderr.dropped)));
    }
    let usage = &facts.usage;
    if usage.run_delay > usage.wall / 2 && usage.wall > Duration::from_millis(100) {
        notes.push(format!("waited {} of {} for a core", seconds(usage.run_delay), seconds(usage.wall)));
    }
    notes
}

const SIGABRT: i32 = 6;
const SIGBUS: i32 = 7;
const SIGKILL: i32 = 9;
const SIGSEGV: i32 = 11;

/// Linux's names of the signals that end programs (x86, Arm and RISC-V number them alike).
pub fn signal_name(signal: i32) -> String {
    let name = match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        SIGABRT => "SIGABRT",
        SIGBUS => "SIGBUS",
        8 => "SIGFPE",
        SIGKILL => "SIGKILL",
        SIGSEGV => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        other => return format!("signal {other}"),
    };
    name.to_owned()
}
