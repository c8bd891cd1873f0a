//! What stands in the place of a JSON document that could not be made.

use serde::{Deserialize, Serialize};

/// A command that failed before it had something to print.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedDocument {
    /// The version of the format.
    pub schema: u32,
    /// The version of the program.
    pub harness: String,
    /// What went wrong, in words.
    pub errors: Vec<String>,
    /// What to do, in words.
    pub hints: Vec<String>,
    /// How the command ends.
    pub exit_code: i32,
}
