//! The input that costs a solution the most: instructions where the processor counts them, else CPU time.
//!
//! Noise only adds, so an input that seems to cost more than the record is run again, and its smallest
//! cost counts.

use std::time::Duration;

use anyhow::anyhow;

use crate::commands::add::drafts::Draft;
use crate::commands::hunt::field::Ruling;
use crate::commands::hunt::inputs::{Attempt, Inputs};
use crate::commands::hunt::{Hunt, tell};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Verdict, seconds};
use crate::run::{Question, Said};
use crate::scaffold::tidy;
use crate::ui::Progress;

/// Runs of an input whose smallest time counts.
const RUNS: usize = 3;

/// The input that cost the most so far.
struct Record {
    attempt: Attempt,
    cost: u64,
    cpu: Duration,
    verdict: Verdict,
    ruling: Ruling,
}

impl Hunt<'_> {
    /// Looks for the slowest input, and keeps it.
    ///
    /// # Errors
    /// There is none, or something failed; nothing was written.
    pub(super) fn run_slowest(&self, measured: usize) -> Result<ExitCode, Failure> {
        let mut inputs = Inputs::new(self.crew, &self.args.generate, self.seed)?;
        let progress = Progress::new(&self.crew.session.ui);
        let mut record: Option<Record> = None;
        let signal = loop {
            let Some(left) = self.left(&inputs) else { break None };
            match self.measure_batch(measured, &mut inputs, left, record.as_ref()) {
                Ok(None) => {}
                Ok(Some(better)) => {
                    inputs.remember(&better.attempt.input);
                    let is_over = better.verdict != Verdict::Accepted;
                    record = Some(better);
                    // Beyond a limit nobody measures.
                    if is_over {
                        break None;
                    }
                }
                Err(failure) => match self.crew.session.stop.signal() {
                    Some(signal) => break Some(signal),
                    None => return Err(failure),
                },
            }
            let slowest = record.as_ref().map_or(Duration::ZERO, |record| record.cpu);
            progress.say(&format!("{} inputs, the slowest takes {}", inputs.tries(), seconds(slowest)));
        };
        progress.finish();
        let Some(record) = record else {
            let interrupted = signal.map(ExitCode::Interrupted);
            return interrupted.map_or_else(|| Err(Failure::usage(anyhow!("no input was run"))), Ok);
        };
        let name = tell::name_of(self.crew, measured);
        let (number, cpu) = (record.attempt.index + 1, seconds(record.cpu));
        let text = format!(
            "{}/{name}: input {number} costs the most of {}: {cpu}, {}",
            self.crew.problem.name,
            inputs.tries(),
            record.verdict
        );
        tell::remark(self.crew.session.ui, &text);
        let draft = self.draft_of_slowest(&record);
        match signal {
            Some(signal) => {
                self.keep_in_haste(draft, &record.ruling)?;
                Ok(ExitCode::Interrupted(signal))
            }
            None => self.store(draft, &[]),
        }
    }

    /// The slowest input of the next tries, where it is slower than the record.
    fn measure_batch(
        &self,
        measured: usize,
        inputs: &mut Inputs<'_>,
        left: u64,
        record: Option<&Record>,
    ) -> Result<Option<Record>, Failure> {
        let mut attempts = inputs.batch(self.scratch, left)?;
        let paths = self.files(&attempts)?;
        let Some((_, executable)) = self.crew.program(measured) else { return Ok(None) };
        let questions: Vec<Question> =
            paths.iter().map(|path| self.crew.question(measured, executable, path)).collect();
        let said = self.crew.ask(&questions)?;
        let slowest = (0..said.len()).max_by_key(|place| (is_over(&said[*place]), cost(&said[*place])));
        let Some(place) = slowest else { return Ok(None) };
        let is_slower = |said: &Said| record.is_none_or(|record| cost(said) > record.cost);
        if !is_slower(&said[place]) {
            return Ok(None);
        }
        let again = self.crew.ask(&vec![questions[place].clone(); RUNS - 1])?;
        let least = again.iter().chain([&said[place]]).min_by_key(|said| cost(said));
        let Some(least) = least.filter(|said| is_slower(said)) else { return Ok(None) };
        let mut rulings = self.field.rule(self.crew, self.scratch, &paths[place..=place])?;
        let Some(ruling) = rulings.pop() else { return Ok(None) };
        let attempt = attempts.swap_remove(place);
        self.refuse_invalid(&attempt)?;
        let (cost, cpu, verdict) = (cost(least), cpu(least), least.judgement.verdict);
        Ok(Some(Record { attempt, cost, cpu, verdict, ruling }))
    }

    fn draft_of_slowest(&self, record: &Record) -> Draft {
        let problem = self.crew.problem;
        let made = record.attempt.made.as_ref().zip(problem.roles.generator.as_ref());
        let source = made.is_none().then(|| "a generated input, changed".to_owned());
        Draft {
            input: tidy(&record.attempt.input).text,
            source,
            generator: made.map(|((words, _), role)| format!("{} {words}", role.name).trim_end().to_owned()),
            seed: made.map(|((_, seed), _)| *seed),
            // Which inputs were changed depends on the time that others took: only what the generator
            // made can be made again.
            found: made.map(|((words, seed), _)| {
                format!("harness add {} --gen '{words}' --seed {seed}", problem.name)
            }),
            ..Draft::default()
        }
    }
}

/// What a run cost: instructions, or nanoseconds where nobody counts those. All runs here are of one kind.
fn cost(said: &Said) -> u64 {
    let counted = said.judgement.execution.as_ref().and_then(|facts| facts.usage.instructions);
    counted.unwrap_or_else(|| u64::try_from(cpu(said).as_nanos()).unwrap_or(u64::MAX))
}

/// The CPU time of a run.
fn cpu(said: &Said) -> Duration {
    said.judgement.execution.as_ref().map_or(Duration::ZERO, |facts| facts.usage.cpu)
}

fn is_over(said: &Said) -> bool {
    said.judgement.verdict != Verdict::Accepted
}
