//! Inputs from the generator of a problem.

use std::ffi::OsString;

use anyhow::anyhow;
use harness_sandbox::Stdin;

use crate::failure::Failure;
use crate::model::Role;
use crate::programs::problem_programs::last_words;
use crate::programs::{AskError, ProblemPrograms};
use crate::run::{Question, Reply};

/// Stands in the arguments for the seed.
const SEED: &str = "{seed}";

impl<'a> ProblemPrograms<'a> {
    /// The generator of the problem.
    ///
    /// # Errors
    /// It has none.
    pub fn generator(&self) -> Result<&'a Role, Failure> {
        self.generator.as_ref().map(|generator| generator.role).ok_or_else(|| {
            let what = anyhow!("`{}` has no generator", self.problem.name);
            Failure::usage(what).hint("add `generator = \"PROGRAM\"` to its problem.toml")
        })
    }

    /// What the generator, where there is one, prints for each list of arguments.
    ///
    /// # Errors
    /// The judge failed, or a signal came.
    pub fn generate(&self, calls: &[Vec<OsString>]) -> Result<Vec<Reply>, AskError> {
        let Some(generator) = &self.generator else { return Ok(Vec::new()) };
        let question = |args: &Vec<OsString>| Question {
            program: generator.executable.program(args, Stdin::Empty, &self.helper_limits),
            limits: self.helper_limits.clone(),
        };
        self.ask(&calls.iter().map(question).collect::<Vec<_>>())
    }
}

/// Refuses a generator that fails.
///
/// # Errors
/// It did.
pub fn refuse_failed(generator: &Role, seed: u64, reply: &Reply) -> Result<(), Failure> {
    if reply.is_complete() {
        return Ok(());
    }
    let why = last_words(reply);
    Err(Failure::usage(anyhow!("the generator `{}` fails with seed {seed}: {why}", generator.name)))
}

/// Refuses a generator that is not deterministic.
///
/// # Errors
/// It printed something else when it was called again.
pub fn refuse_unrepeatable(generator: &Role, seed: u64, reply: &Reply, again: &Reply) -> Result<(), Failure> {
    if reply.output == again.output {
        return Ok(());
    }
    let what =
        anyhow!("the generator `{}` is not deterministic: seed {seed} gave different inputs", generator.name);
    Err(Failure::usage(what).hint("a case must be reproducible from its seed and arguments"))
}

/// The arguments of one call: the seed comes first, or in place of `{seed}`.
#[must_use]
pub fn arguments(words: &str, seed: u64) -> Vec<OsString> {
    let seed = seed.to_string();
    let mut args: Vec<String> = words.split_whitespace().map(|word| word.replace(SEED, &seed)).collect();
    if !words.contains(SEED) {
        args.insert(0, seed);
    }
    args.into_iter().map(OsString::from).collect()
}

#[cfg(test)]
mod tests {
    use super::arguments;

    #[test]
    fn the_seed_comes_first_or_in_its_place() {
        assert_eq!(arguments("n=3  kind=hub", 7), ["7", "n=3", "kind=hub"]);
        assert_eq!(arguments("", 7), ["7"]);
        assert_eq!(arguments("-n 3 -seed={seed}", 7), ["-n", "3", "-seed=7"]);
    }
}
