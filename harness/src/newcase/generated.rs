//! Drafts from the generator of a problem.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::failure::Failure;
use crate::newcase::draft::Draft;
use crate::programs::{
    GeneratorCall, MIDDLE, ProblemPrograms, arguments, refuse_failed, refuse_unrepeatable, sized,
};

/// The drafts that the generator makes of these arguments and `count` seeds from the first one on. Each is
/// made twice: what depends on more than the seed cannot be made again. Without arguments they are those that the
/// problem says, if it does.
///
/// # Errors
/// There is no generator, it fails, or it is not deterministic.
pub fn generate(
    programs: &ProblemPrograms<'_>,
    words: &str,
    first_seed: u64,
    count: usize,
) -> Result<Vec<Draft>, Failure> {
    let generator = programs.generator()?;
    let said = programs.problem.roles.generate.as_deref().filter(|_| words.trim().is_empty());
    let words = &sized(said.unwrap_or(words), MIDDLE);
    let seeds: Vec<u64> = (0..count as u64).map(|index| first_seed.wrapping_add(index)).collect();
    let calls: Vec<GeneratorCall> = seeds.iter().map(|seed| arguments(words, *seed)).collect();
    let (replies, again) = (programs.generate(&calls)?, programs.generate(&calls)?);
    let mut drafts = Vec::new();
    for ((seed, reply), again) in seeds.into_iter().zip(replies).zip(again) {
        refuse_failed(generator, seed, &reply)?;
        refuse_unrepeatable(generator, seed, &reply, &again)?;
        let called = format!("{} {words}", generator.name).trim_end().to_owned();
        let draft =
            Draft { input: reply.output, generator: Some(called), seed: Some(seed), ..Draft::default() };
        drafts.push(draft);
    }
    Ok(drafts)
}

/// A seed from the clock: another one at each call, and short enough to be typed again.
#[must_use]
pub fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    u64::try_from(now / 1000 % 1_000_000_007).unwrap_or(0)
}
