//! Where and how programs run: what every part of the engine shares.

use std::sync::{Mutex, MutexGuard, PoisonError};

use harness_sandbox::{Sandbox, Stop};

use crate::event::RunPlan;
use crate::model::KillSlack;
use crate::run::outputs::{KeptOutputs, PassedOn, WrittenOutputs};
use crate::run::pool::Pool;

/// How to run jobs.
pub struct Engine<'a> {
    /// Where.
    pub sandbox: &'a dyn Sandbox,
    /// When to stop.
    pub stop: &'a Stop,
    /// On which threads, one program each at a time.
    pub pool: &'a Pool,
    /// How often a borderline run is repeated alone.
    pub recheck: u32,
    /// How far above its limit a run beside others is let go on; without repetitions none is.
    pub slack: KillSlack,
    /// Stop at the first outcome that is not as expected.
    pub fail_fast: bool,
    /// The plan by which cases are not run whose group an earlier case has decided; without it all are run.
    pub groups: Option<&'a RunPlan>,
    /// Do not run the cases of a solution that come after its first verdict other than AC.
    pub first_failure: bool,
    /// Set once nothing of ours but these jobs uses the machine, where something does at first: compilers
    /// are others beside which a run is not alone, too.
    pub quiet: Option<&'a Stop>,
    /// Where what the programs of jobs print is kept.
    pub outputs: Option<&'a KeptOutputs>,
    /// Gets what the programs of jobs print, as it comes.
    pub listen: Option<PassedOn<'a>>,
    /// Gets what interactors write, of jobs whose check keeps it.
    pub written: Option<&'a WrittenOutputs>,
}

impl<'a> Engine<'a> {
    /// An engine that runs all it is given, on a machine where nothing else of ours runs.
    #[must_use]
    pub fn new(sandbox: &'a dyn Sandbox, stop: &'a Stop, pool: &'a Pool, recheck: u32) -> Self {
        Self {
            sandbox,
            stop,
            pool,
            recheck,
            slack: KillSlack::BUILT_IN,
            fail_fast: false,
            groups: None,
            first_failure: false,
            quiet: None,
            outputs: None,
            listen: None,
            written: None,
        }
    }
}

/// Takes a lock; a panic of another worker leaves these lists whole.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
