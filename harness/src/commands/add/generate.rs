//! Inputs from the generator of a problem.

use std::ffi::OsString;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::anyhow;

use crate::cli::AddArgs;
use crate::commands::add::drafts::Draft;
use crate::commands::crew::{Crew, last_words};
use crate::failure::Failure;
use crate::model::{Role, Verdict};
use crate::run::Said;

/// Stands in the arguments for the seed.
const SEED: &str = "{seed}";

/// The drafts that the generator makes of these arguments and the seeds from the first one on. Each
/// is made twice: what a seed does not settle cannot be made again.
///
/// # Errors
/// There is no generator, it fails, or it does not keep to its seed.
pub fn drafts(crew: &Crew<'_>, args: &AddArgs, words: &str) -> Result<Vec<Draft>, Failure> {
    let generator = generator_of(crew)?;
    let first = args.seed.unwrap_or_else(seed_of_the_clock);
    let seeds: Vec<u64> = (0..args.count.get() as u64).map(|index| first.wrapping_add(index)).collect();
    let calls: Vec<Vec<OsString>> = seeds.iter().map(|seed| call(words, *seed)).collect();
    let (said, again) = (crew.ask_generator(&calls)?, crew.ask_generator(&calls)?);
    let mut drafts = Vec::new();
    for ((seed, said), again) in seeds.into_iter().zip(said).zip(again) {
        refuse_failed(generator, seed, &said)?;
        refuse_other(generator, seed, &said, &again)?;
        let called = format!("{} {words}", generator.name).trim_end().to_owned();
        let draft =
            Draft { input: said.output, generator: Some(called), seed: Some(seed), ..Draft::default() };
        drafts.push(draft);
    }
    Ok(drafts)
}

/// The generator of the problem.
///
/// # Errors
/// It has none.
pub fn generator_of<'a>(crew: &Crew<'a>) -> Result<&'a Role, Failure> {
    crew.problem.roles.generator.as_ref().ok_or_else(|| {
        let what = anyhow!("`{}` has no generator", crew.problem.name);
        Failure::usage(what).hint("say `generator = \"PROGRAM\"` in its problem.toml")
    })
}

/// Refuses a generator that fails.
///
/// # Errors
/// It did.
pub fn refuse_failed(generator: &Role, seed: u64, said: &Said) -> Result<(), Failure> {
    if said.judgement.verdict == Verdict::Accepted {
        return Ok(());
    }
    let why = last_words(said);
    Err(Failure::usage(anyhow!("the generator `{}` fails with seed {seed}: {why}", generator.name)))
}

/// Refuses a generator that does not keep to its seed.
///
/// # Errors
/// It said something else when it was asked again.
pub fn refuse_other(generator: &Role, seed: u64, said: &Said, again: &Said) -> Result<(), Failure> {
    if said.output == again.output {
        return Ok(());
    }
    let what = anyhow!("the generator `{}` makes two inputs of one seed, {seed}", generator.name);
    Err(Failure::usage(what).hint("a case must be made again from what is known of it"))
}

/// The arguments of one call: the seed comes first, or where it is asked for.
#[must_use]
pub fn call(words: &str, seed: u64) -> Vec<OsString> {
    let seed = seed.to_string();
    let mut args: Vec<String> = words.split_whitespace().map(|word| word.replace(SEED, &seed)).collect();
    if !words.contains(SEED) {
        args.insert(0, seed);
    }
    args.into_iter().map(OsString::from).collect()
}

/// A seed that is another at each call, and short enough to be typed again.
#[must_use]
pub fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    u64::try_from(now / 1000 % 1_000_000_007).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::call;

    #[test]
    fn the_seed_comes_first_or_where_it_is_asked_for() {
        assert_eq!(call("n=3  kind=hub", 7), ["7", "n=3", "kind=hub"]);
        assert_eq!(call("", 7), ["7"]);
        assert_eq!(call("-n 3 -seed={seed}", 7), ["-n", "3", "-seed=7"]);
    }
}
