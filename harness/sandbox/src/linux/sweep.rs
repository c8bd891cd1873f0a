//! The end of everything that descends from this process, where no namespace and no Landlock does it.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::linux::{proc, sys};

/// How all that a launcher has started is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Killing {
    /// It may signal nothing else: one signal to all is final. The kernel holds the list of tasks while it signals,
    /// and a fork with a fatal signal pending fails.
    AtOnce,
    /// The tree is stopped first, until no new process turns up.
    OneByOne,
}

/// How long a tree is stopped before it is killed as far as it is known. A caller that looks at what is left calls
/// again, and must not wait for a tree that grows faster than it is found.
const LONGEST: Duration = Duration::from_millis(200);

/// Kills all descendants, this one first where it is known. The tree is stopped before, until no
/// new process turns up: a stopped one cannot fork away from the kill.
pub fn kill_descendants(first: Option<i32>) {
    first.inspect(|pid| sys::kill(*pid));
    let own = rustix::process::getpid().as_raw_pid();
    let mut known = Vec::new();
    let started = Instant::now();
    loop {
        let mut now = proc::descendants(own);
        now.sort_unstable();
        if now == known || started.elapsed() > LONGEST {
            break;
        }
        for pid in &now {
            let _ = Pid::from_raw(*pid).map(|pid| kill_process(pid, Signal::STOP));
        }
        known = now;
    }
    for pid in known {
        sys::kill(pid);
    }
}
