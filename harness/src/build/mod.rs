//! Source → executable.
//!
//! A package is built by Cargo, all its binaries in one go; a single file by the compiler that the
//! language table names, into a cache whose key is the content of the source and the command. A
//! source that does not compile fails alone: whatever else can be built is built.

mod cache;
mod cargo;
mod fresh;
mod shortage;
mod single;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use harness_sandbox::{FileState, Program, Stdin, Stop};

use crate::model::{Language, Source};

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
    /// The state of the file at the path when it was built or found.
    pub state: Option<FileState>,
}

impl Executable {
    /// The program to run, with these further arguments and this input.
    #[must_use]
    pub fn program(&self, args: &[OsString], stdin: Stdin) -> Program {
        let Self { path, args: first, files, state } = self.clone();
        Program { executable: path, args: [first.as_slice(), args].concat(), files, state, stdin, pad: 0 }
    }
}

/// What came of building one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Built {
    /// It can be run.
    Ready(Executable),
    /// The compiler rejects it; what it said.
    Rejected(String),
    /// Nobody can tell whether it compiles, and why: no compiler, a full disk, a compiler that was killed.
    Failed(String),
}

/// What building needs to know.
pub struct Workshop<'a> {
    /// The folder for what is built; made when needed.
    pub cache: &'a Path,
    /// A folder of this process, on the same file system, for what is not finished.
    pub drafts: &'a Path,
    /// The language table.
    pub languages: &'a [Language],
    /// When to stop.
    pub stop: &'a Stop,
}

/// A stop came before all was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped while building")]
pub struct Stopped;

/// Something to build.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// From what.
    pub source: &'a Source,
    /// Name of the language in the table.
    pub language: &'a str,
}

/// Builds all orders; the results come in their order.
///
/// # Errors
/// A stop came before all was built. No compiler is left running.
pub fn build(workshop: &Workshop<'_>, orders: &[Order<'_>]) -> Result<Vec<Built>, Stopped> {
    let mut packages: BTreeMap<&Path, Vec<&str>> = BTreeMap::new();
    for order in orders {
        if let Source::CargoBinary { package, binary } = order.source {
            packages.entry(package).or_default().push(binary);
        }
    }
    let built: BTreeMap<&Path, BTreeMap<String, Built>> = packages
        .into_iter()
        .map(|(package, binaries)| Ok((package, cargo::build_package(workshop, package, &binaries)?)))
        .collect::<Result<_, Stopped>>()?;
    let one = |order: &Order<'_>| match order.source {
        Source::CargoBinary { package, binary } => Ok(built
            .get(package.as_path())
            .and_then(|binaries| binaries.get(binary))
            .cloned()
            .unwrap_or_else(|| Built::Failed(format!("cargo built no binary `{binary}`")))),
        Source::File(main) => single::build(workshop, &single::Input { main, folder: None }, order.language),
        Source::Folder { folder, main } => {
            single::build(workshop, &single::Input { main, folder: Some(folder) }, order.language)
        }
    };
    orders.iter().map(one).collect()
}
