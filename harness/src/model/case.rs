//! A test case: an input and the answer to it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::model::{CheckerChoice, Limits, Name};

/// A test case: its files and the rules in force for them. There may be many, so what it holds has no room to grow,
/// and what can be shared is: the root by all cases, the names of files with the plan of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Its name, unique in the problem: the group, if any, and the stem of its files.
    pub name: Name,
    /// The root of the workspace, from which its files are named.
    pub root: Arc<PathBuf>,
    /// The file that the program reads, as a path from the root.
    pub input_name: Name,
    /// The file with the expected output, as a path from the root; none where an interactor decides alone.
    pub answer_name: Option<Name>,
    /// Weaker answers beside it, which are not read; they stay with the case.
    pub second_answers: Box<[Name]>,
    /// The rules in force, shared by all cases that override nothing.
    pub rules: Arc<Rules>,
    /// What its own settings file says of it, where it has one.
    pub sidecar: Option<Box<Sidecar>>,
}

impl Case {
    /// The answer of a case without one: an empty file, because an interactor is given the name of some file.
    pub const NO_ANSWER: &'static str = "/dev/null";

    /// A case in these files under these rules, of which nothing else is known; where no answer is given, it
    /// has none.
    #[must_use]
    pub fn of_files(name: Name, (input, answer): (PathBuf, Option<PathBuf>), rules: Arc<Rules>) -> Self {
        let name_of = |path: PathBuf| Name::from_os(path.as_os_str());
        Self {
            name,
            root: Arc::default(),
            input_name: name_of(input),
            answer_name: answer.map(name_of),
            second_answers: [].into(),
            rules,
            sidecar: None,
        }
    }

    /// The file that the program reads.
    #[must_use]
    pub fn input(&self) -> PathBuf {
        self.path(&self.input_name)
    }

    /// The file with the expected output, where there is one.
    #[must_use]
    pub fn answer(&self) -> Option<PathBuf> {
        self.answer_name.as_ref().map(|answer| self.path(answer))
    }

    /// The file with the expected output; [`Case::NO_ANSWER`] where there is none.
    #[must_use]
    pub fn answer_file(&self) -> PathBuf {
        self.answer().unwrap_or_else(|| Self::NO_ANSWER.into())
    }

    /// Its files, each with the word for what it is: the input, and the answer where there is one.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, PathBuf)> {
        std::iter::once(("input", self.input())).chain(self.answer().map(|answer| ("answer", answer)))
    }

    /// The weaker answers.
    pub fn second_answers(&self) -> impl Iterator<Item = PathBuf> {
        self.second_answers.iter().map(|answer| self.path(answer))
    }

    fn path(&self, name: &Name) -> PathBuf {
        self.root.join(OsStr::from_bytes(name.as_bytes()))
    }
}

/// What is in force for a case, before the language of a solution is taken into account.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The limits.
    pub limits: Limits,
    /// The rule for comparing.
    pub checker: CheckerChoice,
}

/// The settings file of a case, `NAME.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sidecar {
    /// The file, relative to the root of the workspace.
    pub path: PathBuf,
    /// Where the case came from and what it is for.
    pub provenance: Provenance,
}

/// Where a case came from and what it is for, as its `NAME.toml` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// What it is for.
    pub description: Option<String>,
    /// Which wrong ideas or solutions it exposes.
    pub breaks: Vec<String>,
    /// Further keys and values, as written.
    pub details: Vec<(String, String)>,
}
