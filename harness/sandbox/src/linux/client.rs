//! The harness's side of one launcher: starts it, asks it to run programs, reads their output.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, getpriority_process, pidfd_open};

use crate::linux::input::{open_empty, open_input};
use crate::linux::launcher::{HIGHEST_PRIORITY, HOOK};
use crate::linux::socket::Inbox;
use crate::linux::streams::{CHUNK, Collected, Streams, output_pipe};
use crate::linux::wire::{Done, KILL, Reply, Request, Setup};
use crate::linux::{descriptors, socket, warm, workdir};
use crate::program::variable;
use crate::{Bounds, Breach, Ending, Execution, Fault, Guarantees, Kept, Program, Stdin, Step, Stop};

/// One launcher and what it needs.
pub struct Client {
    launcher: Process,
    inbox: Inbox,
    buffer: Vec<u8>,
    /// Where inputs are opened.
    inputs: Option<OwnedFd>,
    /// No other program may run here.
    is_spent: bool,
    /// The last program wrote more than a pipe holds.
    writes_much: bool,
    /// What the launcher can do.
    pub guarantees: Guarantees,
}

/// From when on what a program writes is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listening {
    /// As soon as there is something.
    AtOnce,
    /// After a while. Most programs have ended by then, and all that they wrote is in the pipes: the harness is woken
    /// once, where it would be at the first output and at the end of each stream, too.
    Later,
}

/// How long that is. A program that fills its pipe earlier waits until then, and the next one does not.
const UNHEARD: Timespec = Timespec { tv_sec: 0, tv_nsec: 1_000_000 };

/// What a pipe holds at least, see `pipe(7)`.
const SMALL_PIPE: u64 = 64 * 1024;

/// The process of a launcher and its folder; both are gone when this is dropped.
struct Process {
    child: Child,
    socket: OwnedFd,
    workdir: PathBuf,
}

impl Client {
    /// Starts a launcher and waits until it is ready.
    pub fn start(setup: &Setup) -> Result<Self, Fault> {
        workdir::make(&setup.workdir).map_err(|error| Fault::new(Step::MakeWorkdir, &error))?;
        let launcher = Process::start(setup).inspect_err(|_| {
            let _ = std::fs::remove_dir(&setup.workdir);
        })?;
        socket::send(&launcher.socket, &setup.encode(), &[]).map_err(|_| broken())?;
        let mut inbox = Inbox::default();
        let received = inbox.receive(&launcher.socket).map_err(|_| broken())?;
        match Reply::decode(&received.message) {
            Some(Reply::Ready(guarantees)) => {
                let inputs = received.descriptors.into_iter().next();
                let buffer = vec![0; CHUNK];
                Ok(Self { launcher, inbox, buffer, inputs, is_spent: false, writes_much: false, guarantees })
            }
            Some(Reply::Failed(fault)) => Err(fault),
            Some(Reply::Done(_)) | None => Err(broken()),
        }
    }

    /// The process that starts the launcher proper, which starts the programs.
    pub fn keeper(&self) -> i32 {
        Pid::from_child(&self.launcher.child).as_raw_pid()
    }

    /// Whether the last program left the launcher in a state in which no other should run.
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Whether the launcher, and so its programs, have the highest priority there is.
    pub fn has_priority(&self) -> bool {
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
        let input = match &program.stdin {
            Stdin::Empty => open_empty(self.inputs.as_ref()),
            Stdin::File(path) => open_input(path, self.inputs.as_ref()),
            Stdin::Pipe(end) => end.take().map(File::from).ok_or(io::ErrorKind::BrokenPipe.into()),
        };
        let input = input.map_err(|error| Fault::new(Step::OpenInput, &error))?;
        if matches!(program.stdin, Stdin::File(_)) {
            warm::read_ahead(&input);
        }
        let request = Request {
            executable: program.executable.clone(),
            args: program.args.clone(),
            files: self.reachable(program),
            environment: program.environment.iter().map(variable).collect(),
            pad: program.pad,
            bounds: bounds.clone(),
            folder: program.folder.clone(),
            kept: program.kept.as_ref().map(Kept::names).unwrap_or_default(),
            taken: program.kept.as_ref().and_then(Kept::taken_name),
            shares: program.kept.as_ref().map(Kept::folder).unwrap_or_default(),
            answers_apart: program.answers_apart,
            build: None,
        };
        let is_in_dialogue = matches!(program.stdin, Stdin::Pipe(_));
        let listening = if is_in_dialogue || self.writes_much { Listening::AtOnce } else { Listening::Later };
        let collected = Collected::new(output, None, bounds.output);
        self.perform_and_keep(&request, (input, program.kept.as_ref()), stop, collected, listening)
    }

    /// An input with nothing in it.
    pub fn empty_input(&self) -> Result<File, Fault> {
        open_empty(self.inputs.as_ref()).map_err(|error| Fault::new(Step::OpenInput, &error))
    }

    /// Does what a request says. All of standard error goes to `errors`, if that is given, and counts
    /// like output then.
    pub fn perform(
        &mut self,
        request: &Request,
        input: File,
        stop: &Stop,
        output: &mut dyn FnMut(&[u8]),
        errors: Option<&mut Vec<u8>>,
    ) -> Result<Execution, Fault> {
        let collected = Collected::new(output, errors, request.bounds.output);
        self.perform_and_keep(request, (input, None), stop, collected, Listening::AtOnce)
    }

    /// The same, and takes in the files that were asked for.
    fn perform_and_keep(
        &mut self,
        request: &Request,
        (input, kept): (File, Option<&Kept>),
        stop: &Stop,
        mut collected: Collected<'_>,
        listening: Listening,
    ) -> Result<Execution, Fault> {
        let pipe = || output_pipe().map_err(|error| Fault::new(Step::MakePipes, &error));
        let (stdout, stdout_end) = pipe()?;
        let (stderr, stderr_end) = pipe()?;
        let streams = [input.as_fd(), stdout_end.as_fd(), stderr_end.as_fd()];
        socket::send(&self.launcher.socket, &request.encode(), &streams).map_err(|_| broken())?;
        drop((input, stdout_end, stderr_end));
        let mut streams = Streams { stdout: Some(stdout.into()), stderr: Some(stderr.into()) };
        let (done, taken, interrupted) = self.attend(&mut streams, &mut collected, stop, listening)?;
        self.is_spent = done.is_spent;
        if let Some(kept) = kept {
            let contents = done.kept.into_iter().map(OsString::into_vec).collect();
            kept.found(contents, taken.map(File::from));
        }
        streams.drain(&mut self.buffer, &mut collected);
        self.writes_much = collected.bytes > SMALL_PIPE;
        let ending = match (done.ending, collected.breach()) {
            (Ending::Interrupted, breach) if !interrupted => {
                Ending::Stopped(breach.unwrap_or(Breach::Output))
            }
            (Ending::Exited(_) | Ending::Signaled(_), Some(breach)) => Ending::Stopped(breach),
            (other, _) => other,
        };
        Ok(Execution {
            ending,
            usage: done.usage,
            stdout_bytes: collected.bytes,
            stderr: collected.stderr,
            leftovers: done.leftovers,
            oom_killed: done.oom_killed,
            refused_forks: done.refused_forks,
            written: done.written.into_iter().map(OsString::into_vec).collect(),
            enforced: self.guarantees,
        })
    }

    /// The files that a program may read. What it was given as input is among them, by `/dev/stdin`; where
    /// there is a tree for inputs, the launcher has allowed all that is in it.
    fn reachable(&self, program: &Program) -> Vec<PathBuf> {
        let mut files = program.files.clone();
        if let (Stdin::File(input), None) = (&program.stdin, &self.inputs) {
            files.push(input.clone());
        }
        files
    }

    /// Reads the output until the launcher says that the run is over. Tells it to end the run when
    /// there is too much output, and when the judge stops, which is also returned, with the file that was to be taken.
    fn attend(
        &mut self,
        streams: &mut Streams,
        collected: &mut Collected<'_>,
        stop: &Stop,
        mut listening: Listening,
    ) -> Result<(Done, Option<OwnedFd>, bool), Fault> {
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
                let open = match listening {
                    Listening::AtOnce => [streams.stdout.as_ref(), streams.stderr.as_ref()],
                    Listening::Later => [None, None],
                };
                let timeout = (listening == Listening::Later).then_some(&UNHEARD);
                fds.extend(
                    open.iter().flatten().map(|file| PollFd::from_borrowed_fd(file.as_fd(), PollFlags::IN)),
                );
                match poll(&mut fds, timeout) {
                    Ok(0) => listening = Listening::AtOnce,
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
            if (interrupted || collected.breach().is_some()) && !killed {
                killed = true;
                let _ = socket::send(&self.launcher.socket, KILL, &[]);
            }
            if reply_ready {
                let received = self.inbox.receive(&self.launcher.socket).map_err(|_| broken())?;
                return match Reply::decode(&received.message) {
                    Some(Reply::Done(done)) => {
                        Ok((done, received.descriptors.into_iter().next(), interrupted))
                    }
                    Some(Reply::Failed(fault)) => Err(fault),
                    Some(Reply::Ready(_)) | None => Err(broken()),
                };
            }
        }
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
        // It cleans up even if the harness does not wait for it.
        if has_ended_within(&self.child, LEAVING) {
            let _ = self.child.wait();
        }
        let _ = std::fs::remove_dir_all(&self.workdir);
    }
}

/// How long a launcher may take to end.
const LEAVING: Timespec = Timespec { tv_sec: 20, tv_nsec: 0 };

fn has_ended_within(child: &Child, time: Timespec) -> bool {
    let Ok(end) = pidfd_open(Pid::from_child(child), PidfdFlags::empty()) else { return true };
    loop {
        match poll(&mut [PollFd::new(&end, PollFlags::IN)], Some(&time)) {
            Err(rustix::io::Errno::INTR) => {}
            ended => return ended != Ok(0),
        }
    }
}

/// The launcher is gone or talks nonsense.
fn broken() -> Fault {
    Fault { step: Step::TalkToLauncher, errno: libc::EPIPE }
}
