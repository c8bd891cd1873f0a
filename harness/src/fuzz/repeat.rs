//! Repetition: a failure that chance made is no counterexample, so what is found runs again before it is
//! shrunk and before it is stored.

use crate::failure::Failure;
use crate::fuzz::Hunt;
use crate::fuzz::oracle::{Outputs, Sampling};
use crate::fuzz::reduce::FailingInput;
use crate::model::{RoleKind, Verdict};
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
    /// Runs that keep the limit come near to it.
    pub is_near_limit: bool,
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
        // What is wrong in another way each time may be right the next time.
        if runs.iter().filter(shows).count() == CONFIRMATIONS && !self.is_any_unsteady(found, &runs)? {
            return Ok(None);
        }
        runs.extend(self.run_again(found, RUNS - 1 - CONFIRMATIONS)?);
        let shown = 1 + runs.iter().filter(shows).count();
        let unsteady = self.unsteady(found, &runs)?;
        let target = self.failure(found.discrepancy, &found.outputs);
        let is_near_limit = target.is_some_and(|(target, verdict)| {
            let replies = replies_of(target, found, &runs);
            is_near_limit(verdict, &replies)
        });
        Ok(Some(Flake { failing: found.clone(), shown, runs: 1 + runs.len(), unsteady, is_near_limit }))
    }

    /// Whether runs of the solution that fails differ; of those that disagree, where none is known to be wrong.
    fn is_any_unsteady(&self, found: &FailingInput, runs: &[Outputs]) -> Result<bool, Failure> {
        let unsteady = self.unsteady(found, runs)?;
        Ok(match self.failure(found.discrepancy, &found.outputs) {
            Some((target, _)) => unsteady.contains(&target),
            None => !unsteady.is_empty(),
        })
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
            let mut is_steady = true;
            for pair in replies_of(member, found, runs).windows(2) {
                let (one, other) = (&pair[0], &pair[1]);
                let rule = &self.programs.problem.rules.checker;
                is_steady &= one.judgement.verdict == other.judgement.verdict
                    // How far a program came that was ended says nothing.
                    && (!one.is_complete() || agree(rule, self.folder, &one.output, &other.output)?);
            }
            if !is_steady {
                unsteady.push(member);
            }
        }
        Ok(unsteady)
    }
}

/// What a solution printed in these runs, and when it was found.
fn replies_of(member: Solver, found: &FailingInput, runs: &[Outputs]) -> Vec<Reply> {
    let of_member = |outputs: &Outputs| {
        let place = outputs.members.iter().position(|solver| *solver == member)?;
        outputs.replies.get(place).cloned()
    };
    [&found.outputs].into_iter().chain(runs).filter_map(of_member).collect()
}

/// Whether runs that keep a limit take half of what those take that do not. How much a program prints depends on no
/// machine, so a limit of output is never only nearly met.
fn is_near_limit(verdict: Verdict, replies: &[Reply]) -> bool {
    let taken = |reply: &Reply| {
        let usage = reply.judgement.execution.as_ref()?.usage;
        let wall = usage.wall.as_nanos();
        match verdict {
            Verdict::TimeLimit => Some(usage.cpu.as_nanos()),
            Verdict::IdleLimit => Some(wall),
            Verdict::MemoryLimit => Some(u128::from(usage.memory.0)),
            _ => None,
        }
    };
    let (over, within): (Vec<&Reply>, Vec<&Reply>) =
        replies.iter().partition(|reply| reply.judgement.verdict == verdict);
    let least = over.into_iter().filter_map(taken).min();
    let most = within.into_iter().filter_map(taken).max();
    most.zip(least).is_some_and(|(most, least)| most >= least / 2)
}

impl Flake {
    /// What is wrong, such as `` `bad` is not deterministic: it fails 4 of 10 times on the same input ``.
    #[must_use]
    pub fn told(&self, hunt: &Hunt<'_>) -> String {
        let interactor = hunt.programs.problem.roles.interactor();
        let interactor = interactor.map(|role| (RoleKind::Interactor, &role.name));
        let decider = hunt.programs.sole_decider().or(interactor);
        let or_decider =
            decider.map_or_else(String::new, |(kind, name)| format!(" or the {} `{name}`", kind.key()));
        let name = |solver: Solver| format!("`{}`", hunt.programs.name(solver));
        let (shown, runs) = (self.shown, self.runs);
        let FailingInput { discrepancy, outputs, .. } = &self.failing;
        if let Some((target, _)) = hunt.failure(*discrepancy, outputs) {
            let is_alone = self.unsteady.iter().all(|solver| *solver == target);
            let at_limit = self.is_near_limit;
            let why = if at_limit { "is near its limit" } else { "is not deterministic" };
            if is_alone {
                let name = name(target);
                let blamed = if at_limit { String::new() } else { or_decider };
                let differently = if shown == runs { ", each time differently" } else { "" };
                return format!(
                    "{name}{blamed} {why}: it fails {shown} of {runs} times on the same input{differently}"
                );
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::is_near_limit;
    use crate::event::fixture::execution;
    use crate::judge::{Judgement, skipped};
    use crate::model::{Bytes, Verdict};
    use crate::run::Reply;

    /// A run that took so many milliseconds and bytes.
    fn reply(verdict: Verdict, (milliseconds, bytes): (u64, u64)) -> Reply {
        let mut facts = execution();
        facts.usage.cpu = Duration::from_millis(milliseconds);
        facts.usage.memory = Bytes(bytes);
        let judgement = Judgement { verdict, execution: Some(facts), ..skipped("") };
        Reply { judgement, output: Vec::new() }
    }

    #[track_caller]
    fn check(verdict: Verdict, over: (u64, u64), within: (u64, u64), expect: bool) {
        let replies = [reply(verdict, over), reply(Verdict::Accepted, within)];
        assert_eq!(is_near_limit(verdict, &replies), expect, "{verdict:?} {over:?} {within:?}");
    }

    #[test]
    fn only_what_comes_near_to_a_limit_is_near_it() {
        check(Verdict::TimeLimit, (1001, 1), (990, 1), true);
        check(Verdict::TimeLimit, (1600, 1), (800, 1), true);
        check(Verdict::TimeLimit, (1001, 1), (3, 1), false);
        check(Verdict::MemoryLimit, (1, 256), (1, 255), true);
        check(Verdict::MemoryLimit, (1, 256), (1, 9), false);
        check(Verdict::OutputLimit, (1, 1), (1, 1), false);
        check(Verdict::WrongAnswer, (1, 1), (1, 1), false);
    }
}
