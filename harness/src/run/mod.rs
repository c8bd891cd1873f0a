//! The engine: jobs → sandbox → judge → events. Every command uses this one.
//!
//! A pool of its own has one thread a worker, and the thread's number is its slot in the sandbox.
//! The threads share nothing but the queue of jobs and the channel of events; whoever listens
//! cannot slow them down. Runs whose verdict load could have changed are kept until all is quiet
//! and repeated alone.

mod job;
mod recheck;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use harness_sandbox::{Sandbox, Slot, Stop};

use crate::event::{Event, Outcome};
use crate::judge;
use crate::model::Verdict;
use crate::plan::Job;

/// How to run jobs.
pub struct Engine<'a> {
    /// Where.
    pub sandbox: &'a dyn Sandbox,
    /// When to stop.
    pub stop: &'a Stop,
    /// How many at once.
    pub workers: usize,
    /// How often a borderline run is repeated alone.
    pub recheck: u32,
    /// Stop at the first outcome that is not as expected.
    pub fail_fast: bool,
}

/// The worker threads could not be started.
#[derive(Debug, thiserror::Error)]
#[error("failed to start {workers} worker threads: {source}")]
pub struct PoolError {
    workers: usize,
    source: rayon::ThreadPoolBuildError,
}

/// What the workers of one run share.
struct Shared<'a, Jobs> {
    queue: Mutex<Jobs>,
    provisional: Mutex<Vec<(Job<'a>, Outcome)>>,
    failed: AtomicBool,
    /// Solutions that the kernel refuses to start; that is said once, not once a case.
    unstartable: Mutex<BTreeSet<usize>>,
}

impl Engine<'_> {
    /// Runs all jobs and emits an event for each outcome. Jobs that are not run because of a stop or
    /// a failure are emitted as skipped.
    ///
    /// # Errors
    /// The worker threads could not be started; nothing was run.
    pub fn execute<'a>(
        &self,
        jobs: impl Iterator<Item = Job<'a>> + Send,
        emit: &(dyn Fn(Event) + Sync),
    ) -> Result<(), PoolError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.workers)
            .thread_name(|index| format!("worker {index}"))
            .build()
            .map_err(|source| PoolError { workers: self.workers, source })?;
        let shared = Shared {
            queue: Mutex::new(jobs),
            provisional: Mutex::default(),
            failed: AtomicBool::new(false),
            unstartable: Mutex::default(),
        };
        pool.broadcast(|context| self.work(Slot(context.index()), &shared, emit));
        drop(pool);
        let Shared { queue, provisional, .. } = shared;
        self.recheck_all(provisional.into_inner().unwrap_or_else(PoisonError::into_inner), emit);
        let reason = if self.stop.is_set() { "interrupted" } else { "stopped at the first failure" };
        for job in queue.into_inner().unwrap_or_else(PoisonError::into_inner) {
            emit(Event::Judged(Box::new(job::outcome(&job, judge::skipped(reason)))));
        }
        Ok(())
    }

    fn work<'a, Jobs: Iterator<Item = Job<'a>>>(
        &self,
        slot: Slot,
        shared: &Shared<'a, Jobs>,
        emit: &(dyn Fn(Event) + Sync),
    ) {
        while !self.stop.is_set() && !shared.failed.load(Ordering::Relaxed) {
            let next = lock(&shared.queue).next();
            let Some(job) = next else { return };
            let subject = job.entry.subject.index;
            if lock(&shared.unstartable).contains(&subject) {
                emit(Event::Judged(Box::new(job::outcome(
                    &job,
                    judge::skipped("the program cannot be started"),
                ))));
                continue;
            }
            let kill_line = self.kill_line(&job);
            let judgement = job::run(self, slot, &job, kill_line);
            let outcome = job::outcome(&job, judgement);
            if self.is_crowded() && judge::is_borderline(&outcome.judgement, job.limits, kill_line) {
                emit(Event::Provisional);
                lock(&shared.provisional).push((job, outcome));
                continue;
            }
            if outcome.judgement.verdict == Verdict::CompileError {
                lock(&shared.unstartable).insert(subject);
            }
            if self.fail_fast && !outcome.as_expected() && outcome.judgement.verdict != Verdict::Skipped {
                shared.failed.store(true, Ordering::Relaxed);
            }
            emit(Event::Judged(Box::new(outcome)));
        }
    }

    /// Whether runs go on beside each other and their times are therefore to be doubted.
    fn is_crowded(&self) -> bool {
        self.workers > 1 && self.recheck > 0
    }
}

/// Takes a lock; a panic of another worker leaves these lists whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
