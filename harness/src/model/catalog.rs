//! Everything that was found in a workspace.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::model::{
    Case, Function, Glob, Group, Name, Protocol, ReportForm, Rules, Solution, Source, is_sample,
};

/// The problems of a workspace, in natural order, and what is wrong with its files.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// The problems.
    pub problems: Vec<Problem>,
    /// What was found that cannot be used; none of it stops the rest.
    pub defects: Vec<Defect>,
    /// What is odd but does no harm, such as a second answer that a stronger one beats.
    pub notes: Vec<Defect>,
}

/// A problem with its cases and solutions, each in natural order.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The name of its folders.
    pub name: Name,
    /// Its title, or its name where none is given.
    pub title: String,
    /// Where the statement is.
    pub url: Option<String>,
    /// The folder with the cases.
    pub folder: PathBuf,
    /// The rules in force for a case that overrides nothing.
    pub rules: Arc<Rules>,
    /// What solutions define that read no input themselves.
    pub function: Option<Function>,
    /// The folders of cases that have points, in the order of the settings.
    pub groups: Arc<[Group]>,
    /// Globs for the cases that students may see; where it has none, those that are called samples.
    pub visible: Option<Arc<[Glob]>>,
    /// The cases.
    pub cases: Vec<Case>,
    /// The solutions; programs with a role are not among them.
    pub solutions: Vec<Solution>,
    /// The programs with a role.
    pub roles: Roles,
}

impl Problem {
    /// The folder beside the cases with outputs on which a checker program is tried.
    pub const CHECKER_TESTS: &'static str = "checker_tests";

    /// Whether students may see what is in a case.
    #[must_use]
    pub fn is_visible(&self, case: &Name) -> bool {
        match &self.visible {
            Some(globs) => globs.iter().any(|glob| glob.matches(case)),
            None => is_sample(case),
        }
    }
}

/// The programs of a problem that are no solutions, and the solution that writes answers.
#[derive(Clone, Debug)]
pub struct Roles {
    /// The solution that writes the answers of new cases.
    pub reference: Option<Name>,
    /// The others, by kind; a problem may have several of one kind.
    pub by_kind: BTreeMap<RoleKind, Vec<Role>>,
    /// How an interactor is started and what its exit status means.
    pub protocol: Protocol,
    /// The points that a checker or an interactor gives for a case that is right.
    pub full_points: f64,
    /// How often a checker or an interactor may have a solution run on a case.
    pub passes: u32,
    /// The checker judges what the interactor writes to [`Protocol::OUTPUT`].
    pub checks_interactor: bool,
    /// The arguments of the generator, with a blank between them, where the problem says them.
    pub generate: Option<String>,
}

impl Default for Roles {
    fn default() -> Self {
        Self {
            reference: None,
            by_kind: BTreeMap::new(),
            protocol: Protocol::default(),
            full_points: Self::FULL_POINTS,
            passes: 1,
            checks_interactor: false,
            generate: None,
        }
    }
}

/// What a program with a role is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoleKind {
    /// Writes inputs.
    Generator,
    /// Says whether an input keeps the constraints.
    Validator,
    /// Reads what solutions print, and decides.
    Checker,
    /// Talks to solutions, which then have no input of their own.
    Interactor,
    /// Draws an input and an output for people.
    View,
}

impl RoleKind {
    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Generator, Self::Validator, Self::Checker, Self::Interactor, Self::View];

    /// Its key in `problem.toml`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Generator => "generator",
            Self::Validator => "validator",
            Self::Checker => "checker",
            Self::Interactor => "interactor",
            Self::View => "view",
        }
    }
}

impl Roles {
    /// The points for a case that is right, where the settings do not say.
    pub const FULL_POINTS: f64 = 1.0;

    /// The arguments that a generator is offered where the problem says none: it may not know them.
    pub const OFFER: &'static str = "size={size}";

    /// The arguments of the generator where a command names none.
    #[must_use]
    pub fn generate(&self) -> &str {
        self.generate.as_deref().unwrap_or(Self::OFFER)
    }

    /// The programs of this kind.
    #[must_use]
    pub fn of(&self, kind: RoleKind) -> &[Role] {
        self.by_kind.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// The program that talks to solutions: the problem is interactive if there is one.
    #[must_use]
    pub fn interactor(&self) -> Option<&Role> {
        self.of(RoleKind::Interactor).first()
    }

    /// The program that decides about each run of a solution without an answer to compare with: an interactor, or a
    /// checker of several passes. An interactor whose output is checked decides so where the checker is a program and
    /// no solution has an answer to give to it.
    #[must_use]
    pub fn sole_decider(&self) -> Option<(RoleKind, &Role)> {
        let of = |kind| self.of(kind).first().map(|role| (kind, role));
        match of(RoleKind::Interactor) {
            Some(interactor) => {
                let has_answers = self.of(RoleKind::Checker).is_empty() || self.reference.is_some();
                (!self.checks_interactor || !has_answers).then_some(interactor)
            }
            None => of(RoleKind::Checker).filter(|_| self.passes > 1),
        }
    }

    /// What kind of problem it is where a program decides alone.
    #[must_use]
    pub fn nature(&self) -> &'static str {
        if self.interactor().is_some() { "is interactive" } else { "has several passes" }
    }

    /// All programs with a role.
    pub fn all(&self) -> impl Iterator<Item = (RoleKind, &Role)> {
        self.by_kind.iter().flat_map(|(kind, roles)| roles.iter().map(|role| (*kind, role)))
    }
}

/// A program with a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// Its name.
    pub name: Name,
    /// Name of its language in the table.
    pub language: String,
    /// What it is built from.
    pub source: Source,
    /// The convention that is named for it, where it is a validator.
    pub protocol: Option<Protocol>,
    /// The arguments that are named for it, where it decides.
    pub arguments: Vec<String>,
    /// The form of the report that it is to write, where it is a checker of testlib.
    pub report: Option<ReportForm>,
}

/// Something in the workspace that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The problem it belongs to, if any.
    pub problem: Option<Name>,
    /// The file or folder, relative to the root of the workspace.
    pub path: PathBuf,
    /// Its line, from 1, where it is about one.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub what: String,
    /// The same without anything left out, where something is.
    pub full: Option<String>,
    /// What to do about it.
    pub hint: String,
    /// It lies among the solutions and is not judged.
    pub is_unjudged: bool,
}

impl Defect {
    /// The same about a line of the file.
    #[must_use]
    pub fn at(self, line: Option<usize>) -> Self {
        Self { line, ..self }
    }

    /// What to tell where everything is told.
    #[must_use]
    pub fn in_full(&self) -> String {
        let what = self.full.as_ref().unwrap_or(&self.what).clone();
        Self { what, ..self.clone() }.to_string()
    }

    /// The same about what lies among the solutions and is not judged.
    #[must_use]
    pub fn unjudged(self) -> Self {
        Self { is_unjudged: true, ..self }
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Name::from_os(self.path.as_os_str()))?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))?;
        write!(f, ": {}; {}", self.what, self.hint)
    }
}
