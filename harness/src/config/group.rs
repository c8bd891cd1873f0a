//! The tables `[group.NAME]`: folders of cases with points.

use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::origin::Traced;
use crate::config::suggest::hint;
use crate::config::table::{Item, Table};
use crate::model::{Accept, Group, Name, OnReject};

/// Reads all tables, in the written order.
pub fn groups(table: Table<'_>, errors: &mut SettingsErrors) -> Vec<Traced<Group>> {
    table.into_items().into_iter().filter_map(|item| group(item, errors)).collect()
}

fn group(item: Item<'_>, errors: &mut SettingsErrors) -> Option<Traced<Group>> {
    let name = errors.keep(folder(&item));
    let origin = item.traced(()).origin;
    let mut table = errors.keep(item.into_table())?;
    let missing = table.error(
        "a group of cases needs `score`".to_owned(),
        Some("write the points of a solution that is right on all its cases, such as score = 60".to_owned()),
    );
    let n_errors = errors.count();
    let score = table.read("score", errors, points);
    let accept = table.read("accept", errors, |item| one_of(item, &Accept::NAMES, Accept::from_name));
    let on_reject =
        table.read("on_reject", errors, |item| one_of(item, &OnReject::NAMES, OnReject::from_name));
    table.finish(errors);
    if score.is_none() && errors.count() == n_errors {
        errors.push(missing);
    }
    let accept = accept.map(|accept| accept.value).unwrap_or_default();
    let on_reject = on_reject.map_or_else(|| accept.on_reject(), |on_reject| on_reject.value);
    Some(Traced { value: Group { name: name?, score: score?.value, accept, on_reject }, origin })
}

/// The folder that the table is named after.
fn folder(item: &Item<'_>) -> Result<Name, SettingsError> {
    let name = item.key.as_str();
    let is_folder = |part: &str| !part.is_empty() && part != "." && part != "..";
    if name == Group::REST || name.split('/').all(is_folder) {
        return Ok(Name::from(name));
    }
    let hint = "name a folder of cases, such as [group.big] or [group.\"secret/big\"], or [group.\".\"] for all \
                cases that are in no other group";
    Err(item.error(format!("{} is no folder of cases", quoted(name)), Some(hint.to_owned())))
}

/// Points: a number that is not negative.
pub fn points(item: &Item<'_>) -> Result<f64, SettingsError> {
    item.number("a number of points like 60")
}

/// Points that can be divided by.
pub fn full_points(item: &Item<'_>) -> Result<f64, SettingsError> {
    let number = points(item)?;
    if number > 0.0 {
        Ok(number)
    } else {
        Err(item.error(format!("`{}` must be more than 0", item.key), None))
    }
}

fn one_of<T>(
    item: &Item<'_>,
    names: &[&'static str],
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, SettingsError> {
    let known: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let word = item.text(&known.join(" or "))?;
    read(word).ok_or_else(|| {
        let what = format!("`{}` cannot be {}", item.key, quoted(word));
        item.error(what, hint(word, names, "it is one of"))
    })
}
