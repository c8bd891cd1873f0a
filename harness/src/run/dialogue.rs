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
//!
//! When each end is passed on, and who is ended when, is what makes the verdict the same each time; see
//! [`course`].

mod attend;
mod course;
mod transcript;

use std::ffi::OsString;
use std::io;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use harness_sandbox::{
    Activity, Bounds, Breach, Bytes, Ending, Execution, Fault, Outlet, Program, Slot, Stdin, Step, Stop,
};

use crate::judge::{self, CheckOfWritten, Dialogue, Feedback, Judgement, Speaker};
use crate::model::{Case, Opinion, Verdict};
use crate::plan::{Helper, Job, Written};
use crate::run::dialogue::attend::{Attendant, attend};
use crate::run::dialogue::course::{Course, End, State};
use crate::run::engine::Engine;
use crate::run::passes::Round;
use crate::run::told::told;
use crate::run::written;

/// The bounds of both. Each is ended at its own lines of CPU time, memory and output; the lines of wall time
/// are backstops, because only who follows the dialogue knows who waits for whom.
fn bounds_of_both(interactor: &Helper<'_>, program: &Bounds) -> (Bounds, Bounds) {
    let own = interactor.limits.bounds(Bytes(0), interactor.limits.time);
    let wall = program.wall.saturating_add(own.wall.saturating_mul(2));
    (Bounds { wall, ..program.clone() }, Bounds { wall, ..own })
}

/// Runs both and judges the program.
pub(super) fn run(
    engine: &Engine<'_>,
    slot: Slot,
    job: &Job<'_>,
    (interactor, written, round): (&Helper<'_>, Written<'_>, &Round),
    bounds: &Bounds,
) -> Judgement {
    let (dialogue, lines) = match talk(engine, slot, job, (interactor, round), bounds) {
        Ok(talked) => talked,
        Err(fault) => return judge::judge_error(round.why_not_run(interactor, &fault)),
    };
    if engine.stop.is_set() {
        return judge::skipped("interrupted");
    }
    let mut ask = || match written {
        Written::Kept => {
            let output = written::kept(interactor, round)?;
            if let Some(outputs) = engine.written {
                outputs.put(job.place.sequence, output);
            }
            Ok(Opinion::Right { notes: Vec::new() })
        }
        Written::Unread | Written::Compared | Written::Checked(_) => {
            written::opinion((engine.stop, slot), job.case, (interactor, written), round)
        }
    };
    let check: Option<CheckOfWritten<'_>> = match written {
        Written::Unread => None,
        Written::Compared | Written::Checked(_) | Written::Kept => Some(&mut ask),
    };
    // What an interactive problem may print is no multiple of its answer.
    let mut judgement = judge::decide_dialogue(dialogue, &job.limits, Bytes(0), check);
    // A checker that was stopped has said nothing.
    if engine.stop.is_set() && judgement.verdict == Verdict::JudgeError {
        return judge::skipped("interrupted");
    }
    if judgement.verdict != Verdict::Accepted {
        judgement.notes.extend(lines);
    }
    judgement
}

/// Lets both talk; the facts, and the lines of the dialogue.
fn talk(
    engine: &Engine<'_>,
    slot: Slot,
    job: &Job<'_>,
    (interactor, round): (&Helper<'_>, &Round),
    bounds: &Bounds,
) -> Result<(Dialogue, Vec<String>), Fault> {
    let fault = |error: io::Error| Fault::new(Step::MakePipes, &error);
    let (mut to_program, program_end) = Outlet::pair().map_err(fault)?;
    let (mut to_interactor, interactor_end) = Outlet::pair().map_err(fault)?;
    // Each ends the run of one side; both follow the engine's.
    let (end_program, end_interactor) = (Stop::new().map_err(fault)?, Stop::new().map_err(fault)?);
    let over = Stop::new().map_err(fault)?;
    let course = Course::default();
    let program = job.program(Stdin::Pipe(program_end));
    let partner = prepared(interactor, job.case, Stdin::Pipe(interactor_end), round);
    let (bounds, bounds_of_interactor) = bounds_of_both(interactor, bounds);
    let attendant = Attendant {
        program: engine.sandbox,
        interactor: interactor.sandbox,
        slot,
        wall: job.limits.wall_limit(),
        wall_of_interactor: interactor.limits.wall_limit(),
        end_program: &end_program,
        end_interactor: &end_interactor,
    };
    let (ran, answered) = thread::scope(|scope| {
        let (end_program, end_interactor, over) = (&end_program, &end_interactor, &over);
        let (partner, course, attendant) = (&partner, &course, &attendant);
        let bounds_of_interactor = &bounds_of_interactor;
        // Whatever comes of it, the threads that were started end with it.
        let _at_the_end = SetAtTheEnd(over, course);
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
        let activity = move || attendant.activity_of_interactor();
        let pass_to_program = move || {
            let pipe = (&mut to_program, end_program);
            pass_on(&of_interactor, Speaker::Interactor, course, pipe, &activity);
            course.wait_until_program_may_hear_end(&activity);
        };
        start().spawn_scoped(scope, pass_to_program).map_err(thread)?;
        let pass_to_interactor = move || {
            let pipe = (&mut to_interactor, end_interactor);
            pass_on(&of_program, Speaker::Program, course, pipe, &activity);
            course.wait_until_interactor_needs_end(&activity);
        };
        start().spawn_scoped(scope, pass_to_interactor).map_err(thread)?;
        start().spawn_scoped(scope, move || attend(attendant, course)).map_err(thread)?;
        let answer = move || {
            let sandbox = interactor.sandbox;
            let answered = sandbox.run(slot, partner, bounds_of_interactor, end_interactor, &mut |chunk| {
                course.says(Speaker::Interactor, chunk);
                let _ = for_program.send(chunk.to_vec());
            });
            drop(for_program);
            let has_accepted = |facts| judge::has_accepted(interactor.protocol, facts);
            course.interactor_ended(if answered.as_ref().is_ok_and(has_accepted) {
                End::Well
            } else {
                End::Badly
            });
            answered
        };
        let answering = start().spawn_scoped(scope, answer).map_err(thread)?;
        let ran = engine.sandbox.run(slot, &program, &bounds, end_program, &mut |chunk| {
            course.says(Speaker::Program, chunk);
            if let Some(listen) = engine.listen {
                listen(chunk);
            }
            let _ = for_interactor.send(chunk.to_vec());
        });
        drop(for_interactor);
        let is_well = ran.as_ref().is_ok_and(|facts| facts.ending == Ending::Exited(0));
        course.program_ended(if is_well { End::Well } else { End::Badly });
        let answered = answering.join().unwrap_or(Err(Fault { step: Step::Wait, errno: 0 }));
        Ok((ran, answered))
    })?;
    let by = told(interactor, round.pass);
    let state = course.into_state();
    Ok(facts(ran?, answered?, &state, round.feedback(), by))
}

/// The facts of both runs, and the lines that were said. Who was ended for a silence was ended at a line of
/// wall time, only not by the sandbox.
fn facts(
    mut program: Execution,
    mut interactor: Execution,
    state: &State,
    feedback: Feedback,
    by: judge::Decider,
) -> (Dialogue, Vec<String>) {
    if let Some(silence) = state.silence.filter(|_| program.ending == Ending::Interrupted) {
        program.ending = Ending::Stopped(Breach::Wall);
        program.usage.was_stopped = silence.program == Activity::Stopped;
    }
    if state.overtime.is_some() && interactor.ending == Ending::Interrupted {
        interactor.ending = Ending::Stopped(Breach::Wall);
    }
    let lines = state.transcript.lines();
    let dialogue = Dialogue {
        program,
        interactor,
        told_end: state.told_end,
        excused: state.excused,
        silence: state.silence,
        feedback,
        by,
    };
    (dialogue, lines)
}

/// Sets a flag when it goes out of scope, and ends a course.
struct SetAtTheEnd<'a>(&'a Stop, &'a Course);

impl Drop for SetAtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.now();
        self.1.is_over();
    }
}

/// Writes what comes, until no more does, its reader is gone, or the flag is set.
fn pass_on(
    chunks: &Receiver<Vec<u8>>,
    speaker: Speaker,
    course: &Course,
    (outlet, stop): (&mut Outlet, &Stop),
    activity: &dyn Fn() -> Activity,
) {
    while let Ok(chunk) = chunks.recv() {
        // The end of what is said; its sender may live on.
        if chunk.is_empty() {
            return;
        }
        let (mut rest, mut was_asleep) = (&chunk[..], false);
        outlet.write(&mut rest, stop);
        while !rest.is_empty() {
            // The pipe is full, and was so at the last look: what sleeps does not sleep for lack of input.
            if was_asleep {
                course.is_stuck();
            }
            was_asleep = speaker == Speaker::Program && activity() == Activity::Waiting;
            outlet.write(&mut rest, stop);
        }
        course.delivered(speaker, chunk.len());
    }
}

/// The interactor with its arguments for this pass of a case, whose files it may read.
pub(super) fn prepared(interactor: &Helper<'_>, case: &Case, stdin: Stdin, round: &Round) -> Program {
    let mut program = interactor.program.clone();
    program.args.extend(interactor.protocol.arguments(&round.input, &case.answer_file()));
    program.args.extend(interactor.arguments.iter().map(OsString::from));
    program.files.push(round.input.clone());
    program.files.extend(case.answer());
    Program { stdin, kept: Some(round.kept.clone()), ..program }
}
