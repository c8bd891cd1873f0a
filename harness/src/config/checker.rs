//! The key `checker`: a name, or a table with what the checker needs to know.

use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::suggest::hint;
use crate::config::table::{Item, Table};
use crate::model::{CheckerChoice, Protocol};

const A_CHECKER: &str = "the name of a checker, or { float = { absolute = 1e-6, relative = 1e-6 } }";

/// A checker that is an argument vector: the key is known, so that the message is not "unknown key".
const COMMAND: &str = "command";

/// What the key says.
pub struct CheckerSetting {
    /// The checker.
    pub choice: CheckerChoice,
    /// The program, where one checks.
    pub program: Option<String>,
}

/// Reads the key.
pub fn checker(item: Item<'_>, errors: &mut SettingsErrors) -> Option<CheckerSetting> {
    let built_in = |choice| CheckerSetting { choice, program: None };
    if !item.is_table() {
        return errors.keep(named(&item)).map(built_in);
    }
    let mut table = errors.keep(item.into_table())?;
    if let Some(item) = table.take(COMMAND) {
        let what = format!("checkers of the kind `{COMMAND}` are not supported by this version");
        let known = format!(
            "write {{ testlib = \"check.cpp\" }} or {{ kattis = \"check.py\" }}, or one of {}",
            CheckerChoice::NAMES.join(", ")
        );
        errors.push(item.error(what, Some(known)));
        return None;
    }
    let missing = table.error("this names no checker".to_owned(), Some(format!("write {A_CHECKER}")));
    let two = table.error("this names two checkers".to_owned(), Some("remove one of them".to_owned()));
    let n_errors = errors.count();
    let mut all: Vec<Option<CheckerSetting>> = Vec::new();
    if let Some(float) = table.table("float", errors) {
        let bounds = error_bounds("float", float, errors);
        let float = |(absolute, relative)| CheckerChoice::Float { absolute, relative };
        all.push(bounds.map(float).map(built_in));
    }
    if let Some(literal) = table.table("literal", errors) {
        let bounds = error_bounds("literal", literal, errors);
        let literal = |(absolute, relative)| CheckerChoice::Literal { absolute, relative };
        all.push(bounds.map(literal).map(built_in));
    }
    for protocol in [Protocol::Testlib, Protocol::Kattis] {
        if let Some(item) = table.take(protocol.name()) {
            let name = errors.keep(item.text("the name of a program"));
            let choice = CheckerChoice::Program(protocol);
            all.push(name.map(|name| CheckerSetting { choice, program: Some(name.to_owned()) }));
        }
    }
    table.finish(errors);
    match all.len() {
        0 if errors.count() == n_errors => errors.push(missing),
        0 | 1 => {}
        _ => errors.push(two),
    }
    all.pop().flatten()
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
