//! What the processes of a run are doing at the moment.

/// What the processes of a run are doing, all together. It is looked up and not counted, so the next
/// moment it may be different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// One of them runs, or waits for a core or a disk.
    Working,
    /// None runs, and one sleeps for a time that it has set.
    Sleeping,
    /// All are stopped by a signal.
    Stopped,
    /// None runs, and each waits for something that is not in its own power: input, or another process.
    Waiting,
    /// They have not begun, or have nothing left but their end.
    Gone,
    /// The kernel does not tell.
    Unknown,
}
