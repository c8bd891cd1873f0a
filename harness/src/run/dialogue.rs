//! One job of an interactive problem: the program and its interactor run at once, and what each says
//! is passed on to the other and noted.
//!
//! ```text
//!   program ──stdout──▶ relay ──stdin──▶ interactor
//!      ▲                                     │
//!      └──────stdin────── relay ◀──stdout────┘
//! ```
//! No second reading end of a pipe into a program is kept, so that a writer to a process that
//! is gone gets an error. What one side does not take yet waits in a queue, at most what the other may
//! write at all: if the relay blocked, it would not see the end of either.

mod transcript;

use std::io;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Instant;

use harness_sandbox::{Bounds, Bytes, Ending, Execution, Fault, Outlet, Program, Slot, Stdin, Step, Stop};

use crate::judge::{self, Dialogue, Judgement};
use crate::model::Verdict;
use crate::plan::{Helper, Job};
use crate::run::dialogue::transcript::{Side, Transcript};
use crate::run::engine::{Engine, lock};

/// The bounds of an interactor: its time is its own, and it has to wait for a program until that is ended
/// at its own line.
fn bounds_of_interactor(interactor: &Helper<'_>, program: &Bounds) -> Bounds {
    let own = interactor.limits.bounds(Bytes(0), interactor.limits.time);
    Bounds { wall: program.wall.saturating_add(own.wall), ..own }
}

/// Runs both and judges the program.
pub(super) fn run(
    engine: &Engine<'_>,
    slot: Slot,
    job: &Job<'_>,
    interactor: &Helper<'_>,
    bounds: &Bounds,
) -> Judgement {
    let (dialogue, transcript) = match talk(engine, slot, job, interactor, bounds) {
        Ok(talked) => talked,
        Err(fault) => return judge::sandbox_fault(&fault),
    };
    if engine.stop.is_set() {
        return judge::skipped("interrupted");
    }
    // What an interactive problem may print is no multiple of its answer.
    let mut judgement = judge::decide_dialogue(dialogue, &job.limits, Bytes(0));
    if judgement.verdict != Verdict::Accepted {
        judgement.notes.extend(transcript.lines());
    }
    judgement
}

fn talk(
    engine: &Engine<'_>,
    slot: Slot,
    job: &Job<'_>,
    interactor: &Helper<'_>,
    bounds: &Bounds,
) -> Result<(Dialogue, Transcript), Fault> {
    let fault = |error: io::Error| Fault::new(Step::MakePipes, &error);
    let (to_program, program_end) = Outlet::pair().map_err(fault)?;
    let (to_interactor, interactor_end) = Outlet::pair().map_err(fault)?;
    // Each ends the run of one side; both follow the engine's.
    let (end_program, end_interactor) = (Stop::new().map_err(fault)?, Stop::new().map_err(fault)?);
    let over = Stop::new().map_err(fault)?;
    let transcript = Mutex::new(Transcript::default());
    let program = job.program(Stdin::Pipe(program_end));
    let partner = prepared(interactor, job, Stdin::Pipe(interactor_end));
    let (ran, answered) = thread::scope(|scope| {
        let (end_program, end_interactor, over) = (&end_program, &end_interactor, &over);
        let (partner, transcript) = (&partner, &transcript);
        // Whatever comes of it, the threads that were started end with it.
        let _at_the_end = SetAtTheEnd(over);
        let thread = |error: io::Error| Fault::new(Step::StartThread, &error);
        let start = || thread::Builder::new();
        let follow = move || {
            over.wait_beside(engine.stop);
            end_program.now();
            end_interactor.now();
        };
        start().spawn_scoped(scope, follow).map_err(thread)?;
        let (for_program, of_interactor) = mpsc::channel();
        let (for_interactor, of_program) = mpsc::channel();
        let pass_to_program = move || pass_on(&of_interactor, to_program, end_program);
        start().spawn_scoped(scope, pass_to_program).map_err(thread)?;
        let pass_to_interactor = move || pass_on(&of_program, to_interactor, end_interactor);
        start().spawn_scoped(scope, pass_to_interactor).map_err(thread)?;
        let answer = move || {
            let bounds = bounds_of_interactor(interactor, bounds);
            let answered = interactor.sandbox.run(slot, partner, &bounds, end_interactor, &mut |chunk| {
                lock(transcript).say(Side::Interactor, chunk);
                let _ = for_program.send(chunk.to_vec());
            });
            let ended = Instant::now();
            // The end of its output; and a program that was not accepted need not go on.
            drop(for_program);
            if !answered.as_ref().is_ok_and(|facts| accepts(interactor, facts)) {
                end_program.now();
            }
            answered.map(|facts| (facts, ended))
        };
        let answering = start().spawn_scoped(scope, answer).map_err(thread)?;
        let ran = engine.sandbox.run(slot, &program, bounds, end_program, &mut |chunk| {
            lock(transcript).say(Side::Program, chunk);
            let _ = for_interactor.send(chunk.to_vec());
        });
        let ended = Instant::now();
        // The interactor decides only on a program that ended well.
        drop(for_interactor);
        if !ran.as_ref().is_ok_and(|facts| facts.ending == Ending::Exited(0)) {
            end_interactor.now();
        }
        let answered = answering.join().unwrap_or(Err(Fault { step: Step::Wait, errno: 0 }));
        Ok((ran.map(|facts| (facts, ended)), answered))
    })?;
    let ((program, program_ended), (interactor_facts, interactor_ended)) = (ran?, answered?);
    let dialogue = Dialogue {
        program,
        interactor: interactor_facts,
        is_interactor_first: interactor_ended < program_ended,
        protocol: interactor.protocol,
    };
    Ok((dialogue, transcript.into_inner().unwrap_or_default()))
}

/// Sets a flag when it goes out of scope.
struct SetAtTheEnd<'a>(&'a Stop);

impl Drop for SetAtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.now();
    }
}

/// Writes what comes, until no more does, its reader is gone, or the flag is set.
fn pass_on(chunks: &Receiver<Vec<u8>>, mut outlet: Outlet, stop: &Stop) {
    while let Ok(chunk) = chunks.recv() {
        outlet.write(&chunk, stop);
    }
}

fn accepts(interactor: &Helper<'_>, facts: &Execution) -> bool {
    match facts.ending {
        Ending::Exited(status) => interactor.protocol.accepts(status) == Some(true),
        _ => false,
    }
}

/// The interactor with its arguments for this case, whose files it may read.
fn prepared(interactor: &Helper<'_>, job: &Job<'_>, stdin: Stdin) -> Program {
    let mut program = interactor.program.clone();
    program.args.extend(interactor.protocol.arguments(&job.case.input, &job.case.answer));
    program.files.extend([job.case.input.clone(), job.case.answer.clone()]);
    Program { stdin, ..program }
}
