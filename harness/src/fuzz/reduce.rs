//! Shrinks the input that a hunt has found, as long as it shows the same discrepancy.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::event::ReducedTo;
use crate::failure::Failure;
use crate::fuzz::mutate::{drop_some, mutate};
use crate::fuzz::oracle::{Discrepancy, Oracle, Outputs, Sampling};
use crate::fuzz::schedule::Schedule;
use crate::model::Verdict;
use crate::programs::{InputFolder, ProblemPrograms};
use crate::shrink::{Budget, Trial, is_smaller, shrink, sum};

/// An input that shows a discrepancy, and what the solutions print for it.
#[derive(Clone, Debug)]
pub struct FailingInput {
    /// The input.
    pub input: Vec<u8>,
    /// The discrepancy.
    pub discrepancy: Discrepancy,
    /// What the references and the targets print.
    pub outputs: Outputs,
}

/// The result.
pub struct Reduced {
    /// The smallest input that was found.
    pub failing: FailingInput,
    /// Inputs that were tried.
    pub tries: usize,
    /// No candidate is smaller and shows the fault.
    pub is_smallest: bool,
}

impl Reduced {
    /// What is told of it.
    #[must_use]
    pub fn told(&self) -> ReducedTo {
        let Self { failing, tries, is_smallest } = self;
        ReducedTo { size: failing.input.len(), tries: *tries, is_smallest: *is_smallest }
    }
}

/// How an input is shrunk, and how far.
pub struct Reducer<'a> {
    /// All that runs.
    pub programs: &'a ProblemPrograms<'a>,
    /// The references, and no target but the one that has the discrepancy.
    pub oracle: Oracle,
    /// Where inputs are written.
    pub folder: &'a InputFolder,
    /// Inputs that are tried.
    pub tries: usize,
    /// When it ends.
    pub deadline: Instant,
}

impl Reducer<'_> {
    /// Shrinks the input: step by step as far as possible, then at random until steps work again,
    /// until random steps find nothing. A signal ends that, and the best so far is kept.
    ///
    /// # Errors
    /// The engine or the sandbox failed.
    pub fn reduce(&self, found: &FailingInput, chance: &Chance<'_, '_>) -> Result<Reduced, Failure> {
        let mut reduced = self.step_by_step(found, self.tries)?;
        while reduced.is_smallest {
            let left = (self.tries - reduced.tries).min(LONGEST_LEAP);
            let leap = self.leap(&reduced.failing, left, chance, reduced.tries)?;
            reduced.tries += leap.tries;
            let Some(smaller) = leap.failing else { break };
            let further = self.step_by_step(&smaller, self.tries - reduced.tries)?;
            reduced = Reduced { tries: reduced.tries + further.tries, ..further };
        }
        Ok(reduced)
    }

    fn step_by_step(&self, from: &FailingInput, tries: usize) -> Result<Reduced, Failure> {
        let budget = Budget { tries, at_once: at_once(from.discrepancy) };
        let mut best = from.clone();
        let mut failure = None;
        let shrunk = shrink(&from.input, budget, |candidates| {
            if self.is_over() {
                return Trial::Stop;
            }
            match self.showing(from.discrepancy, candidates) {
                Ok(showing) => match showing.into_iter().next() {
                    Some((index, outputs)) => {
                        best = FailingInput {
                            input: candidates[index].clone(),
                            discrepancy: from.discrepancy,
                            outputs,
                        };
                        Trial::Fails(index)
                    }
                    None => Trial::Passes,
                },
                Err(why) => {
                    failure = Some(why);
                    Trial::Stop
                }
            }
        });
        match failure {
            Some(failure) if !self.programs.stop.is_set() => Err(failure),
            _ => Ok(Reduced { failing: best, tries: shrunk.tries, is_smallest: shrunk.is_smallest }),
        }
    }

    /// Looks for a smaller input at random. An input as long that shows the discrepancy too becomes the start of the
    /// next step: so it drifts to inputs that can be shrunk.
    fn leap(
        &self,
        from: &FailingInput,
        tries: usize,
        chance: &Chance<'_, '_>,
        nonce: usize,
    ) -> Result<Leap, Failure> {
        let mut base = from.input.clone();
        let mut tried: HashSet<u64> = HashSet::from([sum(&base)]);
        let mut done = 0;
        let mut idle = 0;
        for round in 0.. {
            if done >= tries || idle >= MOST_IDLE || self.is_over() {
                break;
            }
            let first = nonce + round * at_once(from.discrepancy);
            let mut candidates = match chance.candidates(&base, first..first + at_once(from.discrepancy)) {
                Ok(candidates) => candidates,
                Err(_) if self.is_over() => break,
                Err(failure) => return Err(failure),
            };
            candidates.retain(|candidate| {
                let may_help = is_smaller(candidate, &from.input) || candidate.len() == base.len();
                may_help && tried.insert(sum(candidate))
            });
            candidates.truncate(tries - done);
            done += candidates.len();
            if candidates.is_empty() {
                idle += 1;
                continue;
            }
            idle = 0;
            let showing = match self.showing(from.discrepancy, &candidates) {
                Ok(showing) => showing,
                Err(_) if self.is_over() => break,
                Err(failure) => return Err(failure),
            };
            let is_leap = |(index, _): &&(usize, Outputs)| is_smaller(&candidates[*index], &from.input);
            if let Some((index, outputs)) = showing.iter().find(is_leap) {
                let input = candidates[*index].clone();
                let failing = FailingInput { input, discrepancy: from.discrepancy, outputs: outputs.clone() };
                return Ok(Leap { failing: Some(failing), tries: done });
            }
            if let Some((index, _)) = showing.first() {
                base.clone_from(&candidates[*index]);
            }
        }
        Ok(Leap { failing: None, tries: done })
    }

    fn is_over(&self) -> bool {
        self.programs.stop.is_set() || Instant::now() >= self.deadline
    }

    /// Those inputs that are valid and show the discrepancy, in order.
    fn showing(
        &self,
        discrepancy: Discrepancy,
        candidates: &[Vec<u8>],
    ) -> Result<Vec<(usize, Outputs)>, Failure> {
        let numbered = candidates.iter().enumerate();
        let paths = numbered
            .map(|(index, candidate)| self.folder.write(&format!("smaller-{index}"), candidate))
            .collect::<Result<Vec<PathBuf>, Failure>>()?;
        let are_valid = self.programs.are_valid(&paths)?;
        let valid: Vec<usize> = (0..paths.len()).filter(|index| are_valid[*index]).collect();
        let inputs: Vec<PathBuf> = valid.iter().map(|index| paths[*index].clone()).collect();
        let compared = self.oracle.compare(self.programs, self.folder, &inputs, |_| Sampling::Nothing)?;
        let all = valid.into_iter().zip(compared);
        Ok(all.filter(|(_, outputs)| outputs.discrepancy == Some(discrepancy)).collect())
    }
}

/// Inputs that are tried at once: few where each takes as long as it may.
fn at_once(discrepancy: Discrepancy) -> usize {
    let of = |verdict| matches!(discrepancy, Discrepancy::Fails { verdict: found, .. } if found == verdict);
    if of(Verdict::TimeLimit) || of(Verdict::IdleLimit) { FEW } else { MANY }
}

/// The result of a random step.
struct Leap {
    failing: Option<FailingInput>,
    tries: usize,
}

/// Inputs by chance: what a hunt would try that begins small, and changes of the input at hand.
pub struct Chance<'a, 'i> {
    /// Where the hunt took its inputs from.
    pub schedule: &'a Schedule<'i>,
    /// The try that found the input: all before it were smaller.
    pub index: u64,
}

impl Chance<'_, '_> {
    /// A candidate for each of these numbers, which settle it.
    fn candidates(&self, base: &[u8], numbers: impl Iterator<Item = usize>) -> Result<Vec<Vec<u8>>, Failure> {
        let (fresh, changed): (Vec<u64>, Vec<u64>) =
            numbers.map(|number| number as u64).partition(|number| number % 2 == 0);
        let mut candidates = self.schedule.fresh(&fresh, self.index)?;
        for number in changed {
            let mut random = ChaCha8Rng::seed_from_u64(number);
            candidates.push(match number % 8 {
                1 => mutate(base, &mut random),
                3 => drop_some(base, &mut random),
                _ => mutate(&drop_some(base, &mut random), &mut random),
            });
        }
        Ok(candidates)
    }
}

/// Inputs that are tried at once. It settles the order, so it is the same on every machine.
const MANY: usize = 16;

/// The limit of random inputs.
const LONGEST_LEAP: usize = 2500;

/// Rounds without an input that was not tried before, after which there are no more.
const MOST_IDLE: usize = 10;

/// The same where each takes its time.
const FEW: usize = 2;
