//! The key `checker`: a name, or a table with what the checker needs to know.

use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::suggest::hint;
use crate::config::table::{Item, Table};
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
    let missing = table.error("this names no checker".to_owned(), Some(format!("write {A_CHECKER}")));
    let two = table.error("this names two checkers".to_owned(), Some("remove one of them".to_owned()));
    let n_errors = errors.count();
    let float = table.table("float", errors).map(|table| error_bounds("float", table, errors));
    let literal = table.table("literal", errors).map(|table| error_bounds("literal", table, errors));
    table.finish(errors);
    match (&float, &literal) {
        (None, None) if errors.count() == n_errors => errors.push(missing),
        (Some(_), Some(_)) => errors.push(two),
        _ => {}
    }
    let float = float.flatten().map(|(absolute, relative)| CheckerChoice::Float { absolute, relative });
    let literal = literal.flatten().map(|(absolute, relative)| CheckerChoice::Literal { absolute, relative });
    float.or(literal)
}

/// The largest errors of a number, absolute and relative.
fn error_bounds(name: &str, mut table: Table<'_>, errors: &mut SettingsErrors) -> Option<(f64, f64)> {
    let n_errors = errors.count();
    let error_bound = |item: &Item<'_>| item.number("an error bound like 1e-6");
    let absolute = table.read("absolute", errors, error_bound).map(|read| read.value);
    let relative = table.read("relative", errors, error_bound).map(|read| read.value);
    let missing = table.error(
        format!("`{name}` needs an error bound"),
        Some("write { absolute = 1e-6, relative = 1e-6 }, or one of the two".to_owned()),
    );
    table.finish(errors);
    if absolute.is_none() && relative.is_none() {
        // What was written and could not be read has been told.
        if errors.count() == n_errors {
            errors.push(missing);
        }
        return None;
    }
    Some((absolute.unwrap_or(0.0), relative.unwrap_or(0.0)))
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
