//! No circle of imports between files: the files that a file uses can be read before it.
//!
//! A path such as `crate::module::Thing` leads to the file in which the thing is defined, also where the
//! module's `mod.rs` only passes it on.

use std::collections::{BTreeMap, BTreeSet};

use crate::circles::circle;
use crate::lexer::is_of_name;
use crate::source::{Complaint, Source};
use crate::workspace::{assert_none, sources};

/// The module that a file of the harness is: `run/pool.rs` is `run::pool`, `run/mod.rs` is `run`.
fn module_of(path: &str) -> Option<String> {
    let inside = path.strip_prefix("harness/src/")?.strip_suffix(".rs")?;
    let inside = inside.strip_suffix("/mod").unwrap_or(inside);
    (inside != "lib" && inside != "main").then(|| inside.replace('/', "::"))
}

/// All paths below `crate::` that a text names, groups expanded.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (at, start) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if !before.is_some_and(|c| is_of_name(c) || c == ':') {
            expand(&code[at + start.len()..], &[], &mut found);
        }
    }
    found
}

/// Reads one path or group; returns what follows it.
fn expand<'a>(code: &'a str, above: &[String], found: &mut Vec<Vec<String>>) -> &'a str {
    let code = code.trim_start();
    if let Some(mut rest) = code.strip_prefix('{') {
        loop {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix('}') {
                return after;
            }
            let after = expand(rest, above, found);
            let skipped = after.find([',', '}']).unwrap_or(after.len());
            rest = after[skipped..].strip_prefix(',').unwrap_or(&after[skipped..]);
            if rest.is_empty() {
                return rest;
            }
        }
    }
    let end = code.find(|c| !is_of_name(c)).unwrap_or(code.len());
    let (name, rest) = code.split_at(end);
    let mut path = above.to_vec();
    if !name.is_empty() && name != "self" {
        path.push(name.to_owned());
    }
    match rest.strip_prefix("::") {
        Some(rest) if !rest.starts_with('<') => expand(rest, &path, found),
        _ => {
            found.push(path);
            rest
        }
    }
}

/// The names that a file passes on with `pub use`, each with its path.
fn passed_on(module: &str, code: &str) -> BTreeMap<String, Vec<String>> {
    let mut names = BTreeMap::new();
    for (at, mark) in code.match_indices("pub use ") {
        let text = &code[at + mark.len()..];
        let mut found = Vec::new();
        let (above, text) = match text.strip_prefix("crate::") {
            Some(text) => (Vec::new(), text),
            None => (module.split("::").map(str::to_owned).collect(), text),
        };
        expand(text, &above, &mut found);
        names.extend(found.into_iter().filter_map(|path| Some((path.last()?.clone(), path))));
    }
    names
}

/// The files that each file is made of.
fn links(sources: &[Source]) -> BTreeMap<String, BTreeSet<String>> {
    let modules: BTreeMap<String, &Source> =
        sources.iter().filter_map(|source| Some((module_of(&source.path)?, source))).collect();
    let passed: BTreeMap<&str, BTreeMap<String, Vec<String>>> = modules
        .iter()
        .map(|(module, source)| (module.as_str(), passed_on(module, &source.product)))
        .collect();
    let resolve = |path: &[String]| -> Option<String> {
        let mut path = path.to_vec();
        for _ in 0..8 {
            let depth = (1..=path.len()).rev().find(|n| modules.contains_key(&path[..*n].join("::")))?;
            let module = path[..depth].join("::");
            let Some(onward) = path.get(depth).and_then(|name| passed[module.as_str()].get(name)) else {
                return Some(module);
            };
            path.clone_from(onward);
        }
        None
    };
    let of = |(module, source): (&String, &&Source)| {
        let made_of = paths(&source.product).into_iter().filter_map(|path| resolve(&path));
        (module.clone(), made_of.filter(|other| other != module).collect())
    };
    modules.iter().map(of).collect()
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let links = links(sources());
    assert!(links.len() > 100, "the sources were not found");
    let borrowed = links.iter().map(|(name, others)| (name.as_str(), others.clone())).collect();
    let complaint = circle(&borrowed).map(|circle| {
        let advice = format!("files import each other in a circle: {}", circle.join(" → "));
        Complaint::new("harness/src", 1, &advice)
    });
    assert_none(&complaint.into_iter().collect::<Vec<_>>());
}

#[track_caller]
fn check(files: &[(&str, &str)], expect: &[(&str, &[&str])]) {
    let sources: Vec<Source> =
        files.iter().map(|(path, text)| Source::new(&format!("harness/src/{path}"), text)).collect();
    let expect: BTreeMap<String, BTreeSet<String>> = expect
        .iter()
        .map(|(name, others)| ((*name).to_owned(), others.iter().map(ToString::to_string).collect()))
        .collect();
    assert_eq!(links(&sources), expect);
}

#[test]
fn a_path_leads_to_the_file_that_defines_the_thing() {
    check(
        &[
            ("a/mod.rs", "mod b; pub use b::Thing; pub struct Own;"),
            ("a/b.rs", "pub struct Thing;"),
            ("c.rs", "use crate::a::{Own, Thing}; fn f() { crate::a::b::g(); }"),
            ("d.rs", "use crate::a::Own;"),
            ("e.rs", "use crate::{a::{b::{self, Thing as Other}}, c};"),
        ],
        &[("a", &[]), ("a::b", &[]), ("c", &["a", "a::b"]), ("d", &["a"]), ("e", &["a::b", "c"])],
    );
}

#[test]
fn what_tests_import_is_no_link() {
    check(
        &[("a.rs", "#[cfg(test)]\nmod tests { use crate::b::X; }"), ("b.rs", "")],
        &[("a", &[]), ("b", &[])],
    );
}
