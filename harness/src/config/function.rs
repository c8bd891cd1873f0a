//! The table `[function]` of a `problem.toml`: what solutions define that read no input themselves.

use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::suggest::hint;
use crate::config::table::{Item, Table};
use crate::model::{Element, Function, Parameter, ValueType};

/// What stands for a function that returns nothing.
const NOTHING: &str = "void";

const PARAMETERS: &str = "a list like [{ name = \"board\", type = \"int[][]\" }]";

/// Reads the signature; `None` and its mistakes where it has some.
pub fn function(mut table: Table<'_>, errors: &mut SettingsErrors) -> Option<Function> {
    let n_errors = errors.count();
    let name = table.read("name", errors, identifier);
    let parameters = table.take("parameters");
    let returns = table.read("returns", errors, |item| match item.text("a type like \"int\"")? {
        NOTHING => Ok(None),
        _ => value_type(item).map(Some),
    });
    for (key, is_set, example) in [
        ("name", name.is_some(), "name = \"snakesAndLadders\""),
        ("parameters", parameters.is_some(), "parameters = [{ name = \"board\", type = \"int[][]\" }]"),
        (
            "returns",
            returns.is_some(),
            "returns = \"int\", or \"void\" if the first parameter holds the result",
        ),
    ] {
        if !is_set && errors.count() == n_errors {
            errors.push(
                table.error(
                    format!("[function] needs {}", quoted(key)),
                    Some(format!("for example {example}")),
                ),
            );
        }
    }
    table.finish(errors);
    let parameters = read_parameters(&parameters?, errors);
    let (name, returns) = (name?, returns?);
    if returns.value.is_none() && parameters.is_empty() && errors.count() == n_errors {
        let what = "a function that returns nothing needs a parameter, which holds the result".to_owned();
        errors.push(returns.origin.error(what, None));
    }
    (errors.count() == n_errors).then_some(Function { name: name.value, parameters, returns: returns.value })
}

fn read_parameters(item: &Item<'_>, errors: &mut SettingsErrors) -> Vec<Parameter> {
    let Some(elements) = item.elements() else {
        errors.push(item.wrong_type(PARAMETERS));
        return Vec::new();
    };
    let mut parameters: Vec<Parameter> = Vec::new();
    for element in elements {
        if !element.is_table() {
            errors.push(element.wrong_type(PARAMETERS));
            continue;
        }
        let Some(mut table) = errors.keep(element.into_table()) else { continue };
        let n_errors = errors.count();
        let name = table.read("name", errors, identifier);
        let value = table.read("type", errors, value_type);
        for (key, is_set) in [("name", name.is_some()), ("type", value.is_some())] {
            if !is_set && errors.count() == n_errors {
                let example = Some("write { name = \"board\", type = \"int[][]\" }".to_owned());
                errors.push(table.error(format!("a parameter needs {}", quoted(key)), example));
            }
        }
        table.finish(errors);
        let (Some(name), Some(value)) = (name, value) else { continue };
        if parameters.iter().any(|other| other.name == name.value) {
            errors.push(name.origin.error(format!("two parameters are named {}", quoted(&name.value)), None));
        }
        parameters.push(Parameter { name: name.value, value: value.value });
    }
    parameters
}

/// A name that every language can have.
fn identifier(item: &Item<'_>) -> Result<String, SettingsError> {
    let name = item.text("a name")?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_name = !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(is_part);
    if name.is_empty() || !is_name {
        let advice = "use letters, digits and underscores".to_owned();
        return Err(
            item.error(format!("{} is not a name of a function or parameter", quoted(name)), Some(advice))
        );
    }
    Ok(name.to_owned())
}

fn value_type(item: &Item<'_>) -> Result<ValueType, SettingsError> {
    let text = item.text("a type like \"int[][]\"")?;
    let mut name = text.trim();
    let mut depth = 0;
    while let Some(inner) = name.strip_suffix("[]") {
        name = inner.trim_end();
        depth += 1;
    }
    let found = Element::NAMES.iter().find(|(known, _)| *known == name);
    found.map(|(_, element)| ValueType { element: *element, depth }).ok_or_else(|| {
        let names: Vec<&str> = Element::NAMES.iter().map(|(name, _)| *name).collect();
        let advice = if name == NOTHING {
            Some("only `returns` may be \"void\"".to_owned())
        } else {
            hint(name, &names, "arrays are written int[]; the types are")
        };
        item.error(format!("unknown type {}", quoted(text)), advice)
    })
}

#[cfg(test)]
mod tests {
    use crate::config::error::SettingsErrors;
    use crate::config::file::SettingsFile;
    use crate::model::Function;
    use insta::assert_snapshot;
    use std::path::Path;

    fn read(text: &str) -> (Option<Function>, String) {
        let mut errors = SettingsErrors::default();
        let file = SettingsFile::from_bytes(Path::new("problem.toml").into(), text.into()).unwrap();
        let table = file.table(&mut errors).unwrap().table("function", &mut errors);
        let found = table.and_then(|table| super::function(table, &mut errors));
        (found, errors.sorted().to_string())
    }

    #[test]
    fn a_signature_is_read() {
        let text = "[function]\nname = \"f\"\nreturns = \"ListNode[]\"\n\
            parameters = [{ name = \"a\", type = \"string[][]\" }, { name = \"b\", type = \"long\" }]\n";
        let (function, complaints) = read(text);
        assert_eq!(complaints, "");
        let function = function.unwrap();
        let types: Vec<String> =
            function.parameters.iter().map(|one| format!("{}: {}", one.name, one.value.name())).collect();
        assert_eq!(types, ["a: string[][]", "b: long"]);
        assert_eq!(function.result().unwrap().name(), "ListNode[]");
        let (function, _) = read(&text.replace("ListNode[]", "void"));
        assert_eq!(function.unwrap().result().unwrap().name(), "string[][]");
    }

    #[test]
    fn mistakes_are_told_where_they_are() {
        let check = |text: &str| read(&format!("[function]\n{text}")).1;
        assert_snapshot!(check("returns = \"int\"\n"), @"problem.toml:1: [function] needs `name`; for example name = \"snakesAndLadders\"");
        assert_snapshot!(check("name = \"f\"\nreturns = \"int\"\n"), @r#"problem.toml:1: [function] needs `parameters`; for example parameters = [{ name = "board", type = "int[][]" }]"#);
        assert_snapshot!(check("name = \"f\"\nparameters = []\n"), @r#"problem.toml:1: [function] needs `returns`; for example returns = "int", or "void" if the first parameter holds the result"#);
        assert_snapshot!(check("name = \"f\"\nparameters = []\nreturns = \"void\"\n"), @"problem.toml:4: a function that returns nothing needs a parameter, which holds the result");
        assert_snapshot!(check("name = \"f g\"\nparameters = 3\nreturns = \"strng[]\"\nretruns = 1\n"), @r#"
        problem.toml:2: `f g` is not a name of a function or parameter; use letters, digits and underscores
        problem.toml:3: `parameters` must be a list like [{ name = "board", type = "int[][]" }], not an integer
        problem.toml:4: unknown type `strng[]`; did you mean `string`?
        problem.toml:5: unknown key `retruns` in [function]; did you mean `returns`?
        "#);
        assert_snapshot!(check(
            "name = \"f\"\nreturns = \"int\"\nparameters = [\n\"x\",\n{ name = \"a\" },\n{ name = \"b\", type = \"void\" },\n\
             { name = \"b\", type = \"Int\" },\n{ name = \"c\", type = \"int\" },\n{ name = \"c\", type = \"int\", kind = 1 },\n]\n"
        ), @r#"
        problem.toml:5: `parameters` must be a list like [{ name = "board", type = "int[][]" }], not a string
        problem.toml:6: a parameter needs `type`; write { name = "board", type = "int[][]" }
        problem.toml:7: unknown type `void`; only `returns` may be "void"
        problem.toml:8: unknown type `Int`; did you mean `int`?
        problem.toml:10: unknown key `kind` in [function.parameters]; known keys: name, type
        problem.toml:10: two parameters are named `c`
        "#);
    }
}
