//! A pipe into a program that runs: the writer's end, and the end that becomes its standard input.

use std::io::{self, PipeWriter, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::stop::Stop;

/// The reading end, to be handed on once. The giver keeps no copy: the other end would never
/// learn that its reader is gone.
#[derive(Clone, Debug)]
pub struct PipeEnd(Arc<Mutex<Option<OwnedFd>>>);

impl PipeEnd {
    /// The descriptor, the first time; then it is gone.
    pub(crate) fn take(&self) -> Option<OwnedFd> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The writing end.
#[derive(Debug)]
pub struct Outlet(Option<PipeWriter>);

impl Outlet {
    /// Both ends of a new pipe.
    ///
    /// # Errors
    /// No pipe could be made.
    pub fn pair() -> io::Result<(Self, PipeEnd)> {
        let (reader, writer) = io::pipe()?;
        rustix::io::ioctl_fionbio(&writer, true)?;
        Ok((Self(Some(writer)), PipeEnd(Arc::new(Mutex::new(Some(reader.into()))))))
    }

    /// Writes all of it, or all that the pipe takes before it has been full for a while; what is left stays
    /// in `chunk`. The pipe is closed, and everything after goes nowhere, when its reader is gone or while
    /// this waits for the reader and the flag is set.
    pub fn write(&mut self, chunk: &mut &[u8], stop: &Stop) {
        while let Some(pipe) = self.0.as_mut().filter(|_| !chunk.is_empty()) {
            match pipe.write(chunk) {
                Ok(written) => *chunk = &chunk[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => match wait_for_room(pipe, stop) {
                    _ if stop.is_set() => self.0 = None,
                    Ok(0) => return,
                    Ok(_) | Err(_) => {}
                },
                Err(_) => self.0 = None,
            }
        }
        *chunk = &[];
    }
}

/// How long a pipe may be full before its writer is told.
const FULL: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };

/// Waits until the pipe takes more, its reader is gone, or the flag is set; 0 where nothing of it happens.
fn wait_for_room(pipe: &PipeWriter, stop: &Stop) -> rustix::io::Result<usize> {
    let flag = PollFd::from_borrowed_fd(stop.fd(), PollFlags::IN);
    let mut fds = [PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::OUT), flag];
    poll(&mut fds, Some(&FULL))
}
