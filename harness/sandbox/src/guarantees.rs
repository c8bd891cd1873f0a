//! Which limits the sandbox enforces, and with what.

use std::fmt;

use crate::Bytes;

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
    /// Which system calls a program can make.
    pub calls: SystemCalls,
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
    /// Stop every descendant until none is new, then kill them.
    Sweep,
}

/// Which files a program can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// A root of its own with the system's files, read-only, and its own folder; of the programs
    /// under test only itself (Landlock).
    Sealed,
    /// A root of its own; without Landlock, which also shows the other programs under test.
    Root,
    /// Landlock alone: it reads the system's files and its own; it can still see what else exists.
    Landlock,
    /// All files of the user.
    Open,
}

/// Whether a program can reach the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// It has an own, empty network.
    Namespace,
    /// It may make no socket but one between local processes.
    Filter,
    /// It can reach what the user can reach.
    Open,
}

/// Which system calls a program can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemCalls {
    /// A filter refuses those that reach what is not the program's.
    Filtered,
    /// All that its user may make: the kernel has no filters, or has not taken this one.
    Open,
    /// As filtered, but a signal reaches each process of the user: there is no PID namespace, Landlock before version 6
    /// does not ask about signals, and a filter cannot tell whose number a process has.
    FilteredButSignals,
}

impl SystemCalls {
    /// There is a filter.
    #[must_use]
    pub fn are_filtered(self) -> bool {
        self != Self::Open
    }
}

impl Guarantees {
    /// Whether a program can reach neither the answers, nor the network, nor the judge, and leaves
    /// nothing behind.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.files == Files::Sealed
            && self.network != Network::Open
            && self.kill != KillMethod::Sweep
            && self.calls == SystemCalls::Filtered
    }

    /// The limits that this machine cannot keep, as sentences for a report.
    #[must_use]
    pub fn gaps(&self) -> Vec<&'static str> {
        let mut gaps = Vec::new();
        if self.cpu == CpuMeter::Wait {
            gaps.push(
                "CPU time of processes that no other waits for is not counted: neither performance counters nor a control group can be used here",
            );
        }
        if self.memory == MemoryMeter::Sampled {
            gaps.push(
                "memory of several processes is sampled, and pipes, sockets, page tables and shared memory are not counted: no control group can be created here",
            );
        }
        // The kernel's own limit counts all processes of a user, so it is of use in a user namespace alone.
        if self.memory == MemoryMeter::Sampled && self.kill == KillMethod::Sweep {
            gaps.push("the number of processes is not limited");
        }
        if self.kill == KillMethod::Sweep {
            gaps.push("no PID namespace: what a program leaves behind is searched for among all processes");
        }
        match self.files {
            Files::Sealed => {}
            Files::Root => gaps.push("no Landlock: programs can read the executables of other solutions"),
            // The filter that keeps them from sockets keeps them from modes, too.
            Files::Landlock if self.network == Network::Filter => {
                gaps.push("no private root: programs can see which files exist");
            }
            Files::Landlock => {
                gaps.push("no private root: programs can see which files exist and change their modes");
            }
            Files::Open => gaps.push("programs can read and write the files of the user who runs the judge"),
        }
        if self.network == Network::Open {
            gaps.push("programs can reach the network");
        }
        // Where nothing is kept from them at all, this is nothing more.
        if self.calls == SystemCalls::Open && (self.files, self.network) != (Files::Open, Network::Open) {
            gaps.push(
                "no filter on system calls: programs can change the limits of the judge's processes, and hold memory that is not counted",
            );
        }
        if self.calls == SystemCalls::FilteredButSignals {
            gaps.push("no PID namespace, and a Landlock before version 6: programs can signal other processes of the user who runs the judge");
        }
        gaps
    }
}

impl MemoryMeter {
    /// Below this it says nothing. The kernel charges memory to a control group in steps of 256 KiB (64 pages,
    /// `MEMCG_CHARGE_BATCH`): the first may have been there before the program, and the last hold more than
    /// it needs. No counter is finer: that of a process has the libraries in it that it shares, and the
    /// statistics of a group know no peak.
    #[must_use]
    pub fn grain(self) -> Bytes {
        match self {
            Self::CgroupV1 | Self::CgroupV2 => Bytes(512 << 10),
            Self::Sampled => Bytes(4 << 10),
        }
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
            Self::Sweep => "sweep of descendants",
        })
    }
}

impl fmt::Display for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sealed => "own root, Landlock",
            Self::Root => "own root",
            Self::Landlock => "Landlock",
            Self::Open => "open",
        })
    }
}

impl fmt::Display for SystemCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Filtered => "filtered (seccomp)",
            Self::Open => "open",
            Self::FilteredButSignals => "filtered (seccomp), but signals",
        })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Namespace => "none (own namespace)",
            Self::Filter => "none (no sockets)",
            Self::Open => "open",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{CpuMeter, Files, Guarantees, KillMethod, MemoryMeter, Network, SystemCalls};

    const FULL: Guarantees = Guarantees {
        cpu: CpuMeter::PerfTaskClock,
        memory: MemoryMeter::CgroupV2,
        kill: KillMethod::PidNamespace,
        files: Files::Sealed,
        network: Network::Namespace,
        calls: SystemCalls::Filtered,
    };

    #[test]
    fn what_is_not_enforced_is_said() {
        assert!(FULL.is_full() && FULL.gaps().is_empty());
        let unfiltered = Guarantees { calls: SystemCalls::Open, ..FULL };
        assert!(!unfiltered.is_full());
        assert!(matches!(unfiltered.gaps()[..], [gap] if gap.starts_with("no filter on system calls: ")));
        let signals = Guarantees { calls: SystemCalls::FilteredButSignals, ..FULL };
        assert!(!signals.is_full());
        assert!(matches!(signals.gaps()[..], [gap] if gap.contains("can signal other processes")));
        let waited = Guarantees { cpu: CpuMeter::Wait, ..FULL };
        assert!(matches!(waited.gaps()[..], [gap] if gap.starts_with("CPU time of processes")));
        let swept = Guarantees { kill: KillMethod::Sweep, ..FULL };
        let sampled = Guarantees { memory: MemoryMeter::Sampled, ..FULL };
        let both = Guarantees { memory: MemoryMeter::Sampled, ..swept };
        let says_processes =
            |guarantees: &Guarantees| guarantees.gaps().contains(&"the number of processes is not limited");
        assert_eq!([&swept, &sampled, &both].map(says_processes), [false, false, true]);
        // Where nothing is isolated, it is no news.
        let open = Guarantees { files: Files::Open, network: Network::Open, ..unfiltered };
        assert!(!open.gaps().iter().any(|gap| gap.contains("filter")));
    }
}
