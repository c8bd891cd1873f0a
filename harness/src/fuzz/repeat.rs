//! Repetition: a failure that chance made is no counterexample, so what is found runs again before it is
//! shrunk and before it is stored.

use crate::failure::Failure;
use crate::fuzz::Hunt;
use crate::fuzz::oracle::{Outputs, Sampling};
use crate::fuzz::reduce::FailingInput;
use crate::model::Verdict;
use crate::newcase::agreement::agree;
use crate::programs::Solver;
use crate::run::Reply;

/// Repetitions that must all show the discrepancy.
const CONFIRMATIONS: usize = 3;

/// Runs from which it is said how often the discrepancy shows; the first one is the find.
const RUNS: usize = 10;

/// A discrepancy that only some runs of the same input show.
#[derive(Clone, Debug)]
pub struct Flake {
    /// The input, with what the programs print for it where the discrepancy shows.
    pub failing: FailingInput,
    /// Runs that show it.
    pub shown: usize,
    /// All runs.
    pub runs: usize,
    /// The solutions whose own runs differ.
    pub unsteady: Vec<Solver>,
}

/// The input that becomes a case.
pub enum Settled {
    /// The smaller one: it fails every time.
    Smaller(FailingInput),
    /// The one that was found: it fails every time, and the smaller one does not.
    AsFound(FailingInput),
    /// Neither fails every time.
    Flake(Box<Flake>),
}

impl Hunt<'_> {
    /// Runs the references and the target on the input again; none where the discrepancy shows every time.
    ///
    /// # Errors
    /// The judge failed, or a signal came.
    pub fn repeat(&self, found: &FailingInput) -> Result<Option<Flake>, Failure> {
        self.progress.say("running the counterexample again");
        let repeated = self.repeat_runs(found);
        self.progress.finish();
        repeated
    }

    fn repeat_runs(&self, found: &FailingInput) -> Result<Option<Flake>, Failure> {
        let mut runs = self.run_again(found, CONFIRMATIONS)?;
        let shows = |outputs: &&Outputs| outputs.discrepancy == Some(found.discrepancy);
        if runs.iter().filter(shows).count() == CONFIRMATIONS {
            return Ok(None);
        }
        runs.extend(self.run_again(found, RUNS - 1 - CONFIRMATIONS)?);
        let shown = 1 + runs.iter().filter(shows).count();
        let unsteady = self.unsteady(found, &runs)?;
        Ok(Some(Flake { failing: found.clone(), shown, runs: 1 + runs.len(), unsteady }))
    }

    fn run_again(&self, found: &FailingInput, times: usize) -> Result<Vec<Outputs>, Failure> {
        let path = self.folder.write("again", &found.input)?;
        let oracle = self.oracle.narrowed_to(found.discrepancy);
        oracle.compare(self.programs, self.folder, &vec![path; times], |_| Sampling::All)
    }

    /// The smaller input where it fails every time, else the one that was found.
    ///
    /// # Errors
    /// The judge failed. After a signal the smaller input is taken as it is.
    pub fn settle(&self, found: FailingInput, smaller: FailingInput) -> Result<Settled, Failure> {
        let is_smaller = smaller.input != found.input;
        let stopped = |failure: Failure| if self.programs.stop.is_set() { Ok(None) } else { Err(failure) };
        let flake = match self.repeat(&smaller).or_else(stopped)? {
            None => return Ok(Settled::Smaller(smaller)),
            Some(flake) if is_smaller => flake,
            Some(flake) => return Ok(Settled::Flake(Box::new(flake))),
        };
        Ok(match self.repeat(&found).or_else(stopped)? {
            None => Settled::AsFound(found),
            Some(_) => Settled::Flake(Box::new(flake)),
        })
    }

    /// The solutions that end or print differently from run to run.
    fn unsteady(&self, found: &FailingInput, runs: &[Outputs]) -> Result<Vec<Solver>, Failure> {
        let mut unsteady = Vec::new();
        let Some(first) = runs.first() else { return Ok(unsteady) };
        for &member in &first.members {
            let of_member = |outputs: &Outputs| {
                let place = outputs.members.iter().position(|solver| *solver == member)?;
                outputs.replies.get(place).cloned()
            };
            let replies: Vec<Reply> =
                [&found.outputs].into_iter().chain(runs).filter_map(of_member).collect();
            let mut is_steady = true;
            for pair in replies.windows(2) {
                is_steady &= pair[0].judgement.verdict == pair[1].judgement.verdict
                    && agree(
                        &self.programs.problem.rules.checker,
                        self.folder,
                        &pair[0].output,
                        &pair[1].output,
                    )?;
            }
            if !is_steady {
                unsteady.push(member);
            }
        }
        Ok(unsteady)
    }
}

impl Flake {
    /// What is wrong, such as `` `bad` is not deterministic: it fails 4 of 10 times on the same input ``.
    #[must_use]
    pub fn told(&self, hunt: &Hunt<'_>) -> String {
        let decider = hunt.programs.sole_decider();
        let or_decider =
            decider.map_or_else(String::new, |(kind, name)| format!(" or the {} `{name}`", kind.key()));
        let name = |solver: Solver| format!("`{}`", hunt.programs.name(solver));
        let (shown, runs) = (self.shown, self.runs);
        let FailingInput { discrepancy, outputs, .. } = &self.failing;
        if let Some((target, verdict)) = hunt.failure(*discrepancy, outputs) {
            let is_alone = self.unsteady.iter().all(|solver| *solver == target);
            let at_limit = matches!(
                verdict,
                Verdict::TimeLimit | Verdict::IdleLimit | Verdict::MemoryLimit | Verdict::OutputLimit
            );
            let why = if at_limit { "is near its limit" } else { "is not deterministic" };
            if is_alone {
                let name = name(target);
                let blamed = if at_limit { String::new() } else { or_decider };
                return format!("{name}{blamed} {why}: it fails {shown} of {runs} times on the same input");
            }
        }
        let names: Vec<String> = self.unsteady.iter().copied().map(name).collect();
        let why = match &names[..] {
            [] => String::new(),
            [name] => format!("{name} is not deterministic: "),
            names => format!("{} are not deterministic: ", names.join(" and ")),
        };
        format!("{why}the solutions differ {shown} of {runs} times on the same input")
    }
}
