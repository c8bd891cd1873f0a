//! The threads that run programs, made once for all that a command runs.

use harness_sandbox::Slot;

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

/// Worker threads. The number of a thread is its slot in the sandbox.
#[derive(Debug)]
pub struct Pool {
    /// None for a single worker, which is the thread of the caller.
    threads: Option<rayon::ThreadPool>,
    workers: usize,
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system refuses them.
    pub fn new(workers: usize) -> Result<Self, PoolError> {
        if workers <= 1 {
            return Ok(Self::single());
        }
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(workers)
            .thread_name(|index| format!("worker {index}"))
            .build()
            .map_err(|why| PoolError { workers, why })?;
        Ok(Self { threads: Some(threads), workers })
    }

    /// One worker: programs run one after another.
    #[must_use]
    pub fn single() -> Self {
        Self { threads: None, workers: 1 }
    }

    /// How many programs run at once.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// Calls this once on each thread, at the same time, and waits for all.
    pub(super) fn on_each(&self, work: impl Fn(Slot) + Sync) {
        match &self.threads {
            Some(threads) => _ = threads.broadcast(|context| work(Slot(context.index()))),
            None => work(Slot(0)),
        }
    }
}
