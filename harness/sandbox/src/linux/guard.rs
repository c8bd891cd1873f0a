//! The guard of a compiler: it ends it, with all that it started, when the judge asks for that or is
//! no more.
//!
//! The judge can be killed by a signal that nobody catches, so whoever cleans up after it must be
//! another process. This one starts the tool and holds one end of a *lifeline*; when the other end
//! closes, by hand or with the judge, the tool and all its descendants are ended.

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};

use crate::linux::plan::Resource;
use crate::linux::{sweep, sys};

/// The first argument that turns this executable into a guard; the words of the tool follow.
pub const HOOK: &str = "__guard";

/// How long a tool that is asked to end may take to remove its temporary files.
const GRACE: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };

/// The life of a guard, whose standard input is the lifeline; returns its exit status, which is that
/// of the tool. The number of the error goes into the lifeline if there is no tool to start.
pub fn main(mut words: impl Iterator<Item = OsString>) -> i32 {
    let Ok(mut lifeline) = take_lifeline() else { return 1 };
    // Whoever leaves the tool's process tree comes to us.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    #[expect(clippy::disallowed_methods, reason = "a trusted tool, behind `run_tool_until`")]
    let mut command = Command::new(words.next().unwrap_or_default());
    match command.args(words).stdin(Stdio::null()).process_group(0).spawn() {
        Ok(tool) => watch(tool, &lifeline),
        Err(error) => {
            let number = error.raw_os_error().unwrap_or(libc::EIO);
            let _ = lifeline.write_all(&number.to_ne_bytes());
            1
        }
    }
}

/// The tool must not find the lifeline as its standard input.
fn take_lifeline() -> io::Result<UnixStream> {
    rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3).map(UnixStream::from).map_err(io::Error::from)
}

/// Waits for the end of the tool or of the lifeline.
fn watch(mut tool: Child, lifeline: &UnixStream) -> i32 {
    let group = Pid::from_child(&tool);
    let Ok(end) = pidfd_open(group, PidfdFlags::empty()) else {
        // Nobody could be told of its end, so it does not go on.
        sweep::kill_descendants(None);
        return 1;
    };
    loop {
        let mut fds = [PollFd::new(&end, PollFlags::IN), PollFd::new(lifeline, PollFlags::IN)];
        if poll(&mut fds, None).is_err() {
            continue;
        }
        if !fds[0].revents().is_empty() {
            return tool.wait().map_or(1, pass_on);
        }
        if !fds[1].revents().is_empty() {
            break;
        }
    }
    // Until its leader is waited for the group exists, so this reaches nobody else.
    let _ = kill_process_group(group, Signal::TERM);
    // Ended, late or interrupted: what is left now has had its chance.
    let _ = poll(&mut [PollFd::new(&end, PollFlags::IN)], Some(&GRACE));
    sweep::kill_descendants(None);
    while sys::wait(-1, sys::Wait::Block).is_ok() {}
    1
}

/// The exit status of the tool, or its signal sent to ourselves, so that the judge sees its end.
fn pass_on(status: std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    if let Some(signal) = status.signal() {
        // One core dump, that of the tool, is enough.
        let _ = sys::limit_self(Resource::Core, 0);
        if let Some(signal) = Signal::from_named_raw(signal) {
            let _ = rustix::process::kill_process(rustix::process::getpid(), signal);
        }
    }
    status.code().unwrap_or(1)
}
