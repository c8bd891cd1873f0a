//! How an interactor or a checker is started, and what its exit status means.

use std::ffi::OsString;
use std::path::Path;

/// The convention that an interactor or a checker follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// `INPUT ANSWER FEEDBACK_DIR`; 42 accepts, 43 rejects (the problem package format of Kattis).
    #[default]
    Kattis,
    /// `INPUT OUTPUT ANSWER`; 0 accepts, 1, 2, 4 and 8 reject (testlib).
    Testlib,
}

/// What the exit status of an interactor or a checker means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitMeaning {
    /// The program is right.
    Accepts,
    /// It is wrong.
    Rejects,
    /// It gets points.
    Points,
    /// It says itself that it failed.
    Fails,
    /// The protocol has no such status.
    Unknown,
}

impl Protocol {
    /// The names that settings use.
    pub const NAMES: [&'static str; 2] = ["kattis", "testlib"];

    /// The files with messages that a checker or an interactor may leave in the folder that it is given, for
    /// the judges and for the team.
    pub const MESSAGES: [&'static str; 2] = ["judgemessage.txt", "teammessage.txt"];

    /// All files that it may leave there: messages, points, and the part of all points.
    pub const FEEDBACK: [&'static str; 4] =
        [Self::MESSAGES[0], Self::MESSAGES[1], "score.txt", "score_multiplier.txt"];

    /// The protocol of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "kattis" => Some(Self::Kattis),
            "testlib" => Some(Self::Testlib),
            _ => None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kattis => "kattis",
            Self::Testlib => "testlib",
        }
    }

    /// The arguments for a case. What it writes goes into the folder that it runs in.
    #[must_use]
    pub fn arguments(self, input: &Path, answer: &Path) -> Vec<OsString> {
        match self {
            Self::Kattis => vec![input.into(), answer.into(), "./".into()],
            Self::Testlib => vec![input.into(), "output".into(), answer.into()],
        }
    }

    /// The arguments of a checker. That of Kattis reads the output from its standard input.
    #[must_use]
    pub fn arguments_of_checker(self, input: &Path, output: &Path, answer: &Path) -> Vec<OsString> {
        match self {
            Self::Kattis => vec![input.into(), answer.into(), "./".into()],
            Self::Testlib => vec![input.into(), output.into(), answer.into()],
        }
    }

    /// What it means that an interactor or a checker exits like this.
    #[must_use]
    pub fn meaning(self, status: i32) -> ExitMeaning {
        match (self, status) {
            (Self::Kattis, 42) | (Self::Testlib, 0) => ExitMeaning::Accepts,
            (Self::Kattis, 43) | (Self::Testlib, 1 | 2 | 4 | 8) => ExitMeaning::Rejects,
            // `quitp`; the status of `_pc` is the number of points, and only the message tells it from others.
            (Self::Testlib, 7) => ExitMeaning::Points,
            (Self::Testlib, 3) => ExitMeaning::Fails,
            _ => ExitMeaning::Unknown,
        }
    }

    /// The exit statuses that there are, in words.
    #[must_use]
    pub fn statuses(self) -> &'static str {
        match self {
            Self::Kattis => "42 accepts, 43 rejects",
            Self::Testlib => "0 accepts, 1, 2, 4 and 8 reject, 7 gives points, 3 fails",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ExitMeaning, Protocol};

    #[test]
    fn every_exit_status_has_one_meaning() {
        let statuses = |protocol: Protocol, meaning| -> Vec<i32> {
            (0..=255).filter(|status| protocol.meaning(*status) == meaning).collect()
        };
        assert_eq!(statuses(Protocol::Kattis, ExitMeaning::Accepts), [42]);
        assert_eq!(statuses(Protocol::Kattis, ExitMeaning::Rejects), [43]);
        assert_eq!(statuses(Protocol::Kattis, ExitMeaning::Unknown).len(), 254);
        assert_eq!(statuses(Protocol::Testlib, ExitMeaning::Accepts), [0]);
        assert_eq!(statuses(Protocol::Testlib, ExitMeaning::Rejects), [1, 2, 4, 8]);
        assert_eq!(statuses(Protocol::Testlib, ExitMeaning::Fails), [3]);
        assert_eq!(statuses(Protocol::Testlib, ExitMeaning::Points), [7]);
    }
}
