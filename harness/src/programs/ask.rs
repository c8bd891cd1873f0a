//! Why programs could not be asked.

use std::time::Duration;

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
    /// The deadline has come; with the program that was waited for the longest, where one was under way.
    #[error("the time is over")]
    TimeIsOver(Option<Waited>),
}

/// A program that is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Which one: ``the generator `gen.py` ``.
    pub program: String,
    /// What it is asked for, such as `seed 3`, where that says more.
    pub subject: Option<String>,
    /// It is a generator or a validator, and no solution.
    pub is_helper: bool,
}

impl Asked {
    /// A generator or a validator.
    pub(super) fn helper(program: String, subject: Option<String>) -> Self {
        Self { program, subject, is_helper: true }
    }
}

impl Asked {
    /// Such as ``the generator `gen.py` on seed 3``.
    #[must_use]
    pub fn told(&self) -> String {
        let on = self.subject.as_ref().map_or_else(String::new, |subject| format!(" on {subject}"));
        format!("{}{on}", self.program)
    }
}

/// A program that ran when the deadline came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waited {
    /// Which one.
    pub asked: Asked,
    /// How long it had run.
    pub time: Duration,
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Interrupted(signal) => {
                Self { code: ExitCode::Interrupted(signal), ..Self::usage(anyhow!("interrupted")) }
            }
            AskError::Failed(why) => Self::judge(anyhow!(why)),
            error @ AskError::TimeIsOver(_) => Self::usage(error),
        }
    }
}
