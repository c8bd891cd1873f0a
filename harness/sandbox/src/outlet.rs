//! A pipe into a program that runs: the writer's end, and the end that becomes its standard input.

use std::io::{self, PipeWriter, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::event::{PollFd, PollFlags, poll};

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

    /// Writes all of it. The pipe is closed, and everything after goes nowhere, when its reader is gone
    /// or while this waits for the reader and the flag is set.
    pub fn write(&mut self, mut chunk: &[u8], stop: &Stop) {
        while let Some(pipe) = self.0.as_mut().filter(|_| !chunk.is_empty()) {
            match pipe.write(chunk) {
                Ok(written) => chunk = &chunk[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && has_room(pipe, stop) => {}
                Err(_) => self.0 = None,
            }
        }
    }
}

/// Waits until the pipe takes more, or its reader is gone; not if the flag is set first.
fn has_room(pipe: &PipeWriter, stop: &Stop) -> bool {
    let flag = PollFd::from_borrowed_fd(stop.fd(), PollFlags::IN);
    let mut fds = [PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::OUT), flag];
    let _ = poll(&mut fds, None);
    !stop.is_set()
}
