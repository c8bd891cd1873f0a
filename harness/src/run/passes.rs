//! A job of one pass, or of several: the program is run anew as long as what decides about it asks for that, and gives
//! it another input.
//!
//! ```text
//! input of the case ──▶ a pass: the program runs, the decider decides ──▶ the verdict on all passes
//!                         ▲                                   │
//!                         └── its input, in a file of the slot ◀── AC, and a file `nextpass.in`
//! ```
//! Each pass is a run like any other, in the same slot and within the same limits. The folder of the solution is
//! emptied between passes, that of the decider is not.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use harness_sandbox::{Fault, Kept, Slot, Step, WorkingFolder};

use crate::event::InputExcerpt;
use crate::judge::{self, EarlierPass, Feedback, Judgement, Said};
use crate::model::{Bytes, Pass, Protocol, Verdict};
use crate::plan::{Helper, Job};
use crate::run::excerpt::excerpt;
use crate::run::spool::Spool;
use crate::run::told::told;

/// One pass of a job, for the program and for what decides about it.
pub(super) struct Round {
    /// What the program reads, or what its interactor is told of.
    pub(super) input: PathBuf,
    /// Which pass it is.
    pub(super) pass: Pass,
    /// What the decider leaves.
    pub(super) kept: Kept,
    /// The file that is taken out of its folder.
    takes: &'static str,
    /// What it had said before.
    before: Said,
}

/// All passes of a job, judged.
pub(super) struct Passed {
    /// The judgement on all of them.
    pub(super) judgement: Judgement,
    /// The beginning of the input of the last one, where it is not that of the case.
    pub(super) input: Option<InputExcerpt>,
}

impl From<Judgement> for Passed {
    fn from(judgement: Judgement) -> Self {
        Self { judgement, input: None }
    }
}

impl Round {
    /// The first pass that a decider decides about, which leaves this file.
    fn first(input: &Path, pass: Pass, takes: &'static str) -> Self {
        let folder = if pass.is_only() { WorkingFolder::Own } else { WorkingFolder::First };
        Self { input: input.to_owned(), pass, kept: kept(folder, takes), takes, before: Said::default() }
    }

    /// The first pass, which no other follows.
    pub(super) fn alone(input: &Path, decider: &Helper<'_>) -> Self {
        let takes = Protocol::NEXT_PASS;
        let kept = kept(WorkingFolder::Own, takes);
        Self { kept, ..Self::first(input, Pass::first(decider.passes), takes) }
    }

    /// The only pass of an interactor, whose output is taken.
    pub(super) fn writing(input: &Path) -> Self {
        Self::first(input, Pass::ONLY, Protocol::OUTPUT)
    }

    fn next(&self, input: &Path) -> Self {
        Self {
            input: input.to_owned(),
            pass: self.pass.next(),
            kept: kept(WorkingFolder::Next, self.takes),
            takes: self.takes,
            before: Said::read(&self.kept),
        }
    }

    /// Why the sandbox could not run the decider: what it has left in place of a file is no fault of the sandbox.
    pub(super) fn why_not_run(&self, decider: &Helper<'_>, fault: &Fault) -> String {
        if fault.step == Step::TakeFile {
            let what = format!("what it left as `{}` is no file that can be read", self.takes);
            return judge::failed_decider(&told(decider, self.pass), &what);
        }
        format!("the sandbox failed to {fault}")
    }

    /// What the decider has left in this pass.
    pub(super) fn feedback(&self) -> Feedback {
        let feedback = Feedback::read(&self.kept, &self.before);
        let wants_next_pass = feedback.wants_next_pass && self.takes == Protocol::NEXT_PASS;
        Feedback { wants_next_pass, ..feedback }
    }
}

fn kept(folder: WorkingFolder, takes: &'static str) -> Kept {
    Kept::files(&Protocol::FEEDBACK).taking(takes).in_folder(folder)
}

/// Runs the passes of a job; `one` runs a pass.
pub(super) fn run(
    job: &Job<'_>,
    slot: Slot,
    decider: &Helper<'_>,
    one: &mut dyn FnMut(&Round) -> Judgement,
) -> Passed {
    let mut earlier = Vec::new();
    let mut round = Round::first(&job.case.input(), Pass::first(decider.passes), Protocol::NEXT_PASS);
    let mut spool: Option<Spool> = None;
    loop {
        let judgement = one(&round);
        match followed(&round, judgement) {
            Ok((pass, next)) => {
                earlier.push(pass);
                // The last input is not read any more.
                drop(spool.take());
                match held(decider, slot, next) {
                    Ok(input) => {
                        round = round.next(input.path());
                        spool = Some(input);
                    }
                    Err(why) => {
                        let judgement = judge::of_passes(&earlier, round.pass, judge::judge_error(why));
                        return Passed::from(judgement);
                    }
                }
            }
            Err(last) => {
                let input = spool.and_then(|spool| excerpt(spool.path(), Some(round.pass.number)));
                return Passed { judgement: judge::of_passes(&earlier, round.pass, *last), input };
            }
        }
    }
}

/// A pass that another follows, and the input of that; else the judgement.
fn followed(round: &Round, judgement: Judgement) -> Result<(EarlierPass, File), Box<Judgement>> {
    if judgement.verdict != Verdict::Accepted || !round.pass.may_go_on() {
        return Err(Box::new(judgement));
    }
    let messages = round.feedback().messages;
    match (round.kept.take(), judgement) {
        (Some(next), Judgement { execution: Some(execution), interactor, .. }) => {
            Ok((EarlierPass { execution, interactor, messages }, next))
        }
        (_, judgement) => Err(Box::new(judgement)),
    }
}

/// The input of the next pass, in a file that the decider sees; or how it failed.
fn held(decider: &Helper<'_>, slot: Slot, next: File) -> Result<Spool, String> {
    let failed = |error: io::Error| format!("failed to keep the input of the next pass: {error}");
    let mut spool = Spool::create(decider.scratch.join(format!("{}.in", slot.0))).map_err(failed)?;
    let most = decider.limits.output_limit(Bytes(0));
    if spool.take_all_of(next, most).map_err(failed)? {
        return Ok(spool);
    }
    let what = format!("`{}` has more than {most}, `helpers.output_limit`", Protocol::NEXT_PASS);
    Err(judge::failed_decider(&told(decider, Pass::ONLY), &what))
}

#[cfg(test)]
mod tests;
