//! The output of an interactor: what it wrote to the file that testlib calls `tout`, for a checker to judge.
//!
//! It is taken out of the folder of the interactor when that has ended, so no run finds that of another, and copied to
//! a file of the slot that the checker sees. One that is missing is empty.

use std::fs::File;
use std::io::{self, Read};

use harness_sandbox::{Slot, Stop};

use crate::check;
use crate::judge;
use crate::model::{Bytes, Case, CheckerChoice, Mismatch, Name, Opinion, Pass, Protocol};
use crate::plan::{Helper, Written};
use crate::run::checked::{self, Held};
use crate::run::passes::Round;
use crate::run::spool::Spool;
use crate::run::told::told;

/// So much of an output is compared at once.
const CHUNK: usize = 64 << 10;

/// What the rule of the case, or the checker program, says of the output of an interactor; or how one of them failed.
pub(super) fn opinion(
    (stop, slot): (&Stop, Slot),
    case: &Case,
    (interactor, written): (&Helper<'_>, Written<'_>),
    round: &Round,
) -> Result<Opinion, String> {
    let file = round.kept.take();
    match written {
        Written::Checked(checker) if case.rules.checker.is_program() => {
            let spool = spooled(interactor, slot, file)?;
            let held = Held { input: &case.input(), output: spool.path(), answer: &case.answer_file() };
            let round = Round::alone(&case.input(), &checker);
            checked::opinion((stop, slot), &checker, held, &round)
        }
        // A case may have a rule of its own.
        Written::Checked(_) | Written::Compared => compared(interactor, case, file),
        Written::Unread | Written::Kept => Ok(Opinion::Right { notes: Vec::new() }),
    }
}

/// The output of an interactor, in memory.
pub(super) fn kept(interactor: &Helper<'_>, round: &Round) -> Result<Vec<u8>, String> {
    let mut output = Vec::new();
    let Some(file) = round.kept.take() else { return Ok(output) };
    let most = limit(interactor);
    file.take(most.0.saturating_add(1)).read_to_end(&mut output).map_err(|error| unkept(&error))?;
    if output.len() as u64 > most.0 { Err(too_much(interactor)) } else { Ok(output) }
}

/// The output, in a file that the checker sees.
fn spooled(interactor: &Helper<'_>, slot: Slot, output: Option<File>) -> Result<Spool, String> {
    let mut spool =
        Spool::create(interactor.scratch.join(format!("{}.out", slot.0))).map_err(|error| unkept(&error))?;
    let Some(output) = output else { return Ok(spool) };
    let is_all = spool.take_all_of(output, limit(interactor)).map_err(|error| unkept(&error))?;
    if is_all { Ok(spool) } else { Err(too_much(interactor)) }
}

/// What a built-in rule says of the output.
fn compared(interactor: &Helper<'_>, case: &Case, output: Option<File>) -> Result<Opinion, String> {
    let rule: &CheckerChoice = &case.rules.checker;
    let answer = case.answer_file();
    let mut checker = check::open(rule, &answer)
        .map_err(|error| format!("failed to read `{}`: {error}", Name::from_os(answer.as_os_str())))?;
    let (most, mut read) = (limit(interactor), Bytes(0));
    let mut chunk = vec![0; CHUNK];
    let mut output = output;
    while let Some(file) = &mut output {
        let count = match file.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(unkept(&error)),
        };
        read = Bytes(read.0 + count as u64);
        if read > most {
            return Err(too_much(interactor));
        }
        checker.feed(&chunk[..count]);
    }
    Ok(match checker.finish() {
        Opinion::Wrong(found) => Opinion::Wrong(in_output(*found)),
        Opinion::Partial { share, mismatch } => Opinion::Partial { share, mismatch: in_output(*mismatch) },
        said @ (Opinion::Right { .. } | Opinion::Broken(_)) => said,
    })
}

/// The program has printed nothing of it: the places are those in the output of the interactor.
fn in_output(found: Mismatch) -> Box<Mismatch> {
    Box::new(Mismatch { reason: format!("{} (in the output of the interactor)", found.reason), ..found })
}

fn limit(interactor: &Helper<'_>) -> Bytes {
    interactor.limits.output_limit(Bytes(0))
}

fn unkept(error: &io::Error) -> String {
    format!("failed to keep the output of the interactor: {error}")
}

fn too_much(interactor: &Helper<'_>) -> String {
    let what = format!("`{}` has more than {}, `helpers.output_limit`", Protocol::OUTPUT, limit(interactor));
    judge::failed_decider(&told(interactor, Pass::ONLY), &what)
}
