//! The end of a program and of everything that it left behind.
//!
//! A program can delay the reaping of a process: one that is traced by another
//! is a zombie that only its tracer sees, and one that waits in the kernel dies after the kill. So
//! nothing here waits for a process without an end, and all of it ends when the harness is gone.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::linux::sys;
use crate::{Fault, Step};

/// How long what was killed may take to be gone. It is a matter of microseconds, but for a process that
/// waits for a disk or gives much memory back.
pub const DYING: Duration = Duration::from_secs(10);

/// The longest pause between two looks at what was killed.
const LONGEST_PAUSE: Duration = Duration::from_millis(2);

/// Whether to wait for a process that has not ended yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// Until one ends.
    Block,
    /// Only look.
    Look,
}

/// A process that was reaped.
#[derive(Clone, Copy, Debug)]
pub struct Reaped {
    /// Its number.
    pub pid: i32,
    /// Its status as `wait` gives it.
    pub status: i32,
    /// CPU time, user and system, of it and of all that it waited for.
    pub cpu: Duration,
    /// The part of it in user mode.
    pub user: Duration,
    /// The part of it in the kernel.
    pub system: Duration,
    /// Page faults, likewise.
    pub page_faults: u64,
    /// Context switches, likewise.
    pub switches: u64,
    /// The largest resident set of it or of any that it waited for, in bytes.
    pub max_resident: u64,
}

/// All that was reaped after a run.
pub struct Remains {
    /// The program itself.
    pub program: Reaped,
    /// All others.
    pub others: Vec<Reaped>,
    /// How many of the others lived when the program had ended.
    pub alive: u32,
}

/// Reaps the program `pid`, which has ended, and everything else that comes to us; `kill` kills
/// whatever still lives, and is called until nothing does.
///
/// # Errors
/// Something did not die, or the harness is gone: the launcher is of no more use.
pub fn reap(pid: i32, harness: BorrowedFd<'_>, kill: &dyn Fn()) -> Result<Remains, Fault> {
    // Nearly always this is all: the program has ended, and no other process is left.
    let mut program = sys::wait(pid, Wait::Look).ok().flatten();
    let (mut others, mut alive, mut has_killed) = (Vec::new(), 0, false);
    let mut patience = Patience::new();
    loop {
        match sys::wait(-1, Wait::Look) {
            Ok(Some(reaped)) if reaped.pid == pid => program = Some(reaped),
            Ok(Some(reaped)) => {
                others.push(reaped);
                alive += u32::from(has_killed);
            }
            Ok(None) => {
                kill();
                // A process that dies at once is reaped at once.
                if has_killed {
                    patience.pause(harness)?;
                }
                has_killed = true;
            }
            // No process is left.
            Err(_) => break,
        }
    }
    let program = program.ok_or(Fault { step: Step::Wait, errno: libc::ECHILD })?;
    Ok(Remains { program, others, alive })
}

/// Pauses that become longer, up to a point at which it is enough.
pub struct Patience {
    until: Instant,
    pause: Duration,
}

impl Patience {
    /// From now on.
    pub fn new() -> Self {
        Self { until: Instant::now() + DYING, pause: Duration::from_micros(30) }
    }

    /// Whether it is at its end.
    pub fn is_over(&self) -> bool {
        Instant::now() > self.until
    }

    /// Waits a little, unless the harness has gone or it is enough.
    fn pause(&mut self, harness: BorrowedFd<'_>) -> Result<(), Fault> {
        if self.is_over() {
            return Err(Fault { step: Step::Wait, errno: libc::ETIMEDOUT });
        }
        let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(self.pause.subsec_nanos()) };
        // Asked for nothing, it still tells when the other end is closed.
        let mut fds = [PollFd::from_borrowed_fd(harness, PollFlags::empty())];
        let _ = poll(&mut fds, Some(&timeout));
        if fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) {
            return Err(Fault { step: Step::TalkToLauncher, errno: libc::EPIPE });
        }
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        Ok(())
    }
}
