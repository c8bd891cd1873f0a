//! The key `checker`: a name, or a table with what the checker needs to know.

use crate::config::decider::{DeciderSetting, command, deciders, report_form};
use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::suggest::hint;
use crate::config::table::{Item, Table};
use crate::model::{CheckerChoice, Protocol};

const A_CHECKER: &str = "the name of a checker, or { float = { absolute = 1e-6, relative = 1e-6 } }";

/// What the key says.
pub struct CheckerSetting {
    /// The checker.
    pub choice: CheckerChoice,
    /// The program, where one checks.
    pub program: Option<DeciderSetting>,
}

/// Reads the key.
pub fn checker(item: Item<'_>, errors: &mut SettingsErrors) -> Option<CheckerSetting> {
    let built_in = |choice| CheckerSetting { choice, program: None };
    if !item.is_table() {
        return errors.keep(named(&item)).map(built_in);
    }
    let mut table = errors.keep(item.into_table())?;
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
    let by_program = |decider: DeciderSetting| CheckerSetting {
        choice: CheckerChoice::Program(decider.protocol),
        program: Some(decider),
    };
    let report = table.take("report");
    let mut named = deciders(&mut table, errors);
    if let Some(item) = report {
        match named.as_mut_slice() {
            [Some(decider)] if decider.protocol == Protocol::Testlib => {
                decider.report = errors.keep(report_form(&item));
            }
            _ => {
                let what = "only a checker of testlib writes a report".to_owned();
                errors.push(item.error(what, Some("remove `report`".to_owned())));
            }
        }
    }
    all.extend(named.into_iter().map(|decider| decider.map(by_program)));
    if let Some(item) = table.take("command") {
        all.push(errors.keep(command(&item)).map(by_program));
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
        // A name with an extension is that of a program, and what it follows must be said.
        let hint = if name.contains('.') {
            Some(format!("for a program write {{ testlib = {name:?} }} or {{ kattis = {name:?} }}"))
        } else {
            hint(name, &CheckerChoice::NAMES, "the checkers are")
        };
        item.error(format!("unknown checker {}", quoted(name)), hint)
    })
}
