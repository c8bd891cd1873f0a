//! What a solution may use on a case.

use std::time::Duration;

use harness_sandbox::Bounds;

use crate::model::Bytes;

/// The largest memory limit that is set as a limit of stack, too. The C library gives each thread as much stack
/// as the limit says: of many GiB no machine has so much for each, and a program that looks at its thread stacks
/// fails. Without a limit threads get the library's own size, and the main stack ends at the memory limit.
const LARGEST_STACK_LIMIT: Bytes = Bytes::mebibytes(2048);

/// The limits that are in force for one solution on one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// CPU time of the whole process tree, user and system.
    pub time: Duration,
    /// Wall-clock time less the time spent waiting for a core.
    pub wall: WallLimit,
    /// Memory of the whole process tree.
    pub memory: Bytes,
    /// Stack; `None` is as large as the memory limit.
    pub stack: Option<Bytes>,
    /// Bytes of standard output; `None` is `max(16 MiB, 2 × answer + 1 MiB)`.
    pub output: Option<Bytes>,
    /// Processes and threads at once.
    pub processes: u32,
}

/// The wall-clock limit: fixed, or following the time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallLimit {
    /// `max(3 × time, time + 2 s)`.
    Auto,
    /// As set.
    Fixed(Duration),
}

impl Limits {
    /// The wall-clock limit in force.
    #[must_use]
    pub fn wall_limit(&self) -> Duration {
        match self.wall {
            WallLimit::Fixed(limit) => limit,
            WallLimit::Auto => {
                self.time.saturating_mul(3).max(self.time.saturating_add(Duration::from_secs(2)))
            }
        }
    }

    /// The stack limit in force.
    #[must_use]
    pub fn stack_limit(&self) -> Bytes {
        self.stack.unwrap_or(self.memory)
    }

    /// The limit that the kernel gets to know.
    fn stack_bound(&self) -> Bytes {
        let is_needless = self.stack.is_none() && self.memory > LARGEST_STACK_LIMIT;
        if is_needless { Bytes::UNLIMITED } else { self.stack_limit() }
    }

    /// The output limit in force for an answer of this size.
    #[must_use]
    pub fn output_limit(&self, answer: Bytes) -> Bytes {
        self.output.unwrap_or_else(|| {
            Bytes(answer.0.saturating_mul(2).saturating_add(1 << 20)).max(Bytes::mebibytes(16))
        })
    }

    /// Where a run is ended that is held to these limits, for an answer of this size. The line of the
    /// CPU time may lie above its limit, to leave room for a measurement past it.
    #[must_use]
    pub fn bounds(&self, answer: Bytes, cpu: Duration) -> Bounds {
        Bounds {
            cpu,
            wall: self.wall_limit(),
            memory: self.memory,
            stack: self.stack_bound(),
            output: self.output_limit(answer),
            processes: self.processes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, WallLimit};
    use crate::model::Bytes;
    use std::time::Duration;

    fn limits(time_ms: u64) -> Limits {
        Limits {
            time: Duration::from_millis(time_ms),
            wall: WallLimit::Auto,
            memory: Bytes::mebibytes(256),
            stack: None,
            output: None,
            processes: 64,
        }
    }

    #[test]
    fn a_memory_limit_of_many_gibibytes_is_no_limit_of_stack() {
        let stack = |memory, stack| {
            let limits = Limits { memory: Bytes::mebibytes(memory), stack, ..limits(200) };
            limits.bounds(Bytes(0), limits.time).stack
        };
        assert_eq!(stack(256, None), Bytes::mebibytes(256));
        assert_eq!(stack(2048, None), Bytes::mebibytes(2048));
        assert_eq!(stack(24 << 10, None), Bytes::UNLIMITED);
        assert_eq!(stack(24 << 10, Some(Bytes::mebibytes(4096))), Bytes::mebibytes(4096));
    }

    #[test]
    fn the_automatic_limits_follow_their_rules() {
        assert_eq!(limits(200).wall_limit(), Duration::from_millis(2200));
        assert_eq!(limits(4000).wall_limit(), Duration::from_secs(12));
        assert_eq!(limits(200).stack_limit(), Bytes::mebibytes(256));
        assert_eq!(limits(200).output_limit(Bytes(10)), Bytes::mebibytes(16));
        assert_eq!(limits(200).output_limit(Bytes::mebibytes(100)), Bytes::mebibytes(201));
        assert_eq!(limits(200).output_limit(Bytes(u64::MAX)), Bytes(u64::MAX));
    }
}
