//! A test case: an input and the answer to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::model::{CheckerChoice, Limits, Name};

/// A test case: its files and the rules in force for them. There may be many, so what it holds has no room to grow.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Its name, unique in the problem: the group, if any, and the stem of its files.
    pub name: Name,
    /// The file that the program reads.
    pub input: Box<Path>,
    /// The file with the expected output; [`Case::NO_ANSWER`] where there is none.
    pub answer: Box<Path>,
    /// Weaker answers beside it, which are not read; they stay with the case.
    pub second_answers: Box<[PathBuf]>,
    /// The rules in force, shared by all cases that override nothing.
    pub rules: Arc<Rules>,
    /// What its own settings file says of it, where it has one.
    pub sidecar: Option<Box<Sidecar>>,
}

impl Case {
    /// The answer of a case without one, which an interactor decides: an empty file, because an interactor
    /// is given the name of some file.
    pub const NO_ANSWER: &'static str = "/dev/null";

    /// A case in these files under these rules, of which nothing else is known; where no answer is given, it
    /// has none.
    #[must_use]
    pub fn of_files(name: Name, (input, answer): (PathBuf, Option<PathBuf>), rules: Arc<Rules>) -> Self {
        let answer = answer.unwrap_or_else(|| PathBuf::from(Self::NO_ANSWER)).into();
        Self { name, input: input.into(), answer, second_answers: [].into(), rules, sidecar: None }
    }

    /// Whether it has a file with an answer.
    #[must_use]
    pub fn has_answer(&self) -> bool {
        self.answer.as_os_str() != Self::NO_ANSWER
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
