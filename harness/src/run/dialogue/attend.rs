//! Follows a dialogue: whose time it is, and whom to end when.
//!
//! A program that waits for an interactor that is at work uses no time of its own, and an interactor that
//! waits for the program none of its. So the wall time of each is counted here, by looking at what both do. What
//! is looked at now and then is known only roughly; the time limit is one of CPU time and exact.

use std::time::{Duration, Instant};

use harness_sandbox::{Activity, Sandbox, Slot, Stop};

use crate::judge::Silence;
use crate::run::dialogue::course::{Course, End};

/// Whom to look at, and how to end them.
pub struct Attendant<'a> {
    /// Where the program runs.
    pub program: &'a dyn Sandbox,
    /// Where the interactor runs.
    pub interactor: &'a dyn Sandbox,
    /// In which slot of both.
    pub slot: Slot,
    /// The wall limit of the program.
    pub wall: Duration,
    /// That of the interactor.
    pub wall_of_interactor: Duration,
    /// Ends the program.
    pub end_program: &'a Stop,
    /// Ends the interactor.
    pub end_interactor: &'a Stop,
}

/// The longest between two looks at a dialogue.
const TICK: Duration = Duration::from_millis(20);

/// The same while one side has ended and the other is about to.
const SHORT_TICK: Duration = Duration::from_millis(1);

/// An interactor that says more than this to a program that has ended talks to itself.
const MOST_SAID_AFTER_END: u64 = 16 << 20;

/// So many times its wall limit a program may last, however long it waited for a core.
const MOST_WALL: u32 = 10;

/// The wall times of both sides.
#[derive(Default)]
struct Times {
    /// Since the program began.
    program: Duration,
    has_begun: bool,
    /// As long as it was the interactor's turn.
    interactor: Duration,
}

impl Attendant<'_> {
    /// What the interactor is doing.
    pub fn activity_of_interactor(&self) -> Activity {
        self.interactor.activity(self.slot)
    }

    fn activity_of_program(&self) -> Activity {
        self.program.activity(self.slot)
    }
}

/// Follows a dialogue to its end.
pub fn attend(attendant: &Attendant<'_>, course: &Course) {
    let mut times = Times::default();
    let mut last = Instant::now();
    let mut tick = TICK;
    loop {
        let state = course.wait(course.lock(), tick);
        if state.is_over || (state.program.is_some() && state.interactor.is_some()) {
            return;
        }
        let (program, interactor, told_end) = (state.program, state.interactor, state.told_end);
        drop(state);
        let passed = last.elapsed();
        last = Instant::now();
        match (program, interactor) {
            (None, None) => both_talk(attendant, course, &mut times, passed),
            (Some(end), _) => program_has_ended(attendant, course, &mut times, (end, passed)),
            // It has nothing to hope for.
            (None, Some(End::Badly)) if !told_end => attendant.end_program.now(),
            (None, Some(_)) => interactor_has_ended(attendant, course, &mut times, passed),
        }
        let is_short = program == Some(End::Badly) || interactor == Some(End::Badly);
        tick = if is_short { SHORT_TICK } else { TICK };
    }
}

fn both_talk(attendant: &Attendant<'_>, course: &Course, times: &mut Times, passed: Duration) {
    let doing = attendant.activity_of_program();
    times.pass(doing, passed);
    let is_at_work = !matches!(attendant.activity_of_interactor(), Activity::Waiting | Activity::Unknown);
    let mut state = course.lock();
    let waits = doing == Activity::Waiting && state.waiting_for_program == 0;
    if times.has_begun && waits && is_at_work {
        state.excused += passed;
        drop(state);
        interactor_works(attendant, course, times, passed);
        return;
    }
    drop(state);
    end_if_idle(attendant, course, times, doing);
}

/// Counts the time of the interactor, and ends it when it has none left.
fn interactor_works(attendant: &Attendant<'_>, course: &Course, times: &mut Times, passed: Duration) {
    times.interactor += passed;
    if times.interactor > attendant.wall_of_interactor {
        course.lock().overtime = Some(times.interactor);
        attendant.end_interactor.now();
    }
}

fn program_has_ended(
    attendant: &Attendant<'_>,
    course: &Course,
    times: &mut Times,
    (end, passed): (End, Duration),
) {
    if end == End::Badly {
        let mut state = course.lock();
        if state.told_end || state.is_stuck || state.said_after_end > MOST_SAID_AFTER_END {
            state.told_end |= state.interactor.is_none();
            drop(state);
            attendant.end_interactor.now();
            return;
        }
    }
    interactor_works(attendant, course, times, passed);
}

/// The interactor accepts, or has rejected a program because it says no more.
fn interactor_has_ended(attendant: &Attendant<'_>, course: &Course, times: &mut Times, passed: Duration) {
    let doing = attendant.activity_of_program();
    times.pass(doing, passed);
    let is_rejected = course.lock().interactor == Some(End::Badly);
    // One that is rejected may come to its own end, if it is on its way.
    if is_rejected && !matches!(doing, Activity::Working | Activity::Gone) {
        attendant.end_program.now();
        return;
    }
    end_if_idle(attendant, course, times, doing);
}

/// Ends a program whose wall time is over.
fn end_if_idle(attendant: &Attendant<'_>, course: &Course, times: &Times, doing: Activity) {
    let counted = times.program.saturating_sub(course.lock().excused);
    if counted <= attendant.wall {
        return;
    }
    let delay = attendant.program.run_delay(attendant.slot);
    if counted.saturating_sub(delay) <= attendant.wall && counted <= attendant.wall.saturating_mul(MOST_WALL)
    {
        return;
    }
    let interactor = attendant.activity_of_interactor();
    let mut state = course.lock();
    let interactor = if state.interactor.is_some() { Activity::Gone } else { interactor };
    let (last, is_line_open) = state.transcript.last();
    // What it does while it is being ended says nothing.
    state.silence.get_or_insert(Silence { program: doing, interactor, last, is_line_open });
    drop(state);
    attendant.end_program.now();
}

impl Times {
    /// Time passed, and the program did this. Before it is seen, its sandbox may be starting.
    fn pass(&mut self, doing: Activity, passed: Duration) {
        self.has_begun |= doing != Activity::Gone;
        if self.has_begun {
            self.program += passed;
        }
    }
}
