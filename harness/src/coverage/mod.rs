//! The quality of the cases of a problem: kills, minimal sets, and faults of
//! them.

pub mod bounds;
pub mod contract;
pub mod kills;
pub mod lint;
pub mod minimal;
pub mod overview;
#[cfg(test)]
mod tests;

use crate::coverage::contract::Contract;
use crate::coverage::kills::KillMatrix;
use crate::coverage::lint::Lint;
use crate::coverage::minimal::Minimal;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Name, Problem};
use crate::programs::ProblemPrograms;
use crate::ui::Progress;

/// All that was found about the cases of a problem.
pub struct Coverage<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// What is wrong with the cases themselves.
    pub lint: Lint,
    /// What the checker program did, where one checks.
    pub contract: Option<Contract>,
    /// Which case kills which wrong solution.
    pub kills: KillMatrix,
    /// Redundant cases: those without which the others have the same kills.
    pub redundant: Vec<usize>,
    /// A smallest set of cases with the same kills as all.
    pub minimal: Minimal,
}

/// Judges all solutions on all cases and looks at the cases, with their files and inputs where this is
/// wanted.
///
/// # Errors
/// The engine failed, or a signal came.
pub fn coverage<'a>(
    programs: &ProblemPrograms<'a>,
    with_lint: bool,
    progress: &Progress,
) -> Result<Coverage<'a>, Failure> {
    let kills = kills::judge(programs, progress)?;
    let lint = if with_lint { lint::lint(programs)? } else { Lint::default() };
    let contract = if with_lint { contract::contract(programs, progress)? } else { None };
    let kill_sets = kills.kill_sets(programs.problem.cases.len());
    let (redundant, minimal) = (minimal::redundant(&kill_sets), minimal::minimal(&kill_sets));
    Ok(Coverage { problem: programs.problem, lint, contract, kills, redundant, minimal })
}

impl Coverage<'_> {
    /// The names of cases.
    pub fn names(&self, cases: &[usize]) -> impl Iterator<Item = &Name> {
        cases.iter().map(|case| &self.problem.cases[*case].name)
    }

    /// How the command ends: not well if anything is wrong with the cases, or a wrong solution survives, or or the
    /// judge failed: a validator or a checker did.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        let has_survivor = self.kills.wrong.iter().any(|wrong| wrong.killed_by.is_empty());
        let has_failures = !self.kills.unexpected_failures.is_empty();
        let contract = self.contract.as_ref();
        let has_checker_failed = contract.is_some_and(Contract::has_failed);
        let has_faults =
            contract.is_some_and(|found| !(found.faults.is_empty() && found.complaints.is_empty()));
        if self.lint.has_judge_failed || has_checker_failed || !self.kills.judge_failures.is_empty() {
            ExitCode::JudgeFailed
        } else if has_survivor || has_faults || has_failures || !self.lint.complaints.is_empty() {
            ExitCode::Unexpected
        } else {
            ExitCode::Fine
        }
    }
}
