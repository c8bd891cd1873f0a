//! Runs a trusted tool, such as an editor or a compiler that is asked for its version: no limits, the
//! caller's environment.

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

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
    Running::start(command)?.finish()
}

/// A tool under way. What it says is read on threads of their own, so that no pipe is ever full.
struct Running {
    child: Child,
    stdout: JoinHandle<io::Result<Vec<u8>>>,
    stderr: JoinHandle<io::Result<Vec<u8>>>,
}

impl Running {
    fn start(mut command: Command) -> io::Result<Self> {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let stdout = read_to_end(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?);
        let stderr = read_to_end(child.stderr.take().ok_or(io::ErrorKind::BrokenPipe)?);
        Ok(Self { child, stdout, stderr })
    }

    fn finish(mut self) -> io::Result<ToolOutput> {
        let failed = |_| io::Error::other("the reader of its output failed");
        let stdout = self.stdout.join().map_err(failed)??;
        let stderr = self.stderr.join().map_err(failed)??;
        let status = self.child.wait()?;
        let (success, signal) = (status.success(), status.signal());
        Ok(ToolOutput { success, status: in_words(status.code(), signal), signal, stdout, stderr })
    }
}

fn read_to_end(mut stream: impl Read + Send + 'static) -> JoinHandle<io::Result<Vec<u8>>> {
    std::thread::spawn(move || {
        let mut text = Vec::new();
        stream.read_to_end(&mut text).map(|_| text)
    })
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
