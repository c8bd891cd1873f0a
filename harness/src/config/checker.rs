//! The key `checker`: a name, or a table with what the checker needs to know.

use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::suggest::hint;
use crate::config::table::Item;
use crate::model::CheckerChoice;

const A_CHECKER: &str = "the name of a checker, or { float = { absolute = 1e-6, relative = 1e-6 } }";

/// Programs as checkers: the keys are known, so that the message is not "unknown key".
const PROGRAMS: [&str; 3] = ["testlib", "kattis", "command"];

/// Reads the key.
pub fn checker(item: Item<'_>, errors: &mut SettingsErrors) -> Option<CheckerChoice> {
    if !item.is_table() {
        return errors.keep(named(&item));
    }
    let mut table = errors.keep(item.into_table())?;
    for program in PROGRAMS {
        if let Some(item) = table.take(program) {
            let what = format!("checkers of the kind `{program}` are not supported by this version");
            let known = format!("the built-in ones are {}", CheckerChoice::NAMES.join(", "));
            errors.push(item.error(what, Some(known)));
            return None;
        }
    }
    let float = table.table("float", errors);
    let missing = table.error("this names no checker".to_owned(), Some(format!("write {A_CHECKER}")));
    let n_errors = errors.count();
    table.finish(errors);
    let Some(mut float) = float else {
        if errors.count() == n_errors {
            errors.push(missing);
        }
        return None;
    };
    let error_bound = |item: &Item<'_>| item.number("an error bound like 1e-6");
    let absolute = float.read("absolute", errors, error_bound).map(|read| read.value);
    let relative = float.read("relative", errors, error_bound).map(|read| read.value);
    let missing = float.error(
        "`float` needs an error bound".to_owned(),
        Some("write { absolute = 1e-6, relative = 1e-6 }, or one of the two".to_owned()),
    );
    float.finish(errors);
    if absolute.is_none() && relative.is_none() {
        // What was written and could not be read has been told.
        if errors.count() == n_errors {
            errors.push(missing);
        }
        return None;
    }
    Some(CheckerChoice::Float { absolute: absolute.unwrap_or(0.0), relative: relative.unwrap_or(0.0) })
}

fn named(item: &Item<'_>) -> Result<CheckerChoice, SettingsError> {
    let name = item.text(A_CHECKER)?;
    CheckerChoice::from_name(name).ok_or_else(|| {
        item.error(
            format!("unknown checker {}", quoted(name)),
            hint(name, &CheckerChoice::NAMES, "the checkers are"),
        )
    })
}
