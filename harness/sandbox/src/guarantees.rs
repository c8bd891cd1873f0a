//! Which limits the sandbox enforces, and with what.

use std::fmt;

/// What this machine gives: the meters and the means, best first in each enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarantees {
    /// The clock behind the CPU time.
    pub cpu: CpuMeter,
    /// The meter behind the peak memory.
    pub memory: MemoryMeter,
    /// How a process tree is ended.
    pub kill: KillMethod,
    /// Which files a program can reach.
    pub files: Files,
    /// Whether a program can reach the network.
    pub network: Network,
}

/// The clock behind the CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuMeter {
    /// The kernel's task clock of the whole tree (`perf_event_open` with `inherit`).
    PerfTaskClock,
    /// The accounting of the run's control group.
    Cgroup,
    /// `wait4` of every process that ended, and the clocks of those that live.
    Wait,
}

/// The meter behind the peak memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryMeter {
    /// The peak of a control group of version 2, which also enforces the limit.
    CgroupV2,
    /// The peak of a control group of version 1, which also enforces the limit.
    CgroupV1,
    /// The largest process by `wait4`, and the sum over the tree sampled every few milliseconds.
    Sampled,
}

/// How a process tree is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KillMethod {
    /// The launcher is PID 1 of a namespace; one `kill(-1)` is final.
    PidNamespace,
    /// `cgroup.kill`.
    Cgroup,
    /// Stop every descendant until none is new, then kill them.
    Sweep,
}

/// Which files a program can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// All files of the user.
    Open,
}

/// Whether a program can reach the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// It has an own, empty network.
    Namespace,
    /// It can reach what the user can reach.
    Open,
}

impl Guarantees {
    /// The limits that this machine cannot keep, as sentences for a report.
    #[must_use]
    pub fn gaps(&self) -> Vec<&'static str> {
        let mut gaps = Vec::new();
        if self.memory == MemoryMeter::Sampled {
            gaps.push("memory of several processes at once is sampled, not counted: no control group may be made here");
        }
        if self.kill == KillMethod::Sweep {
            gaps.push("no PID namespace: processes that a program leaves behind are hunted down one by one");
        }
        if self.files == Files::Open {
            gaps.push("programs can read and write the files of the user who runs the judge");
        }
        if self.network == Network::Open {
            gaps.push("programs can reach the network");
        }
        gaps
    }
}

impl fmt::Display for CpuMeter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PerfTaskClock => "perf task clock of the tree",
            Self::Cgroup => "cgroup",
            Self::Wait => "wait4",
        })
    }
}

impl fmt::Display for MemoryMeter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CgroupV2 => "cgroup v2",
            Self::CgroupV1 => "cgroup v1",
            Self::Sampled => "wait4 and samples",
        })
    }
}

impl fmt::Display for KillMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PidNamespace => "PID namespace",
            Self::Cgroup => "cgroup.kill",
            Self::Sweep => "sweep of descendants",
        })
    }
}

impl fmt::Display for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "open",
        })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Namespace => "none (own namespace)",
            Self::Open => "open",
        })
    }
}
