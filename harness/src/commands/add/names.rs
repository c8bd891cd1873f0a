//! What new cases are called.

use anyhow::anyhow;

use crate::cli::AddArgs;
use crate::discover;
use crate::failure::Failure;
use crate::model::{Name, Problem};
use crate::scaffold::{Numbering, next_names};

/// Digits of the first number, so that the hundredth case is the first that looks different.
const DIGITS: usize = 2;

/// What new cases should be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
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

impl Wish {
    /// What the command line asks for. A name is numbered where there may be more than one case.
    #[must_use]
    pub fn of(args: &AddArgs) -> Self {
        let numbered = |prefix: String, digits| Self::Numbered { prefix, digits };
        let is_one = args.source.from_markdown.is_none() && args.count.get() == 1;
        match &args.name {
            Some(group) if group.ends_with('/') => numbered(group.clone(), DIGITS),
            Some(name) if is_one => Self::Exactly(Name::from(name.as_str())),
            Some(name) => numbered(format!("{name}-"), 1),
            None if args.source.from_markdown.is_some() => numbered("sample-".to_owned(), 1),
            None => numbered(String::new(), DIGITS),
        }
    }

    /// What a single case is to be called, as the command line says it.
    #[must_use]
    pub fn one(name: Option<&str>) -> Self {
        match name {
            Some(group) if group.ends_with('/') => {
                Self::Numbered { prefix: group.to_owned(), digits: DIGITS }
            }
            Some(name) => Self::Exactly(Name::from(name)),
            None => Self::Numbered { prefix: String::new(), digits: DIGITS },
        }
    }
}

/// Names for so many cases.
///
/// # Errors
/// The name is taken, or files of that name would not be found as a case.
pub fn choose(problem: &Problem, wish: &Wish, count: usize) -> Result<Vec<Name>, Failure> {
    let taken = || problem.cases.iter().map(|case| &case.name);
    let names = match wish {
        Wish::Exactly(name) => vec![name.clone()],
        Wish::Numbered { prefix, digits } => {
            next_names(&Numbering { prefix, digits: *digits }, taken(), count)
        }
    };
    for name in &names {
        if taken().any(|taken| taken == name) {
            let what = anyhow!("there is a case `{name}` already");
            return Err(Failure::usage(what).hint("choose another name, or none for the next number"));
        }
        if !discover::is_name_of_case(name) {
            let what = anyhow!("a case cannot be called `{name}`: its files would not be found");
            return Err(Failure::usage(what).hint("a name is one word, or words with a slash between"));
        }
    }
    Ok(names)
}
