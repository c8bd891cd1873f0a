//! The key `validator`: a program or several, each a name, or a table with the convention that it follows.

use std::fmt;

use crate::config::error::{SettingsError, SettingsErrors};
use crate::config::origin::Traced;
use crate::config::table::Item;
use crate::config::values::program;
use crate::model::Protocol;

/// A program that says whether inputs are valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidatorSetting {
    /// The program.
    pub program: String,
    /// The convention that is named for it.
    pub protocol: Option<Protocol>,
}

impl fmt::Display for ValidatorSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)?;
        self.protocol.map_or(Ok(()), |protocol| write!(f, " ({})", protocol.name()))
    }
}

/// Reads the key: all validators, in the order in which they are asked.
pub fn validators(item: Item<'_>, errors: &mut SettingsErrors) -> Vec<Traced<ValidatorSetting>> {
    let Some(elements) = item.elements() else { return one(item, errors).into_iter().collect() };
    if elements.is_empty() {
        let hint = "name a program or remove the key".to_owned();
        errors.push(item.error("`validator` is an empty list".to_owned(), Some(hint)));
    }
    let mut all: Vec<Traced<ValidatorSetting>> = Vec::new();
    let named: Vec<_> = elements.into_iter().filter_map(|element| one(element, errors)).collect();
    for validator in named {
        if all.iter().any(|other| other.value.program == validator.value.program) {
            let what = format!("the validator `{}` is named twice", validator.value.program);
            errors.push(validator.origin.error(what, Some("remove one of them".to_owned())));
        } else {
            all.push(validator);
        }
    }
    all
}

fn one(item: Item<'_>, errors: &mut SettingsErrors) -> Option<Traced<ValidatorSetting>> {
    if !item.is_table() {
        let program = errors.keep(program(&item))?;
        return Some(item.traced(ValidatorSetting { program, protocol: None }));
    }
    let Traced { origin, .. } = item.traced(());
    let mut table = errors.keep(item.into_table())?;
    let mistake = |what: &str| -> SettingsError {
        let form = "write { testlib = \"validate.cpp\" } or { kattis = \"validate.py\" }".to_owned();
        origin.error(what.to_owned(), Some(form))
    };
    let n_errors = errors.count();
    let mut named = Vec::new();
    for protocol in [Protocol::Testlib, Protocol::Kattis] {
        named.extend(table.read(protocol.name(), errors, program).map(|read| (protocol, read.value)));
    }
    table.finish(errors);
    match &named[..] {
        [] if errors.count() == n_errors => errors.push(mistake("this names no validator")),
        [] | [_] => {}
        [_, _, ..] => errors.push(mistake("this names two validators")),
    }
    let (protocol, program) = named.into_iter().next()?;
    Some(Traced { value: ValidatorSetting { program, protocol: Some(protocol) }, origin })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use insta::assert_snapshot;

    use crate::config::error::SettingsErrors;
    use crate::config::problem::ProblemSettings;

    /// What is made of the key: the validators, and what is wrong.
    fn read(value: &str) -> String {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("problem.toml"), format!("validator = {value}\n")).unwrap();
        let mut errors = SettingsErrors::default();
        let settings = ProblemSettings::read(root.path(), Path::new(""), &mut errors);
        let named: Vec<String> =
            settings.validators.iter().map(|validator| validator.value.to_string()).collect();
        [named.join(", "), errors.sorted().to_string()].join("\n").trim().to_owned()
    }

    #[test]
    fn a_validator_is_a_name_or_has_a_convention_and_there_may_be_several() {
        assert_eq!(read("\"a.cpp\""), "a.cpp");
        assert_eq!(read("{ testlib = \"a.cpp\" }"), "a.cpp (testlib)");
        assert_eq!(
            read("[\"a.cpp\", { kattis = \"b.py\" }, { testlib = \"c.cpp\" }]"),
            "a.cpp, b.py (kattis), c.cpp (testlib)"
        );
    }

    #[test]
    fn what_names_none_or_too_many_is_told() {
        assert_snapshot!(read("1"), @"problem.toml:1: `validator` must be the name of a program, not an integer");
        assert_snapshot!(read("\"\""), @"problem.toml:1: `validator` is empty; name a program or remove the key");
        assert_snapshot!(read("[]"), @"problem.toml:1: `validator` is an empty list; name a program or remove the key");
        assert_snapshot!(read("{}"), @r#"problem.toml:1: this names no validator; write { testlib = "validate.cpp" } or { kattis = "validate.py" }"#);
        assert_snapshot!(read("{ kattsi = \"a\" }"), @"problem.toml:1: unknown key `kattsi` in [validator]; did you mean `kattis`?");
        assert_snapshot!(read("{ testlib = \"a\", kattis = \"b\" }"), @r#"
        a (testlib)
        problem.toml:1: this names two validators; write { testlib = "validate.cpp" } or { kattis = "validate.py" }
        "#);
        assert_snapshot!(read("[\"a\", { kattis = \"a\" }]"), @r"
        a
        problem.toml:1: the validator `a` is named twice; remove one of them
        ");
    }
}
