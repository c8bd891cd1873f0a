//! The verdicts and their short codes.

use std::fmt;
use std::str::FromStr;

/// What the judge says about a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The judge, a checker or a validator failed; never blamed on the solution.
    JudgeError,
    /// The build failed, or the program cannot be started.
    CompileError,
    /// More memory than allowed.
    MemoryLimit,
    /// More CPU time than allowed.
    TimeLimit,
    /// More wall-clock time than allowed while the CPU time was within its limit.
    IdleLimit,
    /// More output than allowed.
    OutputLimit,
    /// Ended by a signal or with a non-zero exit status.
    RuntimeError,
    /// The checker says no.
    WrongAnswer,
    /// The checker gave part of the points.
    Partial,
    /// All is well.
    Accepted,
    /// Not run.
    Skipped,
}

impl Verdict {
    /// All verdicts, in the order in which they are decided.
    pub const ALL: [Self; 11] = [
        Self::JudgeError,
        Self::CompileError,
        Self::MemoryLimit,
        Self::TimeLimit,
        Self::IdleLimit,
        Self::OutputLimit,
        Self::RuntimeError,
        Self::WrongAnswer,
        Self::Partial,
        Self::Accepted,
        Self::Skipped,
    ];

    /// The code that settings, reports and people use.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::JudgeError => "JE",
            Self::CompileError => "CE",
            Self::MemoryLimit => "MLE",
            Self::TimeLimit => "TLE",
            Self::IdleLimit => "ILE",
            Self::OutputLimit => "OLE",
            Self::RuntimeError => "RE",
            Self::WrongAnswer => "WA",
            Self::Partial => "PT",
            Self::Accepted => "AC",
            Self::Skipped => "SK",
        }
    }

    /// Whether the program ran and failed, so that a look at its case may tell why.
    #[must_use]
    pub fn is_failed_run(self) -> bool {
        match self {
            Self::WrongAnswer
            | Self::Partial
            | Self::RuntimeError
            | Self::TimeLimit
            | Self::MemoryLimit
            | Self::IdleLimit
            | Self::OutputLimit => true,
            Self::JudgeError | Self::CompileError | Self::Skipped | Self::Accepted => false,
        }
    }

    /// The verdict in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::JudgeError => "judge error",
            Self::CompileError => "compile error",
            Self::MemoryLimit => "memory limit exceeded",
            Self::TimeLimit => "time limit exceeded",
            Self::IdleLimit => "idle too long",
            Self::OutputLimit => "output limit exceeded",
            Self::RuntimeError => "runtime error",
            Self::WrongAnswer => "wrong answer",
            Self::Partial => "partial points",
            Self::Accepted => "accepted",
            Self::Skipped => "not run",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl FromStr for Verdict {
    type Err = ();

    /// Reads a code, or the long name that ICPC tools write (`WRONG_ANSWER`, `TIMELIMIT`), in any case.
    fn from_str(text: &str) -> Result<Self, ()> {
        let name: String =
            text.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_uppercase();
        Ok(match name.as_str() {
            "JE" | "JUDGEERROR" => Self::JudgeError,
            "CE" | "COMPILEERROR" | "COMPILERERROR" => Self::CompileError,
            "MLE" | "MEMORYLIMIT" | "MEMORYLIMITEXCEEDED" => Self::MemoryLimit,
            "TLE" | "TIMELIMIT" | "TIMELIMITEXCEEDED" => Self::TimeLimit,
            "ILE" | "IDLELIMIT" | "IDLENESSLIMIT" | "IDLENESSLIMITEXCEEDED" => Self::IdleLimit,
            "OLE" | "OUTPUTLIMIT" | "OUTPUTLIMITEXCEEDED" => Self::OutputLimit,
            "RE" | "RTE" | "RUNTIMEERROR" | "RUNERROR" => Self::RuntimeError,
            "WA" | "WRONGANSWER" | "NOOUTPUT" => Self::WrongAnswer,
            "PT" | "PARTIAL" => Self::Partial,
            "AC" | "ACCEPTED" | "CORRECT" => Self::Accepted,
            "SK" | "SKIPPED" => Self::Skipped,
            _ => return Err(()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict;

    #[test]
    fn every_code_reads_back() {
        for verdict in Verdict::ALL {
            assert_eq!(verdict.code().parse(), Ok(verdict));
        }
        assert_eq!("time_limit_exceeded".parse(), Ok(Verdict::TimeLimit));
        assert_eq!("Wrong-Answer".parse(), Ok(Verdict::WrongAnswer));
        assert_eq!("".parse::<Verdict>(), Err(()));
    }
}
