//! The sandbox's own failure: which step, which `errno`.

use std::fmt;
use std::io;

/// The sandbox failed; the program it was asked to run is not to blame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{step}: {}", in_words(*step, *errno))]
pub struct Fault {
    /// What the sandbox was doing.
    pub step: Step,
    /// The error number the kernel gave.
    pub errno: i32,
}

impl Fault {
    /// Whether the kernel refused namespaces or mounts, without which there is still a sandbox.
    pub(crate) fn is_about_namespaces(&self) -> bool {
        matches!(self.step, Step::EnterNamespaces | Step::BuildRoot)
    }

    /// A fault from an I/O error.
    #[must_use]
    pub fn new(step: Step, error: &io::Error) -> Self {
        Self { step, errno: error.raw_os_error().unwrap_or(libc::EIO) }
    }
}

/// The error, and what it means where that depends on what was begun.
fn in_words(step: Step, errno: i32) -> String {
    let error = io::Error::from_raw_os_error(errno);
    match step {
        Step::StartLauncher | Step::Clone | Step::StartThread => explained(&error),
        Step::LoadFilter if errno == libc::ENOMEM => {
            format!("{error}: the memory for filters of all users is used up; see net.core.bpf_jit_limit")
        }
        _ if errno == libc::EAGAIN => error.to_string(),
        _ => explained(&error),
    }
}

/// The error of creating a process, a thread, a pipe or a file, and what to do where a resource had
/// run out.
#[must_use]
pub fn explained(error: &io::Error) -> String {
    let advice = match error.raw_os_error() {
        Some(libc::EAGAIN) => "too many processes or threads for this user; raise `ulimit -u`",
        Some(libc::EMFILE) => "too many for this process; raise `ulimit -n`",
        Some(libc::ENFILE) => "too many for this machine; raise fs.file-max with `sysctl`",
        _ => return error.to_string(),
    };
    format!("{error}: {advice}")
}

/// The steps that can fail. The number is what the launcher sends over its socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Step {
    /// Start a launcher process.
    StartLauncher = 1,
    /// Talk to a launcher; it may have been killed from outside.
    TalkToLauncher,
    /// Open the input file.
    OpenInput,
    /// Make the pipes for the output.
    MakePipes,
    /// Make the folder in which the program runs.
    MakeWorkdir,
    /// Set up the control group.
    SetUpCgroup,
    /// Enter the namespaces.
    EnterNamespaces,
    /// Make the process.
    Clone,
    /// Set a resource limit in the new process.
    SetLimit,
    /// Connect standard input, output and error.
    ConnectStreams,
    /// Enter the working folder.
    EnterWorkdir,
    /// Wait for the process.
    Wait,
    /// Read what the program writes.
    ReadOutput,
    /// Build the root that programs see.
    BuildRoot,
    /// Restrict the files that a program can reach.
    RestrictFiles,
    /// Start a thread of the judge.
    StartThread,
    /// Take a file out of the working folder.
    TakeFile,
    /// Find the working folder as another run has left it.
    FindWorkdir,
    /// Put the filter on system calls.
    LoadFilter,
}

impl Step {
    /// The step with this number, as it came over the socket.
    pub(crate) fn from_number(number: u8) -> Self {
        [
            Self::StartLauncher,
            Self::TalkToLauncher,
            Self::OpenInput,
            Self::MakePipes,
            Self::MakeWorkdir,
            Self::SetUpCgroup,
            Self::EnterNamespaces,
            Self::Clone,
            Self::SetLimit,
            Self::ConnectStreams,
            Self::EnterWorkdir,
            Self::Wait,
            Self::ReadOutput,
            Self::BuildRoot,
            Self::RestrictFiles,
            Self::StartThread,
            Self::TakeFile,
            Self::FindWorkdir,
            Self::LoadFilter,
        ]
        .into_iter()
        .find(|step| *step as u8 == number)
        .unwrap_or(Self::TalkToLauncher)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::StartLauncher => "start the launcher",
            Self::TalkToLauncher => "communicate with the launcher",
            Self::OpenInput => "open the input file",
            Self::MakePipes => "create the output pipes",
            Self::MakeWorkdir => "create the working folder",
            Self::SetUpCgroup => "set up the control group",
            Self::EnterNamespaces => "enter the namespaces",
            Self::Clone => "create the process",
            Self::SetLimit => "set a resource limit",
            Self::ConnectStreams => "connect the standard streams",
            Self::EnterWorkdir => "enter the working folder",
            Self::Wait => "wait for the process",
            Self::ReadOutput => "read the output",
            Self::BuildRoot => "build the root that programs see",
            Self::RestrictFiles => "restrict the files that programs can reach",
            Self::StartThread => "start a thread",
            Self::TakeFile => "take a file out of the working folder",
            Self::FindWorkdir => "find the working folder of the run before",
            Self::LoadFilter => "load the filter on system calls",
        })
    }
}
