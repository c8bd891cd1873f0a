//! The engine: jobs → sandbox → judge → events. Every command uses this one.
//!
//! A pool of its own has one thread a worker, and the thread's number is its slot in the sandbox.
//! The threads share nothing but the queue of jobs and the channel of events; whoever listens
//! cannot slow them down. Runs whose verdict load could have changed are kept until all is quiet
//! and repeated alone.

mod ask;
mod dialogue;
mod job;
mod made_of;
mod recheck;

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use harness_sandbox::{Sandbox, Slot, Stop};

use crate::event::{Event, Outcome};
use crate::judge;
use crate::model::Verdict;
use crate::plan::Job;
use crate::run::job::{Aftermath, PutBack};

pub use ask::{Question, Said};

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
    /// Set once nothing of ours but these jobs uses the machine, where something does at first: compilers
    /// are others beside whom a run is not alone, too.
    pub quiet: Option<&'a Stop>,
}

/// The worker threads could not be started.
#[derive(Debug, thiserror::Error)]
#[error(
    "failed to start {workers} worker threads: {why}: too many processes or threads for this user; \
     raise `ulimit -u`, or use fewer with --jobs"
)]
pub struct PoolError {
    workers: usize,
    why: rayon::ThreadPoolBuildError,
}

/// Why the other cases of a solution that the kernel refuses to start are not run.
const UNSTARTABLE: &str = "the program cannot be started";

/// Why a case is not run any more.
const SPOILED: &str = "a file of the case changed while another solution was judged";

/// Why the other cases of a solution that changed a case file are not run: that is said once.
const MEDDLED: &str = "it changed a file of another case";

/// What the workers of one run share.
struct Shared<'a, Jobs: Iterator<Item = Job<'a>>> {
    queue: Mutex<Queue<'a, Jobs>>,
    provisional: Mutex<Vec<(Job<'a>, Outcome)>>,
    /// Why the jobs that wait are not run any more.
    halted: OnceLock<&'static str>,
    /// Solutions that the kernel refuses to start; that is said once, not once a case.
    unstartable: Mutex<BTreeSet<usize>>,
    put_back: PutBack,
    /// Solutions during whose runs that happened.
    meddlers: Mutex<BTreeSet<usize>>,
    /// Inputs of cases of which a file was changed for good.
    spoiled: Mutex<BTreeSet<PathBuf>>,
}

/// The jobs that wait, and how many are under way.
struct Queue<'a, Jobs: Iterator<Item = Job<'a>>> {
    waiting: Peekable<Jobs>,
    under_way: usize,
}

impl<'a, Jobs: Iterator<Item = Job<'a>>> Queue<'a, Jobs> {
    /// The next job, and whether another is or will be under way beside it. The last one has the
    /// machine to itself if it starts when the others are done.
    fn take(&mut self) -> Option<(Job<'a>, bool)> {
        let job = self.waiting.next()?;
        self.under_way += 1;
        let is_beside_others = self.under_way > 1 || self.waiting.peek().is_some();
        Some((job, is_beside_others))
    }
}

impl Engine<'_> {
    /// Runs all jobs and emits an event for each outcome. Jobs that are not run because of a stop or
    /// a failure are emitted as skipped; such a failure is returned.
    ///
    /// # Errors
    /// The worker threads could not be started; nothing was run.
    pub fn execute<'a>(
        &self,
        jobs: impl Iterator<Item = Job<'a>> + Send,
        emit: &(dyn Fn(Event) + Sync),
    ) -> Result<Option<&'static str>, PoolError> {
        let pool = self.pool()?;
        let shared = Shared {
            queue: Mutex::new(Queue { waiting: jobs.peekable(), under_way: 0 }),
            provisional: Mutex::default(),
            halted: OnceLock::new(),
            unstartable: Mutex::default(),
            put_back: Mutex::default(),
            meddlers: Mutex::default(),
            spoiled: Mutex::default(),
        };
        pool.broadcast(|context| self.work(Slot(context.index()), &shared, emit));
        drop(pool);
        let Shared { queue, provisional, halted, put_back, .. } = shared;
        let provisional = provisional.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.recheck_all(provisional, &put_back, emit);
        let reason = halted.get().copied();
        let waiting = queue.into_inner().unwrap_or_else(PoisonError::into_inner).waiting;
        Self::skip(waiting, reason.unwrap_or("interrupted"), emit);
        Ok(reason)
    }

    /// Emits all jobs as skipped.
    pub fn skip<'a>(
        jobs: impl Iterator<Item = Job<'a>>,
        reason: &'static str,
        emit: &(dyn Fn(Event) + Sync),
    ) {
        for job in jobs {
            emit(Event::Judged(Box::new(job::outcome(&job, judge::skipped(reason)))));
        }
    }

    /// Whether something of ours beside the jobs uses the machine.
    fn is_busy(&self) -> bool {
        self.quiet.is_some_and(|quiet| !quiet.is_set())
    }

    /// One thread a worker; the number of the thread is its slot.
    fn pool(&self) -> Result<rayon::ThreadPool, PoolError> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.workers)
            .thread_name(|index| format!("worker {index}"))
            .build()
            .map_err(|why| PoolError { workers: self.workers, why })
    }

    /// Runs all jobs, calls `on_each` as they are done, and returns their outcomes in the order of the
    /// plan: for whoever wants all of them at once.
    ///
    /// # Errors
    /// As for [`Self::execute`].
    pub fn outcomes<'a>(
        &self,
        jobs: impl Iterator<Item = Job<'a>> + Send,
        on_each: &(dyn Fn() + Sync),
    ) -> Result<Vec<Outcome>, PoolError> {
        let outcomes = Mutex::new(Vec::new());
        self.execute(jobs, &|event| {
            if let Event::Judged(outcome) = event {
                on_each();
                lock(&outcomes).push(*outcome);
            }
        })?;
        let mut outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcomes.sort_by_key(|outcome| outcome.sequence);
        Ok(outcomes)
    }

    fn work<'a, Jobs: Iterator<Item = Job<'a>>>(
        &self,
        slot: Slot,
        shared: &Shared<'a, Jobs>,
        emit: &(dyn Fn(Event) + Sync),
    ) {
        while !self.stop.is_set() && shared.halted.get().is_none() {
            let next = lock(&shared.queue).take();
            let Some((job, is_beside_others)) = next else { return };
            let event = self.work_on(slot, shared, job, is_beside_others);
            lock(&shared.queue).under_way -= 1;
            emit(event);
        }
    }

    fn work_on<'a, Jobs: Iterator<Item = Job<'a>>>(
        &self,
        slot: Slot,
        shared: &Shared<'a, Jobs>,
        job: Job<'a>,
        is_beside_others: bool,
    ) -> Event {
        let subject = job.entry.subject.index;
        if lock(&shared.unstartable).contains(&subject) {
            let skipped = judge::skipped(UNSTARTABLE);
            return Event::Judged(Box::new(job::outcome(&job, skipped)));
        }
        let is_busy = self.is_busy();
        let is_beside_others = (is_beside_others && self.workers > 1) || is_busy;
        // Without repetitions there is no doubt to leave room for.
        let may_doubt = is_beside_others && self.recheck > 0;
        let kill_line = job::kill_line(job.limits.time, may_doubt);
        if lock(&shared.spoiled).contains(&job.case.input) {
            return Event::Judged(Box::new(job::outcome(&job, judge::skipped(SPOILED))));
        }
        if lock(&shared.meddlers).contains(&subject) {
            return Event::Judged(Box::new(job::outcome(&job, judge::skipped(MEDDLED))));
        }
        let ran = job::run(self, slot, &job, kill_line, &shared.put_back);
        match ran.aftermath {
            Aftermath::Fine => {}
            Aftermath::PutBack => _ = lock(&shared.meddlers).insert(subject),
            Aftermath::Spoiled => _ = lock(&shared.spoiled).insert(job.case.input.clone()),
        }
        let judgement = ran.judgement;
        let mut outcome = job::outcome(&job, judgement);
        if may_doubt && judge::is_borderline(&outcome.judgement, &job.limits, kill_line) {
            lock(&shared.provisional).push((job, outcome));
            return Event::Provisional;
        }
        let is_unstartable = outcome.judgement.verdict == Verdict::CompileError;
        if is_unstartable && !lock(&shared.unstartable).insert(subject) {
            // Another case of it began at the same time and has said so.
            outcome.judgement = judge::skipped(UNSTARTABLE);
        }
        if self.fail_fast && !outcome.as_expected() && outcome.judgement.verdict != Verdict::Skipped {
            let _ = shared.halted.set("stopped at the first failure");
        }
        Event::Judged(Box::new(outcome))
    }
}

/// Takes a lock; a panic of another worker leaves these lists whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
