//! Runs programs under limits and returns facts.
//!
//! The crate knows no verdicts: a program that misbehaves is an [`Execution`] like any other, and
//! only the sandbox's own failure is an error, a [`Fault`] that names the step and the `errno`.
//! What the machine really gave (which clock, which memory meter, which way to kill) travels with
//! every execution as [`Guarantees`], so that the meaning of a number is known.
//!
//! ```text
//!   worker thread ──run──▶ launcher (one a worker, single-threaded, small) ──▶ the program
//!        ▲  ▲                   │ watches CPU, wall, memory; kills the tree; reaps
//!        │  └── stdout, stderr ─┼──────────────────────────────────────────────┘
//!        └──────── facts ───────┘
//! ```
//!
//! Whatever uses [`LinuxSandbox`] must call [`launcher_hook`] first thing in its `main`: the
//! launchers are this same executable started again.

#![deny(unsafe_code)]

mod activity;
mod attributes;
mod bounds;
mod bytes;
mod execution;
mod fake;
mod fault;
mod file_state;
#[doc(hidden)]
pub mod fuzz;
mod guarantees;
mod kept;
mod linux;
mod outlet;
mod program;
mod specimen;
mod stop;
mod suspension;
mod tool;

use std::time::Duration;

pub use activity::Activity;
pub use bounds::{Bounds, MOST_ERRORS};
pub use bytes::Bytes;
pub use execution::{Breach, Ending, Execution, Tail, Usage};
pub use fake::{FAKE_GUARANTEES, FakeSandbox, fake_execution};
pub use fault::{Fault, Step, explained};
pub use file_state::{FileChange, FileSnapshot, FileState};
pub use guarantees::{CpuMeter, Files, Guarantees, KillMethod, MemoryMeter, Network, SystemCalls};
pub use kept::{Kept, WorkingFolder};
pub use linux::{
    BuildEnd, BuildLimits, BuildRoom, BuildRoomConfig, ControlGroups, Isolation, LinuxSandbox, SandboxConfig,
    counts_instructions, cpu_of_children, free_space, is_of_the_system, launcher_hook, physical_cores,
    remove_folder,
};
pub use outlet::{Outlet, PipeEnd};
pub use program::{Program, Stdin};
pub use specimen::{specimen, specimen_hook};
pub use stop::Stop;
pub use suspension::{Suspension, SuspensionRequest};
pub use tool::{Tool, ToolOutput, find_tool, inherited_environment, run_on_terminal, run_tool};

/// A place to run in: each worker thread has one of its own, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(pub usize);

/// Something that runs programs under limits: the real one, or the fake one that tests use.
pub trait Sandbox: Sync {
    /// What this sandbox can enforce and measure on this machine.
    fn guarantees(&self) -> &Guarantees;

    /// Runs one program to its end and hands every chunk of its standard output to `output`, in
    /// order, at most [`Bounds::output`] bytes in all. An empty chunk is the end of the output, which a
    /// program may close long before it ends itself.
    ///
    /// # Errors
    /// The sandbox itself failed; nothing may be concluded about the program.
    fn run(
        &self,
        slot: Slot,
        program: &Program,
        bounds: &Bounds,
        stop: &Stop,
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<Execution, Fault>;

    /// What the program that runs in this slot is doing at the moment; may be asked from any thread.
    fn activity(&self, _slot: Slot) -> Activity {
        Activity::Unknown
    }

    /// The longest that any thread of the program that runs in this slot has waited for a core up to now.
    fn run_delay(&self, _slot: Slot) -> Duration {
        Duration::ZERO
    }
}
