//! The workspace as it stands: its sources, what is at its top, and its change log.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use walkdir::{DirEntry, WalkDir};

use crate::source::{Complaint, Source};

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A file of the workspace.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("failed to read `{path}`: {error}"))
}

/// Every Rust source of the project. Fixtures are others' programs, and may be as bad as they like. They are read
/// once for all rules, which takes longer than any rule.
pub fn sources() -> &'static [Source] {
    static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
        let mut sources = files("rs");
        let for_tests: Vec<String> = sources.iter().flat_map(Source::test_modules).collect();
        for source in sources.iter_mut().filter(|source| for_tests.contains(&source.path)) {
            source.product.clear();
        }
        sources
    });
    &SOURCES
}

/// Every page for people.
pub fn pages() -> Vec<Source> {
    let mut pages = files("md");
    pages.push(Source::new("README.md", &read("README.md")));
    pages
}

/// The files of the project with this extension.
fn files(extension: &str) -> Vec<Source> {
    let is_ours =
        |entry: &DirEntry| !["target", "fixtures", ".judge"].iter().any(|name| entry.file_name() == *name);
    ["harness", "solutions"]
        .iter()
        .flat_map(|top| WalkDir::new(root().join(top)).sort_by_file_name().into_iter().filter_entry(is_ours))
        .map(|entry| entry.expect("the sources can be listed").into_path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| {
            let path = path.strip_prefix(root()).ok().and_then(Path::to_str).expect("our paths are text");
            Source::new(path, &read(path))
        })
        .collect()
}

/// Holds a rule against every source.
#[track_caller]
pub fn everywhere(rule: fn(&Source) -> Vec<Complaint>) {
    let sources = sources();
    assert!(sources.len() > 100, "the sources were not found");
    assert_none(&sources.iter().flat_map(rule).collect::<Vec<_>>());
}

/// Fails with all complaints at once.
#[track_caller]
pub fn assert_none(complaints: &[Complaint]) {
    let text: Vec<String> = complaints.iter().map(ToString::to_string).collect();
    assert!(complaints.is_empty(), "\n{}\n", text.join("\n"));
}

const TOP: [&str; 8] =
    ["Cargo.lock", "Cargo.toml", "LICENSE", "README.md", "cases", "harness", "judge.toml", "solutions"];

/// Nothing else stands at the top but hidden files, and what git ignores.
fn top_level(entries: &[&str]) -> Vec<Complaint> {
    let is_odd = |entry: &&&str| !TOP.contains(*entry) && !entry.starts_with('.') && **entry != "target";
    let odd = entries.iter().filter(is_odd).map(|entry| {
        Complaint::new(
            entry,
            1,
            "nothing else stands at the top: move it into harness/, cases/ or solutions/",
        )
    });
    let lost = TOP.iter().filter(|entry| !entries.contains(*entry));
    odd.chain(lost.map(|entry| Complaint::new(entry, 1, "this must stand at the top"))).collect()
}

/// The change log says what this version brings.
fn changes_are_told(version: &str, log: &str) -> Vec<Complaint> {
    let heading = format!("## {version}");
    let told =
        log.lines().skip_while(|line| **line != *heading).skip(1).take_while(|line| !line.starts_with("## "));
    if told.into_iter().any(|line| line.starts_with("* ")) {
        return Vec::new();
    }
    vec![Complaint::new(
        "harness/CHANGELOG.md",
        1,
        &format!("say under `{heading}` what a user sees, as a list"),
    )]
}

/// Solutions are built by this profile of the workspace, so it is the one that Cargo has for everyone: what the judge
/// needs is said of its packages.
fn changes_solutions(manifest: &str) -> Vec<Complaint> {
    let manifest: toml::Table = manifest.parse().expect("the manifest can be read");
    let release = manifest.get("profile").and_then(|profiles| profiles.get("release"));
    let release = release.and_then(toml::Value::as_table).into_iter().flatten();
    let odd = release.filter(|(key, _)| !["debug", "package"].contains(&key.as_str()));
    odd.map(|(key, _)| {
        Complaint::new("Cargo.toml", 1, &format!("`{key}` of [profile.release] changes solutions"))
    })
    .collect()
}

#[test]
fn the_profile_of_solutions_is_that_of_cargo() {
    assert_none(&changes_solutions(&read("Cargo.toml")));
    let own = "[profile.release]\nlto = true\n[profile.release.package.harness]\nopt-level = \"s\"\n";
    assert_eq!(changes_solutions(own).len(), 1);
}

#[test]
fn at_the_top_stands_only_what_the_design_names() {
    let entries: Vec<String> = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_none(&top_level(&entries.iter().map(String::as_str).collect::<Vec<_>>()));
}

#[test]
fn what_is_odd_or_lost_at_the_top_is_found() {
    let mut entries = [&TOP[..], &[".git", "target"]].concat();
    assert_eq!(top_level(&entries), []);
    entries[0] = "scripts";
    let found: Vec<String> = top_level(&entries).iter().map(ToString::to_string).collect();
    assert!(found[0].starts_with("scripts:1: nothing else"), "{found:?}");
    assert!(found[1].starts_with("Cargo.lock:1: this must"), "{found:?}");
}

#[test]
fn the_change_log_knows_this_version() {
    assert_none(&changes_are_told(env!("CARGO_PKG_VERSION"), &read("harness/CHANGELOG.md")));
}

#[test]
fn a_version_without_a_change_is_found() {
    assert_eq!(changes_are_told("1.0", "# Changes\n\n## 1.0\n\n* New.\n"), []);
    assert_eq!(changes_are_told("1.1", "# Changes\n\n## 1.0\n\n* New.\n").len(), 1);
    assert_eq!(changes_are_told("1.1", "## 1.1\n\n## 1.0\n\n* New.\n").len(), 1);
}
