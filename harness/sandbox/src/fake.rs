//! A sandbox that runs nothing and says what it was told to say.
//!
//! With it everything above the sandbox is tested on exact numbers, without a process.

use std::sync::Mutex;

use crate::{
    Bounds, CpuMeter, Ending, Execution, Fault, Files, Guarantees, KillMethod, MemoryMeter, Network, Program,
    Sandbox, Slot, Stop, SystemCalls, Tail, Usage,
};

/// What the fake sandbox answers to a run: the facts and the standard output, or a fault.
pub type Answer = Result<(Execution, Vec<u8>), Fault>;

/// The script of a fake sandbox: from the program and its bounds to an answer.
pub type Script = dyn Fn(Slot, &Program, &Bounds) -> Answer + Send + Sync;

/// A sandbox that follows a script and remembers what it was asked.
pub struct FakeSandbox {
    script: Box<Script>,
    asked: Mutex<Vec<(Slot, Program, Bounds)>>,
}

/// The guarantees that fake facts carry: the best there are.
pub const FAKE_GUARANTEES: Guarantees = Guarantees {
    cpu: CpuMeter::PerfTaskClock,
    memory: MemoryMeter::CgroupV2,
    kill: KillMethod::PidNamespace,
    files: Files::Open,
    network: Network::Namespace,
    calls: SystemCalls::Filtered,
};

/// A run that used so much and ended well, of which nothing else is to be told.
#[must_use]
pub fn fake_execution(usage: Usage) -> Execution {
    Execution {
        ending: Ending::Exited(0),
        usage,
        stdout_bytes: 0,
        stderr: Tail::default(),
        leftovers: 0,
        oom_killed: false,
        refused_forks: 0,
        written: Vec::new(),
        enforced: FAKE_GUARANTEES,
    }
}

impl FakeSandbox {
    /// A sandbox that follows this script.
    pub fn new(script: impl Fn(Slot, &Program, &Bounds) -> Answer + Send + Sync + 'static) -> Self {
        Self { script: Box::new(script), asked: Mutex::default() }
    }

    /// Every run that was asked for, in the order of asking.
    pub fn asked(&self) -> Vec<(Slot, Program, Bounds)> {
        self.asked.lock().map(|asked| asked.clone()).unwrap_or_default()
    }
}

impl Sandbox for FakeSandbox {
    fn guarantees(&self) -> &Guarantees {
        &FAKE_GUARANTEES
    }

    fn run(
        &self,
        slot: Slot,
        program: &Program,
        bounds: &Bounds,
        _stop: &Stop,
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<Execution, Fault> {
        if let Ok(mut asked) = self.asked.lock() {
            asked.push((slot, program.clone(), bounds.clone()));
        }
        let (execution, stdout) = (self.script)(slot, program, bounds)?;
        output(&stdout);
        Ok(execution)
    }
}
