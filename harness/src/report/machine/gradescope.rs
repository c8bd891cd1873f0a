//! The `results.json` of Gradescope's autograders. Samples are visible, everything else is hidden.

use std::io::{self, Write};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::event::{RunPlan, SolutionSummary};
use crate::report::machine::entry::{Ended, Entry, Status};
use crate::report::machine::entry_writer::EntryWriter;
use crate::report::machine::grades::{Grade, Grades, number, trouble_of};

/// Writes the document.
pub struct Gradescope<'a> {
    out: Box<dyn Write + 'a>,
    grades: Grades,
}

impl<'a> Gradescope<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self { out, grades: Grades::default() }
    }

    fn document(&self, ended: &Ended) -> Value {
        let tests: Vec<Value> =
            (1..).zip(&self.grades.all).map(|(place, grade)| test(place, grade)).collect();
        // Every student reads this: what a compiler says of the own source, and that the judge failed.
        let told = self.grades.troubles.iter().cloned().chain(trouble_of(ended));
        let output: Vec<String> = told.map(|text| text.trim_end().to_owned()).collect();
        json!({
            "execution_time": ended.wall.map_or(0.0, |wall| wall.as_secs_f64()),
            "output": output.join("\n"),
            "output_format": "text",
            "stdout_visibility": "hidden",
            "tests": tests,
        })
    }
}

fn test(place: usize, grade: &Grade) -> Value {
    let output = if grade.details.is_empty() {
        grade.verdict.clone()
    } else {
        format!("{}\n{}", grade.verdict, grade.details.trim_end())
    };
    json!({
        "name": grade.name,
        "number": place.to_string(),
        "score": number(grade.score),
        "max_score": number(grade.full),
        "status": if grade.status == Status::Passed { "passed" } else { "failed" },
        "output": output,
        "output_format": "text",
        "visibility": if grade.is_sample { "visible" } else { "hidden" },
    })
}

impl EntryWriter for Gradescope<'_> {
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
        let document = self.document(ended);
        serde_json::to_writer_pretty(&mut self.out, &document)?;
        writeln!(self.out)?;
        self.out.flush()
    }
}
