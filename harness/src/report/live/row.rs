//! What is known of a solution while its run goes on.

use crate::model::Verdict;

/// A solution.
pub struct LiveRow {
    /// A letter for each case.
    pub letters: Vec<u8>,
    /// Cases that are not judged.
    pub open: usize,
    /// Cases that run now.
    pub running: usize,
    /// Whether it is as expected, once all of it is known.
    pub as_expected: Option<bool>,
    /// Its verdict, where it could not be built.
    pub unbuilt: Option<Verdict>,
}
