//! What a new process is to be.

use std::ffi::CString;
use std::os::fd::{BorrowedFd, OwnedFd};

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

/// What a new process may reach, where a Landlock ruleset says it.
pub type Reach<'a> = Option<BorrowedFd<'a>>;

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
    /// Its number in system calls.
    pub fn number(self) -> libc::__rlimit_resource_t {
        match self {
            Self::Stack => libc::RLIMIT_STACK,
            Self::CpuSeconds => libc::RLIMIT_CPU,
            Self::Tasks => libc::RLIMIT_NPROC,
            Self::Core => libc::RLIMIT_CORE,
            Self::FileSize => libc::RLIMIT_FSIZE,
        }
    }
}
