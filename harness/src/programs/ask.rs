//! Why programs could not be asked.

use anyhow::anyhow;

use crate::exit_code::ExitCode;
use crate::failure::Failure;

/// Why there is no reply.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// A signal came.
    #[error("interrupted")]
    Interrupted(i32),
    /// The judge failed.
    #[error("{0}")]
    Failed(String),
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Interrupted(signal) => {
                Self { code: ExitCode::Interrupted(signal), ..Self::usage(anyhow!("interrupted")) }
            }
            AskError::Failed(why) => Self::judge(anyhow!(why)),
        }
    }
}
