//! What is wrong with a run where its solutions do not show it.

use crate::event::{RunEnd, RunPlan};
use crate::exit_code::ExitCode;
use crate::model::Audience;

/// Why a command does not end well although each solution of which all is known is as expected; none where it
/// ends well.
#[must_use]
pub fn of_run(exit_code: ExitCode, end: Option<&RunEnd>, plan: Option<&RunPlan>) -> Option<String> {
    // Students are told verdicts, and not what was expected of a solution.
    let is_for_staff = plan.is_none_or(|plan| plan.audience == Audience::Staff);
    Some(match exit_code {
        ExitCode::Fine => return None,
        ExitCode::Interrupted(signal) => format!("interrupted by signal {signal}"),
        ExitCode::Usage => "files of the workspace cannot be used".to_owned(),
        ExitCode::JudgeFailed => "the judge failed".to_owned(),
        ExitCode::Incomplete if end.is_none() && plan.is_some() => {
            "the record is cut off, and what would follow is not known".to_owned()
        }
        ExitCode::Incomplete => "something was not run".to_owned(),
        // Only a merge finds what is the fault of no solution.
        ExitCode::Unexpected if is_for_staff && plan.is_some() => {
            "not all is as expected: records that were merged contradict each other".to_owned()
        }
        ExitCode::Unexpected | ExitCode::NothingSelected | ExitCode::ClosedPipe => {
            "not all is as expected".to_owned()
        }
    })
}
