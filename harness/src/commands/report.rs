//! `report`: makes any report of a past run from its record.

use std::fs::File;
use std::io::{self, BufReader, Write};

use anyhow::{Context, anyhow};

use crate::cli::ReportArgs;
use crate::commands::invocation::Invocation;
use crate::event::{Reporter, SolutionSummary, Stamped};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::record::document_of;
use crate::report::{Format, Reports};
use crate::ui::message;
use crate::wire::replay;

/// Reports, and ends as the run has ended.
///
/// # Errors
/// There is no such record, it cannot be read, or a report cannot be written.
pub fn run(invocation: &Invocation<'_>, args: &ReportArgs) -> Result<ExitCode, Failure> {
    let path = invocation.records().find(&args.run)?;
    let shown = path.display();
    let file =
        File::open(&path).with_context(|| format!("failed to read `{shown}`")).map_err(Failure::usage)?;
    let of = document_of(&path).with_context(|| format!("failed to read the record `{shown}`"));
    let (command, document) = of.map_err(Failure::usage)?;
    if let Some((text, code)) = document {
        return printed(args, &command, &text).map(|()| code);
    }
    let mut reports = Reports::open(args.to.format, &args.to.report, invocation.ui, &std::env::temp_dir())?;
    let mut told = Told { reports: &mut reports, trouble: None };
    let ended = replay(BufReader::new(file), &mut told);
    if let Some(error) = told.trouble {
        return Err(Failure::output(error));
    }
    let ended =
        ended.with_context(|| format!("failed to read the record `{shown}`")).map_err(Failure::usage)?;
    if ended.is_none() {
        message::note(&format!("the record `{shown}` breaks off; this is told up to there"));
    }
    let code = ended.unwrap_or(ExitCode::Incomplete);
    reports.finish(code)?;
    Ok(code)
}

/// Prints the document of a command that has no events.
fn printed(args: &ReportArgs, command: &str, text: &str) -> Result<(), Failure> {
    if args.to.format != Format::Json || !args.to.report.is_empty() {
        let what = anyhow!("the record of `{command}` holds its JSON document and makes no other report");
        return Err(Failure::usage(what).hint("print it with --format json"));
    }
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::output)
}

/// Passes on what is replayed but the end, which may be missing, and keeps why a report could not be written.
struct Told<'r> {
    reports: &'r mut Reports<'static>,
    trouble: Option<io::Error>,
}

impl Told<'_> {
    fn keep(&mut self, told: io::Result<()>) -> io::Result<()> {
        told.map_err(|error| {
            let kind = error.kind();
            self.trouble = Some(error);
            kind.into()
        })
    }
}

impl Reporter for Told<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        let told = self.reports.reporters.on_event(event);
        self.keep(told)
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        let told = self.reports.reporters.on_solution(summary);
        self.keep(told)
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        Ok(())
    }
}
