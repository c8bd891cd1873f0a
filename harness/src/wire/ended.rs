//! The shape of how a command ended.

use serde::{Deserialize, Serialize};

use crate::exit_code::ExitCode;

#[derive(Serialize, Deserialize)]
#[serde(remote = "ExitCode", rename_all = "snake_case")]
pub enum ExitCodeShape {
    Fine,
    Unexpected,
    Usage,
    JudgeFailed,
    NothingSelected,
    Incomplete,
    Interrupted(i32),
    ClosedPipe,
}
