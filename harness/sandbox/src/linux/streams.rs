//! What a program writes: two pipes that are read without ever waiting.
//!
//! A program can hold a writing end where no process is, in a message that is never received, and it
//! can read what it wrote itself, by opening its descriptor anew. So neither "ready" nor "all writers are
//! dead" means that a read returns.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};

use crate::bounds::{MOST_ERRORS, STDERR_KEPT};
use crate::{Breach, Bytes, Tail};

/// Bytes read from a pipe at once.
pub const CHUNK: usize = 64 * 1024;

/// A pipe that fills up is made this large: fewer turns between writer and reader.
const LARGE_PIPE: usize = 1024 * 1024;

/// The read ends of the program's output.
pub struct Streams {
    /// Standard output, until its end.
    pub stdout: Option<File>,
    /// Standard error, until its end.
    pub stderr: Option<File>,
}

/// What came out of the program so far.
pub struct Collected<'a> {
    /// Takes what is within the cap, and nothing when the stream has ended.
    pub output: &'a mut dyn FnMut(&[u8]),
    /// Takes all of standard error, which then counts like output; else its two ends are kept.
    pub errors: Option<&'a mut Vec<u8>>,
    /// Bytes of output.
    pub bytes: u64,
    /// The most that is handed on.
    pub cap: u64,
    /// Of standard error.
    pub stderr: Tail,
    /// Bytes of standard error, where it does not count like output.
    pub error_bytes: u64,
}

/// What there was to read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// A chunk.
    Some,
    /// Not now.
    Nothing,
    /// Nor ever.
    End,
}

/// Reads once. Nothing here waits: the program may have taken what was there.
fn read_once(stream: &mut Option<File>, buffer: &mut [u8], mut take: impl FnMut(&File, &[u8])) -> Heard {
    let Some(file) = stream else { return Heard::End };
    loop {
        match file.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Heard::Nothing,
            Ok(0) | Err(_) => {
                *stream = None;
                return Heard::End;
            }
            Ok(length) => {
                take(file, &buffer[..length]);
                return Heard::Some;
            }
        }
    }
}

impl Streams {
    /// Reads a chunk of standard output.
    pub fn read_output(&mut self, buffer: &mut [u8], collected: &mut Collected<'_>) -> Heard {
        let was_open = self.stdout.is_some();
        let heard = read_once(&mut self.stdout, buffer, |file, chunk| {
            if chunk.len() == CHUNK && collected.bytes < CHUNK as u64 {
                let _ = rustix::pipe::fcntl_setpipe_size(file.as_fd(), LARGE_PIPE);
            }
            collected.take_output(chunk);
        });
        if was_open && heard == Heard::End {
            (collected.output)(&[]);
        }
        heard
    }

    /// Reads a chunk of standard error.
    pub fn read_errors(&mut self, buffer: &mut [u8], collected: &mut Collected<'_>) -> Heard {
        read_once(&mut self.stderr, buffer, |_, chunk| collected.take_errors(chunk))
    }

    /// Reads what the pipes still hold. All writers are dead, but a writing end may live on for a while
    /// where no process has it, as in a message that is never received: so empty is the end.
    pub fn drain(&mut self, buffer: &mut [u8], collected: &mut Collected<'_>) {
        while self.read_output(buffer, collected) == Heard::Some {}
        while self.read_errors(buffer, collected) == Heard::Some {}
    }
}

/// A pipe of which the reading end never waits.
pub fn output_pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = io::pipe()?;
    rustix::io::ioctl_fionbio(&reader, true)?;
    Ok((reader.into(), writer.into()))
}

impl<'a> Collected<'a> {
    /// Nothing so far.
    pub fn new(output: &'a mut dyn FnMut(&[u8]), errors: Option<&'a mut Vec<u8>>, cap: Bytes) -> Self {
        Self { output, errors, bytes: 0, cap: cap.0, stderr: Tail::default(), error_bytes: 0 }
    }

    /// What of this chunk is within the cap.
    fn within<'c>(&self, chunk: &'c [u8]) -> &'c [u8] {
        let room = usize::try_from(self.cap.saturating_sub(self.bytes)).unwrap_or(usize::MAX);
        &chunk[..room.min(chunk.len())]
    }

    /// Hands on what is within the cap and counts the rest.
    fn take_output(&mut self, chunk: &[u8]) {
        let within = self.within(chunk);
        if !within.is_empty() {
            (self.output)(within);
        }
        self.bytes += chunk.len() as u64;
    }

    fn take_errors(&mut self, chunk: &[u8]) {
        let within = self.within(chunk);
        if let Some(errors) = &mut self.errors {
            errors.extend_from_slice(within);
            self.bytes += chunk.len() as u64;
        } else {
            self.stderr.push(chunk, STDERR_KEPT);
            self.error_bytes += chunk.len() as u64;
        }
    }

    /// What there is too much of, if that is so.
    pub fn breach(&self) -> Option<Breach> {
        if self.bytes > self.cap {
            Some(Breach::Output)
        } else if self.error_bytes > self.cap.max(MOST_ERRORS.0) {
            Some(Breach::Errors)
        } else {
            None
        }
    }
}
