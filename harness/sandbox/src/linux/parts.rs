//! What a launcher has set up before it runs anything.

use std::path::PathBuf;

use crate::linux::cgroup::Group;
use crate::linux::clock::{InstructionCounter, TreeClock};
use crate::linux::filter::Instruction;
use crate::linux::landlock::Reach;
use crate::linux::score::KillScore;
use crate::linux::sweep::Killing;
use crate::linux::workdir::Workdir;

/// What the launcher has set up.
pub struct Parts {
    /// The control group that it and its programs are in.
    pub group: Option<Group>,
    /// The clock over its programs.
    pub clock: TreeClock,
    /// The counter of their instructions, where there is one.
    pub instructions: Option<InstructionCounter>,
    /// The folder in which programs start.
    pub workdir: Workdir,
    /// Which files programs may reach, where the kernel can restrict that.
    pub reach: Option<Reach>,
    /// Which process the kernel kills when memory runs out.
    pub score: KillScore,
    /// The filter that programs get beside the launcher's own.
    pub program_filter: Option<Vec<Instruction>>,
    /// It is PID 1 of a PID namespace and has a root of its own.
    pub has_namespaces: bool,
    /// How all that it has started is ended.
    pub killing: Killing,
    /// Its programs are bound to one core.
    pub one_core: bool,
    /// Each program gets a session of its own.
    pub own_session: bool,
    /// The folders that a build may write to.
    pub writable: Vec<PathBuf>,
}
