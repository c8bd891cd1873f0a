//! The names of new cases.

use anyhow::anyhow;

use crate::discover;
use crate::failure::Failure;
use crate::model::{Name, Problem};
use crate::scaffold::{self, Numbering, next_names};

/// Digits of the first number, so that names up to 99 have the same width.
const DIGITS: usize = 2;

/// How new cases are named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Naming {
    /// This name.
    Exactly(Name),
    /// This and the next free number.
    Numbered {
        /// What stands before the number.
        prefix: String,
        /// Digits of the first number.
        digits: usize,
    },
}

impl Naming {
    /// The names for what `add` was asked for: a name is numbered where there may be more than one case,
    /// and samples of a statement are called so.
    #[must_use]
    pub fn of(name: Option<&str>, is_one: bool, are_samples: bool) -> Self {
        let numbered = |prefix: String, digits| Self::Numbered { prefix, digits };
        match name {
            Some(group) if group.ends_with('/') => numbered(group.to_owned(), DIGITS),
            Some(name) if is_one => Self::Exactly(Name::from(name)),
            Some(name) => numbered(format!("{name}-"), 1),
            None if are_samples => numbered("sample-".to_owned(), 1),
            None => numbered(String::new(), DIGITS),
        }
    }
}

/// Names for so many cases. A number is free where no file has it: neither one of a case that came
/// meanwhile nor a part of one.
///
/// # Errors
/// The name is taken, or files of that name would not be found as a case.
pub fn choose(problem: &Problem, naming: &Naming, count: usize) -> Result<Vec<Name>, Failure> {
    let cases = || problem.cases.iter().map(|case| &case.name);
    let names = match naming {
        Naming::Exactly(name) => vec![name.clone()],
        Naming::Numbered { prefix, digits } => {
            let mut taken = scaffold::stems(&problem.folder);
            taken.extend(cases().cloned());
            next_names(&Numbering { prefix, digits: *digits }, taken.iter(), count)
        }
    };
    for name in &names {
        if cases().any(|taken| taken == name) {
            let what = anyhow!("the case `{name}` exists already");
            return Err(Failure::usage(what).hint("choose another name, or omit it for the next number"));
        }
        if !discover::is_name_of_case(name) {
            let what = anyhow!("invalid case name `{name}`: its files would not be found");
            return Err(Failure::usage(what).hint("a name is one word, or words separated by slashes"));
        }
    }
    Ok(names)
}
