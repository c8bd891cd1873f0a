//! A failing input → a smaller one that fails in the same way. Pure: the caller tries the candidates.
//!
//! What is smaller: shorter, or as long and earlier in an alphabet in which `.` comes first. The passes
//! go from structure to detail: rows and columns of tables together with the numbers that declare
//! them, then lines, words, numbers, single cells; again and again until none finds anything. Within a
//! pass pieces are halved from the largest to the smallest, and after a success it goes on where it is.
//! The first candidate in order wins, so the result does not depend on how many are tried at once.

mod cells;
mod drop;
mod edit;
mod numbers;
mod pieces;
mod sums;
mod tables;

use std::cmp::Ordering;
use std::collections::HashSet;

use crate::shrink::edit::{Key, Step, by_alphabet};
use crate::shrink::sums::Sums;

pub use drop::steps as drops;
pub use numbers::{Number, numbers_of};
pub use tables::{TextTable, tables_of};

/// What came of trying some candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// Of those that fail in the same way, this is the first.
    Fails(usize),
    /// None does.
    Passes,
    /// No more is to be tried: the time is over, or the user interrupts it.
    Stop,
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Candidates in all.
    pub tries: usize,
    /// Candidates that are given out at once.
    pub at_once: usize,
}

/// What is left of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The smallest input that was found.
    pub input: Vec<u8>,
    /// Candidates that were tried.
    pub tries: usize,
    /// No pass makes it smaller. False where the budget was spent or the search was stopped.
    pub is_smallest: bool,
}

/// A pass: the steps that may make an input smaller, in the order in which they are tried.
type Pass = fn(&[u8]) -> Vec<Step>;

/// The passes, from structure to detail.
const PASSES: [Pass; 5] = [drop::steps, pieces::lines, pieces::words, numbers::steps, cells::steps];

/// Makes an input smaller as long as some smaller one fails; `try_all` says which of the candidates
/// that it is given does.
pub fn shrink(input: &[u8], budget: Budget, try_all: impl FnMut(&[Vec<u8>]) -> Trial) -> Shrunk {
    let mut search =
        Search { best: input.to_owned(), tried: HashSet::from([sum(input)]), tries: 0, budget, try_all };
    let mut is_smallest = false;
    while let Some(progress) = search.round() {
        if !progress {
            is_smallest = true;
            break;
        }
    }
    Shrunk { input: search.best, tries: search.tries, is_smallest }
}

struct Search<Try> {
    best: Vec<u8>,
    tried: HashSet<u64>,
    tries: usize,
    budget: Budget,
    try_all: Try,
}

impl<Try: FnMut(&[Vec<u8>]) -> Trial> Search<Try> {
    /// All passes once. Whether the input got smaller; nothing where it has to end.
    fn round(&mut self) -> Option<bool> {
        let mut progress = false;
        for pass in PASSES {
            let mut from = None;
            while let Some(key) = self.advance(pass, from)? {
                progress = true;
                from = Some(key);
            }
        }
        Some(progress)
    }

    /// The first step of a pass, from this one on, after which the input still fails. It is made, and
    /// its key is returned. The outer nothing says that it has to end.
    #[expect(clippy::option_option, reason = "there may be no step, and there may be no time")]
    fn advance(&mut self, pass: Pass, from: Option<Key>) -> Option<Option<Key>> {
        let base = self.best.clone();
        let sums = Sums::of(&base);
        let mut steps = pass(&base).into_iter().filter(|step| from.is_none_or(|from| step.key >= from));
        loop {
            let left = self.budget.tries - self.tries;
            let mut batch: Vec<(Key, Vec<u8>)> = Vec::new();
            for step in steps.by_ref() {
                if step.makes_smaller(&base) && self.tried.insert(sums.after(&step)) {
                    if left == 0 {
                        return None;
                    }
                    batch.push((step.key, step.apply(&base)));
                    if batch.len() >= self.budget.at_once.clamp(1, left) {
                        break;
                    }
                }
            }
            if batch.is_empty() {
                return Some(None);
            }
            let (keys, candidates): (Vec<Key>, Vec<Vec<u8>>) = batch.into_iter().unzip();
            match (self.try_all)(&candidates) {
                Trial::Fails(index) => {
                    // Those behind it do not count, nor are they forgotten: they are tried from the new base.
                    self.tries += index + 1;
                    for candidate in &candidates[index + 1..] {
                        self.tried.remove(&sum(candidate));
                    }
                    self.best.clone_from(&candidates[index]);
                    return Some(Some(keys[index]));
                }
                Trial::Passes => self.tries += candidates.len(),
                Trial::Stop => return None,
            }
        }
    }
}

/// Whether an input is smaller than another.
#[must_use]
pub fn is_smaller(one: &[u8], other: &[u8]) -> bool {
    one.len().cmp(&other.len()).then_with(|| by_alphabet(one, other)) == Ordering::Less
}

/// A number that tells inputs apart.
#[must_use]
pub fn sum(input: &[u8]) -> u64 {
    Sums::of(input).whole()
}

#[cfg(test)]
mod tests;
