//! One idea has one word, and one word is one idea: no public type of one name stands in two modules.
//!
//! Public is what another module can name: what stands in a module's front door or in a public module, and
//! what the front door passes on.

use std::collections::{BTreeMap, BTreeSet};

use crate::lexer::is_of_name;
use crate::source::{Complaint, Source};
use crate::workspace::{assert_none, sources};

const KINDS: [&str; 5] = ["pub struct ", "pub enum ", "pub trait ", "pub type ", "pub union "];

/// The public types of a file, each with its line.
fn types(source: &Source) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(source.product.lines()) {
        // What is indented belongs to a trait or a function.
        let Some(rest) = KINDS.iter().find_map(|kind| text.strip_prefix(kind)) else { continue };
        let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        found.push((line, rest[..end].to_owned()));
    }
    found
}

fn module(path: &str) -> Option<&str> {
    if path.starts_with("harness/sandbox/src/") {
        return Some("sandbox");
    }
    path.strip_prefix("harness/src/")?.split(['/', '.']).next()
}

/// The front door of a module, as far as the file that it is in.
fn is_front_door(path: &str) -> bool {
    path.ends_with("/mod.rs") && path.matches('/').count() == 3
        || path.matches('/').count() == 2
        || path == "harness/sandbox/src/lib.rs"
}

/// The names that a front door passes on from its private modules, and its public modules.
fn shown(source: &Source) -> (BTreeSet<String>, BTreeSet<String>) {
    let words = |text: &str| -> Vec<String> {
        text.split(|c| !is_of_name(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let uses = source.product.split("pub use ").skip(1).filter_map(|text| text.split(';').next());
    let names = uses.flat_map(words).collect();
    let modules = source.product.split("pub mod ").skip(1).filter_map(|text| text.split(';').next());
    (names, modules.flat_map(words).collect())
}

fn complaints(sources: &[Source]) -> Vec<Complaint> {
    let mut first: BTreeMap<String, (&str, &str)> = BTreeMap::new();
    let mut complaints = Vec::new();
    let mut doors: BTreeMap<&str, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    for source in sources.iter().filter(|source| is_front_door(&source.path)) {
        if let Some(module) = module(&source.path) {
            doors.insert(module, shown(source));
        }
    }
    for source in sources {
        let Some(module) = module(&source.path) else { continue };
        let (names, modules) = doors.get(module).cloned().unwrap_or_default();
        let is_open =
            is_front_door(&source.path) || source.path.split(['/', '.']).any(|part| modules.contains(part));
        for (line, name) in types(source).into_iter().filter(|(_, name)| is_open || names.contains(name)) {
            let (other, path) = *first.entry(name.clone()).or_insert((module, &source.path));
            if other != module {
                let advice = format!("`{name}` is a type of `{other}`, too ({path}): choose another name");
                complaints.push(Complaint::new(&source.path, line, &advice));
            }
        }
    }
    complaints
}

#[test]
fn no_public_type_name_stands_in_two_rooms() {
    assert_none(&complaints(sources()));
}

#[test]
fn a_name_in_two_rooms_is_found_and_one_in_two_files_of_a_room_is_not() {
    let source = |path: &str, text: &str| Source::new(&format!("harness/src/{path}"), text);
    let sources = [
        source("a/mod.rs", "mod x;\nmod z;\npub mod y;\npub use x::{Name, Other};\n"),
        source("a/x.rs", "pub struct Name;\n"),
        source("a/y.rs", "pub enum Name {}\n"),
        source("a/z.rs", "pub enum Hidden {}\n"),
        source("b.rs", "\npub trait Name {}\nstruct Own;\npub struct Hidden;\n"),
        source("c.rs", "struct Own;\n"),
    ];
    let found: Vec<String> = complaints(&sources).iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 1);
    assert!(
        found[0].contains("harness/src/b.rs:2") && found[0].contains("`Name` is a type of `a`"),
        "{found:?}"
    );
}
