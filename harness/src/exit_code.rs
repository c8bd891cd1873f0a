//! The exit codes, each with its meaning.

/// How the harness ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// All as expected.
    Fine,
    /// Something is not as expected.
    Unexpected,
    /// The command line, the settings or the files of the workspace are wrong.
    Usage,
    /// The judge itself failed somewhere.
    JudgeFailed,
    /// Nothing was selected.
    NothingSelected,
    /// Some of what should have been judged was not.
    Incomplete,
    /// A signal ended it.
    Interrupted(i32),
    /// The reader of the output has closed the pipe.
    ClosedPipe,
}

impl ExitCode {
    /// The number that the system gets.
    #[must_use]
    pub fn number(self) -> i32 {
        match self {
            Self::Fine => 0,
            Self::Unexpected => 1,
            Self::Usage => 2,
            Self::JudgeFailed => 3,
            Self::NothingSelected => 4,
            Self::Incomplete => 5,
            Self::Interrupted(signal) => 128 + signal,
            // As if SIGPIPE had ended it.
            Self::ClosedPipe => 141,
        }
    }
}
