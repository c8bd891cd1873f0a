//! The input that costs a solution the most: instructions where the processor counts them, else CPU time.
//!
//! Noise only adds, so an input that seems to cost more than the record is run again, and its smallest
//! cost counts.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;

use crate::failure::Failure;
use crate::fuzz::Hunt;
use crate::fuzz::oracle::{Outputs, Sampling};
use crate::fuzz::schedule::{Attempt, Schedule};
use crate::model::{Verdict, seconds};
use crate::newcase::draft::Draft;
use crate::programs::Solver;
use crate::run::Reply;
use crate::scaffold::tidy;

/// Runs of an input whose smallest cost counts.
const RUNS: usize = 3;

/// The input that costs the most so far.
pub struct Record {
    /// The try that gave it.
    pub attempt: Attempt,
    /// Instructions or nanoseconds.
    cost: u64,
    /// The CPU time.
    pub cpu: Duration,
    /// The verdict of the run.
    pub verdict: Verdict,
    /// What the references print for it.
    pub outputs: Outputs,
}

impl Hunt<'_> {
    /// Looks for the slowest input of a solution, and the signal that ended it, if one did.
    ///
    /// # Errors
    /// No input was run, or the judge failed.
    pub fn slowest(
        &self,
        measured: Solver,
        schedule: &mut Schedule<'_>,
    ) -> Result<(Record, Option<i32>), Failure> {
        let mut record: Option<Record> = None;
        let mut signal = None;
        self.limit_time();
        while let Some(left) = self.left(schedule) {
            match self.measure_batch(measured, schedule, left, record.as_ref()) {
                Ok(None) => {}
                Ok(Some(better)) => {
                    schedule.remember(&better.attempt.input);
                    let is_over = better.verdict != Verdict::Accepted;
                    record = Some(better);
                    // Beyond a limit nothing is measured.
                    if is_over {
                        break;
                    }
                }
                Err(failure) => {
                    signal = self.programs.stop.signal();
                    if signal.is_none() {
                        self.waited(failure)?;
                    }
                    break;
                }
            }
            let slowest = record.as_ref().map_or(Duration::ZERO, |record| record.cpu);
            let so_far = format!("{} inputs, the slowest takes {}", schedule.tries(), seconds(slowest));
            self.progress.say(&so_far);
        }
        self.lift_limit();
        self.progress.finish();
        match record {
            Some(record) => Ok((record, signal)),
            None => Err(Failure::usage(anyhow!("no input was run"))),
        }
    }

    /// The slowest input of the next tries, where it is slower than the record.
    fn measure_batch(
        &self,
        measured: Solver,
        schedule: &mut Schedule<'_>,
        left: u64,
        record: Option<&Record>,
    ) -> Result<Option<Record>, Failure> {
        let mut attempts = self.batch(schedule, left)?;
        let paths = self.files(&attempts)?;
        self.say_waiting(schedule, &format!("`{}`", self.programs.name(measured)));
        let run = |paths: &[PathBuf]| self.programs.solve(&[measured], paths).map(|replies| replies.concat());
        let replies = run(&paths)?;
        let rank = |place: &usize| (!replies[*place].is_complete(), cost(&replies[*place]));
        let Some(place) = (0..replies.len()).max_by_key(rank) else { return Ok(None) };
        let is_slower = |reply: &Reply| record.is_none_or(|record| cost(reply) > record.cost);
        if !is_slower(&replies[place]) {
            return Ok(None);
        }
        let again = run(&vec![paths[place].clone(); RUNS - 1])?;
        let least = again.iter().chain([&replies[place]]).min_by_key(|reply| cost(reply));
        let Some(least) = least.filter(|reply| is_slower(reply)) else { return Ok(None) };
        let input = &paths[place..=place];
        let mut compared = self.oracle.compare(self.programs, self.folder, input, |_| Sampling::All)?;
        let Some(outputs) = compared.pop() else { return Ok(None) };
        let attempt = attempts.swap_remove(place);
        self.refuse_invalid(&attempt)?;
        let (cost, cpu, verdict) = (cost(least), cpu(least), least.judgement.verdict);
        Ok(Some(Record { attempt, cost, cpu, verdict, outputs }))
    }

    /// The case that a record becomes.
    #[must_use]
    pub fn draft_of_slowest(&self, record: &Record) -> Draft {
        let made = record.attempt.made.as_ref();
        let source = made.is_none().then(|| "a generated input, mutated".to_owned());
        Draft {
            input: tidy(&record.attempt.input).text,
            source,
            // Which inputs were mutated depends on the time that others took: only what the generator made
            // can be made again.
            found: made.map(|(words, seed)| self.line.add(words, *seed)),
            ..self.made(&record.attempt)
        }
    }
}

/// What a run cost: instructions, or nanoseconds where those are not counted. All runs here are of one kind.
fn cost(reply: &Reply) -> u64 {
    let counted = reply.judgement.execution.as_ref().and_then(|facts| facts.usage.instructions);
    counted.unwrap_or_else(|| u64::try_from(cpu(reply).as_nanos()).unwrap_or(u64::MAX))
}

/// The CPU time of a run.
fn cpu(reply: &Reply) -> Duration {
    reply.judgement.execution.as_ref().map_or(Duration::ZERO, |facts| facts.usage.cpu)
}
