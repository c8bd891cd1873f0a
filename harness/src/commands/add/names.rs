//! What new cases are called.

use anyhow::anyhow;

use crate::discover;
use crate::failure::Failure;
use crate::model::{Name, Problem};
use crate::scaffold::{Numbering, next_names};

/// Digits of the first number, so that the hundredth case is the first that looks different.
const DIGITS: usize = 2;

/// Names for so many cases: the one that is given, numbered where there are several, or free numbers.
///
/// # Errors
/// The name is taken, or files of that name would not be found as a case.
pub fn choose(problem: &Problem, given: Option<&str>, count: usize) -> Result<Vec<Name>, Failure> {
    let taken = || problem.cases.iter().map(|case| &case.name);
    let names = match given {
        Some(name) if count == 1 && !name.ends_with('/') => vec![Name::from(name)],
        Some(name) if name.ends_with('/') => {
            next_names(&Numbering { prefix: name, digits: DIGITS }, taken(), count)
        }
        Some(name) => next_names(&Numbering { prefix: &format!("{name}-"), digits: 1 }, taken(), count),
        None => next_names(&Numbering { prefix: "", digits: DIGITS }, taken(), count),
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
