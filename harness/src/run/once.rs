//! One run of a program: what it prints goes to a checker, and the facts are compared with the limits.

use harness_sandbox::Program;

use crate::check::Checker;
use crate::judge::{self, Judgement};
use crate::model::{Bytes, Limits, Opinion};
use crate::run::changed::unless_changed;
use crate::run::engine::Engine;
use crate::run::schedule::Turn;

impl Engine<'_> {
    /// Runs a program and judges it. `answer` is the size of the expected output; `listen` gets the output, too.
    pub(super) fn run_once(
        &self,
        turn: Turn,
        program: &Program,
        (limits, answer): (&Limits, Bytes),
        mut checker: Box<dyn Checker + '_>,
        listen: &mut dyn FnMut(&[u8]),
    ) -> Judgement {
        let bounds = limits.bounds(answer, turn.kill_line(limits.time));
        let ran = self.sandbox.run(turn.slot, program, &bounds, self.stop, &mut |chunk| {
            listen(chunk);
            checker.feed(chunk);
        });
        let judgement = match ran {
            Ok(facts) => judge::decide(facts, limits, answer, || checker.finish()),
            Err(fault) => judge::sandbox_fault(&fault),
        };
        unless_changed(program, judgement)
    }
}

/// Where nothing is compared: every output is right, and kept.
pub(super) struct Keep<'a>(pub(super) &'a mut Vec<u8>);

impl Checker for Keep<'_> {
    fn feed(&mut self, chunk: &[u8]) {
        self.0.extend_from_slice(chunk);
    }

    fn finish(self: Box<Self>) -> Opinion {
        Opinion::Right { notes: Vec::new() }
    }
}

/// Where nothing is compared and nothing is kept.
pub(super) struct Unread;

impl Checker for Unread {
    fn feed(&mut self, _chunk: &[u8]) {}

    fn finish(self: Box<Self>) -> Opinion {
        Opinion::Right { notes: Vec::new() }
    }
}
