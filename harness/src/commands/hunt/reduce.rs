//! Makes the input smaller that a hunt has found, as long as it shows the same fault.

use std::path::PathBuf;
use std::time::Instant;

use crate::commands::add::scratch::Scratch;
use crate::commands::crew::Crew;
use crate::commands::hunt::field::{Fault, Field, Ruling};
use crate::failure::Failure;
use crate::model::Verdict;
use crate::shrink::{Budget, Trial, shrink};

/// An input that shows a fault, and what everybody says to it.
#[derive(Clone, Debug)]
pub struct Exhibit {
    /// The input.
    pub input: Vec<u8>,
    /// The fault.
    pub fault: Fault,
    /// What the jury and those say who are concerned.
    pub ruling: Ruling,
}

/// What came of it.
pub struct Reduced {
    /// The smallest input that was found.
    pub exhibit: Exhibit,
    /// Inputs that were tried.
    pub tries: usize,
    /// Nothing makes it smaller.
    pub is_smallest: bool,
}

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Inputs that are tried.
    pub tries: usize,
    /// When it ends.
    pub deadline: Instant,
}

/// Makes the input smaller. A signal ends that, and the best so far is kept.
///
/// # Errors
/// The engine or the sandbox failed.
pub fn reduce(
    crew: &Crew<'_>,
    field: &Field,
    scratch: &Scratch,
    found: Exhibit,
    bounds: Bounds,
) -> Result<Reduced, Failure> {
    let workers = crate::commands::workbench::workers(crew.session);
    let at_once = if takes_its_time(found.fault) { workers } else { 4 * workers };
    let budget = Budget { tries: bounds.tries, at_once };
    let field = field.narrowed_to(found.fault);
    let mut best = found.clone();
    let mut failure = None;
    let shrunk = shrink(&found.input, budget, |candidates| {
        if crew.session.stop.is_set() || Instant::now() >= bounds.deadline {
            return Trial::Stop;
        }
        match first_with(crew, &field, scratch, found.fault, candidates) {
            Ok(Some((index, ruling))) => {
                best = Exhibit { input: candidates[index].clone(), fault: found.fault, ruling };
                Trial::Fails(index)
            }
            Ok(None) => Trial::Passes,
            Err(_) if crew.session.stop.is_set() => Trial::Stop,
            Err(why) => {
                failure = Some(why);
                Trial::Stop
            }
        }
    });
    match failure {
        Some(failure) => Err(failure),
        None => Ok(Reduced { exhibit: best, tries: shrunk.tries, is_smallest: shrunk.is_smallest }),
    }
}

/// Whether every run that shows the fault takes as long as it may.
fn takes_its_time(fault: Fault) -> bool {
    let of = |verdict| matches!(fault, Fault::Guilty { verdict: found, .. } if found == verdict);
    of(Verdict::TimeLimit) || of(Verdict::IdleLimit)
}

/// The first input that is valid and shows the fault.
fn first_with(
    crew: &Crew<'_>,
    field: &Field,
    scratch: &Scratch,
    fault: Fault,
    candidates: &[Vec<u8>],
) -> Result<Option<(usize, Ruling)>, Failure> {
    let numbered = candidates.iter().enumerate();
    let paths = numbered
        .map(|(index, candidate)| scratch.write(&format!("smaller-{index}"), candidate))
        .collect::<Result<Vec<PathBuf>, Failure>>()?;
    let rejections = crew.rejections(&paths)?;
    let valid: Vec<usize> = (0..paths.len()).filter(|index| rejections[*index].is_none()).collect();
    let inputs: Vec<PathBuf> = valid.iter().map(|index| paths[*index].clone()).collect();
    let rulings = field.rule(crew, scratch, &inputs)?;
    Ok(valid.into_iter().zip(rulings).find(|(_, ruling)| ruling.fault == Some(fault)))
}
