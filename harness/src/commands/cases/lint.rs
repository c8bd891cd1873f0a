//! What is wrong with cases that nobody needs to run: their files, and inputs that break the rules.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::commands::crew::Crew;
use crate::failure::Failure;
use crate::model::{Name, Problem};
use crate::scaffold::tidy;

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// With which case, unless it is with all of them.
    pub case: Option<Name>,
    /// What.
    pub what: String,
}

/// All that is wrong with the cases of a problem, in their order.
///
/// # Errors
/// A file cannot be read, or the validator not be run.
pub fn complaints(problem: &Problem, crew: &Crew<'_>) -> Result<Vec<Complaint>, Failure> {
    let inputs: Vec<PathBuf> = problem.cases.iter().map(|case| case.input.clone()).collect();
    let rejections = crew.rejections(&inputs)?;
    let mut found = Vec::new();
    let mut first_with: BTreeMap<[u8; 32], Name> = BTreeMap::new();
    let mut answers: BTreeSet<[u8; 32]> = BTreeSet::new();
    for (case, rejection) in problem.cases.iter().zip(rejections) {
        let mut complain = |what: String| found.push(Complaint { case: Some(case.name.clone()), what });
        let (input, answer) = (read(&case.input)?, read(&case.answer)?);
        for (what, text) in [("input", &input), ("answer", &answer)] {
            for change in tidy(text).changes {
                complain(format!("the {what} {}", change.fault()));
            }
        }
        if answer.iter().all(u8::is_ascii_whitespace) {
            complain("the answer is empty".to_owned());
        }
        rejection.into_iter().for_each(&mut complain);
        answers.insert(sum(&answer));
        match first_with.entry(sum(&input)) {
            Entry::Occupied(other) => {
                complain(format!("the input is that of {}", other.get()));
            }
            Entry::Vacant(place) => _ = place.insert(case.name.clone()),
        }
    }
    if problem.cases.len() > 1 && answers.len() == 1 {
        let what = "every answer is the same: who prints it always is right".to_owned();
        found.push(Complaint { case: None, what });
    }
    Ok(found)
}

/// The sum of a text, line ends aside.
fn sum(text: &[u8]) -> [u8; 32] {
    *blake3::hash(&tidy(text).text).as_bytes()
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).with_context(|| format!("failed to read `{}`", path.display())).map_err(Failure::usage)
}
