//! A program that decides, with the convention that it follows: `{ kattis = "check.py", arguments = ["exact"] }`.

use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::languages::placeholders;
use crate::config::suggest::hint;
use crate::config::table::{Item, Table};
use crate::config::values::program;
use crate::model::{Protocol, ReportForm};

/// A checker or an interactor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeciderSetting {
    /// The program.
    pub program: String,
    /// The convention that it follows.
    pub protocol: Protocol,
    /// Its arguments beside those of the convention.
    pub arguments: Vec<String>,
    /// The form of the report that it is to write.
    pub report: Option<ReportForm>,
}

const ARGUMENTS: &str = "a list of arguments like [\"float_tolerance\", \"1e-6\"]";
const COMMAND: &str =
    "a program and its arguments like [\"check.py\", \"{input}\", \"{output}\", \"{answer}\"]";

/// Takes the programs that a table names; one that cannot be read is kept as none.
pub fn deciders(table: &mut Table<'_>, errors: &mut SettingsErrors) -> Vec<Option<DeciderSetting>> {
    let arguments = table.take("arguments");
    let mut all = Vec::new();
    for protocol in [Protocol::Testlib, Protocol::Kattis] {
        let Some(item) = table.take(protocol.name()) else { continue };
        let named = errors.keep(program(&item));
        let decider = |program| DeciderSetting { program, protocol, arguments: Vec::new(), report: None };
        all.push(named.map(decider));
    }
    let Some(item) = arguments else { return all };
    match all.as_mut_slice() {
        [Some(decider)] if decider.protocol == Protocol::Kattis => {
            decider.arguments = errors.keep(item.texts(ARGUMENTS)).unwrap_or_default();
        }
        // Whatever else is wrong is told.
        [] | [None] | [_, _, ..] => {}
        [Some(_)] => {
            let what = "a program of testlib is given no further arguments".to_owned();
            errors.push(item.error(what, Some("remove `arguments`".to_owned())));
        }
    }
    all
}

/// The form of the report that a checker of testlib is to write.
pub fn report_form(item: &Item<'_>) -> Result<ReportForm, SettingsError> {
    let form = item.text("\"xml\" or \"text\"")?;
    ReportForm::from_name(form).ok_or_else(|| {
        let hint = hint(form, &ReportForm::NAMES, "it is one of");
        item.error(format!("`{}` cannot be {}", item.key, quoted(form)), hint)
    })
}

/// A checker that is a program and its arguments.
pub fn command(item: &Item<'_>) -> Result<DeciderSetting, SettingsError> {
    let mut words = item.texts(COMMAND)?.into_iter();
    let program = words.next().filter(|program| !program.is_empty()).ok_or_else(|| {
        item.error("`command` names no program".to_owned(), Some(format!("write {COMMAND}")))
    })?;
    let arguments: Vec<String> = words.collect();
    let odd =
        |word: &String| placeholders(word).find(|word| !Protocol::FILES.contains(word)).map(str::to_owned);
    if let Some(odd) = arguments.iter().find_map(odd) {
        let known = Protocol::FILES.map(|file| format!("{{{file}}}")).join(", ");
        let hint = format!("the placeholders of `command` are {known}");
        return Err(item.error(format!("unknown placeholder {}", quoted(&format!("{{{odd}}}"))), Some(hint)));
    }
    Ok(DeciderSetting { program, protocol: Protocol::Command, arguments, report: None })
}
