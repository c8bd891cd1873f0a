//! Test Anything Protocol, version 13: a line a test, as they come, with a YAML block where one failed.

use std::io::{self, Write};
use std::sync::Arc;

use serde_json::Value;

use crate::event::{Explanation, RunPlan, SolutionSummary};
use crate::model::plain;
use crate::report::machine::details;
use crate::report::machine::entry::{Ended, Entry, Status};
use crate::report::machine::entry_writer::EntryWriter;

/// Writes the lines.
pub struct Tap<'a> {
    out: Box<dyn Write + 'a>,
    tests: usize,
    is_open: bool,
}

impl<'a> Tap<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self { out, tests: 0, is_open: false }
    }

    fn open(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_open, true) { Ok(()) } else { writeln!(self.out, "TAP version 13") }
    }

    fn test(&mut self, entry: &Entry) -> io::Result<()> {
        let word = if entry.is_bad() { "not ok" } else { "ok" };
        let skip = match entry.status {
            Status::Skipped => format!(" # SKIP {}", described(&entry.reason)),
            Status::Passed | Status::Failed | Status::Error => String::new(),
        };
        self.tests += 1;
        writeln!(self.out, "{word} {} - {}{}", self.tests, described(&entry.name()), skip.trim_end())?;
        if entry.is_bad() || !entry.rechecks.is_empty() {
            self.block(entry)?;
        }
        self.out.flush()
    }

    fn block(&mut self, entry: &Entry) -> io::Result<()> {
        writeln!(self.out, "  ---\n  message: {}", quoted(&entry.message()))?;
        writeln!(self.out, "  verdict: {}", entry.verdict)?;
        let expected: Vec<&str> = entry.expected.iter().map(|verdict| verdict.code()).collect();
        writeln!(self.out, "  expected: {}", expected.join(" or "))?;
        if let Some(cpu) = entry.cpu {
            writeln!(self.out, "  cpu_seconds: {:.6}", cpu.as_secs_f64())?;
        }
        for recheck in &entry.rechecks {
            writeln!(self.out, "  recheck_cpu_seconds: {:.6}", recheck.cpu.as_secs_f64())?;
        }
        write!(self.out, "{}", literal("details", &entry.details))?;
        writeln!(self.out, "  ...")
    }
}

/// A text after the number of a test: a `#` would begin a directive.
fn described(text: &str) -> String {
    text.replace('\\', "\\\\").replace('#', "\\#").replace(['\n', '\r'], " ")
}

/// A string of JSON is one of YAML.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Lines as a literal block, or nothing where there are none. Readers of TAP know a part of YAML only: a quoted item of
/// a list with a colon is a map to `prove`, and an empty line without the indent is the end of the block.
fn literal(key: &str, text: &str) -> String {
    let mut lines = text.lines().skip_while(|line| line.trim().is_empty());
    // The first line tells how far all are indented.
    let Some(first) = lines.next() else { return String::new() };
    let mut block = format!("  {key}: |\n    {}\n", plain(first.trim_start()));
    for line in lines {
        block.extend(["    ", &plain(line), "\n"]);
    }
    block
}

impl EntryWriter for Tap<'_> {
    fn start(&mut self, _plan: &Arc<RunPlan>) -> io::Result<()> {
        self.open()
    }

    fn count(&mut self, _entries: usize) -> io::Result<()> {
        self.open()
    }

    fn case(&mut self, entry: Entry) -> io::Result<()> {
        self.test(&entry)
    }

    fn solution(&mut self, entry: Entry, _summary: Option<&SolutionSummary>) -> io::Result<()> {
        self.test(&entry)
    }

    // It comes after the lines of all tests, so it is a comment.
    fn explained(&mut self, explanation: &Explanation) -> io::Result<()> {
        writeln!(
            self.out,
            "# {}/{}:",
            plain(&explanation.subject.to_string()),
            plain(&explanation.case.to_string())
        )?;
        for line in details::of_explanation(explanation).lines() {
            writeln!(self.out, "#   {}", plain(line))?;
        }
        self.out.flush()
    }

    fn end(&mut self, ended: &Ended) -> io::Result<()> {
        self.open()?;
        if let Some(trouble) = &ended.trouble {
            self.tests += 1;
            writeln!(
                self.out,
                "not ok {} - harness\n  ---\n  message: {}\n  ...",
                self.tests,
                quoted(trouble)
            )?;
        }
        writeln!(self.out, "1..{}", self.tests)?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::literal;

    #[test]
    fn a_block_holds_any_lines() {
        let text = "  ValueError: no\n\n  - a: \"b\"\n...\n";
        assert_eq!(
            literal("details", text),
            "  details: |\n    ValueError: no\n    \n      - a: \"b\"\n    ...\n"
        );
        assert_eq!(["", "\n \n"].map(|text| literal("details", text)), ["", ""]);
    }
}
