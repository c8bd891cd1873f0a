//! What a launcher of builds is told beyond what every launcher is.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use crate::Bytes;
use crate::linux::packet::{Reader, Writer};

/// What a build sees beside the system, and where it may write. All paths are real ones, without links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildView {
    /// Files and folders that it may read, each at its own place.
    pub readable: Vec<PathBuf>,
    /// What lies in one of those and stays hidden.
    pub hidden: Vec<PathBuf>,
    /// Folders that it may write to, each at its own place.
    pub writable: Vec<PathBuf>,
    /// The one of them that is `/tmp` to it.
    pub temporary: PathBuf,
}

/// What a build has that other programs do not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildRequest {
    /// Its whole environment, as `NAME=value`.
    pub environment: Vec<OsString>,
    /// Where it runs.
    pub folder: PathBuf,
    /// Bytes by which the files in its writable folders may grow together.
    pub files: Bytes,
}

impl BuildView {
    /// Its part of a packet.
    pub fn write(&self, out: &mut Writer) {
        out.strings(&self.readable);
        out.strings(&self.hidden);
        out.strings(&self.writable);
        out.bytes(self.temporary.as_os_str().as_bytes());
    }

    /// The part read back.
    pub fn read(packet: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            readable: packet.strings()?,
            hidden: packet.strings()?,
            writable: packet.strings()?,
            temporary: packet.string()?.into(),
        })
    }
}

impl BuildRequest {
    /// Its part of a packet.
    pub fn write(&self, out: &mut Writer) {
        out.strings(&self.environment);
        out.bytes(self.folder.as_os_str().as_bytes());
        out.number(self.files.0);
    }

    /// The part read back.
    pub fn read(packet: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            environment: packet.strings()?,
            folder: packet.string()?.into(),
            files: Bytes(packet.number()?),
        })
    }
}
