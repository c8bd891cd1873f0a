//! Counts of instructions, which are reproducible.
//!
//! The processor counts them where it is allowed; on most virtual machines it is not, and valgrind counts,
//! some fifty times slower. A count says nothing of caches and branches, so no verdict depends on it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use harness_sandbox::{Program, counts_instructions, find_tool};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::comparison::Contender;
use crate::event::{JobPlace, Outcome};
use crate::failure::Failure;
use crate::measure::bench::{Bench, since};
use crate::measure::rounds;
use crate::model::{Bytes, WallLimit, counted};
use crate::plan::{self, Entry, Job};
use crate::ui::Progress;

/// What counts instructions.
pub enum Counter {
    /// The processor, by way of the kernel.
    Processor,
    /// Valgrind, which is this.
    Valgrind(PathBuf),
}

/// Rounds: one to have a count, one to see that it repeats.
const ROUNDS: usize = 2;

/// Rounds in all where it does not.
const ROUNDS_OF_VARYING: usize = 5;

/// How much slower valgrind makes a program, at most.
const SLOWER: u32 = 200;

/// What valgrind holds beside the program.
const BESIDE: Bytes = Bytes::mebibytes(1024);

impl Counter {
    /// The best there is.
    ///
    /// # Errors
    /// There is none; the hint says how to get one.
    pub fn find() -> Result<Self, Failure> {
        if counts_instructions() {
            return Ok(Self::Processor);
        }
        find_tool(Path::new("valgrind")).map(Self::Valgrind).ok_or_else(|| {
            let what = anyhow!("cannot count instructions: no hardware counter, and valgrind is not installed");
            Failure::usage(what).hint("install valgrind (Debian: apt install valgrind); a processor's counter needs real hardware and sysctl kernel.perf_event_paranoid=2 or less")
        })
    }

    /// Its name in a sentence.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Processor => "the processor",
            Self::Valgrind(_) => "valgrind",
        }
    }

    /// The same entry, started so that it is counted.
    #[must_use]
    pub fn counting<'a>(&self, entry: Entry<'a>) -> Entry<'a> {
        let Self::Valgrind(valgrind) = self else { return entry };
        let program = &entry.program;
        let flags =
            ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", "--vgdb=no", "--"];
        let mut args: Vec<OsString> = flags.map(OsString::from).into();
        args.push(program.executable.clone().into_os_string());
        args.extend_from_slice(&program.args);
        Entry { program: Program { executable: valgrind.clone(), args, ..program.clone() }, ..entry }
    }

    /// The job with room for what counting costs. The length of the environment would be counted, too.
    #[must_use]
    pub fn relaxed<'a>(&self, mut job: Job<'a>) -> Job<'a> {
        job.pad = 0;
        if let Self::Valgrind(_) = self {
            job.limits.time = job.limits.time.saturating_mul(SLOWER).max(Duration::from_mins(1));
            job.limits.wall = WallLimit::Auto;
            job.limits.memory = Bytes(job.limits.memory.0.saturating_add(BESIDE.0));
            job.limits.processes += 8;
        }
        job
    }

    /// Writes down what was counted.
    pub fn note(&self, outcomes: &mut [(JobPlace, Outcome)]) {
        for (_, outcome) in outcomes {
            let count = self.count(outcome);
            if let Some(facts) = &mut outcome.judgement.execution {
                facts.usage.instructions = count;
            }
        }
    }

    /// The instructions of a run, where they are known.
    fn count(&self, outcome: &Outcome) -> Option<u64> {
        let facts = outcome.judgement.execution.as_ref()?;
        match self {
            Self::Processor => facts.usage.instructions,
            // It tells of the last pass alone.
            Self::Valgrind(_) if outcome.judgement.passes.len() > 1 => None,
            Self::Valgrind(_) => total(&facts.stderr.text()),
        }
    }
}

/// What valgrind says at the end of each process, `==7== I   refs:      324,408`, all together.
fn total(stderr: &str) -> Option<u64> {
    let counts = stderr.lines().filter_map(|line| {
        let (name, count) = line.strip_prefix("==")?.split_once("== I")?.1.split_once(':')?;
        let digits: String = count.chars().filter(char::is_ascii_digit).collect();
        (name.trim() == "refs").then(|| digits.parse().ok()).flatten()
    });
    counts.reduce(|all: u64, count| all.saturating_add(count))
}

/// Counts; returns a sentence that says how.
pub fn measure(
    bench: &Bench<'_>,
    counter: &Counter,
    entries: &[Entry<'_>],
    contenders: &mut [Contender],
    progress: &Progress,
) -> String {
    let started = Instant::now();
    let mut random = ChaCha8Rng::seed_from_u64(rounds::SEED);
    let mut counted_ones: Vec<Entry<'_>> = entries
        .iter()
        .filter(|entry| contenders[entry.index].disqualified.is_none())
        .map(|entry| counter.counting(entry.clone()))
        .collect();
    let mut done = 0;
    while !counted_ones.is_empty() && !bench.stop.is_set() {
        let jobs = plan::round(&counted_ones, plan::all, &mut random);
        progress.start(jobs.len(), &format!("counting, round {}", done + 1));
        let jobs = jobs.into_iter().map(|job| counter.relaxed(job));
        let mut outcomes = bench.engine().outcomes(jobs, &|| progress.advance());
        if bench.stop.is_set() {
            break;
        }
        counter.note(&mut outcomes);
        rounds::take(contenders, &outcomes, done);
        for contender in contenders.iter_mut() {
            let is_uncounted = contender.samples.iter().flatten().any(|sample| sample.instructions.is_none());
            if is_uncounted && contender.disqualified.is_none() {
                contender.disqualified = Some(format!("{} does not count it", counter.name()));
            }
        }
        counted_ones.retain(|entry| contenders[entry.index].disqualified.is_none());
        done += 1;
        let varies = contenders.iter().any(varies);
        if done >= if varies { ROUNDS_OF_VARYING } else { ROUNDS } {
            break;
        }
    }
    progress.finish();
    format!(
        "instructions in user mode, counted by {} in {}, {}",
        counter.name(),
        counted(done, "round"),
        since(started)
    )
}

/// Whether the count of some case was not always the same.
fn varies(contender: &Contender) -> bool {
    let is_uneven = |samples: &Vec<crate::comparison::RunSample>| {
        samples.windows(2).any(|pair| pair[0].instructions != pair[1].instructions)
    };
    contender.disqualified.is_none() && contender.samples.iter().any(is_uneven)
}

#[cfg(test)]
mod tests {
    use super::total;

    #[test]
    fn what_valgrind_counts_is_read_for_all_processes_of_a_run() {
        let said =
            "==7== Cachegrind, a high-precision tracing profiler\n==7== \n==7== I   refs:      324,408\n";
        assert_eq!(total(said), Some(324_408));
        let newer = "oops\n==8== I refs:        1,000\n==7== I refs:        5\n==7== D refs: 9\n";
        assert_eq!(total(newer), Some(1005));
        assert_eq!(total("nothing of the kind, I refs: 5\n"), None);
    }
}
