//! What starting a program costs, and which cases are above it.

use std::collections::BTreeMap;

use crate::comparison::{Contender, Metric};
use crate::stats::median;

/// Below so many times what starting a program takes, a value says little about the program: more than half
/// of it is the start.
pub const ABOVE_START: f64 = 2.0;

/// What starting an empty program costs, by language; nothing is known of others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Floors(pub BTreeMap<String, f64>);

impl Floors {
    /// Whether a value of a program in this language is mostly what its start costs.
    #[must_use]
    pub fn is_near(&self, language: &str, value: f64) -> bool {
        self.0.get(language).is_some_and(|floor| value < floor * ABOVE_START)
    }

    /// The places of the cases on which some solution takes longer than programs take to start. The others
    /// compare launches, and decide no rank.
    #[must_use]
    pub fn decisive(&self, contenders: &[Contender], metric: Metric) -> Vec<usize> {
        let measured = || contenders.iter().filter(|one| one.disqualified.is_none() && one.rounds() > 0);
        let is_long = |contender: &Contender, case: usize| {
            let samples = contender.samples.get(case).filter(|samples| !samples.is_empty());
            samples.is_some_and(|samples| {
                let mut values: Vec<f64> = samples.iter().map(|sample| sample.value(metric)).collect();
                !self.is_near(&contender.subject.language, median(&mut values))
            })
        };
        let cases = measured().map(|contender| contender.samples.len()).max().unwrap_or(0);
        (0..cases).filter(|case| measured().any(|contender| is_long(contender, *case))).collect()
    }
}
