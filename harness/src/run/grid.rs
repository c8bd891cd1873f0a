//! Runs jobs, the borderline ones again alone, and emits an event for each.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::event::{Event, JobPlace, Outcome};
use crate::judge;
use crate::model::Verdict;
use crate::plan::Job;
use crate::run::decided::Decided;
use crate::run::engine::{Engine, lock};
use crate::run::job::{self, Aftermath, SharedFiles};
use crate::run::passes::Passed;
use crate::run::schedule::Turn;

/// Why the other cases of a solution that the kernel refuses to start are not run.
const UNSTARTABLE: &str = "the program cannot be started";

/// Why a case is not run again.
const SPOILED: &str = "a file of the case changed while another solution was judged";

/// Why the other cases of a solution that changed a case file are not run: that is said once.
const MEDDLED: &str = "it changed a file of another case";

/// What the workers of one run share.
#[derive(Default)]
struct Shared<'a> {
    /// Runs whose verdict waits for a repetition alone.
    provisional: Mutex<Vec<(Job<'a>, Passed)>>,
    /// Why the jobs that wait are not run any more.
    halted: OnceLock<&'static str>,
    /// Solutions that the kernel refuses to start; that is said once, not once a case.
    unstartable: Mutex<BTreeSet<usize>>,
    /// What need not be run any more.
    decided: Decided,
    /// What is known of the files of cases.
    files: SharedFiles,
    /// Solutions during whose runs that happened.
    meddlers: Mutex<BTreeSet<usize>>,
    /// Inputs of cases of which a file was changed for good.
    spoiled: Mutex<BTreeSet<PathBuf>>,
}

impl Shared<'_> {
    /// Why a job is not run, after what happened to others.
    fn reason_to_skip(&self, job: &Job<'_>) -> Option<&'static str> {
        let subject = job.entry.index;
        if lock(&self.unstartable).contains(&subject) {
            return Some(UNSTARTABLE);
        }
        if lock(&self.spoiled).contains(&job.case.input()) {
            return Some(SPOILED);
        }
        lock(&self.meddlers).contains(&subject).then_some(MEDDLED)
    }
}

impl Engine<'_> {
    /// Runs all jobs and emits an event for each outcome, with the place of the job. Jobs that are not run because of a stop or
    /// a failure are emitted as skipped; the reason is returned.
    pub fn execute<'a>(
        &self,
        jobs: impl Iterator<Item = Job<'a>> + Send,
        emit: &(dyn Fn(JobPlace, Event) + Sync),
    ) -> Option<&'static str> {
        let shared = Shared::default();
        let is_over = || shared.halted.get().is_some();
        let left = self.for_each(jobs, is_over, |job, turn| self.judge(&shared, job, turn, emit));
        self.recheck_all(&shared, emit);
        let reason = shared.halted.get().copied();
        Self::skip(left, reason.unwrap_or("interrupted"), emit);
        reason
    }

    /// Emits all jobs as skipped.
    pub fn skip<'a>(
        jobs: impl Iterator<Item = Job<'a>>,
        reason: &'static str,
        emit: &(dyn Fn(JobPlace, Event) + Sync),
    ) {
        for job in jobs {
            emit(job.place, job::judged(&job, judge::skipped(reason).into(), Vec::new()));
        }
    }

    /// Runs all jobs, calls `on_each` as they are done, and returns their outcomes in the order of the
    /// plan: for callers that want all of them at once.
    pub fn outcomes<'a>(
        &self,
        jobs: impl Iterator<Item = Job<'a>> + Send,
        on_each: &(dyn Fn() + Sync),
    ) -> Vec<(JobPlace, Outcome)> {
        let outcomes = Mutex::new(Vec::new());
        self.execute(jobs, &|place, event| {
            if let Event::Judged(outcome) = event {
                on_each();
                lock(&outcomes).push((place, *outcome));
            }
        });
        let mut outcomes: Vec<(JobPlace, Outcome)> =
            outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcomes.sort_by_key(|(place, _)| place.sequence);
        outcomes
    }

    fn judge<'a>(
        &self,
        shared: &Shared<'a>,
        job: Job<'a>,
        turn: Turn,
        emit: &(dyn Fn(JobPlace, Event) + Sync),
    ) {
        let place = job.place;
        let reason = shared.reason_to_skip(&job).or_else(|| self.reason_decided(&shared.decided, &job));
        let event = if let Some(reason) = reason {
            job::judged(&job, judge::skipped(reason).into(), Vec::new())
        } else {
            emit(place, Event::Started(job.name()));
            self.judge_run(shared, job, turn, emit)
        };
        emit(place, event);
    }

    fn judge_run<'a>(
        &self,
        shared: &Shared<'a>,
        job: Job<'a>,
        turn: Turn,
        emit: &(dyn Fn(JobPlace, Event) + Sync),
    ) -> Event {
        let subject = job.entry.index;
        let ran = job::run(self, turn, &job, &shared.files);
        match ran.aftermath {
            Aftermath::Fine => {}
            Aftermath::PutBack => _ = lock(&shared.meddlers).insert(subject),
            Aftermath::Spoiled => _ = lock(&shared.spoiled).insert(job.case.input()),
        }
        let (mut judgement, input) = (ran.judgement, ran.input);
        if turn.is_borderline(&judgement, &job.limits) {
            emit(job.place, Event::Waits(job.name()));
            lock(&shared.provisional).push((job, Passed { judgement, input }));
            return Event::Provisional;
        }
        let is_unstartable = judgement.verdict == Verdict::CompileError;
        if is_unstartable && !lock(&shared.unstartable).insert(subject) {
            // Another case of it began at the same time and has said so.
            judgement = judge::skipped(UNSTARTABLE);
        }
        self.note_decided(&shared.decided, &job, &judgement);
        let is_expected = job.entry.expectation.may_go_on(&job.case.name, judgement.verdict);
        if self.fail_fast && !is_expected && judgement.verdict != Verdict::Skipped {
            let _ = shared.halted.set("stopped at the first failure");
        }
        job::judged(&job, Passed { judgement, input }, Vec::new())
    }

    /// Repeats the borderline runs one at a time and emits each with the run that decides.
    fn recheck_all(&self, shared: &Shared<'_>, emit: &(dyn Fn(JobPlace, Event) + Sync)) {
        let mut provisional = std::mem::take(&mut *lock(&shared.provisional));
        provisional.sort_by_key(|(job, _)| job.place.sequence);
        if !provisional.is_empty() {
            self.wait_for_quiet();
        }
        for (job, Passed { judgement, input }) in provisional {
            if let Some(reason) = self.reason_decided(&shared.decided, &job) {
                emit(job.place, job::judged(&job, judge::skipped(reason).into(), Vec::new()));
                continue;
            }
            emit(job.place, Event::Started(job.name()));
            let again = || {
                let ran = job::run(self, Turn::ALONE, &job, &shared.files);
                (ran.judgement, ran.input)
            };
            let (judgement, input, rechecks) = self.repeat_alone((judgement, input), again);
            self.note_decided(&shared.decided, &job, &judgement);
            emit(job.place, job::judged(&job, Passed { judgement, input }, rechecks));
        }
    }
}
