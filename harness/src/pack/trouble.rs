//! What is wrong with a pack, in words.

use std::io;
use std::path::PathBuf;

use harness_sandbox::{Stop, explained};

use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::Name;

/// Why a pack cannot be used or made.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// It is some other file.
    #[error("this is not a pack: {0}")]
    Foreign(String),
    /// It is of another version of packs.
    #[error("this pack has schema {0}, and this judge reads schema {expect}", expect = crate::wire::pack::PACK_SCHEMA)]
    Schema(u32),
    /// Another judge wrote it.
    #[error(
        "this pack was made by harness {0}, and this is harness {own}: another version may judge differently",
        own = env!("CARGO_PKG_VERSION")
    )]
    Judge(String),
    /// It is for other machines.
    #[error("the programs of this pack are for {0}, and this machine is {1}")]
    Platform(String, String),
    /// It is not what was written.
    #[error("this pack is damaged: {0}")]
    Damaged(String),
    /// The manifest contradicts itself, or says what no judge has written.
    #[error("this pack must not be unpacked: {0}")]
    Unsafe(String),
    /// There is no room for it.
    #[error("unpacking needs {needed} MiB in `{path}`, where {free} MiB are free")]
    NoRoom {
        /// Where.
        path: PathBuf,
        /// How much it needs.
        needed: u64,
        /// How much there is.
        free: u64,
    },
    /// Programs cannot be started from there.
    #[error("no program may be started from `{0}`, which is mounted with `noexec`")]
    NoPrograms(PathBuf),
    /// What was unpacked before is not what it was.
    #[error("`{0}` is not as it was unpacked: {1}")]
    Changed(PathBuf, String),
    /// A stop came.
    #[error("interrupted")]
    Stopped,
    /// A file cannot be read or written.
    #[error("`{}`: {}", Name::from_os(.0.as_os_str()), explained(.1))]
    Io(PathBuf, io::Error),
    /// The same without a file.
    #[error("{}", explained(.0))]
    Stream(#[from] io::Error),
}

impl PackError {
    /// What the user can do about it.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Foreign(_) => Some("make one with `harness pack`"),
            Self::Schema(_) | Self::Judge(_) => Some("pack and grade with the same version of the judge"),
            Self::Platform(..) => Some("pack on a machine like this one"),
            Self::Damaged(_) => Some("copy it again, or make it again with `harness pack`"),
            Self::Unsafe(_) => Some("unpack only packs from people you trust"),
            Self::NoRoom { .. } | Self::NoPrograms(_) => Some("name a folder elsewhere with --unpack DIR"),
            Self::Changed(..) => Some("remove that folder; the pack is then unpacked again"),
            Self::Stopped | Self::Io(..) | Self::Stream(_) => None,
        }
    }
}

/// The same, or what the signal says that came meanwhile.
pub fn unless_stopped(failure: Failure, stop: &Stop) -> Failure {
    match stop.signal() {
        Some(signal) => Failure { code: ExitCode::Interrupted(signal), hints: Vec::new(), ..failure },
        None => failure,
    }
}

impl From<PackError> for Failure {
    fn from(error: PackError) -> Self {
        let hint = error.hint();
        let failure = Self::usage(anyhow::Error::new(error));
        match hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}
