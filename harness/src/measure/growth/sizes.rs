//! Inputs of growing sizes from the generator of a problem.

use std::path::PathBuf;

use anyhow::anyhow;

use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::measure::growth::axis::Axis;
use crate::model::{Problem, Role, RoleKind, Verdict};
use crate::programs::{InputFolder, ProblemPrograms, arguments, last_words, refuse_failed};

/// Inputs of one size: enough that a single lucky input does not decide the law.
pub const SEEDS: u64 = 5;

/// The generator, asked for inputs of given sizes.
pub struct SizedInputs<'a> {
    programs: &'a ProblemPrograms<'a>,
    generator: &'a Role,
    axis: &'a Axis<'a>,
}

/// Refuses a problem without a generator before anything is built.
///
/// # Errors
/// It has none.
pub fn need_generator(problem: &Problem) -> Result<(), Failure> {
    match problem.roles.of(RoleKind::Generator) {
        [_, ..] => Ok(()),
        [] => Err(Failure::usage(anyhow!("`{}` has no generator to make larger inputs", problem.name))
            .hint("add `generator = \"PROGRAM\"` to its problem.toml")),
    }
}

impl<'a> SizedInputs<'a> {
    /// Tries the generator at the smallest and the largest size.
    ///
    /// # Errors
    /// It does not take the parameter, or takes no notice of it.
    pub fn new(programs: &'a ProblemPrograms<'a>, axis: &'a Axis<'a>) -> Result<Self, Failure> {
        let inputs = Self { programs, generator: programs.generator()?, axis };
        let (from, to) = (axis.sizes[0], axis.sizes[axis.sizes.len() - 1]);
        let ends: Vec<Vec<Vec<u8>>> =
            [from, to].into_iter().map(|size| inputs.make(size)).collect::<Result<_, _>>()?;
        if ends[0] == ends[1] {
            let what = anyhow!(
                "the generator `{}` makes the same inputs for {} and {}",
                inputs.generator.name,
                inputs.argument(from),
                inputs.argument(to)
            );
            return Err(Failure::usage(what).hint(inputs.advice()));
        }
        Ok(inputs)
    }

    /// The files with the inputs of a size, one a seed.
    ///
    /// # Errors
    /// The generator fails, or the validator rejects what it makes.
    pub fn write(&self, size: u64, folder: &InputFolder) -> Result<Vec<PathBuf>, Failure> {
        let texts = self.make(size)?;
        let numbered = texts.iter().enumerate();
        let paths = numbered
            .map(|(index, text)| folder.write(&format!("{index}.in"), text))
            .collect::<Result<Vec<PathBuf>, Failure>>()?;
        let rejections = self.programs.rejections(&paths)?;
        match (1..).zip(rejections).find_map(|(seed, why)| Some((seed, why?))) {
            None => Ok(paths),
            Some((seed, why)) => {
                let what = anyhow!("the generator makes an invalid input: {}: {why}", self.label(size, seed));
                Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what) })
            }
        }
    }

    /// What an input is called.
    #[must_use]
    pub fn label(&self, size: u64, seed: u64) -> String {
        format!("{}={size}, seed {seed}", self.axis.letter)
    }

    fn make(&self, size: u64) -> Result<Vec<Vec<u8>>, Failure> {
        let words = self.words_for(size);
        let calls: Vec<_> = (1..=SEEDS).map(|seed| arguments(&words, seed)).collect();
        let replies = self.programs.generate(&calls)?;
        (1..)
            .zip(replies)
            .map(|(seed, reply)| {
                if reply.judgement.verdict == Verdict::RuntimeError {
                    let what = anyhow!(
                        "the generator `{}` does not take `{words}`: {}",
                        self.generator.name,
                        last_words(&reply)
                    );
                    return Err(Failure::usage(what).hint(self.advice()));
                }
                refuse_failed(self.generator, seed, &reply)?;
                Ok(reply.output)
            })
            .collect()
    }

    /// The arguments for a size, without the seed.
    fn words_for(&self, size: u64) -> String {
        let place = format!("{{{}}}", self.axis.letter);
        if self.axis.words.contains(&place) {
            return self.axis.words.replace(&place, &size.to_string());
        }
        format!("{} {}", self.argument(size), self.axis.words).trim_end().to_owned()
    }

    fn argument(&self, size: u64) -> String {
        format!("{}={size}", self.axis.parameter)
    }

    fn advice(&self) -> String {
        let letter = self.axis.letter;
        format!(
            "name a parameter and sizes that it accepts; --gen adds other arguments, and `{{{letter}}}` in them stands for the size"
        )
    }
}
