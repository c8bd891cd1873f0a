//! The reports that other programs read: CI services, graders, editors, spreadsheets.
//!
//! ```text
//! events, summaries → InOrder: entries in the order of the plan → EntryWriter: one format
//! ```
//! A format sees each solution on each case, and then the solution as a whole, as an `Entry` that passed, failed,
//! was an error or was skipped. A report has a failure or an error exactly if the command does not exit with 0.

mod csv;
mod details;
mod entry;
mod entry_writer;
#[cfg(test)]
mod fixture;
mod github;
mod github_classroom;
mod gradebook;
mod grades;
mod gradescope;
mod hyperfine;
mod in_order;
mod junit;
mod libtest_json;
mod location;
mod markdown;
mod short;
mod tap;

use std::io::Write;

use crate::event::Reporter;
use crate::report::machine::grades::GradeReport;
use crate::report::machine::in_order::InOrder;
use crate::report::row_order::RowOrder;
use crate::report::step_summary;

pub use entry::{Counts, Ended, Entry, Status};
pub use entry_writer::EntryWriter;
pub use junit::Junit;
pub use libtest_json::LibtestJson;
pub use short::Short;
pub use tap::Tap;

/// A format of a report for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineFormat {
    /// `JUnit`.
    Junit,
    /// Test Anything Protocol.
    Tap,
    /// What Rust's test harness prints as JSON.
    LibtestJson,
    /// Comma-separated values.
    Csv,
    /// Tables for a comment, their rows in this order.
    Markdown(Option<RowOrder>),
    /// Commands of GitHub's runner.
    Github,
    /// The output of a grader of GitHub Classroom.
    GithubClassroom,
    /// Gradescope's results.
    Gradescope,
    /// A row for each student, in this order.
    Gradebook(Option<RowOrder>),
    /// A line a failure.
    Short,
    /// hyperfine's document.
    Hyperfine,
}

/// A reporter of this format that writes to `out`.
#[must_use]
pub fn open<'a>(format: MachineFormat, out: Box<dyn Write + 'a>) -> Box<dyn Reporter + 'a> {
    match format {
        MachineFormat::Junit => InOrder::boxed(junit::Junit::new(out)),
        MachineFormat::Tap => InOrder::boxed(tap::Tap::new(out)),
        MachineFormat::LibtestJson => InOrder::boxed(libtest_json::LibtestJson::new(out)),
        MachineFormat::Csv => InOrder::boxed(csv::Csv::new(out)),
        MachineFormat::Markdown(order) => InOrder::boxed(markdown::Markdown::new(out, order)),
        MachineFormat::Github => InOrder::boxed(github::Github::new(out, step_summary::place())),
        MachineFormat::GithubClassroom => InOrder::boxed(GradeReport::new(out, github_classroom::write)),
        MachineFormat::Gradescope => InOrder::boxed(GradeReport::new(out, gradescope::write)),
        MachineFormat::Gradebook(order) => InOrder::boxed(gradebook::Gradebook::new(out, order)),
        MachineFormat::Short => InOrder::boxed(short::Short::new(out)),
        MachineFormat::Hyperfine => InOrder::boxed(hyperfine::Hyperfine::new(out)),
    }
}

#[cfg(test)]
mod tests;
