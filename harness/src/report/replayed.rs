//! The reports of a record: what the run has printed, made again.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, anyhow};

use crate::event::{HuntReporter, Reporter, SolutionSummary, Stamped, StampedHunt};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::record::{HUNT, document_of};
use crate::report::hunt::HuntReport;
use crate::report::{Format, Presentation, Reports, WantedReports};
use crate::ui::{Ui, message};
use crate::wire::{ReplayError, replay, replay_hunt};

/// Makes the reports of a record, and returns how the run ended.
///
/// # Errors
/// It cannot be read, it makes no such report, or a report cannot be written.
pub fn report_of_record(
    path: &Path,
    (format, to): (Format, &WantedReports<'_>),
    (ui, presentation): (Ui, Presentation),
    has_begun: &AtomicBool,
) -> Result<ExitCode, Failure> {
    let shown = path.display();
    let unread = || format!("failed to read the record `{shown}`");
    let file = File::open(path).with_context(unread).map_err(Failure::usage)?;
    let (command, document) = document_of(path).with_context(unread).map_err(Failure::usage)?;
    if let Some((text, code)) = document {
        refuse_all_but(Format::Json, (format, to), &command, "its JSON document")?;
        has_begun.store(true, Ordering::Relaxed);
        return printed(&text).map(|()| code);
    }
    let stream = BufReader::new(file);
    if command == HUNT {
        refuse_all_but(Format::Human, (format, to), &command, "what it has printed")?;
        let mut report = HuntReport::new(ui);
        let mut told = Told { to: &mut report, trouble: None };
        let ended = replay_hunt(stream, &mut told);
        let code = told.code(ended, path)?;
        return report.finish(code).map_err(Failure::output).map(|()| code);
    }
    let mut reports = Reports::open(format, to, (ui, presentation), &std::env::temp_dir())?;
    let mut told = Told { to: &mut reports.reporters, trouble: None };
    let ended = replay(stream, &mut told);
    let code = told.code(ended, path)?;
    has_begun.store(true, Ordering::Relaxed);
    reports.finish(code).map(|()| code)
}

/// Prints the document of a command that has no events.
fn printed(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::output)
}

fn refuse_all_but(
    only: Format,
    (format, to): (Format, &WantedReports<'_>),
    command: &str,
    what: &str,
) -> Result<(), Failure> {
    if format == only && to.files.is_empty() && to.each.is_empty() {
        return Ok(());
    }
    let name = if only == Format::Json { "json" } else { "human" };
    let refused = anyhow!("the record of `{command}` holds {what} and makes no other report");
    Err(Failure::usage(refused).hint(format!("print it with --format {name}")))
}

/// Passes on what is replayed but the end, which may be missing, and keeps why a report could not be written.
struct Told<'r, R: ?Sized> {
    to: &'r mut R,
    trouble: Option<io::Error>,
}

impl<R: ?Sized> Told<'_, R> {
    fn keep(&mut self, told: io::Result<()>) -> io::Result<()> {
        told.map_err(|error| {
            let kind = error.kind();
            self.trouble = Some(error);
            kind.into()
        })
    }

    /// How the run ended. That a record breaks off is told.
    fn code(self, ended: Result<Option<ExitCode>, ReplayError>, path: &Path) -> Result<ExitCode, Failure> {
        let shown = path.display();
        if let Some(error) = self.trouble {
            return Err(Failure::output(error));
        }
        let ended = ended.with_context(|| format!("failed to read the record `{shown}`"));
        let ended = ended.map_err(Failure::usage)?;
        if ended.is_none() {
            message::note(&format!("the record `{shown}` is cut off; the report ends there"));
        }
        Ok(ended.unwrap_or(ExitCode::Incomplete))
    }
}

impl<R: Reporter + ?Sized> Reporter for Told<'_, R> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        let told = self.to.on_event(event);
        self.keep(told)
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        let told = self.to.on_solution(summary);
        self.keep(told)
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        Ok(())
    }
}

impl<R: HuntReporter + ?Sized> HuntReporter for Told<'_, R> {
    fn on_hunt(&mut self, event: &StampedHunt) -> io::Result<()> {
        let told = self.to.on_hunt(event);
        self.keep(told)
    }
}
