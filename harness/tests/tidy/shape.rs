//! The shape of a file: short, with its duty first, and with imports that say where a name is from.

use crate::source::{Complaint, Source, check, lines_with};
use crate::workspace::everywhere;

const LONGEST: usize = 500;

fn too_long(source: &Source) -> Vec<Complaint> {
    let length = source.text.lines().count();
    let is_long = length > LONGEST;
    source.complain(
        is_long.then_some(length),
        "a file has at most 500 lines: give a part of it a file of its own",
    )
}

fn without_duty(source: &Source) -> Vec<Complaint> {
    let says_it = source.text.lines().next().is_some_and(|line| line.starts_with("//! "));
    source.complain(
        (!says_it).then_some(1),
        "begin with `//!` and one sentence that says what this file is for",
    )
}

/// The test of the modules reads the imports; a search for a name must find it, too.
fn vague_import(source: &Source) -> Vec<Complaint> {
    let globs =
        (1..).zip(source.code.lines()).filter(|(_, line)| line.contains("::*")).map(|(number, _)| number);
    let mut found = source.complain(globs, "import each name: a glob hides who uses what");
    found.extend(
        source
            .complain(lines_with(&source.product, "super::"), "say `crate::module::Name` instead of `super`"),
    );
    found
}

fn silenced_lint(source: &Source) -> Vec<Complaint> {
    let lines = (1..)
        .zip(source.code.lines())
        .filter(|(_, line)| line.trim_start().starts_with('#') && !lines_with(line, "allow(").is_empty());
    let advice = "say `#[expect(lint, reason = \"…\")]`, which ends when its reason does";
    source.complain(lines.map(|(number, _)| number), advice)
}

#[test]
fn every_file_is_short() {
    everywhere(too_long);
}

#[test]
fn every_file_begins_with_its_duty() {
    everywhere(without_duty);
}

#[test]
fn every_import_names_its_room() {
    everywhere(vague_import);
}

#[test]
fn every_silenced_lint_has_a_reason() {
    everywhere(silenced_lint);
}

#[test]
fn a_file_of_501_lines_is_found() {
    check(too_long, "a.rs", &"\n".repeat(500), &[]);
    check(too_long, "a.rs", &"\n".repeat(501), &["a.rs:501: a file has at most"]);
}

#[test]
fn a_file_without_duty_is_found() {
    check(without_duty, "a.rs", "//! Does it.\n", &[]);
    check(without_duty, "a.rs", "use b;\n//! Late.\n", &["a.rs:1: begin with"]);
    check(without_duty, "a.rs", "", &["a.rs:1: begin with"]);
}

#[test]
fn a_vague_import_is_found() {
    check(
        vague_import,
        "a.rs",
        "use crate::b::C; // not b::*\n#[cfg(test)]\nmod tests { use super::C; }",
        &[],
    );
    check(vague_import, "a.rs", "use b::C;\nuse b::*;\n", &["a.rs:2: import each name"]);
    check(vague_import, "a.rs", "mod tests {\n use super::*;\n}", &["a.rs:2: import", "a.rs:2: say `crate"]);
    check(vague_import, "a.rs", "\nuse super::b;\npub(super) fn f() {}", &["a.rs:2: say `crate"]);
}

#[test]
fn a_silenced_lint_is_found() {
    check(silenced_lint, "a.rs", "#[expect(dead_code, reason = \"allow(x)\")]\nfn allow() { allow() }", &[]);
    check(silenced_lint, "a.rs", "\n#[allow(dead_code)]\nfn f() {}", &["a.rs:2: say `#[expect"]);
    check(silenced_lint, "a.rs", "#![allow(dead_code)]", &["a.rs:1: "]);
    check(silenced_lint, "a.rs", "#[cfg_attr(test, allow(dead_code))]", &["a.rs:1: "]);
}
