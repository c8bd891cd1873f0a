//! What a pack says of itself: its head, which is read first, and the manifest, its first file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::{Digest, Name};

/// The version of these shapes, of how they are stored, and of how the programs are run.
pub const PACK_SCHEMA: u32 = 2;

/// What must fit before anything else is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackHead {
    /// The version of the shapes.
    pub pack: u32,
    /// The version of the judge that wrote it.
    pub harness: String,
    /// The operating system that its programs are for.
    pub os: String,
    /// The processors that they are for.
    pub arch: String,
    /// The digest of all that follows.
    #[serde(with = "crate::wire::scalar::digest")]
    pub digest: Digest,
}

/// The version alone, which is read whatever else there is.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct PackVersion {
    /// The version of the shapes.
    pub pack: u32,
}

/// All that is in a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackManifest {
    /// What was selected when it was made; everything if it is empty.
    pub selection: Vec<String>,
    /// The profile of the settings.
    pub profile: Option<String>,
    /// By the name of a language, the version of what runs its programs.
    pub runtimes: BTreeMap<String, String>,
    /// The programs.
    pub programs: Vec<PackProgram>,
    /// The files, in the order in which they follow.
    pub files: Vec<PackFile>,
}

/// A source, and what building it came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackProgram {
    /// What it was built from.
    pub source: PackSource,
    /// What came of it.
    pub built: PackBuilt,
}

/// What a program was built from, by paths in the workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PackSource {
    /// A binary of a Cargo package.
    Binary {
        /// The folder of the package.
        #[serde(with = "crate::wire::scalar::name")]
        package: Name,
        /// The name of the binary.
        binary: String,
    },
    /// A file.
    File {
        /// Its path.
        #[serde(with = "crate::wire::scalar::name")]
        path: Name,
    },
    /// A folder with a main file.
    Folder {
        /// Its path.
        #[serde(with = "crate::wire::scalar::name")]
        path: Name,
        /// The path of the main file.
        #[serde(with = "crate::wire::scalar::name")]
        main: Name,
    },
}

/// What building a source came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PackBuilt {
    /// What was built, which is in the pack.
    Program {
        /// Where: a file, or a folder.
        #[serde(with = "crate::wire::scalar::name")]
        path: Name,
        /// It is a folder, perhaps an empty one.
        is_folder: bool,
    },
    /// The source is run as it is.
    Source,
    /// The compiler rejected it, with these words.
    Rejected {
        /// The words.
        why: String,
    },
    /// The compiler was not installed.
    Missing {
        /// How to install it.
        why: String,
    },
}

/// A file of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackFile {
    /// Its path in the pack.
    #[serde(with = "crate::wire::scalar::name")]
    pub path: Name,
    /// Its size in bytes.
    pub size: u64,
    /// The digest of its content.
    #[serde(with = "crate::wire::scalar::digest")]
    pub digest: Digest,
    /// It may be executed.
    pub is_executable: bool,
}
