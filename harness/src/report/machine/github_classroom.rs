//! The output of a grader of GitHub Classroom: `result=` and a document in base64, for `$GITHUB_OUTPUT`.
//!
//! Students can read the log of the reporter, so a message says why only for samples.

use std::io::{self, Write};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::event::{RunPlan, SolutionSummary};
use crate::report::machine::entry::{Ended, Entry, Status};
use crate::report::machine::entry_writer::EntryWriter;
use crate::report::machine::grades::{Grade, Grades, number, trouble_of};

/// Writes the line.
pub struct GithubClassroom<'a> {
    out: Box<dyn Write + 'a>,
    grades: Grades,
}

impl<'a> GithubClassroom<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self { out, grades: Grades::default() }
    }

    fn document(&self, ended: &Ended) -> Value {
        let mut tests: Vec<Value> = self.grades.all.iter().map(test).collect();
        let has = |status| self.grades.all.iter().any(|grade| grade.status == status);
        let status = match () {
            () if ended.trouble.is_some() || has(Status::Error) => Status::Error,
            () if has(Status::Failed) => Status::Failed,
            () => Status::Passed,
        };
        if let Some(trouble) = trouble_of(ended) {
            tests.push(json!({
                "name": "harness", "status": "error", "score": 0, "max_score": 0, "message": trouble,
                "test_code": "", "filename": "", "line_no": 0, "execution_time": "0s"
            }));
        }
        json!({ "version": 1, "status": word(status), "max_score": number(self.grades.full()), "tests": tests })
    }
}

fn test(grade: &Grade) -> Value {
    let message = match (grade.status, grade.is_sample) {
        (Status::Passed, _) => Value::Null,
        (_, true) => Value::from(grade.details.as_str()),
        (_, false) => Value::from(grade.verdict.as_str()),
    };
    json!({
        "name": grade.name,
        "status": word(grade.status),
        "score": number(grade.score),
        "max_score": number(grade.full),
        "message": message,
        "test_code": "",
        "filename": "",
        "line_no": 0,
        "execution_time": format!("{:.3}s", grade.cpu.as_secs_f64()),
    })
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Passed => "pass",
        Status::Failed => "fail",
        Status::Error | Status::Skipped => "error",
    }
}

impl EntryWriter for GithubClassroom<'_> {
    fn start(&mut self, plan: &Arc<RunPlan>) -> io::Result<()> {
        self.grades.start(plan);
        Ok(())
    }

    fn case(&mut self, entry: Entry) -> io::Result<()> {
        self.grades.case(entry);
        Ok(())
    }

    fn solution(&mut self, entry: Entry, summary: Option<&SolutionSummary>) -> io::Result<()> {
        self.grades.solution(&entry, summary);
        Ok(())
    }

    fn end(&mut self, ended: &Ended) -> io::Result<()> {
        let text = self.document(ended).to_string();
        writeln!(self.out, "result={}", STANDARD.encode(text))?;
        self.out.flush()
    }
}
