//! The loop of `watch`: waits for changes, keys and signals, and has what is touched run again.
//!
//! A run that is under way when something changes is cut off: what it would say is out of date. What it was
//! about is run together with what is new.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use harness_sandbox::Stop;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::ui::{Key, Keys};
use crate::watch::changes::Burst;
use crate::watch::folders::Folders;
use crate::watch::{Changes, WatchError};

/// Why something is run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cause {
    /// Everything is asked for: at the beginning, and by a key.
    pub all: bool,
    /// What has changed.
    pub changes: Changes,
}

impl Cause {
    fn add(&mut self, other: Self) {
        self.all |= other.all;
        self.changes.add(other.changes);
    }
}

/// What came of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// What was asked for was run.
    Done,
    /// A change has cut it off. What was asked for is run together with what is new.
    CutOff,
    /// The workspace cannot be used as it is. What was asked for is run when it can be.
    Unusable,
}

/// What is watched, and what ends it.
pub struct Watching<'a> {
    /// The root of the workspace.
    pub root: &'a Path,
    /// Set by a signal.
    pub stop: &'a Stop,
    /// The keys.
    pub keys: Keys,
    /// Where reports go: when its reader is gone, it is over.
    pub output: BorrowedFd<'a>,
}

/// Runs what is asked for, until the flag is set.
pub type Rerun<'r> = dyn FnMut(&Cause, &Stop) -> Result<Ran, Failure> + Send + 'r;

/// Watches until a key, a signal or the reader of the output ends it.
///
/// # Errors
/// The workspace cannot be watched any more, or a run has ended in an error that no change can mend.
pub fn attend(watching: Watching<'_>, rerun: &mut Rerun<'_>) -> Result<ExitCode, Failure> {
    let folders = Folders::watch(watching.root).map_err(unwatchable)?;
    let mut attention = Attention { watching, folders, news: Cause::default(), end: None };
    let mut cause = Cause { all: true, ..Cause::default() };
    loop {
        if attention.run(&cause, rerun)? == Ran::Done {
            cause = Cause::default();
        }
        attention.wait_for_news()?;
        if let Some(end) = attention.end {
            return Ok(end);
        }
        cause.add(std::mem::take(&mut attention.news));
    }
}

struct Attention<'a> {
    watching: Watching<'a>,
    folders: Folders,
    /// What is to be run next.
    news: Cause,
    /// How it ends.
    end: Option<ExitCode>,
}

impl Attention<'_> {
    /// Runs what is asked for, until something comes that cuts it off.
    fn run(&mut self, cause: &Cause, rerun: &mut Rerun<'_>) -> Result<Ran, Failure> {
        let inner = Stop::new().map_err(no_means)?;
        let (over, at_end) = io::pipe().map_err(no_means)?;
        let (over, at_end) = (OwnedFd::from(over), OwnedFd::from(at_end));
        thread::scope(|scope| {
            let running = thread::Builder::new().name("rerun".to_owned()).spawn_scoped(scope, || {
                // Closed however the run ends.
                let _at_end = at_end;
                rerun(cause, &inner)
            });
            let running = running.map_err(no_means)?;
            let mut attended = Ok(false);
            while let Ok(false) = attended {
                attended = self.wait(None, Some(over.as_fd()));
                let is_last = attended.is_err() || self.end.is_some();
                if (is_last || self.has_news()) && !inner.is_set() {
                    inner.set_as(self.watching.stop);
                }
                if is_last {
                    // What ends it stays readable: only the run is waited for.
                    break;
                }
            }
            let ran = running.join().map_err(|_| Failure::judge(anyhow!("a run panicked")))?;
            attended.and(ran)
        })
    }

    fn has_news(&self) -> bool {
        self.news != Cause::default()
    }

    /// Waits until something is to be run and it is quiet, or until it is over.
    fn wait_for_news(&mut self) -> Result<(), Failure> {
        while self.end.is_none() && !self.has_news() {
            self.wait(None, None)?;
        }
        let mut burst = Burst::begun(Instant::now());
        while self.end.is_none() && !self.news.changes.is_empty() {
            let left = burst.left(Instant::now());
            if left.is_zero() {
                break;
            }
            let before = self.news.changes.clone();
            self.wait(Some(left), None)?;
            if self.news.changes != before {
                burst.goes_on(Instant::now());
            }
        }
        Ok(())
    }

    /// Waits once for whatever comes first, and takes it in; whether the run is over that this belongs to.
    fn wait(&mut self, most: Option<Duration>, over: Option<BorrowedFd<'_>>) -> Result<bool, Failure> {
        let Watching { stop, keys, output, .. } = &mut self.watching;
        let readable = |fd| PollFd::from_borrowed_fd(fd, PollFlags::IN);
        let pressed = keys.fd();
        let mut fds = vec![
            readable(stop.fd()),
            readable(self.folders.as_fd()),
            // Only of its end.
            PollFd::from_borrowed_fd(*output, PollFlags::empty()),
        ];
        fds.extend([pressed, over].into_iter().flatten().map(readable));
        let most = most.and_then(|most| Timespec::try_from(most).ok());
        match poll(&mut fds, most.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(no_means(errno.into())),
        }
        let came: Vec<PollFlags> = fds.iter().map(PollFd::revents).collect();
        drop(fds);
        let mut later = came[3..].iter().map(|flags| !flags.is_empty());
        let has_keys = pressed.is_some() && later.next() == Some(true);
        let is_over = over.is_some() && later.next() == Some(true);
        if came[2].intersects(PollFlags::ERR | PollFlags::HUP) {
            self.end = self.end.or(Some(ExitCode::ClosedPipe));
        }
        if has_keys {
            for key in keys.read() {
                match key {
                    Key::Enter => self.news.all = true,
                    Key::Quit => self.end = self.end.or(Some(ExitCode::Fine)),
                }
            }
        }
        if stop.is_set() {
            // A second signal ends the process at once.
            keys.stop();
            self.end = Some(stop.signal().map_or(ExitCode::Fine, ExitCode::Interrupted));
        }
        if !came[1].is_empty() {
            self.news.changes.add(self.folders.changes().map_err(unwatchable)?);
        }
        Ok(is_over)
    }
}

fn no_means(error: io::Error) -> Failure {
    Failure::judge(anyhow::Error::from(error).context("failed to wait for changes"))
}

fn unwatchable(error: WatchError) -> Failure {
    Failure::usage(error)
}
