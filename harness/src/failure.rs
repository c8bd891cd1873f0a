//! A command that could not do its work: what happened, and what to do about it.

use std::io;

use crate::exit_code::ExitCode;

/// Why a command ended without doing its work.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: ExitCode,
    /// What happened; causes are chained.
    pub source: anyhow::Error,
    /// What to do, one sentence each.
    pub hints: Vec<String>,
}

impl Failure {
    /// The user's command line, settings or files are wrong.
    pub fn usage(source: impl Into<anyhow::Error>) -> Self {
        Self { code: ExitCode::Usage, source: source.into(), hints: Vec::new() }
    }

    /// The judge itself failed.
    pub fn judge(source: impl Into<anyhow::Error>) -> Self {
        Self { code: ExitCode::JudgeFailed, source: source.into(), hints: Vec::new() }
    }

    /// Output could not be written. A reader that went away is no failure worth a word.
    #[must_use]
    pub fn output(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self { code: ExitCode::ClosedPipe, source: error.into(), hints: Vec::new() };
        }
        Self::judge(anyhow::Error::from(error).context("failed to write the output"))
    }

    /// Adds what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}
