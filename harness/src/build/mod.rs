//! Source → executable.
//!
//! A package is built by Cargo, all its binaries in one go; a single file by the compiler that the
//! language table names, into a cache whose key is the source, the command, the environment and the
//! compiler. Beside each program lies a list of what was read for it. A source that does not compile fails
//! alone: whatever else can be built is built.
//!
//! Building is running: what is included is read, what expands macros is executed. So compilers see
//! their sources and themselves, no cases, and have limits; see `sandboxed`.

mod blanks;
mod cache;
mod cargo;
mod command;
mod compiler;
mod crates;
mod driver;
mod fresh;
mod headers;
mod loads;
mod packed;
mod queue;
mod quoted;
mod reads;
mod said;
mod sandboxed;
mod scopes;
mod script;
mod searched;
mod secrets;
mod shortage;
mod single;
mod sources;
mod toolchain;
mod tools;
mod variables;
mod warnings;
mod wrapper;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use harness_sandbox::{BuildLimits, ControlGroups, FileState, Isolation, Program, Stdin, Stop};

use crate::model::{Function, Language, Limits, PackedPrograms, Remarks, Source, listed, with_limits};

pub use compiler::compiler_of;
pub use queue::{Building, PATIENCE, build, start};

/// Something that can be run: its arguments precede those of a caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executable {
    /// Absolute path of what `execve` gets.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The files and folders that it is made of, beside what the system has; nothing else of the
    /// user's need be there when it runs.
    pub files: Vec<PathBuf>,
    /// Variables that its language sets.
    pub environment: Vec<(OsString, OsString)>,
    /// The state of the file at the path when it was built or found.
    pub state: Option<FileState>,
    /// The folder of its source, where it has one of its own: one of the files. It finds what lies there
    /// in its working folder.
    pub folder: Option<PathBuf>,
    /// What the compiler said, if there are warnings.
    pub warnings: Option<String>,
    /// It calls the function of its problem with the values of the input, which must fit therefore.
    pub takes_values: bool,
    /// What was built of its source, in the cache: a folder, or one file; none where the source is run as it is.
    pub artifact: Option<Box<Path>>,
}

impl Executable {
    /// The program, before it is known on what it runs: its arguments may stand for limits.
    #[must_use]
    pub fn template(&self) -> Program {
        let Self { path, args, files, environment, state, folder, .. } = self.clone();
        Program {
            executable: path,
            args,
            files,
            environment,
            state,
            stdin: Stdin::Empty,
            pad: 0,
            folder,
            kept: None,
            // What a solution prints is no part of the answer that a driver writes.
            answers_apart: self.takes_values,
        }
    }

    /// A name for what is known of it, as long as it is the same program.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        cache::key(&[b"fingerprint", format!("{self:?}").as_bytes()])
    }

    /// The program to run, with these further arguments, this input and these limits.
    #[must_use]
    pub fn program(&self, args: &[OsString], stdin: Stdin, limits: &Limits) -> Program {
        let first = with_limits(&self.args, limits);
        Program { args: [first.as_slice(), args].concat(), stdin, ..self.template() }
    }
}

/// The result of building one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Built {
    /// It can be run.
    Ready(Executable),
    /// The compiler rejects it; what it said.
    Rejected(String),
    /// Its compiler or interpreter is not installed; how to install it.
    Missing(String),
    /// There is no source, for this reason.
    Absent(String),
    /// It is unknown whether it compiles, and why: no compiler, a full disk, a compiler that was killed.
    Failed(String),
}

/// What building needs to know.
pub struct BuildContext<'a> {
    /// The workspace.
    pub root: &'a Path,
    /// Where its cases really are.
    pub case_places: &'a [PathBuf],
    /// The folders in which submissions of students lie, by their real names: a build sees only its own.
    pub submissions: &'a [PathBuf],
    /// Files and folders outside of the workspace that its owner shows to builds, by their real names.
    pub readable: &'a [PathBuf],
    /// The folder for what is built; made when needed.
    pub cache: &'a Path,
    /// A folder of this process, on the same file system, for what is not finished.
    pub drafts: &'a Path,
    /// The language table.
    pub languages: &'a [Language],
    /// Where a build is ended.
    pub limits: BuildLimits,
    /// How much to keep builds from the rest of the machine.
    pub isolation: Isolation,
    /// In which control groups they run.
    pub groups: &'a ControlGroups,
    /// How many builds go on at once.
    pub workers: usize,
    /// When to stop.
    pub stop: &'a Stop,
    /// What the user must know although everything was built.
    pub remarks: &'a Remarks,
    /// Programs that were built before: then nothing is built here, and no compiler is asked for.
    pub packed: Option<&'a PackedPrograms>,
    /// Of packages, build the programs that are asked for and no others: what is built once need not be at hand.
    pub only_wanted: bool,
}

impl BuildContext<'_> {
    /// Whether what has this real name is handed in. Its build sees less than that of a solution at the same place, so
    /// neither takes what the other has built.
    fn is_submission(&self, path: &Path) -> bool {
        secrets::lies_in_one_of(self.submissions, path)
    }
}

/// Why not all was built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// A stop came.
    #[error("interrupted while building {}", listed(.0))]
    Stopped(Vec<String>),
    /// Full isolation is required, and this machine does not give it to builds.
    #[error("{0}")]
    NotIsolated(String),
    /// No thread could be started.
    #[error("failed to start a build thread: {0}")]
    NoThread(String),
}

/// Why one build failed for a reason outside its source.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Halt {
    Stopped,
    NotIsolated(String),
    Failed(String),
}

/// Something to build.
#[derive(Clone, Debug)]
pub struct BuildRequest<'a> {
    /// What it is called.
    pub name: String,
    /// From what.
    pub source: &'a Source,
    /// Name of the language in the table.
    pub language: &'a str,
    /// What it may define instead of an entry point.
    pub function: Option<&'a Function>,
}
