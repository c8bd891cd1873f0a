//! The XML of `JUnit`, as GitLab, Jenkins and GitHub's actions read it: a suite for each solution.
//!
//! GitLab knows a test by the names of its class and itself, so these hold problem, solution and case. A suite says
//! at its start how many tests it has, so it is written when its solution is complete.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use crate::event::{RunPlan, SolutionSummary};
use crate::model::alternatives;
use crate::report::escape::xml;
use crate::report::machine::entry::{Counts, Ended, Entry, Status};
use crate::report::machine::entry_writer::EntryWriter;

/// The name of the test that is the solution as a whole.
const WHOLE: &str = "(all cases)";

/// Writes the document.
pub struct Junit<'a> {
    out: Box<dyn Write + 'a>,
    /// The tests of the solution under way.
    tests: String,
    counts: Counts,
    time: Duration,
    is_open: bool,
}

impl<'a> Junit<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        let (tests, counts, time) = (String::new(), Counts::default(), Duration::ZERO);
        Self { out, tests, counts, time, is_open: false }
    }

    fn open(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_open, true) {
            return Ok(());
        }
        writeln!(self.out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"harness\">")
    }

    /// Writes the suite of this name with the tests so far.
    fn close_suite(&mut self, name: &str) -> io::Result<()> {
        let (counts, time) = (std::mem::take(&mut self.counts), std::mem::take(&mut self.time));
        writeln!(
            self.out,
            "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.6}\">\n{}</testsuite>",
            xml(name),
            counts.all(),
            counts.failed,
            counts.errors,
            counts.skipped,
            time.as_secs_f64(),
            std::mem::take(&mut self.tests)
        )
    }

    fn add(&mut self, entry: &Entry) {
        let class = format!("{}.{}", entry.subject.problem, entry.subject.solution);
        let name = entry.case.as_ref().map_or_else(|| WHOLE.to_owned(), ToString::to_string);
        // The slowest case is one of the cases.
        let time = entry.cpu.filter(|_| entry.case.is_some()).unwrap_or_default();
        self.counts.add(entry.status);
        self.time += time;
        _ = writeln!(
            self.tests,
            "<testcase classname=\"{}\" name=\"{}\" time=\"{:.6}\" file=\"{}\">\n{}{}</testcase>",
            xml(&class),
            xml(&name),
            time.as_secs_f64(),
            xml(&entry.file.to_string()),
            properties(entry),
            result(entry)
        );
    }
}

fn properties(entry: &Entry) -> String {
    let mut all = vec![
        ("verdict", entry.verdict.code().to_owned()),
        ("expected", alternatives(&entry.expected)),
        ("language", entry.subject.language.clone()),
    ];
    let seconds = |time: Duration| format!("{:.6}", time.as_secs_f64());
    all.extend(entry.wall.map(|wall| ("wall_seconds", seconds(wall))));
    all.extend(entry.memory.map(|memory| ("memory_bytes", memory.0.to_string())));
    if let Some(limits) = &entry.limits {
        all.push(("time_limit_seconds", seconds(limits.time)));
        all.push(("memory_limit_bytes", limits.memory.0.to_string()));
    }
    all.extend(entry.rechecks.iter().map(|recheck| ("recheck_cpu_seconds", seconds(recheck.cpu))));
    let property =
        |(name, value): &(&str, String)| format!("<property name=\"{name}\" value=\"{}\"/>\n", xml(value));
    format!("<properties>\n{}</properties>\n", all.iter().map(property).collect::<Vec<_>>().concat())
}

fn result(entry: &Entry) -> String {
    let message = xml(&entry.message());
    let with = |element: &str| {
        let (verdict, details) = (entry.verdict.code(), xml_text(&entry.details));
        format!("<{element} type=\"{verdict}\" message=\"{message}\">{details}</{element}>\n")
    };
    match entry.status {
        Status::Passed if entry.notes.is_empty() => String::new(),
        Status::Passed => format!("<system-out>{}</system-out>\n", xml_text(&entry.notes.join("\n"))),
        Status::Failed => with("failure"),
        Status::Error => with("error"),
        Status::Skipped => format!("<skipped message=\"{message}\"/>\n"),
    }
}

/// Text between tags, where line feeds stay what they are.
fn xml_text(text: &str) -> String {
    xml(text).replace("&#10;", "\n")
}

impl EntryWriter for Junit<'_> {
    fn start(&mut self, _plan: &Arc<RunPlan>) -> io::Result<()> {
        self.open()
    }

    fn case(&mut self, entry: Entry) -> io::Result<()> {
        self.add(&entry);
        Ok(())
    }

    fn solution(&mut self, entry: Entry, _summary: Option<&SolutionSummary>) -> io::Result<()> {
        self.add(&entry);
        self.close_suite(&entry.name())
    }

    fn end(&mut self, ended: &Ended) -> io::Result<()> {
        self.open()?;
        if let Some(trouble) = &ended.trouble {
            self.counts.add(Status::Error);
            self.tests = format!(
                "<testcase classname=\"harness\" name=\"run\" time=\"0\">\n<error type=\"run\" message=\"{}\"/>\n</testcase>\n",
                xml(trouble)
            );
            self.close_suite("harness")?;
        }
        writeln!(self.out, "</testsuites>")?;
        self.out.flush()
    }
}
