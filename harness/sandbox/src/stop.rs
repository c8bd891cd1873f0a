//! The stop flag: a signal to the judge ends all runs, a second one the judge itself.
//!
//! Tools that end a job often signal the process and its whole group, so one request comes as two signals, at
//! nearly the same time. The second of these must not cost the report. What comes later, or from the
//! keyboard, is a second request: it is carried out in the handler itself, whatever the threads wait for.

use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::time::{ClockId, clock_gettime};

use crate::linux::on_signal;

/// Set once, by INT, TERM or HUP or by [`Stop::now`], and never cleared. Threads that wait in
/// `poll` add [`Stop::fd`] to what they wait for: it becomes readable and stays so.
#[derive(Clone, Debug)]
pub struct Stop {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    signals: Arc<Signals>,
    readable: OwnedFd,
}

/// What the handlers of the signals share.
#[derive(Debug)]
pub struct Signals {
    /// The signal that set the flag, [`WITHOUT_SIGNAL`], or 0.
    signal: AtomicUsize,
    /// When the first signal came, in nanoseconds of the clock and never 0; 0 while none has.
    first: AtomicU64,
    writable: OwnedFd,
}

/// The number in the flag for a stop without a signal.
const WITHOUT_SIGNAL: usize = usize::MAX;

/// Signals that come within this time of the first belong to it. It is ample for `kill` called twice by a
/// script on a busy machine, and a hand is slower to change its mind.
const TOGETHER: Duration = Duration::from_millis(200);

/// Sets a flag when it is dropped.
struct SetAtEnd<'a>(&'a Stop);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.now();
    }
}

impl Signals {
    /// What a handler does. It may be called at any moment on any thread, in the middle of whatever that
    /// thread does: nothing here allocates, takes a lock or waits.
    pub(crate) fn take(&self, signal: i32, is_from_kernel: bool) {
        let clock = clock_gettime(ClockId::Monotonic);
        let now = u64::try_from(clock.tv_sec).unwrap_or(0).saturating_mul(1_000_000_000)
            + u64::try_from(clock.tv_nsec).unwrap_or(0).max(1);
        match self.first.compare_exchange(0, now, Ordering::SeqCst, Ordering::SeqCst) {
            Ok(_) => {
                self.signal.store(usize::try_from(signal).unwrap_or(WITHOUT_SIGNAL), Ordering::SeqCst);
                self.ring();
            }
            Err(first) => {
                // A terminal sends each signal once: two are two keys.
                if is_from_kernel || u128::from(now.saturating_sub(first)) >= TOGETHER.as_nanos() {
                    signal_hook::low_level::exit(128 + signal);
                }
            }
        }
    }

    /// Makes the flag readable. Few bytes are ever written, so the pipe has room for each.
    fn ring(&self) {
        let _ = rustix::io::write(&self.writable, &[1]);
    }
}

impl Stop {
    /// A stop flag that no signal sets.
    ///
    /// # Errors
    /// No pipe could be made.
    pub fn new() -> io::Result<Self> {
        let (readable, writable) = io::pipe()?;
        // A write must never wait, in a handler least of all.
        rustix::io::ioctl_fionbio(&writable, true)?;
        let signals = Signals { signal: 0.into(), first: 0.into(), writable: writable.into() };
        Ok(Self { shared: Arc::new(Shared { signals: Arc::new(signals), readable: readable.into() }) })
    }

    /// A stop flag that INT, TERM and HUP set. A second such signal, if it is no echo of the first, ends
    /// this process at once; the launchers notice that and leave nothing behind.
    ///
    /// # Errors
    /// A pipe or a handler could not be made.
    pub fn on_signals() -> io::Result<Self> {
        let stop = Self::new()?;
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP]
        {
            on_signal(signal, Arc::clone(&stop.shared.signals))?;
        }
        Ok(stop)
    }

    /// Sets the flag.
    pub fn now(&self) {
        let signals = &self.shared.signals;
        let _ = signals.signal.compare_exchange(0, WITHOUT_SIGNAL, Ordering::SeqCst, Ordering::SeqCst);
        signals.ring();
    }

    /// Sets the flag, by the signal that has set another, if one has.
    pub fn set_as(&self, other: &Self) {
        let signal = match other.shared.signals.signal.load(Ordering::SeqCst) {
            0 => WITHOUT_SIGNAL,
            signal => signal,
        };
        let signals = &self.shared.signals;
        let _ = signals.signal.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst);
        signals.ring();
    }

    /// Whether the flag is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.shared.signals.signal.load(Ordering::SeqCst) != 0
    }

    /// The signal that set the flag, if one did.
    #[must_use]
    pub fn signal(&self) -> Option<i32> {
        match self.shared.signals.signal.load(Ordering::SeqCst) {
            0 | WITHOUT_SIGNAL => None,
            number => i32::try_from(number).ok(),
        }
    }

    /// Does work with a flag of its own, which is set as soon as this one is, and at the latest at that
    /// moment.
    ///
    /// # Errors
    /// The system gives no pipe or no thread; the work was not begun.
    pub fn until<T>(&self, deadline: Instant, work: impl FnOnce(&Self) -> T) -> io::Result<T> {
        let (inner, over) = (Self::new()?, Self::new()?);
        // What is over already is over before the work begins.
        if self.is_set() || Instant::now() >= deadline {
            inner.now();
        }
        let watch = || {
            self.wait_beside_until(&over, deadline);
            if !over.is_set() {
                inner.now();
            }
        };
        thread::scope(|scope| {
            let _watching = thread::Builder::new().name("deadline".to_owned()).spawn_scoped(scope, watch)?;
            // Also where the work panics, or the scope would wait for the deadline.
            let _over = SetAtEnd(&over);
            Ok(work(&inner))
        })
    }

    /// Reads to the end; none where the flag is set before. Where nothing has come for this long, `waiting`
    /// is called once.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read_to_end(
        &self,
        mut input: impl Read + AsFd,
        patience: Duration,
        waiting: impl FnOnce(),
    ) -> io::Result<Option<Vec<u8>>> {
        let (mut all, mut buffer) = (Vec::new(), vec![0; 1 << 16]);
        let mut waiting = Some(waiting);
        loop {
            let timeout = waiting.as_ref().and_then(|_| Timespec::try_from(patience).ok());
            let mut fds = [self.fd(), input.as_fd()].map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN));
            let ready = match poll(&mut fds, timeout.as_ref()) {
                Err(Errno::INTR) => continue,
                ready => ready?,
            };
            if self.is_set() {
                return Ok(None);
            }
            if ready == 0 {
                waiting.take().into_iter().for_each(|waiting| waiting());
                continue;
            }
            match input.read(&mut buffer) {
                Ok(0) => return Ok(Some(all)),
                Ok(read) => all.extend_from_slice(&buffer[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Waits until this flag or the other is set, or the moment has come.
    fn wait_beside_until(&self, other: &Self, deadline: Instant) {
        while !self.is_set() && !other.is_set() {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(timeout) = Timespec::try_from(left) else { return };
            if left.is_zero() {
                return;
            }
            let mut fds = [self, other].map(|stop| PollFd::from_borrowed_fd(stop.fd(), PollFlags::IN));
            let _ = poll(&mut fds, Some(&timeout));
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

#[cfg(test)]
mod tests {
    use super::Stop;
    use std::io::Write;
    use std::time::{Duration, Instant};

    #[test]
    fn a_deadline_sets_the_flag_of_the_work_alone() {
        let stop = Stop::new().unwrap();
        let late = Stop::new().unwrap();
        let soon = Instant::now() + Duration::from_millis(1);
        // Without the deadline this would wait for ever.
        stop.until(soon, |inner| inner.wait_beside(&late)).unwrap();
        assert!(!stop.is_set());
        assert!(stop.until(Instant::now(), Stop::is_set).unwrap());
    }

    #[test]
    fn reading_ends_with_the_input_or_the_flag() {
        let stop = Stop::new().unwrap();
        let (reader, mut writer) = std::io::pipe().unwrap();
        writer.write_all(b"1 2\n").unwrap();
        let again = reader.try_clone().unwrap();
        let mut waited = false;
        let read = stop.read_to_end(reader, Duration::from_millis(1), || {
            waited = true;
            stop.now();
        });
        // The writer is open, so only the flag ends it.
        assert_eq!((read.unwrap(), waited), (None, true));
        writer.write_all(b"3\n").unwrap();
        drop(writer);
        let all = Stop::new().unwrap().read_to_end(again, Duration::from_hours(1), || ()).unwrap();
        assert_eq!(all.unwrap(), b"3\n");
    }

    #[test]
    fn a_flag_is_set_as_another() {
        let (signalled, unset, first) = (Stop::new().unwrap(), Stop::new().unwrap(), Stop::new().unwrap());
        signalled.shared.signals.take(2, false);
        first.set_as(&signalled);
        assert_eq!((first.is_set(), first.signal()), (true, Some(2)));
        let second = Stop::new().unwrap();
        second.set_as(&unset);
        assert_eq!((second.is_set(), second.signal(), unset.is_set()), (true, None, false));
        // What set it first counts.
        second.set_as(&signalled);
        assert_eq!(second.signal(), None);
    }

    #[test]
    fn a_flag_ends_the_work_before_the_deadline() {
        let stop = Stop::new().unwrap();
        let never = Stop::new().unwrap();
        let far = Instant::now() + Duration::from_hours(1);
        stop.until(far, |inner| {
            stop.now();
            inner.wait_beside(&never);
        })
        .unwrap();
        assert!(!Stop::new().unwrap().until(far, Stop::is_set).unwrap());
    }
}
