//! The XML of `JUnit`, as GitLab, Jenkins and GitHub's actions read it: a suite for each solution.
//!
//! GitLab knows a test by the names of its class and itself, so these hold problem, solution and case. A suite says
//! at its start how many tests it has, so it is written when its solution is complete. What failed may be explained after
//! all has run, so from the first failure on suites wait for the end.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use crate::event::{Explanation, RunPlan, SolutionSummary};
use crate::model::{Name, Verdict, alternatives};
use crate::report::escape::xml;
use crate::report::machine::details;
use crate::report::machine::entry::{Counts, Ended, Entry, Status};
use crate::report::machine::entry_writer::EntryWriter;

/// The name of the test that is the solution as a whole.
const WHOLE: &str = "(all cases)";

/// The suite of a solution.
#[derive(Default)]
struct Suite {
    name: String,
    /// Its tests.
    text: String,
    counts: Counts,
    time: Duration,
    /// Cases on which it was wrong or crashed, and where in the text more can be said of each.
    failed: Vec<(Name, usize)>,
    /// What is said more, and where; in the order of the places.
    more: Vec<(usize, String)>,
}

/// Writes the document.
pub struct Junit<'a> {
    out: Box<dyn Write + 'a>,
    /// That of the solution under way.
    suite: Suite,
    /// Those that wait.
    waiting: Vec<Suite>,
    is_open: bool,
}

impl<'a> Junit<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self { out, suite: Suite::default(), waiting: Vec::new(), is_open: false }
    }

    fn open(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_open, true) {
            return Ok(());
        }
        writeln!(self.out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"harness\">")
    }

    /// The suite of this name has all its tests.
    fn close_suite(&mut self, name: &str) -> io::Result<()> {
        let suite = Suite { name: name.to_owned(), ..std::mem::take(&mut self.suite) };
        if self.waiting.is_empty() && suite.failed.is_empty() {
            return self.write(&suite);
        }
        self.waiting.push(suite);
        Ok(())
    }

    fn write(&mut self, suite: &Suite) -> io::Result<()> {
        let Suite { name, text, counts, time, .. } = suite;
        writeln!(
            self.out,
            "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.6}\">",
            xml(name),
            counts.all(),
            counts.failed,
            counts.errors,
            counts.skipped,
            time.as_secs_f64(),
        )?;
        let mut written = 0;
        for (place, more) in &suite.more {
            write!(self.out, "{}{more}", &text[written..*place])?;
            written = *place;
        }
        writeln!(self.out, "{}</testsuite>", &text[written..])
    }

    fn add(&mut self, entry: &Entry) {
        let class = format!("{}.{}", entry.subject.problem, entry.subject.solution);
        let name = entry.case.as_ref().map_or_else(|| WHOLE.to_owned(), ToString::to_string);
        let time = entry.time_of_test();
        let Suite { text, counts, time: of_all, failed, .. } = &mut self.suite;
        counts.add(entry.status);
        *of_all += time;
        _ = write!(
            text,
            "<testcase classname=\"{}\" name=\"{}\" time=\"{:.6}\" file=\"{}\">\n{}{}",
            xml(&class),
            xml(&name),
            time.as_secs_f64(),
            xml(&entry.file.to_string()),
            properties(entry),
            result(entry)
        );
        if let (Some(case), Verdict::WrongAnswer | Verdict::RuntimeError) = (&entry.case, entry.verdict) {
            failed.push((case.clone(), text.len()));
        }
        text.push_str("</testcase>\n");
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

    fn count(&mut self, _entries: usize) -> io::Result<()> {
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

    fn explained(&mut self, explanation: &Explanation) -> io::Result<()> {
        let name = explanation.subject.to_string();
        let suite = self.waiting.iter_mut().find(|suite| suite.name == name);
        let Some(suite) = suite else { return Ok(()) };
        if let Some((_, place)) = suite.failed.iter().find(|(case, _)| *case == explanation.case) {
            let text = xml_text(&details::of_explanation(explanation));
            suite.more.push((*place, format!("<system-err>{text}</system-err>\n")));
            suite.more.sort_by_key(|(place, _)| *place);
        }
        Ok(())
    }

    fn end(&mut self, ended: &Ended) -> io::Result<()> {
        self.open()?;
        for suite in std::mem::take(&mut self.waiting) {
            self.write(&suite)?;
        }
        if let Some(trouble) = &ended.trouble {
            self.suite.counts.add(Status::Error);
            self.suite.text = format!(
                "<testcase classname=\"harness\" name=\"run\" time=\"0\">\n<error type=\"run\" message=\"{}\"/>\n</testcase>\n",
                xml(trouble)
            );
            self.close_suite("harness")?;
        }
        writeln!(self.out, "</testsuites>")?;
        self.out.flush()
    }
}
