//! The lines at which the sandbox ends a run.

use std::time::Duration;

use crate::Bytes;

/// Where a run is ended. These are kill lines, not limits: the judge compares the measured
/// usage with the limits afterwards, so a line may lie above the limit to leave room for a
/// measurement past it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// CPU time, user and system, of the whole process tree.
    pub cpu: Duration,
    /// Wall-clock time less the time that the program waited for a core.
    pub wall: Duration,
    /// Memory of the whole process tree.
    pub memory: Bytes,
    /// Stack of the main thread (`RLIMIT_STACK`), capped by the hard limit of this process. The C library
    /// gives every other thread as much, or its own default where this is [`Bytes::UNLIMITED`].
    pub stack: Bytes,
    /// Bytes of standard output; the program is killed when it writes more.
    pub output: Bytes,
    /// Processes and threads at once.
    pub processes: u32,
}

/// Bytes of standard error after which a run is ended, unless its bound on output is larger. They are dropped, and
/// a program that writes faster than they can be would seem to wait for something.
pub const MOST_ERRORS: Bytes = Bytes(64 << 20);

/// Bytes of standard error that are kept: the first half and the last half of this.
pub(crate) const STDERR_KEPT: usize = 64 * 1024;
