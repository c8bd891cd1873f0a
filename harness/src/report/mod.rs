//! Reporters of engine events, and what else commands print.
//!
//! A reporter gets every event in one order, on one thread, and writes to its output. It does not know the
//! source of the events, so a stored run can be replayed to it as well.

mod case;
mod changes;
mod class;
mod comparison;
pub mod coverage;
mod difference;
mod each;
mod escape;
mod explained;
mod failed;
mod file;
#[cfg(test)]
pub mod fixture;
pub mod history;
#[expect(clippy::format_collect, reason = "a page is put together once, and reads best as pieces")]
mod html;
mod human;
pub mod hunt;
mod hyperfine;
mod json;
mod jsonl;
mod live;
mod machine;
pub mod newcase;
mod outputs;
#[expect(clippy::format_push_string, reason = "a page is put together once, and reads best as pieces")]
mod page;
mod replayed;
mod row_order;
mod run_again;
mod safe_text;
mod screen;
mod step_summary;
mod trouble;
mod undrawn;
mod watched;

use std::io::{self, Write};

use crate::event::{Reporter, SolutionSummary, Stamped};
use crate::exit_code::ExitCode;
use crate::record::Earlier;
use crate::report::machine::MachineFormat;
use crate::ui::Ui;

pub use case::{FileStart, write_case, write_output, write_picture};
pub use changes::VerdictChanges;
pub use comparison::{ComparisonEnd, ComparisonFormat, export_hyperfine, write_comparison, write_grown};
pub use each::each_in;
pub use failed::write_failure;
pub use file::ReportFile;
pub use human::{Presentation, StatusLevel, StatusLevels};
pub use live::Live;
pub use outputs::{ReportTo, Reports, WantedReports, open_file, open_files};
pub use replayed::report_of_record;
pub use row_order::RowOrder;
pub use run_again::RunAgain;
pub use safe_text::SafeText;
pub use screen::{Screen, tell, tell_stderr, tell_usage};
pub use undrawn::Undrawn;
pub use watched::{Begun, WatchFormat, WatchReport};

/// The formats of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Human,
    /// One document at the end.
    Json,
    /// One event a line, as they happen.
    Jsonl,
    /// A page that needs nothing else.
    Html,
    /// `JUnit`, for CI services.
    Junit,
    /// Test Anything Protocol, version 13.
    Tap,
    /// What Rust's test harness prints with `--format json`.
    LibtestJson,
    /// A row for each run.
    Csv,
    /// Tables for a comment of a pull request.
    Markdown,
    /// Annotations of GitHub Actions, and the summary of the step.
    Github,
    /// The output of a grader of GitHub Classroom.
    GithubClassroom,
    /// The `results.json` of Gradescope.
    Gradescope,
    /// A row for each student, for spreadsheets.
    Gradebook,
    /// One line a failure, as compilers write them.
    Short,
    /// The accepted runs as hyperfine's `--export-json` has them.
    Hyperfine,
}

impl Format {
    /// Those that make sense in a file beside what people read.
    pub const REPORTS: &[Self] = &[
        Self::Json,
        Self::Jsonl,
        Self::Html,
        Self::Junit,
        Self::Tap,
        Self::LibtestJson,
        Self::Csv,
        Self::Markdown,
        Self::Github,
        Self::GithubClassroom,
        Self::Gradescope,
        Self::Gradebook,
        Self::Short,
        Self::Hyperfine,
    ];

    /// Those that make sense for one solution: the summary of a step is one for all.
    pub const OF_ONE: &[Self] = &[
        Self::Json,
        Self::Jsonl,
        Self::Html,
        Self::Junit,
        Self::Tap,
        Self::LibtestJson,
        Self::Csv,
        Self::Markdown,
        Self::GithubClassroom,
        Self::Gradescope,
        Self::Gradebook,
        Self::Short,
        Self::Hyperfine,
    ];

    /// The ending of the name of a file that holds it.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Json | Self::LibtestJson | Self::Gradescope | Self::Hyperfine => "json",
            Self::Jsonl => "jsonl",
            Self::Html => "html",
            Self::Junit => "xml",
            Self::Tap => "tap",
            Self::Csv | Self::Gradebook => "csv",
            Self::Markdown => "md",
            Self::Human | Self::Github | Self::GithubClassroom | Self::Short => "txt",
        }
    }

    /// Whether it is lines of plain text with words of programs.
    #[must_use]
    pub fn is_lines(self) -> bool {
        matches!(self, Self::Human | Self::Markdown | Self::Tap | Self::Short)
    }

    /// Whether it shows pictures of cases on which solutions failed.
    #[must_use]
    pub fn has_pictures(self) -> bool {
        matches!(self, Self::Html | Self::Human)
    }

    /// Whether it shows what became of solutions in runs before.
    #[must_use]
    pub fn shows_earlier_runs(self) -> bool {
        self == Self::Html
    }

    /// Whether it shows them also where that was expected.
    #[must_use]
    pub fn shows_what_was_expected(self) -> bool {
        self == Self::Html
    }
}

/// A reporter of this format that writes to `out`.
#[must_use]
pub fn open<'a>(format: Format, out: Box<dyn Write + 'a>, ui: Ui) -> Box<dyn Reporter + 'a> {
    open_with(format, out, ui, Shown::default())
}

/// What a report shows, and how, beside the events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown<'e> {
    /// The order of rows that are about solutions, where the format has such rows for people.
    pub order: Option<RowOrder>,
    /// What became of the solutions before, where the format shows that.
    pub earlier: Option<&'e Earlier>,
    /// How a case is run again, where that is not by its name only.
    pub again: Option<&'e RunAgain>,
}

/// The same with all of this.
#[must_use]
pub fn open_with<'a>(
    format: Format,
    out: Box<dyn Write + 'a>,
    ui: Ui,
    shown: Shown<'a>,
) -> Box<dyn Reporter + 'a> {
    let order = shown.order;
    match format {
        Format::Human => {
            let again = shown.again.cloned().unwrap_or_default();
            for_people(out, ui, Presentation { order, again, ..Presentation::default() })
        }
        Format::Gradebook => machine::open(MachineFormat::Gradebook(order), out),
        Format::Json => Box::new(json::Json::new(out)),
        Format::Jsonl => Box::new(jsonl::JsonLines::new(out)),
        Format::Html => Box::new(html::Html::new(out, shown)),
        Format::Junit => machine::open(MachineFormat::Junit, out),
        Format::Tap => machine::open(MachineFormat::Tap, out),
        Format::LibtestJson => machine::open(MachineFormat::LibtestJson, out),
        Format::Csv => machine::open(MachineFormat::Csv, out),
        Format::Markdown => machine::open(MachineFormat::Markdown(order), out),
        Format::Github => machine::open(MachineFormat::Github, out),
        Format::GithubClassroom => machine::open(MachineFormat::GithubClassroom, out),
        Format::Gradescope => machine::open(MachineFormat::Gradescope, out),
        Format::Short => machine::open(MachineFormat::Short, out),
        Format::Hyperfine => machine::open(MachineFormat::Hyperfine, out),
    }
}

/// A reporter for people about cases that are about to be added.
#[must_use]
pub fn for_drafts<'a>(out: Box<dyn Write + 'a>, ui: Ui) -> Box<dyn Reporter + 'a> {
    for_people(out, ui, Presentation { again: RunAgain::NotKnown, ..Presentation::default() })
}

/// A report for people, told in this manner.
#[must_use]
pub fn for_people<'a>(out: Box<dyn Write + 'a>, ui: Ui, manner: Presentation) -> Box<dyn Reporter + 'a> {
    Box::new(human::Human::new(out, ui, manner))
}

/// Several reporters of the same events; each gets all of them, even if another fails.
pub struct Everyone<'a>(pub Vec<Box<dyn Reporter + 'a>>);

impl Everyone<'_> {
    fn tell(&mut self, mut tell: impl FnMut(&mut dyn Reporter) -> io::Result<()>) -> io::Result<()> {
        self.0.iter_mut().map(|reporter| tell(reporter.as_mut())).fold(Ok(()), io::Result::and)
    }
}

impl Reporter for Everyone<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.tell(|reporter| reporter.on_event(event))
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.tell(|reporter| reporter.on_solution(summary))
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.tell(|reporter| reporter.finish(exit_code))
    }
}

#[cfg(test)]
mod tests;
