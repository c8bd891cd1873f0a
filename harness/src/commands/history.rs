//! `history`: what the records say of solutions from run to run.

use std::io::{self, BufWriter};
use std::sync::atomic::Ordering;

use anyhow::anyhow;

use crate::cli::{HistoryArgs, HistoryFormat};
use crate::commands::invocation::Invocation;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::record::{History, Wanted};
use crate::report::history;
use crate::ui::message;

/// Prints the runs, or what became of solutions.
///
/// # Errors
/// A pattern is none, nothing is recorded of what is asked for, or the output cannot be written.
pub fn run(invocation: &Invocation<'_>, args: &HistoryArgs) -> Result<ExitCode, Failure> {
    let wanted = Wanted::new(&args.selection).map_err(|why| Failure::usage(anyhow!(why)))?;
    let store = invocation.records();
    let found = History::of(&store, &wanted, args.runs);
    found.unreadable.iter().for_each(|why| message::note(why));
    let nothing = |what: &str| {
        let failure = Failure { code: ExitCode::NothingSelected, ..Failure::usage(anyhow!("{what}")) };
        let meant = found.meant(&args.selection);
        let failure = meant.into_iter().fold(failure, Failure::hint);
        Err(failure.hint("each `harness grade` writes a record; `harness history` without a name lists them"))
    };
    if found.runs.is_empty() {
        return nothing("there is no record of a run");
    }
    if found.solutions.is_empty() && !args.selection.is_empty() {
        return nothing(&format!("no record has a complete run of `{}`", args.selection.join(" ")));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let width = invocation.ui.width;
    invocation.has_begun.store(true, Ordering::Relaxed);
    let written = match (args.format, found.solutions.as_slice()) {
        (HistoryFormat::Json, _) => history::json(&mut out, &found),
        (HistoryFormat::Human, []) => history::runs(&mut out, &found, width),
        (HistoryFormat::Human, [one]) => history::one(&mut out, one),
        (HistoryFormat::Human, _) => history::solutions(&mut out, &found, width),
    };
    written.map_err(Failure::output)?;
    Ok(ExitCode::Fine)
}
