//! The output of a grader of GitHub Classroom: `result=` and a document in base64, for `$GITHUB_OUTPUT`.
//!
//! Students can read the log of the reporter, so a message says why only for samples.

use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::report::machine::entry::{Ended, Status};
use crate::report::machine::grades::{Grade, Grades, number, trouble_of};

/// Writes the line.
///
/// # Errors
/// It cannot be written.
pub fn write(out: &mut dyn Write, grades: &Grades, ended: &Ended) -> io::Result<()> {
    let text = document(grades, ended).to_string();
    writeln!(out, "result={}", STANDARD.encode(text))?;
    out.flush()
}

fn document(grades: &Grades, ended: &Ended) -> Value {
    let mut tests: Vec<Value> = grades.all.iter().map(test).collect();
    let has = |status| grades.all.iter().any(|grade| grade.status == status);
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
    json!({ "version": 1, "status": word(status), "max_score": number(grades.full()), "tests": tests })
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
        "score": number(grade.score.unwrap_or(0.0)),
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
