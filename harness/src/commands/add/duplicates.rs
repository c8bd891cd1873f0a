//! An input that is there already is no new case.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, anyhow};

use crate::commands::add::drafts::Draft;
use crate::failure::Failure;
use crate::model::Problem;
use crate::scaffold::tidy;

/// Refuses drafts whose input is that of a case of the problem, or of another draft, line ends aside.
///
/// # Errors
/// There is such a draft, or a case cannot be read.
pub fn refuse(problem: &Problem, drafts: &[Draft]) -> Result<(), Failure> {
    let mut seen: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    for (index, draft) in drafts.iter().enumerate() {
        if let Some(other) = seen.insert(tidy(&draft.input).text, index) {
            let what = anyhow!("two of the new cases, {} and {}, have the same input", other + 1, index + 1);
            return Err(Failure::usage(what));
        }
    }
    let longest = seen.keys().map(Vec::len).max().unwrap_or(0) as u64;
    for case in &problem.cases {
        let cannot = || format!("failed to read `{}`", case.input.display());
        let length = fs::metadata(&case.input).with_context(cannot).map_err(Failure::usage)?.len();
        // With CRLF a text is at most twice as long.
        if length > longest.saturating_mul(2) {
            continue;
        }
        let input = fs::read(&case.input).with_context(cannot).map_err(Failure::usage)?;
        if seen.contains_key(&tidy(&input).text) {
            let what = anyhow!("the case `{}` has this input already", case.name);
            return Err(
                Failure::usage(what).hint(format!("see `harness show {}/{}`", problem.name, case.name))
            );
        }
    }
    Ok(())
}
