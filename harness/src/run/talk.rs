//! A person at one end of a dialogue: what is typed goes to a program, and what the program says is shown.

use std::io::Read;
use std::thread;
use std::time::Duration;

use harness_sandbox::{Bounds, Execution, Fault, Outlet, PipeEnd, Program, Sandbox, Slot, Stdin, Step, Stop};

use crate::judge::{self, Judgement};
use crate::model::{Bytes, Case, Limits, Opinion, WallLimit};
use crate::plan::{Helper, Written};
use crate::run::dialogue::prepared;
use crate::run::passes::Round;
use crate::run::told::told;
use crate::run::written;

/// A person may think for as long as this.
const PATIENCE: Duration = Duration::from_hours(24);

/// What a person types, when to stop, and what is done with what the program says.
pub struct Conversation<'a> {
    /// Read by a thread that ends with the command: nothing can end a read from a terminal.
    pub typed: Box<dyn Read + Send>,
    /// When to stop.
    pub stop: &'a Stop,
    /// Shows what the program says, as it comes.
    pub show: &'a mut dyn FnMut(&[u8]),
}

/// A person talks to a program, which has its limits but for wall time: the verdict on how it ended.
///
/// # Errors
/// The program could not be run.
pub fn talk_to_program(
    sandbox: &dyn Sandbox,
    program: impl FnOnce(Stdin) -> Program,
    limits: &Limits,
    conversation: Conversation<'_>,
) -> Result<Judgement, Fault> {
    let limits = Limits { wall: WallLimit::Fixed(PATIENCE), ..limits.clone() };
    let facts = converse(sandbox, program, &limits, conversation)?;
    Ok(judge::decide(facts, &limits, Bytes(0), || Opinion::Right { notes: Vec::new() }))
}

fn converse(
    sandbox: &dyn Sandbox,
    program: impl FnOnce(Stdin) -> Program,
    limits: &Limits,
    conversation: Conversation<'_>,
) -> Result<Execution, Fault> {
    let bounds = Bounds { wall: PATIENCE, ..limits.bounds(Bytes(0), limits.time) };
    let end = listen(conversation.typed, conversation.stop)?;
    let Conversation { stop, show, .. } = conversation;
    sandbox.run(Slot(0), &program(Stdin::Pipe(end)), &bounds, stop, &mut |chunk| show(chunk))
}

/// How an interactor ended that talked to a person.
pub struct Talked {
    /// The facts.
    pub facts: Execution,
    /// What it thinks of the person, or how it failed.
    pub opinion: Result<Opinion, String>,
    /// The opinion is that of the checker, which judged what the interactor wrote.
    pub is_checked: bool,
    /// It asks for another pass.
    pub goes_on: bool,
}

/// A person talks to the interactor of a problem about a case, in the first pass. What it writes is judged where it
/// accepts.
///
/// # Errors
/// The interactor could not be run.
pub fn talk_to_interactor(
    (interactor, written): (&Helper<'_>, Written<'_>),
    case: &Case,
    conversation: Conversation<'_>,
) -> Result<Talked, Fault> {
    let is_read = !matches!(written, Written::Unread);
    let round = if is_read { Round::writing(&case.input()) } else { Round::alone(&case.input(), interactor) };
    let stop = conversation.stop;
    let program = |stdin| prepared(interactor, case, stdin, &round);
    let facts = converse(interactor.sandbox, program, interactor.limits, conversation)?;
    let feedback = round.feedback();
    let is_checked = is_read && judge::has_accepted(interactor.protocol, &facts);
    let opinion = if is_checked {
        written::opinion((stop, Slot(0)), case, (interactor, written), &round)
    } else {
        judge::opinion_of(&told(interactor, round.pass), &facts, &feedback)
    };
    Ok(Talked { facts, opinion, is_checked, goes_on: feedback.wants_next_pass })
}

/// Starts to pass on what is typed: the end of the pipe from which a program reads it.
fn listen(mut typed: Box<dyn Read + Send>, stop: &Stop) -> Result<PipeEnd, Fault> {
    let (mut outlet, end) = Outlet::pair().map_err(|error| Fault::new(Step::MakePipes, &error))?;
    let stop = stop.clone();
    let pass_on = move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = typed.read(&mut buffer) {
            let mut rest = &buffer[..count];
            while !rest.is_empty() {
                outlet.write(&mut rest, &stop);
            }
        }
    };
    let started = thread::Builder::new().spawn(pass_on);
    started.map_err(|error| Fault::new(Step::StartThread, &error))?;
    Ok(end)
}
