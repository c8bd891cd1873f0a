//! The inputs that a hunt tries, in an order that the first seed settles: which input the n-th try has
//! depends on nothing else, so a hunt can be repeated up to any of its tries.
//!
//! Every second input is new from the generator, larger and larger. The others are changes of inputs whose
//! answer was new.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::failure::Failure;
use crate::fuzz::mutate::mutate;
use crate::model::{Role, Roles};
use crate::programs::{
    GeneratorCall, InputFolder, MIDDLE, ProblemPrograms, arguments, refuse_failed, refuse_unrepeatable, sized,
};
use crate::run::Reply;

/// Tries that are made at once, whatever the machine: the order of the tries depends on it.
pub const BATCH: u64 = 32;

/// Odd inputs that are remembered.
const MOST_ODD: usize = 256;

/// An input to be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Which try it is, from 0.
    pub index: u64,
    /// The input.
    pub input: Vec<u8>,
    /// The arguments without the seed and the seed, where the generator made it; otherwise it is a
    /// change of another.
    pub made: Option<(String, u64)>,
}

/// The inputs of a hunt.
pub struct Schedule<'a> {
    programs: &'a ProblemPrograms<'a>,
    generator: &'a Role,
    /// The arguments of the generator.
    words: String,
    first_seed: u64,
    next: u64,
    odd: Vec<Vec<u8>>,
    answers: HashSet<u64>,
    seen: HashSet<u64>,
}

impl<'a> Schedule<'a> {
    /// Looks at the generator: whether it takes a size, and is deterministic. The notes say what is odd
    /// about it.
    ///
    /// # Errors
    /// There is none, or it fails.
    pub fn new(
        programs: &'a ProblemPrograms<'a>,
        words: &str,
        first_seed: u64,
    ) -> Result<(Self, Vec<String>), Failure> {
        let generator = programs.generator()?;
        let mut schedule = Self {
            programs,
            generator,
            words: words.to_owned(),
            first_seed,
            next: 0,
            odd: Vec::new(),
            answers: HashSet::new(),
            seen: HashSet::new(),
        };
        let notes = schedule.try_out()?;
        Ok((schedule, notes))
    }

    fn try_out(&mut self) -> Result<Vec<String>, Failure> {
        let mut notes = Vec::new();
        let seeds: Vec<u64> = (0..4).map(|index| self.first_seed.wrapping_add(index)).collect();
        let mut replies = self.generate_twice(&seeds)?;
        if !replies.iter().all(Reply::is_complete) && self.words == Roles::OFFER {
            self.words = String::new();
            notes.push(format!("the generator `{}` takes no size", self.generator.name));
            replies = self.generate_twice(&seeds)?;
        }
        for (seed, pair) in seeds.iter().zip(replies.chunks(2)) {
            refuse_failed(self.generator, *seed, &pair[0])?;
            refuse_unrepeatable(self.generator, *seed, &pair[0], &pair[1])?;
        }
        if replies.iter().all(|other| other.output == replies[0].output) {
            notes.push(format!("the generator `{}` ignores its seed", self.generator.name));
        }
        Ok(notes)
    }

    fn generate_twice(&self, seeds: &[u64]) -> Result<Vec<Reply>, Failure> {
        let words = self.words_of(MIDDLE);
        let calls: Vec<GeneratorCall> =
            seeds.iter().flat_map(|seed| [*seed; 2]).map(|seed| arguments(&words, seed)).collect();
        Ok(self.programs.generate(&calls)?)
    }

    /// The arguments for a size.
    fn words_of(&self, size: u64) -> String {
        sized(&self.words, size)
    }

    /// Tries that were given out.
    #[must_use]
    pub fn tries(&self) -> u64 {
        self.next
    }

    /// Inputs among them that were no repetitions.
    #[must_use]
    pub fn different(&self) -> usize {
        self.seen.len()
    }

    /// The next inputs, without those that were there before and those that the validator rejects. Which
    /// program is asked is told before it is.
    ///
    /// # Errors
    /// The generator fails, or a signal or the deadline ended it.
    pub fn batch(
        &mut self,
        folder: &InputFolder,
        limit: u64,
        tell: &dyn Fn(&Self, &str),
    ) -> Result<Vec<Attempt>, Failure> {
        let tries = self.next..self.next + BATCH.min(limit);
        self.next = tries.end;
        let may_change = !self.odd.is_empty() && self.programs.has_validator();
        let (made, changed): (Vec<u64>, Vec<u64>) = tries.partition(|index| !may_change || index % 2 == 0);
        tell(self, &format!("the generator `{}`", self.generator.name));
        let mut attempts = self.make(&made)?;
        if !changed.is_empty() {
            let validators: Vec<String> =
                self.programs.validators().iter().map(|name| format!("`{name}`")).collect();
            tell(self, &format!("the validator {}", validators.join(", ")));
            attempts.extend(self.change(folder, &changed)?);
        }
        attempts.sort_by_key(|attempt| attempt.index);
        attempts.retain(|attempt| self.seen.insert(sum(&attempt.input)));
        Ok(attempts)
    }

    fn make(&self, tries: &[u64]) -> Result<Vec<Attempt>, Failure> {
        let call_of = |index: &u64| (self.words_of(size_of(*index)), self.first_seed.wrapping_add(*index));
        let calls: Vec<(String, u64)> = tries.iter().map(call_of).collect();
        let args: Vec<GeneratorCall> = calls.iter().map(|(words, seed)| arguments(words, *seed)).collect();
        let replies = self.programs.generate(&args)?;
        let all = tries.iter().zip(calls).zip(replies);
        all.map(|((index, made), reply)| {
            refuse_failed(self.generator, made.1, &reply)?;
            Ok(Attempt { index: *index, input: reply.output, made: Some(made) })
        })
        .collect()
    }

    /// What the generator makes of seeds beyond those of the hunt, no larger than in its first tries.
    ///
    /// # Errors
    /// As for [`Self::batch`].
    pub fn fresh(&self, numbers: &[u64], tries: u64) -> Result<Vec<Vec<u8>>, Failure> {
        let seed = |number: &u64| !self.first_seed.wrapping_add(*number);
        let words = |number: &u64| self.words_of(seed(number) % (bound_of(tries) + 1));
        let args: Vec<GeneratorCall> =
            numbers.iter().map(|number| arguments(&words(number), seed(number))).collect();
        let replies = self.programs.generate(&args)?;
        Ok(replies.into_iter().filter(Reply::is_complete).map(|reply| reply.output).collect())
    }

    fn change(&self, folder: &InputFolder, tries: &[u64]) -> Result<Vec<Attempt>, Failure> {
        let mut attempts: Vec<Attempt> = Vec::new();
        for &index in tries {
            let mut random = ChaCha8Rng::seed_from_u64(self.first_seed ^ index.rotate_left(32));
            // What was found last has come the farthest.
            let newest = random.random_range(0..self.odd.len()).max(random.random_range(0..self.odd.len()));
            let input = mutate(&self.odd[newest], &mut random);
            if !self.seen.contains(&sum(&input)) {
                attempts.push(Attempt { index, input, made: None });
            }
        }
        let numbered = attempts.iter().enumerate();
        let paths = numbered
            .map(|(place, attempt)| folder.write(&format!("changed-{place}"), &attempt.input))
            .collect::<Result<Vec<_>, Failure>>()?;
        let mut are_valid = self.programs.are_valid(&paths)?.into_iter();
        attempts.retain(|_| are_valid.next().unwrap_or_default());
        Ok(attempts)
    }

    /// Takes note of the answer to an input. If it is a new one, more like that input will come.
    pub fn learn(&mut self, input: &[u8], answer: &[u8]) {
        if self.answers.insert(sum(answer)) {
            self.remember(input);
        }
    }

    /// More like this input will come.
    pub fn remember(&mut self, input: &[u8]) {
        if self.odd.len() == MOST_ODD {
            self.odd.remove(0);
        }
        self.odd.push(input.to_owned());
    }
}

/// The size for a try.
#[must_use]
pub fn size_of(index: u64) -> u64 {
    let bound = bound_of(index);
    // Small inputs stay in use: some faults show only in them, and they are cheap.
    match index % 4 {
        0 | 1 => bound,
        2 => bound * 2 / 3,
        _ => bound / 3,
    }
}

/// The greatest size so far: it grows ever more slowly from 0 to 100.
fn bound_of(index: u64) -> u64 {
    const GENTLE: u64 = 16;
    let doublings = (1 + index / GENTLE).ilog2();
    let lower = GENTLE * ((1 << doublings) - 1);
    let part = 12 * (index - lower) / (GENTLE << doublings);
    (12 * u64::from(doublings) + part).min(100)
}

fn sum(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::size_of;

    #[test]
    fn sizes_grow_from_the_smallest_to_the_largest() {
        let bounds: Vec<u64> = [0, 16, 48, 112, 1000, 4096, 10_000].map(size_of).to_vec();
        assert_eq!(bounds, [0, 12, 24, 36, 71, 96, 100]);
        assert!((0..5000).step_by(4).map(size_of).is_sorted());
        assert_eq!([size_of(10_002), size_of(10_003)], [66, 33]);
    }
}
