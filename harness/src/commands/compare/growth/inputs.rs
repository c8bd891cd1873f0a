//! Inputs of growing sizes from the generator of a problem.

use std::path::PathBuf;

use anyhow::anyhow;

use crate::cli::Growth;
use crate::commands::add::generate::{call, generator_of, refuse_failed};
use crate::commands::add::scratch::Scratch;
use crate::commands::crew::{Crew, last_words};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Problem, Role, Verdict};

/// Inputs of one size: enough that the luck of one does not make the law.
pub const SEEDS: u64 = 5;

/// Where the inputs come from.
pub struct Inputs<'a> {
    crew: &'a Crew<'a>,
    generator: &'a Role,
    growth: &'a Growth,
    words: &'a str,
}

/// Refuses a problem without a generator before anything is built.
///
/// # Errors
/// It has none.
pub fn need_generator(problem: &Problem) -> Result<(), Failure> {
    match problem.roles.generator {
        Some(_) => Ok(()),
        None => Err(Failure::usage(anyhow!("`{}` has no generator to make larger inputs", problem.name))
            .hint("say `generator = \"PROGRAM\"` in its problem.toml")),
    }
}

impl<'a> Inputs<'a> {
    /// Tries the generator at the smallest and the largest size.
    ///
    /// # Errors
    /// It does not take the parameter, or takes no notice of it.
    pub fn new(crew: &'a Crew<'a>, growth: &'a Growth, words: &'a str) -> Result<Self, Failure> {
        let inputs = Self { crew, generator: generator_of(crew)?, growth, words };
        let ends: Vec<Vec<Vec<u8>>> =
            [growth.from, growth.to].into_iter().map(|size| inputs.make(size)).collect::<Result<_, _>>()?;
        if ends[0] == ends[1] {
            let what = anyhow!(
                "the generator `{}` makes the same inputs for {} and {}",
                inputs.generator.name,
                inputs.argument(growth.from),
                inputs.argument(growth.to)
            );
            return Err(Failure::usage(what).hint(inputs.advice()));
        }
        Ok(inputs)
    }

    /// The files with the inputs of a size, one a seed.
    ///
    /// # Errors
    /// The generator fails, or the validator rejects what it makes.
    pub fn write(&self, size: u64, scratch: &Scratch) -> Result<Vec<PathBuf>, Failure> {
        let texts = self.make(size)?;
        let numbered = texts.iter().enumerate();
        let paths = numbered
            .map(|(index, text)| scratch.write(&format!("{index}.in"), text))
            .collect::<Result<Vec<PathBuf>, Failure>>()?;
        let rejections = self.crew.rejections(&paths)?;
        match (1..).zip(rejections).find_map(|(seed, why)| Some((seed, why?))) {
            None => Ok(paths),
            Some((seed, why)) => {
                let what = anyhow!("what the generator makes is no input: {}: {why}", self.label(size, seed));
                Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what) })
            }
        }
    }

    /// What an input is called.
    #[must_use]
    pub fn label(&self, size: u64, seed: u64) -> String {
        format!("{}={size}, seed {seed}", self.growth.letter())
    }

    fn make(&self, size: u64) -> Result<Vec<Vec<u8>>, Failure> {
        let words = self.words_for(size);
        let calls: Vec<_> = (1..=SEEDS).map(|seed| call(&words, seed)).collect();
        let said = self.crew.ask_generator(&calls)?;
        (1..)
            .zip(said)
            .map(|(seed, said)| {
                if said.judgement.verdict == Verdict::RuntimeError {
                    let what = anyhow!(
                        "the generator `{}` does not take `{words}`: {}",
                        self.generator.name,
                        last_words(&said)
                    );
                    return Err(Failure::usage(what).hint(self.advice()));
                }
                refuse_failed(self.generator, seed, &said)?;
                Ok(said.output)
            })
            .collect()
    }

    /// The arguments for a size, without the seed.
    fn words_for(&self, size: u64) -> String {
        let place = format!("{{{}}}", self.growth.letter());
        if self.words.contains(&place) {
            return self.words.replace(&place, &size.to_string());
        }
        format!("{} {}", self.argument(size), self.words).trim_end().to_owned()
    }

    fn argument(&self, size: u64) -> String {
        format!("{}={size}", self.growth.parameter)
    }

    fn advice(&self) -> String {
        let letter = self.growth.letter();
        format!(
            "name a parameter and sizes that it takes; --gen adds other words, and `{{{letter}}}` in them says where the size goes"
        )
    }
}
