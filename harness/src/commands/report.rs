//! `report`: makes any report of a past run from its record.

use crate::cli::{self, ReportArgs};
use crate::commands::invocation::Invocation;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::record::{self, Earlier};
use crate::report::{RunAgain, report_of_record};

/// Reports, and ends as the run has ended.
///
/// # Errors
/// There is no such record, it cannot be read, or a report cannot be written.
pub fn run(invocation: &Invocation<'_>, args: &ReportArgs) -> Result<ExitCode, Failure> {
    let store = invocation.records();
    let path = store.find(&args.run)?;
    let on_terminal = (invocation.ui.at_rest(), invocation.manner(&args.to, None));
    let header = record::header_of(&path).ok();
    let again = header.map_or(RunAgain::NotKnown, |header| cli::run_again(&header.arguments));
    let mut wanted = args.to.wanted();
    wanted.again = Some(&again);
    let earlier = wanted.show_earlier_runs(args.to.format).then(|| Earlier::before_record(&store, &path));
    wanted.earlier = earlier.as_ref();
    report_of_record(&path, (args.to.format, &wanted), on_terminal, invocation.has_begun)
}
