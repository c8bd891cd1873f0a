//! What is wrong with the cases themselves: their files, inputs that break the constraints, and bounds that
//! no case reaches.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::coverage::bounds::{self, Bound};
use crate::coverage::overview::Overview;
use crate::failure::Failure;
use crate::model::{Case, Name};
use crate::programs::{ProblemPrograms, Validation};
use crate::scaffold::tidy;

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// With which case, unless it is with all of them.
    pub case: Option<Name>,
    /// What.
    pub what: String,
}

/// The faults, and the bounds that the validator prints.
#[derive(Clone, Debug, Default)]
pub struct Lint {
    /// All that is wrong, in the order of the cases.
    pub complaints: Vec<Complaint>,
    /// The bounds that the validator prints.
    pub bounds: Vec<Bound>,
    /// What validators of testlib tell of the ends of ranges.
    pub overview: Overview,
    /// A validator failed, as one of the complaints says.
    pub has_judge_failed: bool,
}

/// Looks at the cases of a problem.
///
/// # Errors
/// A file cannot be read, or the validator not be run.
pub fn lint(programs: &ProblemPrograms<'_>) -> Result<Lint, Failure> {
    let problem = programs.problem;
    let inputs: Vec<PathBuf> = problem.cases.iter().map(Case::input).collect();
    let validations = programs.validate(&inputs)?;
    let mut found = Vec::new();
    let mut values = Vec::new();
    let mut all = Overview::default();
    let mut has_judge_failed = false;
    let needs_answers = !programs.is_judged_as_it_runs();
    let mut first_with: BTreeMap<[u8; 32], Name> = BTreeMap::new();
    let mut answers: BTreeSet<[u8; 32]> = BTreeSet::new();
    for (case, Validation { rejection, failure, output, overview }) in problem.cases.iter().zip(validations) {
        let mut complain = |what: String| found.push(Complaint { case: Some(case.name.clone()), what });
        let (input, answer) = (read(&case.input())?, read(&case.answer_file())?);
        for (what, text) in [("input", &input), ("answer", &answer)] {
            for change in tidy(text).changes {
                complain(format!("the {what} {}", change.fault()));
            }
        }
        if needs_answers && answer.iter().all(u8::is_ascii_whitespace) {
            complain("the answer is empty".to_owned());
        }
        has_judge_failed |= failure.is_some();
        if rejection.is_none() && failure.is_none() {
            all.merge(Overview::read(&overview));
            for told in bounds::told(&output) {
                match told {
                    Ok(value) => match value.complaint() {
                        Some(what) => complain(what),
                        None => values.push(value),
                    },
                    Err(mistake) => complain(mistake),
                }
            }
        }
        rejection.into_iter().chain(failure).for_each(&mut complain);
        answers.insert(sum(&answer));
        match first_with.entry(sum(&input)) {
            Entry::Occupied(other) => {
                complain(format!("the input is the same as in {}", other.get()));
            }
            Entry::Vacant(place) => _ = place.insert(case.name.clone()),
        }
    }
    if needs_answers && problem.cases.len() > 1 && answers.len() == 1 {
        let what = "every answer is the same: a program that always prints it is right".to_owned();
        found.push(Complaint { case: None, what });
    }
    let bounds = bounds::bounds(values);
    let unreached = bounds.iter().flat_map(Bound::unreached).chain(all.unreached());
    found.extend(unreached.map(|what| Complaint { case: None, what }));
    Ok(Lint { complaints: found, bounds, overview: all, has_judge_failed })
}

/// The sum of a text, line ends aside.
fn sum(text: &[u8]) -> [u8; 32] {
    *blake3::hash(&tidy(text).text).as_bytes()
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).with_context(|| format!("failed to read `{}`", path.display())).map_err(Failure::usage)
}
