//! What `watch` prints between the runs, one object a line.

use serde::{Deserialize, Serialize};

/// Why a run begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedLine {
    /// The files and folders that have changed, relative to the root.
    pub paths: Vec<String>,
    /// Everything is run: at the beginning, when that is asked for, and after a change of the settings.
    pub everything: bool,
}

/// The workspace cannot be used as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnusableLine {
    /// What is wrong.
    pub errors: Vec<String>,
    /// How a command would end that is not repeated.
    pub exit_code: i32,
}

/// A run was cut off by a change; it is run again with what has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutOffLine {}

/// What has changed is of the selection, and leaves nothing to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NothingLine {}
