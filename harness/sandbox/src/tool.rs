//! Runs a trusted tool, such as an editor or a compiler that is asked for its version: no limits, the
//! caller's environment.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};

/// A tool to run.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The program, looked up in `PATH` when it has no slash.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Where it runs.
    pub folder: PathBuf,
    /// Variables set beside the caller's.
    pub environment: Vec<(OsString, OsString)>,
}

/// What a tool said.
#[derive(Clone, Debug)]
pub struct ToolOutput {
    /// Whether it exited with 0.
    pub success: bool,
    /// How it ended, in words.
    pub status: String,
    /// The signal that ended it, if one did.
    pub signal: Option<i32>,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
}

/// Variables that `cargo run` sets for the harness and that would change what a nested cargo or
/// compiler does.
fn is_leaked_by_cargo(name: &str) -> bool {
    name == "CARGO"
        || name == "RUST_RECURSION_COUNT"
        || (name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_BIN_") || name == "CARGO_MANIFEST_DIR")
        || name == "CARGO_MANIFEST_PATH"
        || name == "CARGO_CRATE_NAME"
        || name == "CARGO_PRIMARY_PACKAGE"
}

/// The environment of this process, without what `cargo run` added to it: what a trusted tool gets.
#[must_use]
pub fn inherited_environment() -> Vec<(OsString, OsString)> {
    std::env::vars_os().filter(|(name, _)| !name.to_str().is_some_and(is_leaked_by_cargo)).collect()
}

/// Runs a tool to its end.
///
/// # Errors
/// It could not be started, or its output not be read.
pub fn run_tool(tool: &Tool) -> io::Result<ToolOutput> {
    let mut command = command(tool);
    command.stdin(Stdio::null());
    let mut running = Running::start(command)?;
    let ended = running.attend();
    if ended.is_err() {
        // It has no supervisor any more.
        let _ = running.child.kill();
    }
    let output = running.finish();
    ended.and(output)
}

/// How long a tool that is asked a question, such as a compiler for its version, may take to answer.
const LONGEST: Duration = Duration::from_mins(1);

/// The most that a pipe can hold, unless root has raised the limit for all users.
const LARGEST_PIPE: usize = 1024 * 1024;

/// A tool under way. What it says is read as it comes, so that no pipe is ever full.
struct Running {
    child: Child,
    said: [Said; 2],
}

/// One stream of what a tool says.
struct Said {
    /// Nothing once it has ended.
    pipe: Option<OwnedFd>,
    text: Vec<u8>,
}

impl Running {
    fn start(mut command: Command) -> io::Result<Self> {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let pipes = [child.stdout.take().map(OwnedFd::from), child.stderr.take().map(OwnedFd::from)];
        Ok(Self { child, said: pipes.map(|pipe| Said { pipe, text: Vec::new() }) })
    }

    /// Reads until the tool has ended. What it left running may hold the pipes for ever, so their end is
    /// not waited for.
    fn attend(&mut self) -> io::Result<()> {
        for pipe in self.said.iter().filter_map(|said| said.pipe.as_ref()) {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        let end = pidfd_open(Pid::from_child(&self.child), PidfdFlags::empty())?;
        let until = Instant::now() + LONGEST;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            let mut fds = vec![PollFd::new(&end, PollFlags::IN)];
            let pipes = self.said.iter().filter_map(|said| said.pipe.as_ref());
            fds.extend(pipes.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
            let timeout =
                Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() };
            match poll(&mut fds, Some(&timeout)) {
                Ok(_) => {}
                Err(Errno::INTR) => continue,
                Err(errno) => return Err(errno.into()),
            }
            let has_ended = !fds[0].revents().is_empty();
            for said in &mut self.said {
                said.take()?;
            }
            if has_ended {
                return Ok(());
            }
        }
    }

    fn finish(mut self) -> io::Result<ToolOutput> {
        let status = self.child.wait()?;
        let (success, signal) = (status.success(), status.signal());
        let [stdout, stderr] = self.said.map(|said| said.text);
        Ok(ToolOutput { success, status: in_words(status.code(), signal), signal, stdout, stderr })
    }
}

impl Said {
    /// Takes what is there, at most what a pipe can hold: what the tool left running may write on.
    fn take(&mut self) -> io::Result<()> {
        let mut chunk = [0; 16 * 1024];
        for _ in 0..LARGEST_PIPE / chunk.len() {
            let Some(pipe) = &self.pipe else { break };
            match rustix::io::read(pipe, &mut chunk) {
                Ok(0) => self.pipe = None,
                Ok(length) => self.text.extend_from_slice(&chunk[..length]),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(())
    }
}

/// Runs a tool that talks to the user, such as an editor, on the terminal of this process. Nothing
/// where it exited with 0, else how it ended.
///
/// # Errors
/// It could not be started.
pub fn run_on_terminal(tool: &Tool) -> io::Result<Option<String>> {
    let status = command(tool).status()?;
    Ok((!status.success()).then(|| in_words(status.code(), status.signal())))
}

fn command(tool: &Tool) -> Command {
    #[expect(clippy::disallowed_methods, reason = "the one way to start a trusted tool")]
    let mut command = Command::new(&tool.program);
    prepare(&mut command, tool);
    command
}

/// The arguments, the folder and the environment of a tool.
fn prepare(command: &mut Command, tool: &Tool) {
    command.args(&tool.args).current_dir(&tool.folder);
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(is_leaked_by_cargo) {
            command.env_remove(name);
        }
    }
    for (name, value) in &tool.environment {
        command.env(name, value);
    }
}

/// How a process ended, as one says it.
pub(crate) fn in_words(code: Option<i32>, signal: Option<i32>) -> String {
    match (code, signal) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "an unknown end".to_owned(),
    }
}

/// The full path of a tool, looked up in `PATH` as a shell does.
#[must_use]
pub fn find_tool(name: &Path) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let is_executable = |path: &Path| {
        std::fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
    };
    if name.components().count() > 1 {
        return is_executable(name).then(|| name.to_owned());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|candidate| is_executable(candidate))
}
