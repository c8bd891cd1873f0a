//! What a new process is to be.

use std::ffi::CString;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

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
    /// Becomes descriptor 1, or 3 where `answers_apart` is set.
    pub stdout: OwnedFd,
    /// Becomes descriptor 2, and then also 1.
    pub stderr: OwnedFd,
    /// What it prints is no part of its output.
    pub answers_apart: bool,
    /// The working folder.
    pub workdir: OwnedFd,
    /// Its resource limits.
    pub limits: Vec<Limit>,
    /// It leads a session of its own; else only a group, in a session that has no terminal either.
    pub own_session: bool,
}

impl SpawnPlan {
    /// What become descriptors 0 to 3; the last may be -1, for none.
    pub fn streams(&self) -> [RawFd; 4] {
        let [stdin, stdout, stderr] = [&self.stdin, &self.stdout, &self.stderr].map(AsRawFd::as_raw_fd);
        if self.answers_apart { [stdin, stderr, stderr, stdout] } else { [stdin, stdout, stderr, -1] }
    }
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
    /// Descriptors of one process, and those of the user that are under way in messages.
    OpenFiles,
}

/// A resource limit as a process is to have it.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    resource: Resource,
    limit: Rlimit,
}

/// The hard limits of this process, which only a privileged process could raise: read once, they are those of all
/// that it starts.
#[derive(Clone, Copy, Debug)]
pub struct HardLimits([Option<u64>; Resource::ALL.len()]);

impl HardLimits {
    /// Those of now.
    pub fn now() -> Self {
        Self(Resource::ALL.map(|resource| getrlimit(resource.name()).maximum))
    }

    /// This soft limit; where the hard limit is lower, that one counts.
    pub fn soft(&self, resource: Resource, soft: u64) -> Limit {
        let maximum = self.0[resource as usize];
        let limit = Rlimit { current: Some(soft.min(maximum.unwrap_or(u64::MAX))), maximum };
        Limit { resource, limit }
    }

    /// This soft limit and this hard one, which a program cannot raise again; where the hard limit of now is lower,
    /// that one counts.
    pub fn fixed(&self, resource: Resource, soft: u64, hard: u64) -> Limit {
        resource.at_most(soft, hard.min(self.0[resource as usize].unwrap_or(u64::MAX)))
    }
}

impl Limit {
    /// Sets it for the calling process and all that it will start. A system call and nothing else, so it may be called
    /// in a new process.
    pub fn set(self) -> rustix::io::Result<()> {
        setrlimit(self.resource.name(), self.limit)
    }
}

impl Resource {
    /// In the order of their numbers.
    const ALL: [Self; 6] =
        [Self::Stack, Self::CpuSeconds, Self::Tasks, Self::Core, Self::FileSize, Self::OpenFiles];

    /// This soft limit, and a hard one, which only a privileged process could raise.
    pub fn at_most(self, soft: u64, hard: u64) -> Limit {
        Limit { resource: self, limit: Rlimit { current: Some(soft.min(hard)), maximum: Some(hard) } }
    }

    fn name(self) -> rustix::process::Resource {
        match self {
            Self::Stack => rustix::process::Resource::Stack,
            Self::CpuSeconds => rustix::process::Resource::Cpu,
            Self::Tasks => rustix::process::Resource::Nproc,
            Self::Core => rustix::process::Resource::Core,
            Self::FileSize => rustix::process::Resource::Fsize,
            Self::OpenFiles => rustix::process::Resource::Nofile,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HardLimits, Resource};

    #[test]
    fn a_hard_limit_is_found_by_its_resource_and_counts_where_it_is_lower() {
        for (place, resource) in Resource::ALL.into_iter().enumerate() {
            assert_eq!(resource as usize, place);
            let mut hard = HardLimits([None; Resource::ALL.len()]);
            hard.0[place] = Some(10);
            let current = |soft| hard.soft(resource, soft).limit.current;
            assert_eq!((current(9), current(11)), (Some(9), Some(10)));
            for other in Resource::ALL.into_iter().filter(|other| *other != resource) {
                assert_eq!(hard.soft(other, 11).limit.current, Some(11));
            }
            let fixed = |soft, most| hard.fixed(resource, soft, most).limit;
            let both = |limit: super::Rlimit| (limit.current, limit.maximum);
            assert_eq!(both(fixed(8, 9)), (Some(8), Some(9)));
            assert_eq!(both(fixed(9, 11)), (Some(9), Some(10)));
            assert_eq!(both(fixed(11, 12)), (Some(10), Some(10)));
        }
    }
}
