//! The stop flag: a signal to the judge ends all runs.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustix::event::{PollFd, PollFlags, poll};

/// Set once, by INT, TERM or HUP or by [`Stop::now`], and never cleared. Threads that wait in
/// `poll` add [`Stop::fd`] to what they wait for: it becomes readable and stays so.
#[derive(Clone, Debug)]
pub struct Stop {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    signal: Arc<AtomicUsize>,
    readable: OwnedFd,
    writable: OwnedFd,
}

/// The number in the flag for a stop without a signal.
const WITHOUT_SIGNAL: usize = usize::MAX;

impl Stop {
    /// A stop flag that no signal sets.
    ///
    /// # Errors
    /// No pipe could be made.
    pub fn new() -> io::Result<Self> {
        let (readable, writable) = io::pipe()?;
        Ok(Self {
            shared: Arc::new(Shared {
                signal: Arc::default(),
                readable: readable.into(),
                writable: writable.into(),
            }),
        })
    }

    /// A stop flag that INT, TERM and HUP set; the second such signal ends this process at once.
    /// The launchers notice the end of this process and leave nothing behind.
    ///
    /// # Errors
    /// A pipe or a handler could not be made.
    pub fn on_signals() -> io::Result<Self> {
        let stop = Self::new()?;
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP]
        {
            let number = usize::try_from(signal).unwrap_or(WITHOUT_SIGNAL);
            // The order matters: on the first signal the condition is still unset.
            let already_stopping = Arc::new(std::sync::atomic::AtomicBool::new(false));
            signal_hook::flag::register_conditional_shutdown(
                signal,
                128 + signal,
                Arc::clone(&already_stopping),
            )?;
            signal_hook::flag::register(signal, already_stopping)?;
            signal_hook::flag::register_usize(signal, Arc::clone(&stop.shared.signal), number)?;
            signal_hook::low_level::pipe::register(signal, stop.shared.writable.try_clone()?)?;
        }
        Ok(stop)
    }

    /// Sets the flag.
    pub fn now(&self) {
        let _ = self.shared.signal.compare_exchange(0, WITHOUT_SIGNAL, Ordering::SeqCst, Ordering::SeqCst);
        if let Ok(writable) = self.shared.writable.try_clone() {
            // The pipe holds thousands of such bytes; when it is full it is readable anyway.
            let _ = io::Write::write(&mut File::from(writable), &[1]);
        }
    }

    /// Whether the flag is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.shared.signal.load(Ordering::SeqCst) != 0
    }

    /// The signal that set the flag, if one did.
    #[must_use]
    pub fn signal(&self) -> Option<i32> {
        match self.shared.signal.load(Ordering::SeqCst) {
            0 | WITHOUT_SIGNAL => None,
            number => i32::try_from(number).ok(),
        }
    }

    /// Waits until this flag or the other is set.
    pub fn wait_beside(&self, other: &Self) {
        while !self.is_set() && !other.is_set() {
            let mut fds = [self, other].map(|stop| PollFd::from_borrowed_fd(stop.fd(), PollFlags::IN));
            let _ = poll(&mut fds, None);
        }
    }

    /// Readable as soon as the flag is set.
    #[must_use]
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.shared.readable.as_fd()
    }
}
