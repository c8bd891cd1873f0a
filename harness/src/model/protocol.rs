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
    /// The arguments that the settings say, the output on standard input; 0 accepts, 1 rejects. Of checkers only.
    Command,
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
    /// The names of the conventions that an interactor may follow.
    pub const NAMES: [&'static str; 2] = ["kattis", "testlib"];

    /// The files with messages that a checker or an interactor may leave in the folder that it is given, for
    /// the judges and for the team.
    pub const MESSAGES: [&'static str; 2] = ["judgemessage.txt", "teammessage.txt"];

    /// All files that it may leave there and that are read: messages, points, the part of all points, and a report.
    pub const FEEDBACK: [&'static str; 5] =
        [Self::MESSAGES[0], Self::MESSAGES[1], "score.txt", "score_multiplier.txt", Self::REPORT];

    /// The file there with the report of a checker of testlib, which is given this name if it is to write one.
    pub const REPORT: &'static str = "report";

    /// The file there in which an interactor of testlib writes what the checker of its problem is to judge.
    pub const OUTPUT: &'static str = "output";

    /// The file there with the input of another pass.
    pub const NEXT_PASS: &'static str = "nextpass.in";

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
            Self::Command => "command",
        }
    }

    /// The arguments for a case. What it writes goes into the folder that it runs in.
    #[must_use]
    pub fn arguments(self, input: &Path, answer: &Path) -> Vec<OsString> {
        match self {
            Self::Kattis => vec![input.into(), answer.into(), "./".into()],
            Self::Testlib => vec![input.into(), Self::OUTPUT.into(), answer.into()],
            Self::Command => Vec::new(),
        }
    }

    /// What stands for the files in the arguments of a command.
    pub const FILES: [&'static str; 3] = ["input", "output", "answer"];

    /// The arguments of a checker, with those that the settings say. That of Kattis reads the output from its
    /// standard input.
    #[must_use]
    pub fn arguments_of_checker(self, files: [&Path; 3], further: &[String]) -> Vec<OsString> {
        let [input, output, answer] = files;
        let mut arguments: Vec<OsString> = match self {
            Self::Kattis => vec![input.into(), answer.into(), "./".into()],
            Self::Testlib => vec![input.into(), output.into(), answer.into()],
            Self::Command => return further.iter().map(|word| with_files(word, files)).collect(),
        };
        arguments.extend(further.iter().map(OsString::from));
        arguments
    }

    /// What it means that an interactor or a checker exits like this.
    #[must_use]
    pub fn meaning(self, status: i32) -> ExitMeaning {
        match (self, status) {
            (Self::Kattis, 42) | (Self::Testlib | Self::Command, 0) => ExitMeaning::Accepts,
            (Self::Kattis, 43) | (Self::Testlib, 1 | 2 | 4 | 8) | (Self::Command, 1) => ExitMeaning::Rejects,
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
            Self::Command => "0 accepts, 1 rejects",
        }
    }
}

/// A word with the paths of files in place of `{input}`, `{output}` and `{answer}`, which may be any bytes.
fn with_files(word: &str, files: [&Path; 3]) -> OsString {
    let (mut made, mut rest) = (OsString::new(), word);
    while let Some(start) = rest.find('{') {
        let (before, from) = rest.split_at(start);
        made.push(before);
        let known = Protocol::FILES.iter().zip(files).find_map(|(name, path)| {
            let after = from.strip_prefix('{')?.strip_prefix(name)?.strip_prefix('}')?;
            Some((path, after))
        });
        rest = if let Some((path, after)) = known {
            made.push(path);
            after
        } else {
            made.push("{");
            &from[1..]
        };
    }
    made.push(rest);
    made
}

#[cfg(test)]
mod tests {
    use std::path::Path;

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
        assert_eq!(statuses(Protocol::Command, ExitMeaning::Accepts), [0]);
        assert_eq!(statuses(Protocol::Command, ExitMeaning::Rejects), [1]);
        assert_eq!(statuses(Protocol::Command, ExitMeaning::Unknown).len(), 254);
    }

    #[test]
    fn the_settings_say_what_a_checker_is_called_with() {
        let files = ["i n", "out", "a{input}"].map(Path::new);
        let words = |protocol: Protocol, further: &[&str]| {
            let further: Vec<String> = further.iter().map(|word| (*word).to_owned()).collect();
            let words = protocol.arguments_of_checker(files, &further);
            words.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(words(Protocol::Kattis, &["-e", "{input}"]), ["i n", "a{input}", "./", "-e", "{input}"]);
        assert_eq!(words(Protocol::Testlib, &[]), ["i n", "out", "a{input}"]);
        let command = ["--in={input}", "{answer}{output}", "{}", "{other}{", "x"];
        assert_eq!(words(Protocol::Command, &command), ["--in=i n", "a{input}out", "{}", "{other}{", "x"]);
    }
}
