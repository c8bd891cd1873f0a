//! What a new process is to be.

use std::ffi::CString;
use std::os::fd::{BorrowedFd, OwnedFd};

use rustix::process::{Rlimit, getrlimit, setrlimit};

use crate::Step;
use crate::linux::filter::Instruction;

/// All that a new process needs between `clone` and `execve`, made ready before.
pub struct SpawnPlan {
    /// Path of the executable.
    pub executable: CString,
    /// The whole argument vector.
    pub argv: Vec<CString>,
    /// The whole environment.
    pub environment: Vec<CString>,
    /// Becomes descriptor 0.
    pub stdin: OwnedFd,
    /// Becomes descriptor 1.
    pub stdout: OwnedFd,
    /// Becomes descriptor 2.
    pub stderr: OwnedFd,
    /// The working folder.
    pub workdir: OwnedFd,
    /// Soft limits, each lowered to the hard limit where that is lower.
    pub limits: Vec<(Resource, u64)>,
    /// It leads a session of its own; else only a group, in a session that has no terminal either.
    pub own_session: bool,
}

/// What a new process may do, beside what its parent may not do either.
pub struct Restrictions<'a> {
    /// What it may reach, where a Landlock ruleset says it.
    pub reach: Option<BorrowedFd<'a>>,
    /// A filter on its system calls.
    pub filter: Option<&'a [Instruction]>,
}

/// A process that was started.
pub struct Spawned {
    /// Its number, as this process sees it.
    pub pid: i32,
    /// Readable when it has ended.
    pub pidfd: OwnedFd,
}

/// Why a process was not started: the step and the `errno`; no step where `execve` itself refused.
pub struct SpawnFailure {
    /// The step that failed; `None` for `execve`.
    pub step: Option<Step>,
    /// The error number.
    pub errno: i32,
}

/// A resource limit of `setrlimit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Bytes of stack.
    Stack,
    /// Seconds of CPU time of one process.
    CpuSeconds,
    /// Processes and threads of the user, in the user namespace.
    Tasks,
    /// Bytes of a core dump.
    Core,
    /// Bytes of any one file.
    FileSize,
}

impl Resource {
    /// Sets this limit of the calling process and of all that it will start; where the hard limit is lower,
    /// that one counts. System calls and nothing else, so it may be called in a new process.
    pub fn limit_self(self, soft: u64) -> rustix::io::Result<()> {
        let maximum = getrlimit(self.name()).maximum;
        let limit = Rlimit { current: Some(soft.min(maximum.unwrap_or(u64::MAX))), maximum };
        setrlimit(self.name(), limit)
    }

    fn name(self) -> rustix::process::Resource {
        match self {
            Self::Stack => rustix::process::Resource::Stack,
            Self::CpuSeconds => rustix::process::Resource::Cpu,
            Self::Tasks => rustix::process::Resource::Nproc,
            Self::Core => rustix::process::Resource::Core,
            Self::FileSize => rustix::process::Resource::Fsize,
        }
    }
}
