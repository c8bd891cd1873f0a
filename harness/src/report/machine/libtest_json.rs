//! The JSON lines of Rust's test harness (`--format json`), as they come. The format is experimental there, too.

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use crate::event::{RunPlan, SolutionSummary};
use crate::report::machine::entry::{Counts, Ended, Entry, Status};
use crate::report::machine::entry_writer::EntryWriter;

/// Writes the lines.
pub struct LibtestJson<'a> {
    out: Box<dyn Write + 'a>,
    is_open: bool,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'e> {
    Suite(SuiteLine),
    Test(TestLine<'e>),
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum SuiteLine {
    Started { test_count: usize },
    Ok(Totals),
    Failed(Totals),
}

#[derive(Serialize)]
struct Totals {
    passed: usize,
    failed: usize,
    ignored: usize,
    measured: usize,
    filtered_out: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    exec_time: Option<f64>,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum TestLine<'e> {
    Started { name: &'e str },
    Ok(Test<'e>),
    Failed(Test<'e>),
    Ignored(Test<'e>),
}

#[derive(Serialize)]
struct Test<'e> {
    name: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    exec_time: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stdout: Option<String>,
}

impl<'a> LibtestJson<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self { out, is_open: false }
    }

    fn line(&mut self, line: &Line<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        writeln!(self.out)
    }

    fn open(&mut self, test_count: usize) -> io::Result<()> {
        self.is_open = true;
        self.line(&Line::Suite(SuiteLine::Started { test_count }))
    }

    fn test(&mut self, name: &str, status: Status, told: Test<'_>) -> io::Result<()> {
        self.line(&Line::Test(TestLine::Started { name }))?;
        let ended = match status {
            Status::Passed => TestLine::Ok(told),
            Status::Failed | Status::Error => TestLine::Failed(told),
            Status::Skipped => TestLine::Ignored(told),
        };
        self.line(&Line::Test(ended))?;
        self.out.flush()
    }

    fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        let (name, message) = (entry.name(), entry.message());
        let is_bad = entry.is_bad();
        let mut stdout = is_bad.then(|| format!("{message}\n{}", entry.details));
        if !is_bad && !entry.rechecks.is_empty() {
            stdout = Some(entry.notes.join("\n") + "\n");
        }
        // Readers want a time of all that ran.
        let time = entry.time_of_test();
        let told = Test {
            name: &name,
            exec_time: (entry.status != Status::Skipped).then_some(time.as_secs_f64()),
            message: (entry.status == Status::Skipped).then_some(entry.reason.as_str()),
            stdout,
        };
        self.test(&name, entry.status, told)
    }
}

impl EntryWriter for LibtestJson<'_> {
    fn start(&mut self, plan: &Arc<RunPlan>) -> io::Result<()> {
        // Each solution is a test as well.
        self.open(plan.solutions().iter().map(|planned| planned.cases.len() + 1).sum())
    }

    fn count(&mut self, entries: usize) -> io::Result<()> {
        self.open(entries)
    }

    fn case(&mut self, entry: Entry) -> io::Result<()> {
        self.entry(&entry)
    }

    fn solution(&mut self, entry: Entry, _summary: Option<&SolutionSummary>) -> io::Result<()> {
        self.entry(&entry)
    }

    fn end(&mut self, ended: &Ended) -> io::Result<()> {
        let Counts { passed, mut failed, errors, skipped } = ended.counts;
        failed += errors;
        if !self.is_open {
            self.open(usize::from(ended.trouble.is_some()))?;
        }
        if let Some(trouble) = &ended.trouble {
            failed += 1;
            let stdout = Some(format!("{trouble}\n"));
            let told = Test { name: "harness", exec_time: Some(0.0), message: None, stdout };
            self.test("harness", Status::Failed, told)?;
        }
        let exec_time = ended.wall.map(|wall| wall.as_secs_f64());
        let totals = Totals { passed, failed, ignored: skipped, measured: 0, filtered_out: 0, exec_time };
        let ended = if failed == 0 { SuiteLine::Ok(totals) } else { SuiteLine::Failed(totals) };
        self.line(&Line::Suite(ended))?;
        self.out.flush()
    }
}
