//! The course of a dialogue: what has happened so far, as all threads of it know it, and when each end is
//! passed on.
//!
//! The end of what the program says is passed on to the interactor when it waits for more and for nothing else.
//! Passed on at once, it would race with an interactor that has not yet judged what it heard, and the verdict
//! on a program that says something wrong and leaves would be one of two by chance.
//!
//! The end of what the interactor says is passed on at once where the interactor closes its output and goes on.
//! Where it ends, that depends on how: a program that is rejected is ended and need not learn why, and what it
//! would do then must not be taken for its own end.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use harness_sandbox::Activity;

use crate::judge::{Silence, Speaker};
use crate::run::dialogue::transcript::Transcript;

/// What is known of a dialogue by now.
#[derive(Default)]
pub struct Course {
    state: Mutex<State>,
    changed: Condvar,
}

/// How a side ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The program exited with 0, the interactor accepts.
    Well,
    /// In any other way.
    Badly,
}

/// What is known of a dialogue.
#[derive(Default)]
pub struct State {
    /// What was said.
    pub transcript: Transcript,
    /// How the program ended.
    pub program: Option<End>,
    /// How the interactor ended.
    pub interactor: Option<End>,
    /// The interactor was told that no more will be said, or was given up because it does not care.
    pub told_end: bool,
    /// Bytes that the interactor said after the program had ended.
    pub said_after_end: u64,
    /// The interactor sleeps although there is something for it to read.
    pub is_stuck: bool,
    /// Bytes of the interactor that the program has not been handed.
    pub waiting_for_program: usize,
    /// How long the program waited for the interactor, which was at work.
    pub excused: Duration,
    /// What it looked like when the program was ended because nothing happened any more.
    pub silence: Option<Silence>,
    /// How long the interactor was at work, where it was ended for that.
    pub overtime: Option<Duration>,
    /// The threads are to end.
    pub is_over: bool,
}

/// The shortest and the longest pause between two looks at a process.
const PAUSES: [Duration; 2] = [Duration::from_micros(100), Duration::from_millis(5)];

impl Course {
    /// The state now.
    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something happens, at most so long.
    pub fn wait<'a>(&self, state: MutexGuard<'a, State>, most: Duration) -> MutexGuard<'a, State> {
        self.changed.wait_timeout(state, most).unwrap_or_else(PoisonError::into_inner).0
    }

    /// The last state.
    pub fn into_state(self) -> State {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Something was said.
    pub fn says(&self, speaker: Speaker, chunk: &[u8]) {
        let mut state = self.lock();
        state.transcript.say(speaker, chunk);
        if speaker == Speaker::Interactor {
            state.waiting_for_program += chunk.len();
            state.said_after_end += if state.program.is_some() { chunk.len() as u64 } else { 0 };
        }
    }

    /// So much of what this one said is in the pipe to the other.
    pub fn delivered(&self, speaker: Speaker, bytes: usize) {
        let mut state = self.lock();
        match speaker {
            Speaker::Program => state.is_stuck = false,
            Speaker::Interactor => state.waiting_for_program -= bytes,
        }
    }

    /// The interactor does not read what there is, and sleeps.
    pub fn is_stuck(&self) {
        self.lock().is_stuck = true;
    }

    /// The program has ended.
    pub fn program_ended(&self, end: End) {
        self.change(|state| state.program = Some(end));
    }

    /// The interactor has ended.
    pub fn interactor_ended(&self, end: End) {
        self.change(|state| state.interactor = Some(end));
    }

    /// The threads are to end.
    pub fn is_over(&self) {
        self.change(|state| state.is_over = true);
    }

    /// Waits until the interactor has ended, or has nothing to do but to wait for what the program does not
    /// say any more. It has been handed all that there was.
    pub fn wait_until_interactor_needs_end(&self, activity: &dyn Fn() -> Activity) {
        let mut pause = PAUSES[0];
        loop {
            let waits = matches!(activity(), Activity::Waiting | Activity::Unknown);
            let mut state = self.lock();
            if state.interactor.is_some() || state.is_over {
                return;
            }
            if waits {
                state.told_end = true;
                drop(state);
                self.changed.notify_all();
                return;
            }
            drop(self.wait(state, pause));
            pause = (pause * 2).min(PAUSES[1]);
        }
    }

    /// Waits until the program may learn that the interactor says no more: because it goes on, or accepts.
    /// Else the program ends first.
    pub fn wait_until_program_may_hear_end(&self, activity: &dyn Fn() -> Activity) {
        let mut pause = PAUSES[0];
        loop {
            // One that is about to end has closed all its files.
            let goes_on = activity() != Activity::Gone;
            let state = self.lock();
            let is_accepted = state.interactor == Some(End::Well);
            let goes_on = goes_on && state.interactor.is_none();
            if goes_on || is_accepted || state.program.is_some() || state.is_over {
                return;
            }
            drop(self.wait(state, pause));
            pause = (pause * 2).min(PAUSES[1]);
        }
    }
}

#[cfg(test)]
mod tests {
    use harness_sandbox::Activity;

    use super::{Course, End};

    #[test]
    fn an_interactor_is_told_of_the_end_only_if_it_lives_and_waits() {
        let course = Course::default();
        course.wait_until_interactor_needs_end(&|| Activity::Waiting);
        assert!(course.lock().told_end);
        let course = Course::default();
        course.interactor_ended(End::Badly);
        course.wait_until_interactor_needs_end(&|| Activity::Waiting);
        assert!(!course.lock().told_end);
        let course = Course::default();
        // It works, and has ended at the next look.
        course.wait_until_interactor_needs_end(&|| {
            course.interactor_ended(End::Badly);
            Activity::Working
        });
        assert!(!course.lock().told_end);
    }

    #[test]
    fn a_program_hears_the_end_of_an_interactor_that_goes_on_or_accepts() {
        let course = Course::default();
        course.wait_until_program_may_hear_end(&|| Activity::Working);
        assert!(course.lock().program.is_none());
        course.interactor_ended(End::Well);
        course.wait_until_program_may_hear_end(&|| Activity::Gone);
        assert!(course.lock().program.is_none());
        let course = Course::default();
        course.interactor_ended(End::Badly);
        course.wait_until_program_may_hear_end(&|| {
            course.program_ended(End::Badly);
            Activity::Gone
        });
        assert!(course.lock().program.is_some());
    }
}
