//! The flags about students.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;

use crate::cli::help::STUDENTS;
use crate::config::parse_moment;
use crate::model::StudentFiles;

/// Whose programs are graded in the place of the solutions of a problem.
#[derive(Debug, Args)]
pub struct StudentArgs {
    /// Grade the submissions of students: a glob that matches one folder or file per student, as in 'submissions/*/';
    /// the first `*` matches the name of the student
    #[arg(long, value_name = "GLOB", help_heading = STUDENTS, conflicts_with_all = ["pack", "fail_fast"])]
    pub students: Option<String>,
    /// Also list the students in FILE, one name per line, who have no submission
    #[arg(long, value_name = "FILE", help_heading = STUDENTS, requires = "students")]
    pub roster: Option<PathBuf>,
    /// Mark submissions that were changed after TIME, as in 2026-11-29T18:00+01:00; without an offset TIME is UTC
    #[arg(long, value_name = "TIME", value_parser = parse_moment, help_heading = STUDENTS, requires = "students")]
    pub due: Option<SystemTime>,
}

impl StudentArgs {
    /// Where the submissions are, if it is about students.
    #[must_use]
    pub fn files(&self) -> Option<StudentFiles> {
        let pattern = self.students.clone()?;
        Some(StudentFiles { pattern, roster: self.roster.clone(), due: self.due })
    }
}
