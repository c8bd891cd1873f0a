//! Inputs of existing cases, which are not added again.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, anyhow};

use crate::failure::Failure;
use crate::model::Problem;
use crate::newcase::draft::Draft;
use crate::scaffold::tidy;

/// The drafts whose input is neither that of a case of the problem nor that of an earlier draft, line
/// ends aside, and a note for each that is left out.
///
/// # Errors
/// Nothing is left, or a case cannot be read.
pub fn leave_out(problem: &Problem, drafts: Vec<Draft>, note: &dyn Fn(&str)) -> Result<Vec<Draft>, Failure> {
    let mut known = cases_like(problem, &drafts)?;
    let mut kept = Vec::new();
    let mut reasons = Vec::new();
    for draft in drafts {
        let input = tidy(&draft.input).text;
        if let Some(other) = known.get(&input) {
            reasons.push(format!("{} has the same input as {other}", draft.label()));
        } else {
            known.insert(input, draft.label());
            kept.push(draft);
        }
    }
    let last = if kept.is_empty() { reasons.pop() } else { None };
    for reason in &reasons {
        note(&format!("{reason}, and is skipped"));
    }
    match last {
        Some(last) => Err(Failure::usage(anyhow!("{last}, so nothing was written"))),
        None => Ok(kept),
    }
}

/// The case that has this input already, line ends aside.
///
/// # Errors
/// A case cannot be read.
pub fn case_with(problem: &Problem, draft: &Draft) -> Result<Option<String>, Failure> {
    let known = cases_like(problem, std::slice::from_ref(draft))?;
    Ok(known.get(&tidy(&draft.input).text).cloned())
}

/// The inputs of cases that may be those of drafts, each with the name of its case.
fn cases_like(problem: &Problem, drafts: &[Draft]) -> Result<BTreeMap<Vec<u8>, String>, Failure> {
    let longest = drafts.iter().map(|draft| draft.input.len()).max().unwrap_or(0) as u64;
    let mut inputs = BTreeMap::new();
    for case in &problem.cases {
        let cannot = || format!("failed to read `{}`", case.input.display());
        let length = fs::metadata(&case.input).with_context(cannot).map_err(Failure::usage)?.len();
        // With CRLF a text is at most twice as long, and it may lack the end of its last line.
        if length <= longest.saturating_add(1).saturating_mul(2) {
            let input = fs::read(&case.input).with_context(cannot).map_err(Failure::usage)?;
            inputs.entry(tidy(&input).text).or_insert_with(|| format!("the case `{}`", case.name));
        }
    }
    Ok(inputs)
}
