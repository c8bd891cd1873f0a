//! What can be compared: solutions of one problem, all on the same cases.

use anyhow::anyhow;

use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::Name;
use crate::programs::Candidate;

/// Refuses what cannot be compared.
///
/// # Errors
/// There is no solution, or they differ in their problem or their cases.
pub fn check_comparable(candidates: &[Candidate<'_>]) -> Result<(), Failure> {
    let Some(first) = candidates.first() else {
        let nothing = anyhow!("nothing to compare: no solution with a case was found");
        return Err(Failure { code: ExitCode::NothingSelected, ..Failure::usage(nothing) });
    };
    let names = |candidate: &Candidate<'_>| -> Vec<Name> {
        candidate.cases.iter().map(|case| case.name.clone()).collect()
    };
    if candidates.iter().any(|candidate| candidate.problem.name != first.problem.name) {
        return Err(Failure::usage(anyhow!("solutions of different problems cannot be compared"))
            .hint("name one problem, as in `harness compare leetcode-909`"));
    }
    if candidates.iter().any(|candidate| names(candidate) != names(first)) {
        return Err(Failure::usage(anyhow!("solutions on different cases cannot be compared"))
            .hint("select the cases with --cases GLOB"));
    }
    Ok(())
}
