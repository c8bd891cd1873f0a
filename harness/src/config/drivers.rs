//! The drivers that languages name: a TOML table, then the files to write, each behind a line `=== NAME`.

use std::path::Path;
use std::sync::Arc;

use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::file::SettingsFile;
use crate::config::suggest::hint;
use crate::config::table::{Item, Table};
use crate::model::{Driver, Element, LetterCase, Part};

/// What precedes the name of a file.
const FILE_MARK: &str = "=== ";

/// The same, where another line stands before it.
const NEXT_FILE: &str = "\n=== ";

/// The templates, by the names that the language table uses.
const BUILT_IN: &[(&str, &str)] = &[
    ("c", include_str!("drivers/c.template")),
    ("cpp", include_str!("drivers/cpp.template")),
    ("csharp", include_str!("drivers/csharp.template")),
    ("go", include_str!("drivers/go.template")),
    ("java", include_str!("drivers/java.template")),
    ("javascript", concat!(include_str!("drivers/javascript.template"), include_str!("drivers/queues.part"))),
    ("kotlin", include_str!("drivers/kotlin.template")),
    ("python", include_str!("drivers/python.template")),
    ("rust", include_str!("drivers/rust.template")),
    ("typescript", concat!(include_str!("drivers/typescript.template"), include_str!("drivers/queues.part"))),
];

/// The driver that a language names.
pub fn driver(item: &Item<'_>) -> Result<Option<Arc<Driver>>, SettingsError> {
    let name = item.text("the name of a driver")?;
    let Some((_, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
        let names: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
        let what = format!("unknown driver {}", quoted(name));
        return Err(item.error(what, hint(name, &names, "the drivers are")));
    };
    let mut errors = SettingsErrors::default();
    let driver = read(name, text, &mut errors);
    debug_assert!(errors.count() == 0, "drivers/{name}.template: {errors:?}");
    Ok(driver.map(Arc::new))
}

fn read(name: &str, text: &'static str, errors: &mut SettingsErrors) -> Option<Driver> {
    let head_ends = text.find(NEXT_FILE)? + 1;
    let (head, body) = text.split_at(head_ends);
    let path = format!("drivers/{name}.template");
    let file = errors.keep(SettingsFile::from_bytes(Path::new(&path).into(), head.into()))?;
    let mut table = file.table(errors)?;
    let mut driver = Driver { files: files(body), ..Driver::default() };
    let mut texts = |table: &mut Table<'_>, key| {
        table
            .read(key, errors, |item| item.texts("a list of texts"))
            .map(|traced| traced.value)
            .unwrap_or_default()
    };
    driver.entry = texts(&mut table, "entry");
    driver.definitions = texts(&mut table, "definitions");
    driver.compiled = texts(&mut table, "compiled");
    driver.arguments = texts(&mut table, "arguments");
    driver.blank = texts(&mut table, "blank");
    driver.scope = Some(texts(&mut table, "scope")).filter(|scope| !scope.is_empty());
    driver.returned = texts(&mut table, "returned");
    driver.changed = texts(&mut table, "changed");
    // One of several phrases is enough where they are separated so.
    let any_of = |phrases: String| phrases.split(" | ").map(str::to_owned).collect();
    driver.form = texts(&mut table, "form").into_iter().map(any_of).collect();
    let mut text = |table: &mut Table<'_>, key| {
        table.read(key, errors, |item| item.text("a text").map(str::to_owned)).map(|traced| traced.value)
    };
    driver.comment = text(&mut table, "comment").unwrap_or_default();
    driver.main = text(&mut table, "main").unwrap_or_default();
    driver.copy = text(&mut table, "copy");
    driver.define = text(&mut table, "define");
    driver.array = text(&mut table, "array").unwrap_or_default();
    let naming = text(&mut table, "naming");
    driver.naming = LetterCase::NAMES
        .iter()
        .find(|(known, _)| Some(*known) == naming.as_deref())
        .map_or(LetterCase::Camel, |(_, naming)| *naming);
    driver.deepest = table
        .read("deepest", errors, |item| item.whole(0, "a number of dimensions"))
        .and_then(|traced| usize::try_from(traced.value).ok());
    let mut pairs = |table: &mut Table<'_>, key| {
        let pairs = table.read(key, errors, |item| item.texts_by_name("a table of texts"));
        pairs.map(|traced| traced.value).unwrap_or_default()
    };
    driver.imports = pairs(&mut table, "imports");
    for (name, text) in pairs(&mut table, "types") {
        if let Some((_, element)) = Element::NAMES.iter().find(|(known, _)| *known == name) {
            driver.types.insert(*element, text);
        }
    }
    let parts = table.table("parts", errors).map_or_else(Vec::new, Table::into_items);
    driver.parts = parts.into_iter().filter_map(|item| part(item, errors)).collect();
    table.finish(errors);
    Some(driver)
}

fn part(item: Item<'_>, errors: &mut SettingsErrors) -> Option<Part> {
    let name = item.key.clone();
    let mut table = errors.keep(item.into_table())?;
    let from = table.read("from", errors, |item| item.whole(0, "a number of parameters"));
    let join = table.read("join", errors, |item| item.text("a text").map(str::to_owned));
    let by_depth = table.read("by_depth", errors, |item| item.texts("a list of texts"));
    table.finish(errors);
    let from = from.and_then(|traced| usize::try_from(traced.value).ok()).unwrap_or(0);
    Some(Part { name, from, join: join?.value, by_depth: by_depth?.value })
}

/// The files of a driver. Most commands write none of them, so they stay where the program has them.
fn files(body: &'static str) -> Vec<(&'static str, &'static str)> {
    let mut files = Vec::new();
    let mut rest = body.strip_prefix(FILE_MARK);
    while let Some(file) = rest {
        let end = file.find(NEXT_FILE).map_or(file.len(), |line_end| line_end + 1);
        let (file, next) = file.split_at(end);
        let (name, text) = file.split_once('\n').unwrap_or((file, ""));
        files.push((name.trim(), text));
        rest = next.strip_prefix(FILE_MARK);
    }
    files
}

#[cfg(test)]
mod tests {
    use super::{BUILT_IN, read};
    use crate::config::error::SettingsErrors;

    #[test]
    fn each_driver_is_complete() {
        for (name, text) in BUILT_IN {
            let mut errors = SettingsErrors::default();
            let driver = read(name, text, &mut errors).unwrap();
            assert_eq!(errors.sorted().to_string(), "", "{name}");
            let files: Vec<&str> = driver.files.iter().map(|(file, _)| *file).collect();
            let named = driver.compiled.iter().chain(&driver.copy).chain([&driver.main]);
            assert!(
                named.into_iter().all(|file| files.contains(&file.as_str())),
                "{name} names other files than {files:?}"
            );
            assert!(
                !driver.comment.is_empty() && !driver.form.is_empty() && !driver.entry.is_empty(),
                "{name}"
            );
            let texts: String = driver.files.iter().map(|(_, text)| *text).collect();
            assert_eq!(texts.matches("@{text}").count(), 1, "{name}");
        }
    }
}
