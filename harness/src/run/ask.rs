//! Questions: runs of programs for their output, where there is no answer to compare it with.
//!
//! A generator, a validator and a solution that writes an answer are no jobs. They run in the same slots
//! under the same rules, and are repeated alone for the same reasons; the verdict is that of a run whose
//! output is right whatever it is.

use std::sync::Mutex;

use harness_sandbox::Program;

use crate::judge::{self, Judgement};
use crate::model::{Bytes, Limits, Verdict};
use crate::run::engine::{Engine, lock};
use crate::run::once::{Keep, Unread};
use crate::run::schedule::Turn;

/// A program with its input, and what it may use.
#[derive(Clone, Debug)]
pub struct Question {
    /// The program with its standard input.
    pub program: Program,
    /// The limits in force.
    pub limits: Limits,
}

/// The result of a question.
#[derive(Clone, Debug)]
pub struct Reply {
    /// AC where it ran to its end within its limits.
    pub judgement: Judgement,
    /// What it printed, up to its limit of output.
    pub output: Vec<u8>,
}

impl Reply {
    /// Whether the program ran to its end within its limits, whatever it printed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.judgement.verdict == Verdict::Accepted
    }
}

impl Engine<'_> {
    /// Asks all questions; the replies come in their order. Where a stop came, those that were not asked
    /// are SK.
    #[must_use]
    pub fn ask(&self, questions: &[Question]) -> Vec<Reply> {
        let replies: Vec<Mutex<Option<(Reply, bool)>>> = questions.iter().map(|_| Mutex::default()).collect();
        let _unasked = self.for_each(
            questions.iter().enumerate(),
            || false,
            |(index, question), turn| {
                let (judgement, output) = self.ask_once(question, turn);
                let is_borderline = turn.is_borderline(&judgement, &question.limits);
                *lock(&replies[index]) = Some((Reply { judgement, output }, is_borderline));
            },
        );
        let asked = replies.into_iter().map(|reply| lock(&reply).take());
        let mut replies: Vec<(Reply, bool)> = asked.map(|reply| reply.unwrap_or_else(not_asked)).collect();
        if replies.iter().any(|(_, is_borderline)| *is_borderline) {
            self.wait_for_quiet();
        }
        for (question, (reply, is_borderline)) in questions.iter().zip(&mut replies) {
            if *is_borderline {
                let Reply { judgement, output } = std::mem::replace(reply, not_asked().0);
                let again = || self.ask_once(question, Turn::ALONE);
                let (judgement, output, _) = self.repeat_alone((judgement, output), again);
                *reply = Reply { judgement, output };
            }
        }
        replies.into_iter().map(|(reply, _)| reply).collect()
    }

    /// Asks one question alone. What the program prints is passed on to who listens, and not kept.
    #[must_use]
    pub fn pass_on(&self, question: &Question) -> Judgement {
        let limits = (&question.limits, Bytes(0));
        let mut listen = |chunk: &[u8]| {
            if let Some(listen) = self.listen {
                listen(chunk);
            }
        };
        self.run_once(Turn::ALONE, &question.program, limits, Box::new(Unread), &mut listen)
    }

    fn ask_once(&self, question: &Question, turn: Turn) -> (Judgement, Vec<u8>) {
        let mut output = Vec::new();
        let limits = (&question.limits, Bytes(0));
        let judgement =
            self.run_once(turn, &question.program, limits, Box::new(Keep(&mut output)), &mut |_| {});
        (judgement, output)
    }
}

fn not_asked() -> (Reply, bool) {
    (Reply { judgement: judge::skipped("interrupted"), output: Vec::new() }, false)
}
