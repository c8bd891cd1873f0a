//! Compares an output with the answer from the front, as it arrives, under a rule.
//!
//! The difficulty is that the output is pushed in chunks of any size while the answer is pulled,
//! that neither may be held, and that almost all outputs are right. So a [`Rule`] walks along both
//! texts byte for byte as long as they are the same, which costs one comparison of memory, and only
//! where they part does it look closer; when the difference turns out to mean nothing, it walks on.
//! All that a rule keeps between two chunks is its state at the place that it has reached.
//!
//! The first real difference ends the comparison. From then on the output only leaves its traces in
//! [`Output`], and the report is written at the end, from them and from the answer file.

use std::io;

use crate::check::Checker;
use crate::check::answer::Answer;
use crate::check::output::Output;
use crate::check::report;
use crate::model::{CheckerChoice, Opinion};

/// A rule that compares two texts from the front.
pub trait Rule: Send {
    /// Compares as far as `got`, the next bytes of the output, reaches. `is_last` says that the
    /// output ends with them.
    ///
    /// # Errors
    /// The answer cannot be used.
    fn advance(&mut self, answer: &mut Answer, got: &[u8], is_last: bool) -> io::Result<Option<Difference>>;

    /// Whether lines of the output end in CRLF where those of the answer do not.
    fn saw_crlf(&self) -> bool;
}

/// The first difference that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Bytes of `got` that have been looked at.
    pub looked_at: usize,
    /// The difference is so many bytes before that.
    pub back: usize,
    /// Its place in the answer.
    pub answer_offset: u64,
}

/// A comparison under way.
pub struct Ordered<R> {
    choice: CheckerChoice,
    rule: R,
    answer: Answer,
    output: Output,
    state: State,
}

enum State {
    Same,
    Different { answer_offset: u64 },
    Broken(io::Error),
}

impl<R: Rule> Ordered<R> {
    /// A comparison that has seen nothing yet; `choice` is what `rule` was made for.
    pub fn new(choice: CheckerChoice, rule: R, answer: Answer) -> Self {
        Self { choice, rule, answer, output: Output::new(), state: State::Same }
    }

    fn advance(&mut self, chunk: &[u8], is_last: bool) {
        match self.state {
            State::Different { .. } => self.output.absorb(chunk),
            State::Broken(_) => {}
            State::Same => match self.rule.advance(&mut self.answer, chunk, is_last) {
                Ok(None) => self.output.absorb(chunk),
                Ok(Some(difference)) => {
                    let (looked_at, rest) = chunk.split_at(difference.looked_at);
                    self.output.absorb(looked_at);
                    self.output.part(difference.back);
                    self.output.absorb(rest);
                    self.state = State::Different { answer_offset: difference.answer_offset };
                }
                Err(error) => self.state = State::Broken(error),
            },
        }
    }
}

impl<R: Rule> Checker for Ordered<R> {
    fn feed(&mut self, chunk: &[u8]) {
        self.advance(chunk, false);
    }

    fn finish(mut self: Box<Self>) -> Opinion {
        self.advance(&[], true);
        match self.state {
            State::Same => Opinion::Right { notes: report::notes(self.rule.saw_crlf()) },
            State::Different { answer_offset } => {
                match report::mismatch(&self.choice, &self.answer, answer_offset, &self.output) {
                    Ok(mismatch) => Opinion::Wrong(Box::new(mismatch)),
                    Err(error) => report::broken(self.answer.path(), &error),
                }
            }
            State::Broken(error) => report::broken(self.answer.path(), &error),
        }
    }
}
