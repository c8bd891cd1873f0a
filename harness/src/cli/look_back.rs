//! The flags of the commands that read records.

use std::path::PathBuf;

use clap::Args;

use crate::cli::help::{OUTPUT, RUN};
use crate::cli::report_to;
use crate::model::Audience;
use crate::report::{Format, ReportTo, RowOrder, StatusLevel, StatusLevels, WantedReports};

/// The flags of `report`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct ReportArgs {
    /// `last`, a name that `history` lists or the beginning of one, or the file of a record
    #[arg(value_name = "RUN", default_value = "last", help_heading = RUN)]
    pub run: String,
    /// What to print and write.
    #[command(flatten)]
    pub to: ReportsTo,
}

/// The flags of `merge`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct MergeArgs {
    /// The records of the parts, in any order
    #[arg(value_name = "FILE", required = true, help_heading = RUN)]
    pub files: Vec<PathBuf>,
    /// Do not fail if some runs are in no record
    #[arg(long, help_heading = RUN)]
    pub allow_missing: bool,
    /// Also write the record of the whole to FILE
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub record: Option<PathBuf>,
    /// What to print and write.
    #[command(flatten)]
    pub to: ReportsTo,
}

/// The flags of `history`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct HistoryArgs {
    /// PROBLEM or PROBLEM/SOLUTION, each part a glob; without it the runs are listed
    #[arg(value_name = "SELECTION", help_heading = RUN)]
    pub selection: Vec<String>,
    /// Look at the newest N runs
    #[arg(long, value_name = "N", default_value = "100", help_heading = RUN)]
    pub runs: usize,
    /// Format of standard output: human or json
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "human",
        hide_possible_values = true,
        help_heading = OUTPUT
    )]
    pub format: HistoryFormat,
}

/// The formats of `history`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum HistoryFormat {
    /// For people.
    Human,
    /// One document.
    Json,
}

/// What is printed and written of a run.
#[derive(Debug, Args)]
pub struct ReportsTo {
    /// Format of standard output: human, json (one document), jsonl (one event per line), html (a page),
    /// junit, tap, libtest-json, csv, markdown, github,
    /// github-classroom, gradescope, gradebook (a row for each student) or short
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "human",
        hide_possible_values = true,
        help_heading = OUTPUT
    )]
    pub format: Format,
    /// Also write a report to a file; KIND is a format other than human; repeatable
    #[arg(
        long,
        value_name = "KIND=FILE",
        value_parser = report_to::parser(Format::REPORTS),
        help_heading = OUTPUT
    )]
    pub report: Vec<ReportTo<Format>>,
    /// Print a line for each of these cases as soon as it is judged: none, fail, slow (more than half of
    /// the time limit), pass or all; each level includes those before it
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "none",
        hide_possible_values = true,
        help_heading = OUTPUT
    )]
    pub status_level: StatusLevel,
    /// Print these cases at the end: none, fail (in full), or slow, pass or all (also one line per case)
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "fail",
        hide_possible_values = true,
        help_heading = OUTPUT
    )]
    pub final_status_level: StatusLevel,
    /// Also write one report per solution to DIR/SOLUTION.EXTENSION, without what students may not see; KIND is a
    /// format other than human and github; repeatable
    #[arg(
        long,
        value_name = "KIND=DIR",
        value_parser = report_to::parser(Format::OF_ONE),
        help_heading = OUTPUT
    )]
    pub report_each: Vec<ReportTo<Format>>,
    /// Who reads the reports: staff, or student (only the verdicts of hidden cases) [default: student for
    /// --report-each, else staff]
    #[arg(long, value_name = "WHO", hide_possible_values = true, help_heading = OUTPUT)]
    pub audience: Option<Audience>,
    /// Sort solutions by name, points or verdict: on the terminal, in a gradebook, in html and markdown
    #[arg(long, value_name = "BY", hide_possible_values = true, help_heading = OUTPUT)]
    pub sort: Option<RowOrder>,
}

impl ReportsTo {
    /// Which cases get a line in a report for people.
    #[must_use]
    pub fn levels(&self) -> StatusLevels {
        StatusLevels { during: self.status_level, at_end: self.final_status_level }
    }

    /// What is to be written, and for whom it is.
    #[must_use]
    pub fn wanted(&self) -> WantedReports<'_> {
        WantedReports {
            files: &self.report,
            each: &self.report_each,
            audience: self.audience,
            order: self.sort,
            earlier: None,
            again: None,
        }
    }
}
