//! From where the answer of a new case is.

use std::fmt;

use crate::model::{Name, RoleKind, counted};

/// From where an answer is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerBy {
    /// It was given with the case.
    Given,
    /// The reference.
    Reference(Name),
    /// Solutions that agree.
    Consensus(Vec<Name>),
    /// There is none: this interactor or checker decides alone.
    Decider(RoleKind, Name),
}

impl AnswerBy {
    /// As the settings file of a case says it.
    #[must_use]
    pub fn noted(&self) -> String {
        match self {
            Self::Given => "given".to_owned(),
            Self::Reference(name) => format!("reference {name}"),
            Self::Consensus(names) => {
                let names: Vec<String> = names.iter().map(ToString::to_string).collect();
                format!("consensus of {}", names.join(", "))
            }
            Self::Decider(kind, _) => format!("none, the {} decides", kind.key()),
        }
    }
}

impl fmt::Display for AnswerBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Given => f.write_str("the given answer"),
            Self::Reference(name) => write!(f, "the reference `{name}`"),
            Self::Consensus(names) => write!(f, "the consensus of {}", counted(names.len(), "solution")),
            Self::Decider(kind, name) => write!(f, "the {} `{name}`", kind.key()),
        }
    }
}
