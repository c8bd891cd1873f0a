//! The limits of a run that explains a failure: what looks for faults takes time, memory and stack for itself.

use std::sync::Arc;
use std::time::Duration;

use crate::model::{Bytes, Case, Limits, Rules, WallLimit};

/// How much longer it may take, and at least, and at most unless twice the limit is more.
const SLOWDOWN: u32 = 10;
const LEAST: Duration = Duration::from_secs(10);
const MOST: Duration = Duration::from_mins(1);

/// How much more memory it may have, and beside that. Each frame of the stack is about twice as large.
const MEMORY_FACTOR: u64 = 3;
const MORE_MEMORY: Bytes = Bytes::mebibytes(512);
const STACK_FACTOR: u64 = 2;

/// What turns addresses into lines may be a process of its own, with threads.
const MORE_PROCESSES: u32 = 16;

/// The case with more room.
pub fn with_room(case: &Case) -> Case {
    let Rules { limits, checker } = case.rules.as_ref();
    Case { rules: Arc::new(Rules { limits: widened(limits), checker: *checker }), ..case.clone() }
}

fn widened(limits: &Limits) -> Limits {
    let longer =
        |time: Duration| time.saturating_mul(SLOWDOWN).clamp(LEAST, MOST).max(time.saturating_mul(2));
    let wall = match limits.wall {
        WallLimit::Auto => WallLimit::Auto,
        WallLimit::Fixed(wall) => WallLimit::Fixed(longer(wall)),
    };
    let memory = Bytes(limits.memory.0.saturating_mul(MEMORY_FACTOR).saturating_add(MORE_MEMORY.0));
    // A stack that is as large as the memory would hide that a recursion never ends.
    let stack = limits.stack_limit().0.saturating_mul(STACK_FACTOR).min(memory.0);
    let stack = if limits.stack.is_some() || stack <= MOST_STACK.0 { stack } else { MOST_STACK.0 };
    Limits {
        time: longer(limits.time),
        wall,
        memory,
        stack: Some(Bytes(stack)),
        output: limits.output,
        processes: limits.processes.saturating_add(MORE_PROCESSES),
    }
}

/// More is given only where the settings ask for it: each thread gets as much as the main one.
const MOST_STACK: Bytes = Bytes::mebibytes(1024);

#[cfg(test)]
mod tests {
    use super::widened;
    use crate::event::fixture::limits;
    use crate::model::{Bytes, Limits, WallLimit};
    use std::time::Duration;

    #[test]
    fn there_is_more_of_everything() {
        let one = widened(&limits());
        assert_eq!((one.time, one.wall), (Duration::from_secs(10), WallLimit::Auto));
        assert_eq!((one.memory, one.stack), (Bytes::mebibytes(704), Some(Bytes::mebibytes(128))));
        assert_eq!(one.processes, 80);
        let seconds = Duration::from_secs;
        let time = |time| widened(&Limits { time, wall: WallLimit::Fixed(time), ..limits() });
        assert_eq!(time(seconds(4)).time, seconds(40));
        assert_eq!(time(seconds(8)).time, seconds(60));
        assert_eq!(time(seconds(50)).wall, WallLimit::Fixed(seconds(100)));
        let large = widened(&Limits { memory: Bytes::mebibytes(4096), ..limits() });
        assert_eq!(large.stack, Some(Bytes::mebibytes(1024)));
        let own = Limits { memory: Bytes::mebibytes(4096), stack: Some(Bytes::mebibytes(2048)), ..limits() };
        assert_eq!(widened(&own).stack, Some(Bytes::mebibytes(4096)));
    }
}
