//! One job of a problem with a checker program: the output is spooled to a file, and when the program has
//! ended well within its limits the checker reads it and decides.

use std::path::Path;
use std::sync::Mutex;

use harness_sandbox::{Program, Slot, Stdin, Stop};

use crate::judge::{self, Judgement};
use crate::model::{Bytes, Opinion, Protocol, Verdict};
use crate::plan::{Helper, Job};
use crate::run::changed::unless_changed;
use crate::run::engine::{Engine, lock};
use crate::run::passes::Round;
use crate::run::schedule::Turn;
use crate::run::spool::Spool;
use crate::run::told::told;

/// Runs the program, then the checker, and judges the program.
pub(super) fn run(
    engine: &Engine<'_>,
    turn: Turn,
    job: &Job<'_>,
    (checker, round): (&Helper<'_>, &Round),
    answer: Bytes,
    listen: &mut dyn FnMut(&[u8]),
) -> Judgement {
    let path = checker.scratch.join(format!("{}.out", turn.slot.0));
    let mut spool = match Spool::create(path) {
        Ok(spool) => spool,
        Err(error) => return judge::judge_error(format!("failed to keep the output: {error}")),
    };
    let program = job.program(Stdin::File(round.input.clone()));
    let bounds = job.limits.bounds(answer, turn.kill_line(job.limits.time));
    let ran = engine.sandbox.run(turn.slot, &program, &bounds, engine.stop, &mut |chunk| {
        listen(chunk);
        spool.take(chunk);
    });
    let judgement = match ran {
        Ok(facts) => {
            let mut failed = None;
            let judgement = judge::decide(facts, &job.limits, answer, || {
                asked(engine, turn, job, (checker, round), &spool).unwrap_or_else(|why| {
                    failed = Some(why);
                    Opinion::Right { notes: Vec::new() }
                })
            });
            failed.map_or(judgement, judge::judge_error)
        }
        Err(fault) => judge::sandbox_fault(&fault),
    };
    if engine.stop.is_set() && judgement.verdict == Verdict::JudgeError {
        return judge::skipped("interrupted");
    }
    unless_changed(&program, judgement)
}

/// What the checker says, or how it failed.
fn asked(
    engine: &Engine<'_>,
    turn: Turn,
    job: &Job<'_>,
    (checker, round): (&Helper<'_>, &Round),
    spool: &Spool,
) -> Result<Opinion, String> {
    if let Some(error) = spool.trouble() {
        return Err(format!("failed to keep the output for the checker: {error}"));
    }
    let held = Held { input: &round.input, output: spool.path(), answer: &job.case.answer_file() };
    opinion((engine.stop, turn.slot), checker, held, round)
}

/// An output for an input, and the right answer, in files that the checker sees.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a> {
    /// The input.
    pub input: &'a Path,
    /// The output.
    pub output: &'a Path,
    /// The answer.
    pub answer: &'a Path,
}

impl Engine<'_> {
    /// What a checker says of each output, or how it failed, in their order; nothing of those that a stop came
    /// before. It is asked about the first pass alone.
    #[must_use]
    pub fn opinions(
        &self,
        checker: &Helper<'_>,
        outputs: &[Held<'_>],
    ) -> Vec<Option<Result<Opinion, String>>> {
        let opinions: Vec<Mutex<Option<Result<Opinion, String>>>> =
            outputs.iter().map(|_| Mutex::default()).collect();
        let _unasked = self.for_each(
            outputs.iter().enumerate(),
            || false,
            |(index, held), turn| {
                let said =
                    opinion((self.stop, turn.slot), checker, *held, &Round::alone(held.input, checker));
                // A checker that was stopped has said nothing.
                *lock(&opinions[index]) = (!self.stop.is_set()).then_some(said);
            },
        );
        opinions.into_iter().map(|opinion| lock(&opinion).take()).collect()
    }
}

/// What the checker says of an output, or how it failed.
pub(super) fn opinion(
    (stop, slot): (&Stop, Slot),
    checker: &Helper<'_>,
    held: Held<'_>,
    round: &Round,
) -> Result<Opinion, String> {
    let program = prepared(checker, held, round);
    let bounds = checker.limits.bounds(Bytes(0), checker.limits.time);
    let ran = checker.sandbox.run(slot, &program, &bounds, stop, &mut |_| {});
    let facts = ran.map_err(|fault| round.why_not_run(checker, &fault))?;
    judge::opinion_of(&told(checker, round.pass), &facts, &round.feedback())
}

/// The checker with its arguments for these files, which it may read.
fn prepared(checker: &Helper<'_>, held: Held<'_>, round: &Round) -> Program {
    let mut program = checker.program.clone();
    let Held { input, output, answer } = held;
    let report = checker.report.map(|form| form.arguments(Protocol::REPORT)).unwrap_or_default();
    let further = [report.as_slice(), checker.arguments].concat();
    program.args.extend(checker.protocol.arguments_of_checker([input, output, answer], &further));
    program.files.extend([input, answer, output].map(Path::to_owned));
    let stdin = match checker.protocol {
        Protocol::Kattis | Protocol::Command => Stdin::File(output.to_owned()),
        Protocol::Testlib => Stdin::Empty,
    };
    Program { stdin, kept: Some(round.kept.clone()), ..program }
}
