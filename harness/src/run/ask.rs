//! Asks programs for what they print, where nobody knows the answer yet.
//!
//! A generator, a validator and a solution that writes an answer are no jobs: there is nothing to
//! compare with. They run in the same slots under the same rules, and the verdict is that of a run
//! whose output is right whatever it is.

use harness_sandbox::{Program, Slot};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::judge::{self, Judgement};
use crate::model::{Bytes, Limits, Opinion};
use crate::run::job::kill_line;
use crate::run::made_of::unless_changed;
use crate::run::{Engine, PoolError};

/// A program with its input, and what it may use.
#[derive(Clone, Debug)]
pub struct Question {
    /// The program with its standard input.
    pub program: Program,
    /// The limits in force.
    pub limits: Limits,
}

/// What a program said.
#[derive(Clone, Debug)]
pub struct Said {
    /// AC where it ran to its end within its limits.
    pub judgement: Judgement,
    /// What it printed, up to its limit of output.
    pub output: Vec<u8>,
}

impl Engine<'_> {
    /// Asks all questions; what is said comes in their order. A run near its limit is repeated
    /// alone, once.
    ///
    /// # Errors
    /// The worker threads could not be started; nothing was run.
    pub fn ask(&self, questions: &[Question]) -> Result<Vec<Said>, PoolError> {
        let may_doubt = questions.len() > 1 && self.workers > 1 && self.recheck > 0;
        let pool = self.pool()?;
        let mut said: Vec<Said> = pool.install(|| {
            let slot = || Slot(rayon::current_thread_index().unwrap_or(0));
            questions.par_iter().map(|question| self.ask_one(slot(), question, may_doubt)).collect()
        });
        drop(pool);
        for (question, said) in questions.iter().zip(&mut said) {
            let kill_line = kill_line(question.limits.time, may_doubt);
            if may_doubt && judge::is_borderline(&said.judgement, &question.limits, kill_line) {
                *said = self.ask_one(Slot(0), question, false);
            }
        }
        Ok(said)
    }

    fn ask_one(&self, slot: Slot, question: &Question, may_doubt: bool) -> Said {
        if self.stop.is_set() {
            return Said { judgement: judge::skipped("interrupted"), output: Vec::new() };
        }
        let Question { program, limits } = question;
        let answer = Bytes(0);
        let bounds = limits.bounds(answer, kill_line(limits.time, may_doubt));
        let mut output = Vec::new();
        let mut keep = |chunk: &[u8]| output.extend_from_slice(chunk);
        let judgement = match self.sandbox.run(slot, program, &bounds, self.stop, &mut keep) {
            Ok(facts) => judge::decide(facts, limits, answer, || Opinion::Right { notes: Vec::new() }),
            Err(fault) => judge::sandbox_fault(&fault),
        };
        Said { judgement: unless_changed(program, judgement), output }
    }
}
