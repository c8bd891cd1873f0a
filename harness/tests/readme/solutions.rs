//! `solutions/README.md` has a row for every solution there is, and for no other.

use std::collections::BTreeSet;
use std::fs;

use crate::session::is_in_other_language;
use crate::{read, root};

/// The names in the second column of the table below a heading with the name of the problem; a row may have
/// several.
fn in_table(text: &str, problem: &str) -> Vec<String> {
    let heading = format!("## {problem}");
    let section = text.lines().skip_while(|line| **line != *heading).skip(1);
    let rows = section.take_while(|line| !line.starts_with("## ")).filter(|line| line.starts_with('|'));
    let names = |row: &str| {
        let cell = row.split('|').nth(2).unwrap_or_default();
        let names =
            cell.split(',').map(|name| name.trim().strip_prefix('`')?.strip_suffix('`').map(str::to_owned));
        names.flatten().collect::<Vec<String>>()
    };
    rows.flat_map(names).collect()
}

/// The programs of a problem that are judged: its binaries, but for those with a role, and the files beside its
/// package.
fn judged(problem: &str) -> BTreeSet<String> {
    let settings = read(&format!("cases/{problem}/problem.toml"));
    let settings: toml::Table = settings.parse().expect("the settings of the problem can be read");
    let roles = ["generator", "validator", "interactor", "view"]
        .map(|role| settings.get(role).and_then(toml::Value::as_str));
    let folder = root().join(format!("solutions/{problem}/src/bin"));
    let entries = fs::read_dir(folder).expect("the solutions can be listed").flatten();
    let names = entries.filter_map(|entry| Some(entry.path().file_stem()?.to_str()?.to_owned()));
    let beside =
        fs::read_dir(root().join(format!("solutions/{problem}"))).expect("they can be listed").flatten();
    let beside = beside.filter(|entry| is_in_other_language(&entry.path()));
    let beside = beside.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| !roles.contains(&Some(name.as_str()))).chain(beside).collect()
}

#[test]
fn every_solution_has_a_row_and_every_row_a_solution() {
    let text = read("solutions/README.md");
    for problem in ["codeforces-225d", "leetcode-909"] {
        let rows = in_table(&text, problem);
        let named: BTreeSet<String> = rows.iter().cloned().collect();
        assert_eq!(named, judged(problem), "the rows of {problem}, and its solutions");
        assert_eq!(named.len(), rows.len(), "a solution of {problem} has two rows");
    }
}

#[test]
fn the_names_of_a_table_are_found() {
    let text =
        "# S\n\n## a\n\n| idea | name |\n|---|---|\n| x | `one`, `one.py` |\n\n## b\n\n| y | `two` |\n";
    assert_eq!(in_table(text, "a"), ["one", "one.py"]);
    assert_eq!(in_table(text, "b"), ["two"]);
    assert!(in_table(text, "c").is_empty());
}
