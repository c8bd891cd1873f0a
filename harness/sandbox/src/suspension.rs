//! Ctrl-Z: a process that has something to put away first is told, and then stops as any other does.

use std::fs;
use std::io;

use signal_hook::consts::{SIGCONT, SIGTSTP};
use signal_hook::iterator::Signals;

use crate::linux::stop_by;

/// What the user has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuspensionRequest {
    /// That this process stops, which is then its own task: [`Suspension::stop_here`].
    Stop,
    /// That it goes on. It does so already.
    GoOn,
}

/// From when it is made on, SIGTSTP does not stop this process by itself.
#[derive(Debug)]
pub struct Suspension(Signals);

impl Suspension {
    /// Listens from now on; nothing where this process was started with SIGTSTP ignored.
    ///
    /// # Errors
    /// The system gives no pipe or no handler.
    pub fn listen() -> io::Result<Option<Self>> {
        if is_ignored(SIGTSTP) {
            return Ok(None);
        }
        Signals::new([SIGTSTP, SIGCONT]).map(|signals| Some(Self(signals)))
    }

    /// Waits until something is asked for; nothing where that will not happen any more.
    pub fn wait(&mut self) -> Option<SuspensionRequest> {
        let signal = self.0.forever().next()?;
        Some(if signal == SIGTSTP { SuspensionRequest::Stop } else { SuspensionRequest::GoOn })
    }

    /// Stops this process, and returns when it goes on; at once where no shell could let it go on.
    pub fn stop_here() {
        stop_by(SIGTSTP);
    }
}

/// Whether this process ignores a signal, as the kernel tells it.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask & 1 << (signal - 1) != 0
}

#[cfg(test)]
mod tests {
    use super::is_ignored;
    use signal_hook::consts::{SIGKILL, SIGPIPE};

    #[test]
    fn what_is_ignored_is_known() {
        // The runtime of Rust ignores the one, and nothing the other.
        assert_eq!([SIGPIPE, SIGKILL].map(is_ignored), [true, false]);
    }
}
