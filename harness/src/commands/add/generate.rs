//! Inputs from the generator of a problem.

use std::ffi::OsString;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::anyhow;

use crate::cli::AddArgs;
use crate::commands::add::drafts::Draft;
use crate::commands::crew::{Crew, last_words};
use crate::failure::Failure;
use crate::model::Verdict;

/// Stands in the arguments for the seed.
const SEED: &str = "{seed}";

/// The drafts that the generator makes of these arguments and the seeds from the first one on. Each
/// is made twice: what a seed does not settle cannot be made again.
///
/// # Errors
/// There is no generator, it fails, or it does not keep to its seed.
pub fn drafts(crew: &Crew<'_>, args: &AddArgs, words: &str) -> Result<Vec<Draft>, Failure> {
    let Some(generator) = &crew.problem.roles.generator else {
        let what = anyhow!("`{}` has no generator", crew.problem.name);
        return Err(Failure::usage(what).hint("say `generator = \"PROGRAM\"` in its problem.toml"));
    };
    let first = args.seed.unwrap_or_else(seed_of_the_clock);
    let seeds: Vec<u64> = (0..args.count.get() as u64).map(|index| first.wrapping_add(index)).collect();
    let calls: Vec<Vec<OsString>> = seeds.iter().map(|seed| call(words, *seed)).collect();
    let (said, again) = (crew.ask_generator(&calls)?, crew.ask_generator(&calls)?);
    let mut drafts = Vec::new();
    for ((seed, said), again) in seeds.into_iter().zip(said).zip(again) {
        if said.judgement.verdict != Verdict::Accepted {
            return Err(Failure::usage(anyhow!(
                "the generator `{}` fails with seed {seed}: {}",
                generator.name,
                last_words(&said)
            )));
        }
        if said.output != again.output {
            let what = anyhow!("the generator `{}` makes two inputs of one seed, {seed}", generator.name);
            return Err(Failure::usage(what).hint("a case must be made again from what is known of it"));
        }
        let called = format!("{} {words}", generator.name).trim_end().to_owned();
        let draft =
            Draft { input: said.output, generator: Some(called), seed: Some(seed), ..Draft::default() };
        drafts.push(draft);
    }
    Ok(drafts)
}

/// The arguments of one call: the seed comes first, or where it is asked for.
fn call(words: &str, seed: u64) -> Vec<OsString> {
    let seed = seed.to_string();
    let mut args: Vec<String> = words.split_whitespace().map(|word| word.replace(SEED, &seed)).collect();
    if !words.contains(SEED) {
        args.insert(0, seed);
    }
    args.into_iter().map(OsString::from).collect()
}

/// A seed that is another at each call, and short enough to be typed again.
fn seed_of_the_clock() -> u64 {
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
