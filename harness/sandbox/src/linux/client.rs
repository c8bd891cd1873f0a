//! The harness's side of one launcher: starts it, asks it to run programs, reads their output.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, getpriority_process};

use crate::bounds::STDERR_KEPT;
use crate::linux::launcher::{HIGHEST_PRIORITY, HOOK};
use crate::linux::wire::{Done, KILL, Reply, Request, Setup};
use crate::linux::{descriptors, socket, warm, workdir};
use crate::{Bounds, Breach, Ending, Execution, Fault, Guarantees, Program, Stdin, Step, Stop, Tail};

/// Bytes read from a pipe at once.
const CHUNK: usize = 64 * 1024;

/// A pipe that fills up is made this large: fewer turns between writer and reader.
const LARGE_PIPE: usize = 1024 * 1024;

/// One launcher and what it needs.
pub struct Client {
    launcher: Process,
    buffer: Vec<u8>,
    /// What the launcher can do.
    pub guarantees: Guarantees,
}

/// The process of a launcher and its folder; both are gone when this is dropped.
struct Process {
    child: Child,
    socket: OwnedFd,
    workdir: PathBuf,
}

/// The read ends of the program's output.
struct Streams {
    stdout: Option<File>,
    stderr: Option<File>,
}

/// What came out of the program so far.
struct Collected<'a> {
    output: &'a mut dyn FnMut(&[u8]),
    bytes: u64,
    cap: u64,
    stderr: Tail,
}

impl Client {
    /// Starts a launcher and waits until it is ready.
    pub fn start(setup: &Setup) -> Result<Self, Fault> {
        workdir::make(&setup.workdir).map_err(|error| Fault::new(Step::MakeWorkdir, &error))?;
        let launcher = Process::start(setup).inspect_err(|_| {
            let _ = std::fs::remove_dir(&setup.workdir);
        })?;
        socket::send(&launcher.socket, &setup.encode(), &[]).map_err(|_| broken())?;
        let mut buffer = vec![0; CHUNK];
        match receive(&launcher.socket, &mut buffer)? {
            Reply::Ready(guarantees) => Ok(Self { launcher, buffer, guarantees }),
            Reply::Failed(fault) => Err(fault),
            Reply::Done(_) => Err(broken()),
        }
    }

    /// Whether the launcher, and so its programs, have the highest priority there is.
    pub fn is_first(&self) -> bool {
        let launcher = Pid::from_child(&self.launcher.child);
        let is_highest = getpriority_process(Some(launcher)).is_ok_and(|nice| nice == HIGHEST_PRIORITY);
        let session = format!("/proc/{}/autogroup", self.launcher.child.id());
        // Empty or not there where sessions have no share of their own.
        let share = std::fs::read_to_string(session).unwrap_or_default();
        is_highest && (share.is_empty() || share.trim().ends_with(&format!("nice {HIGHEST_PRIORITY}")))
    }

    /// Runs one program.
    pub fn run(
        &mut self,
        program: &Program,
        bounds: &Bounds,
        stop: &Stop,
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<Execution, Fault> {
        let pipe = || io::pipe().map_err(|error| Fault::new(Step::MakePipes, &error));
        let input = match &program.stdin {
            Stdin::Empty => File::open("/dev/null"),
            Stdin::File(path) => File::open(path),
            Stdin::Pipe(end) => end.take().map(File::from).ok_or(io::ErrorKind::BrokenPipe.into()),
        };
        let input = input.map_err(|error| Fault::new(Step::OpenInput, &error))?;
        if matches!(program.stdin, Stdin::File(_)) {
            warm::read_ahead(&input);
        }
        let (stdout, stdout_end) = pipe()?;
        let (stderr, stderr_end) = pipe()?;
        let request = Request {
            executable: program.executable.clone(),
            args: program.args.clone(),
            files: program.files.clone(),
            pad: program.pad,
            bounds: bounds.clone(),
        };
        let streams = [input.as_fd(), stdout_end.as_fd(), stderr_end.as_fd()];
        socket::send(&self.launcher.socket, &request.encode(), &streams).map_err(|_| broken())?;
        drop((input, stdout_end, stderr_end));
        let mut streams = Streams {
            stdout: Some(OwnedFd::from(stdout).into()),
            stderr: Some(OwnedFd::from(stderr).into()),
        };
        let mut collected = Collected { output, bytes: 0, cap: bounds.output.0, stderr: Tail::default() };
        let (done, interrupted) = self.attend(&mut streams, &mut collected, stop)?;
        // All writers are dead, so this comes to an end; it is what the pipes still hold.
        streams.drain(&mut self.buffer, &mut collected);
        let ending = match done.ending {
            Ending::Interrupted if !interrupted => Ending::Stopped(Breach::Output),
            ended if collected.is_over() && matches!(ended, Ending::Exited(_) | Ending::Signaled(_)) => {
                Ending::Stopped(Breach::Output)
            }
            other => other,
        };
        Ok(Execution {
            ending,
            usage: done.usage,
            stdout_bytes: collected.bytes,
            stderr: collected.stderr,
            leftovers: done.leftovers,
            oom_killed: done.oom_killed,
            refused_forks: done.refused_forks,
            enforced: self.guarantees,
        })
    }

    /// Reads the output until the launcher says that the run is over. Tells it to end the run when
    /// there is too much output, and when the judge stops, which is also returned.
    fn attend(
        &mut self,
        streams: &mut Streams,
        collected: &mut Collected<'_>,
        stop: &Stop,
    ) -> Result<(Done, bool), Fault> {
        let mut killed = false;
        let mut interrupted = false;
        loop {
            let (mut output_ready, mut errors_ready) = (false, false);
            let (reply_ready, stop_ready);
            {
                let mut fds = vec![PollFd::from_borrowed_fd(self.launcher.socket.as_fd(), PollFlags::IN)];
                fds.push(PollFd::from_borrowed_fd(
                    stop.fd(),
                    if interrupted { PollFlags::empty() } else { PollFlags::IN },
                ));
                let open = [streams.stdout.as_ref(), streams.stderr.as_ref()];
                fds.extend(
                    open.iter().flatten().map(|file| PollFd::from_borrowed_fd(file.as_fd(), PollFlags::IN)),
                );
                match poll(&mut fds, None) {
                    Ok(_) => {}
                    Err(rustix::io::Errno::INTR) => continue,
                    Err(errno) => return Err(Fault { step: Step::ReadOutput, errno: errno.raw_os_error() }),
                }
                reply_ready = !fds[0].revents().is_empty();
                stop_ready = fds[1].revents().contains(PollFlags::IN);
                let mut ready = fds[2..].iter().map(|fd| !fd.revents().is_empty());
                for (stream, is_ready) in open.iter().zip([&mut output_ready, &mut errors_ready]) {
                    if stream.is_some() {
                        *is_ready = ready.next().unwrap_or(false);
                    }
                }
            }
            if output_ready {
                streams.read_output(&mut self.buffer, collected);
            }
            if errors_ready {
                streams.read_errors(&mut self.buffer, collected);
            }
            if stop_ready && !interrupted {
                interrupted = true;
            }
            if (interrupted || collected.is_over()) && !killed {
                killed = true;
                let _ = socket::send(&self.launcher.socket, KILL, &[]);
            }
            if reply_ready {
                return match receive(&self.launcher.socket, &mut self.buffer)? {
                    Reply::Done(done) => Ok((done, interrupted)),
                    Reply::Failed(fault) => Err(fault),
                    Reply::Ready(_) => Err(broken()),
                };
            }
        }
    }
}

impl Streams {
    fn read_output(&mut self, buffer: &mut [u8], collected: &mut Collected<'_>) {
        let Some(file) = &mut self.stdout else { return };
        match file.read(buffer) {
            Ok(0) | Err(_) => self.stdout = None,
            Ok(length) => {
                if length == CHUNK && collected.bytes < CHUNK as u64 {
                    let _ = rustix::pipe::fcntl_setpipe_size(file.as_fd(), LARGE_PIPE);
                }
                collected.take_output(&buffer[..length]);
            }
        }
    }

    fn read_errors(&mut self, buffer: &mut [u8], collected: &mut Collected<'_>) {
        let Some(file) = &mut self.stderr else { return };
        match file.read(buffer) {
            Ok(0) | Err(_) => self.stderr = None,
            Ok(length) => collected.stderr.push(&buffer[..length], STDERR_KEPT),
        }
    }

    fn drain(&mut self, buffer: &mut [u8], collected: &mut Collected<'_>) {
        while self.stdout.is_some() {
            self.read_output(buffer, collected);
        }
        while self.stderr.is_some() {
            self.read_errors(buffer, collected);
        }
    }
}

impl Collected<'_> {
    /// Hands on what is within the cap and counts the rest.
    fn take_output(&mut self, chunk: &[u8]) {
        let room = usize::try_from(self.cap.saturating_sub(self.bytes)).unwrap_or(usize::MAX);
        let within = &chunk[..room.min(chunk.len())];
        if !within.is_empty() {
            (self.output)(within);
        }
        self.bytes += chunk.len() as u64;
    }

    fn is_over(&self) -> bool {
        self.bytes > self.cap
    }
}

impl Process {
    fn start(setup: &Setup) -> Result<Self, Fault> {
        let fault = |error: io::Error| Fault::new(Step::StartLauncher, &error);
        let (socket, theirs) = socket::pair().map_err(fault)?;
        #[expect(clippy::disallowed_methods, reason = "the sandbox starts its launchers")]
        let child = Command::new("/proc/self/exe")
            .arg(HOOK)
            .env_clear()
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .spawn()
            .map_err(fault)?;
        descriptors::give_back(Pid::from_child(&child));
        Ok(Self { child, socket, workdir: setup.workdir.clone() })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The launcher sees the end of the socket, kills what runs, and exits.
        let _ = rustix::net::shutdown(&self.socket, rustix::net::Shutdown::Both);
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.workdir);
    }
}

fn receive(socket: &OwnedFd, buffer: &mut [u8]) -> Result<Reply, Fault> {
    match socket::receive(socket, buffer) {
        Ok((length, _)) if length > 0 => Reply::decode(&buffer[..length]).ok_or_else(broken),
        _ => Err(broken()),
    }
}

/// The launcher is gone or talks nonsense.
fn broken() -> Fault {
    Fault { step: Step::TalkToLauncher, errno: libc::EPIPE }
}
