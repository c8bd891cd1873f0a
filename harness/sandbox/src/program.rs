//! What to run: an executable, its arguments, and where its input comes from.

use std::ffi::OsString;
use std::path::PathBuf;

/// A program to run. Its environment is fixed by the sandbox and does not depend on who calls.
#[derive(Clone, Debug)]
pub struct Program {
    /// Absolute path of the executable.
    pub executable: PathBuf,
    /// The arguments after the program's own name.
    pub args: Vec<OsString>,
    /// Where standard input comes from.
    pub stdin: Stdin,
}

/// Where standard input comes from.
#[derive(Clone, Debug)]
pub enum Stdin {
    /// Empty input.
    Empty,
    /// The file itself, opened for reading: no pipe, so no deadlock and no broken pipe.
    File(PathBuf),
}

/// The whole environment of every program that is run: what contest judges set, and nothing of the
/// caller's (`cargo run` alone adds a dozen variables that would reach the solutions).
pub(crate) const ENVIRONMENT: [&str; 5] =
    ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "ONLINE_JUDGE=1", "HOME=/tmp", "TMPDIR=/tmp"];
