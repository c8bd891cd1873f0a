//! What a program that failed says of why: of a trace the message, and not its last line. The words by which it is
//! known are the data of `last_words.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

/// Lines of a message beside its first.
const MOST_MORE: usize = 2;

/// Lines above the head of a trace in which its message may begin.
const MOST_ABOVE: usize = 4;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    heads: Vec<String>,
    below: Vec<String>,
    begins: Vec<String>,
    telling: Vec<String>,
    traces: Vec<String>,
}

const TEXT: &str = include_str!("last_words.toml");

static MARKS: LazyLock<Marks> = LazyLock::new(|| {
    let read = toml::from_str(TEXT);
    debug_assert!(read.is_ok(), "last_words.toml: {read:?}");
    read.unwrap_or_default()
});

/// The message of the last failure that standard error tells of; without one its last line.
pub fn of(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let is_said = |line: &str| !line.trim().is_empty();
    let start = [below_head(&lines), telling(&lines), above_trace(&lines)].into_iter().flatten().max();
    let last = || lines.iter().rposition(|line| is_said(line) && !MARKS.is_of_trace(line));
    let start = start.or_else(last).or_else(|| lines.iter().rposition(|line| is_said(line)))?;
    let more = lines[start + 1..].iter().take(MOST_MORE);
    let more = more.take_while(|line| is_said(line) && !MARKS.is_of_trace(line) && !MARKS.is_head(line));
    let words: Vec<&str> = std::iter::once(&lines[start]).chain(more).map(|line| line.trim()).collect();
    Some(words.join(" "))
}

/// The first line below the last head that is not indented.
fn below_head(lines: &[&str]) -> Option<usize> {
    let head = lines.iter().rposition(|line| MARKS.heads.iter().any(|known| known == line.trim()))?;
    let is_outside = |line: &&str| line.starts_with(|c: char| !c.is_whitespace());
    Some(head + 1 + lines[head + 1..].iter().position(is_outside)?)
}

/// The last line that is known to be a message.
fn telling(lines: &[&str]) -> Option<usize> {
    lines.iter().rposition(|line| MARKS.is_telling(line) && !MARKS.is_of_trace(line))
}

/// The line in which the message above a trace begins: the next one above with a place or a name before a colon.
fn above_trace(lines: &[&str]) -> Option<usize> {
    let trace = lines.iter().rposition(|line| MARKS.below.iter().any(|known| known == line.trim()))?;
    let above = lines[..trace].iter().enumerate().rev().take(MOST_ABOVE);
    let mut above = above.take_while(|(_, line)| !line.trim().is_empty());
    let named = above.clone().find(|(_, line)| line.contains(": "));
    named.or_else(|| above.next()).map(|(at, _)| at)
}

impl Marks {
    fn is_telling(&self, line: &str) -> bool {
        self.begins.iter().any(|start| line.trim().starts_with(start.as_str()))
            || self.telling.iter().any(|mark| line.contains(mark.as_str()))
    }

    fn is_of_trace(&self, line: &str) -> bool {
        self.traces.iter().any(|start| line.trim().starts_with(start.as_str()))
    }

    fn is_head(&self, line: &str) -> bool {
        self.heads.iter().chain(&self.below).any(|known| known == line.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::{Marks, TEXT, of};

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(of(text).as_deref(), Some(expect), "{text}");
    }

    #[test]
    fn the_data_is_read_whole() {
        let marks: Marks = toml::from_str(TEXT).unwrap();
        assert!(marks.traces.iter().chain(&marks.begins).all(|mark| !mark.is_empty()));
    }

    /// What real programs wrote, each in its language.
    #[test]
    fn the_message_of_a_trace_is_found() {
        check(
            "panic: runtime error: index out of range [5] with length 1\n\ngoroutine 1 [running]:\nmain.f(...)\n\t/w/g.go:2\nmain.main()\n\t/w/g.go:3 +0x1d\nexit status 2\n",
            "panic: runtime error: index out of range [5] with length 1",
        );
        check(
            "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan send]:\nmain.main()\n\t/w/d.go:2 +0x31\n",
            "fatal error: all goroutines are asleep - deadlock!",
        );
        check(
            "noise\npanic: bad\nthing\n\ngoroutine 1 [running]:\nmain.main()\n\t/w/g.go:3 +0x78\n",
            "panic: bad thing",
        );
        check(
            "panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1]\n\ngoroutine 1 [running]:\n",
            "panic: runtime error: invalid memory address or nil pointer dereference",
        );
        check(
            "lua5.4: l.lua:1: attempt to perform arithmetic on a nil value\nstack traceback:\n\tl.lua:1: in main chunk\n\t[C]: in ?\n",
            "lua5.4: l.lua:1: attempt to perform arithmetic on a nil value",
        );
        check(
            "noise\nlua5.4: l.lua:1: custom\ntwo\nstack traceback:\n\t[C]: in function 'error'\n\tl.lua:1: in main chunk\n\t[C]: in ?\n",
            "lua5.4: l.lua:1: custom two",
        );
        check(
            "program: one\ntwo\nCallStack (from HasCallStack):\n  error, called at h.hs:2:8 in main:Main\n",
            "program: one two",
        );
        check("program: Prelude.head: empty list\n", "program: Prelude.head: empty list");
        check(
            "Fatal error: exception Failure(\"one\ntwo\")\n",
            "Fatal error: exception Failure(\"one two\")",
        );
        check(
            "Runtime error 200 at $00000000004010EC\n  $00000000004010EC\n\n",
            "Runtime error 200 at $00000000004010EC",
        );
        check(
            "r.rb:1:in `f': undefined method `+' for nil:NilClass (NoMethodError)\n\ndef f; nil + 1; end\n           ^\n\tfrom r.rb:2:in `<main>'\n",
            "r.rb:1:in `f': undefined method `+' for nil:NilClass (NoMethodError)",
        );
        check("r.rb:1:in `<main>': one (RuntimeError)\ntwo\n", "r.rb:1:in `<main>': one (RuntimeError) two");
        check(
            "\nn.js:1\nthrow \"text\"\n^\ntext\n(Use `node --trace-uncaught ...` to show where the exception was thrown)\n\nNode.js v20.20.2\n",
            "text",
        );
        check(
            "n.js:1\nfunction f(){ throw new Error(\"one\\ntwo\") }\n              ^\n\nError: one\ntwo\n    at f (n.js:1:21)\n    at n.js:2:1\n\nNode.js v20.20.2\n",
            "Error: one two",
        );
        check(
            "Exception in thread \"main\" java.lang.IllegalStateException: one\ntwo\n\tat M.f(M.java:1)\nCaused by: java.lang.RuntimeException: cause\n\tat x.MyException.f(M.java:1)\n\t... 2 more\n",
            "Caused by: java.lang.RuntimeException: cause",
        );
        check(
            "\nUnhandled Exception:\nSystem.Exception: one\ntwo\n  at P.Main () [0x0] in c.cs:1 \n[ERROR] FATAL UNHANDLED EXCEPTION: System.Exception: one\ntwo\n  at P.Main () [0x0] in c.cs:1 \n",
            "[ERROR] FATAL UNHANDLED EXCEPTION: System.Exception: one two",
        );
        check(
            "m2.nim(1)                m2\nError: unhandled exception: one\ntwo [ValueError]\n",
            "Error: unhandled exception: one two [ValueError]",
        );
        check(
            "terminate called after throwing an instance of 'std::runtime_error'\n  what():  x\ny\n",
            "what():  x y",
        );
        check(
            "thread 'main' panicked at a.rs:1:54:\nboom\nnote: run with `RUST_BACKTRACE=1` environment variable\n",
            "thread 'main' panicked at a.rs:1:54: boom",
        );
    }

    #[test]
    fn the_message_below_a_trace_is_the_whole_message_of_the_last_one() {
        let trace = "Traceback (most recent call last):\n  File \"p.py\", line 1, in <module>\n    f()\n";
        check(&format!("{trace}ValueError: one\ntwo\n"), "ValueError: one two");
        check(&format!("{trace}module.Boom: one\ntwo\n"), "module.Boom: one two");
        check(&format!("{trace}KeyError\n"), "KeyError");
        check(
            &format!(
                "{trace}ZeroDivisionError: division by zero\n\nThe above exception was the direct cause of the following exception:\n\n{trace}RuntimeError: later\n"
            ),
            "RuntimeError: later",
        );
        check(
            "Error: noise\nTraceback (most recent call last):\n  File \"p.py\", line 1, in f\n  [Previous line repeated 996 more times]\nRecursionError: maximum recursion depth exceeded\n",
            "RecursionError: maximum recursion depth exceeded",
        );
    }

    #[test]
    fn without_a_trace_it_is_the_last_line() {
        check("one\ntwo at e.pl line 1.\n", "two at e.pl line 1.");
        check("why\ncat: /none: No such file or directory\n\n", "cat: /none: No such file or directory");
        check("at 7\n", "at 7");
        assert_eq!(of("\n \n"), None);
    }
}
