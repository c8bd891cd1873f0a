//! The `results.json` of Gradescope's autograders. Samples are visible, everything else is hidden.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::report::machine::entry::{Ended, Status};
use crate::report::machine::grades::{Grade, Grades, number, trouble_of};

/// Writes the document.
///
/// # Errors
/// It cannot be written.
pub fn write(mut out: &mut dyn Write, grades: &Grades, ended: &Ended) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, &document(grades, ended))?;
    writeln!(out)?;
    out.flush()
}

fn document(grades: &Grades, ended: &Ended) -> Value {
    let tests: Vec<Value> = (1..).zip(&grades.all).map(|(place, grade)| test(place, grade)).collect();
    // Every student reads this: what a compiler says of the own source, and that the judge failed.
    let told = grades.troubles.iter().cloned().chain(trouble_of(ended));
    let output: Vec<String> = told.map(|text| text.trim_end().to_owned()).collect();
    let mut document = json!({
        "output": output.join("\n"),
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
    });
    if let Some(wall) = ended.wall {
        document["execution_time"] = wall.as_secs_f64().into();
    }
    document
}

fn test(place: usize, grade: &Grade) -> Value {
    let output = if grade.details.is_empty() {
        grade.verdict.clone()
    } else {
        format!("{}\n{}", grade.verdict, grade.details.trim_end())
    };
    let mut test = json!({
        "name": grade.name,
        "number": place.to_string(),
        "max_score": number(grade.full),
        "output": output,
        "output_format": "text",
        "visibility": if grade.is_sample { "visible" } else { "hidden" },
    });
    // Points that are not known are neither none nor a failure of the student.
    if let Some(score) = grade.score {
        test["score"] = number(score);
        test["status"] = Value::from(if grade.status == Status::Passed { "passed" } else { "failed" });
    }
    test
}
