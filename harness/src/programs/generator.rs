//! Inputs from the generator of a problem.

use std::ffi::OsString;

use anyhow::anyhow;
use harness_sandbox::Stdin;

use crate::failure::Failure;
use crate::model::Role;
use crate::programs::ask::Asked;
use crate::programs::problem_programs::last_words;
use crate::programs::{AskError, ProblemPrograms};
use crate::run::{Question, Reply};

/// Stands in the arguments for the seed.
const SEED: &str = "{seed}";

/// Stands in the arguments for the size.
const SIZE: &str = "{size}";

/// A size neither small nor large.
pub const MIDDLE: u64 = 50;

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
    pub fn generate(&self, calls: &[GeneratorCall]) -> Result<Vec<Reply>, AskError> {
        let Some(generator) = &self.generator else { return Ok(Vec::new()) };
        let question = |call: &GeneratorCall| Question {
            program: generator.executable.program(&call.args, Stdin::Empty, &self.helper_limits),
            limits: self.helper_limits.clone(),
        };
        let name = format!("the generator `{}`", generator.role.name);
        let asked = |place: usize| Asked::helper(name.clone(), Some(format!("seed {}", calls[place].seed)));
        self.ask(&calls.iter().map(question).collect::<Vec<_>>(), asked)
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

/// The arguments of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratorCall {
    /// All arguments.
    pub args: Vec<OsString>,
    /// The seed among them.
    pub seed: u64,
}

impl GeneratorCall {
    /// The arguments, as they are shown.
    #[must_use]
    pub fn shown(&self) -> String {
        let words: Vec<String> = self.args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
        words.join(" ")
    }
}

/// The arguments with this size in place of `{size}`.
#[must_use]
pub fn sized(words: &str, size: u64) -> String {
    words.replace(SIZE, &size.to_string())
}

/// The arguments of one call: the seed comes first, or in place of `{seed}`.
#[must_use]
pub fn arguments(words: &str, seed: u64) -> GeneratorCall {
    let word = seed.to_string();
    let mut args: Vec<String> = words.split_whitespace().map(|other| other.replace(SEED, &word)).collect();
    if !words.contains(SEED) {
        args.insert(0, word);
    }
    GeneratorCall { args: args.into_iter().map(OsString::from).collect(), seed }
}

#[cfg(test)]
mod tests {
    use super::arguments;

    #[test]
    fn the_seed_comes_first_or_in_its_place() {
        assert_eq!(arguments("n=3  kind=hub", 7).args, ["7", "n=3", "kind=hub"]);
        assert_eq!(arguments("", 7).args, ["7"]);
        assert_eq!(arguments("-n 3 -seed={seed}", 7).args, ["-n", "3", "-seed=7"]);
    }
}
