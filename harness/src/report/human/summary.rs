//! The last lines: what the machine could not do, and the one that says it all.

use crate::event::{RunEnd, RunPlan, SolutionSummary};
use crate::model::{counted, seconds};
use crate::ui::{Role, paint};

/// What the last lines are made of.
pub struct Totals<'a> {
    /// The solutions.
    pub solutions: &'a [SolutionSummary],
    /// Runs that really took place.
    pub runs: usize,
    /// Runs on which the judge failed.
    pub judge_errors: usize,
    /// What was planned; none where nothing could run.
    pub plan: Option<&'a RunPlan>,
    /// How it ended.
    pub end: Option<RunEnd>,
    /// Some files of the workspace could not be used.
    pub are_files_left_out: bool,
}

/// The last lines of the report.
pub fn lines(totals: &Totals<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let gaps = totals.plan.map(|plan| plan.guarantees.gaps()).unwrap_or_default();
    if !gaps.is_empty() {
        lines.push(paint(Role::Faint, &format!("not enforced here: {}", gaps.join("; "))));
    }
    let unexpected = totals.solutions.iter().filter(|summary| !summary.as_expected).count();
    let mut parts = vec![counted(totals.solutions.len(), "solution"), counted(totals.runs, "run")];
    if let Some(end) = totals.end {
        parts.push(seconds(end.wall));
    }
    if let Some(plan) = totals.plan {
        parts.push(format!("{} at once", plan.workers));
    }
    let parts = parts.join(", ");
    let outcome = if totals.end.is_some_and(|end| end.interrupted.is_some()) {
        paint(Role::Bad, "interrupted")
    } else if totals.judge_errors > 0 {
        let failed = counted(totals.judge_errors, "run");
        paint(Role::Bad, &format!("the judge failed on {failed}, {unexpected} not as expected"))
    } else if unexpected > 0 {
        paint(Role::Bad, &format!("{unexpected} not as expected"))
    } else if totals.are_files_left_out {
        paint(Role::Bad, "some files could not be used, all else is as expected")
    } else {
        paint(Role::Good, "all as expected")
    };
    lines.push(format!("{outcome}: {parts}"));
    lines
}
