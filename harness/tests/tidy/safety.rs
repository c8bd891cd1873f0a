//! `unsafe` stands in one file, and each block says why it is sound.

use crate::source::{Complaint, Source, check, lines_with};
use crate::workspace::everywhere;

/// The one file that may.
const UNSAFE_FILE: &str = "harness/sandbox/src/linux/sys.rs";

/// The crate root above it, which can only deny: what is forbidden cannot be permitted below.
const ITS_ROOT: &str = "harness/sandbox/src/lib.rs";

fn astray(source: &Source) -> Vec<Complaint> {
    let lines = if source.path == UNSAFE_FILE { Vec::new() } else { lines_with(&source.code, "unsafe") };
    source.complain(lines, &format!("give {UNSAFE_FILE} a safe function for this and call it"))
}

/// A block is explained by the comment right above the statement that it stands in, which may have
/// begun on the line before.
fn unexplained(source: &Source) -> Vec<Complaint> {
    let comments: Vec<&str> = source.comments.lines().map(str::trim).collect();
    let code: Vec<&str> = source.code.lines().map(str::trim).collect();
    let is_explained = |line: usize| {
        let mut above = line - 1;
        if above > 0 && !code[above - 1].is_empty() && !code[above - 1].ends_with([';', '{', '}', ',']) {
            above -= 1;
        }
        let paragraph = comments[..above].iter().rev().take_while(|line| !line.is_empty());
        paragraph.into_iter().any(|line| line.starts_with("// SAFETY: "))
    };
    let lines = lines_with(&source.code, "unsafe").into_iter().filter(|line| !is_explained(*line));
    source.complain(lines, "say in a comment `// SAFETY: …` above it why this is sound")
}

fn is_crate_root(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    match parts[..] {
        [.., "src", "lib.rs" | "main.rs"] | [.., "src", "bin", _] | [.., "build.rs"] => true,
        [.., "bin" | "tests" | "benches" | "examples", _, file] => file == "main.rs",
        [.., parent, _] => ["tests", "benches", "examples"].contains(&parent) && !parts.contains(&"src"),
        _ => false,
    }
}

fn permissive_root(source: &Source) -> Vec<Complaint> {
    let wanted = if source.path == ITS_ROOT { "#![deny(unsafe_code)]" } else { "#![forbid(unsafe_code)]" };
    let is_permissive = is_crate_root(&source.path) && !source.code.lines().any(|line| line == wanted);
    source.complain(is_permissive.then_some(1), &format!("write `{wanted}` below the first comment"))
}

/// Where parallel iterators may stand: elsewhere they use a pool whose start panics where the system gives no threads.
const PARALLEL_FILE: &str = "harness/src/parallel.rs";

fn parallel_elsewhere(source: &Source) -> Vec<Complaint> {
    let is_about = source.path.starts_with("harness/src/") && source.path != PARALLEL_FILE;
    let lines = if is_about { lines_with(&source.code, "prelude") } else { Vec::new() };
    let is_of_rayon =
        |line: &usize| source.code.lines().nth(line - 1).is_some_and(|code| code.contains("rayon"));
    source.complain(lines.into_iter().filter(is_of_rayon), &format!("call `map` of {PARALLEL_FILE}"))
}

#[test]
fn parallel_iterators_stand_where_a_lack_of_threads_is_no_panic() {
    everywhere(parallel_elsewhere);
}

#[test]
fn unsafe_stands_in_one_file() {
    everywhere(astray);
}

#[test]
fn every_unsafe_block_says_why_it_is_sound() {
    everywhere(unexplained);
}

#[test]
fn every_crate_forbids_unsafe_code() {
    everywhere(permissive_root);
}

#[test]
fn unsafe_elsewhere_is_found() {
    check(astray, "harness/src/a.rs", "// unsafe\n#![forbid(unsafe_code)]", &[]);
    check(
        astray,
        "harness/src/a.rs",
        "fn f() {\n unsafe { g() }\n}",
        &["harness/src/a.rs:2: give harness/sandbox"],
    );
    check(astray, "solutions/a/src/lib.rs", "unsafe impl Send for A {}", &["solutions/a/src/lib.rs:1: "]);
    check(astray, UNSAFE_FILE, "unsafe { g() }", &[]);
}

#[test]
fn a_parallel_iterator_elsewhere_is_found() {
    let code = "use rayon::prelude::ParallelIterator;";
    check(parallel_elsewhere, "harness/src/a.rs", code, &["harness/src/a.rs:1: call `map`"]);
    check(parallel_elsewhere, PARALLEL_FILE, code, &[]);
    check(parallel_elsewhere, "harness/src/a.rs", "use clap::prelude;", &[]);
}

#[test]
fn an_unexplained_block_is_found() {
    check(unexplained, "a.rs", "// SAFETY: it is\n// sound.\nlet x =\n  unsafe { g() };", &[]);
    check(unexplained, "a.rs", "// SAFETY: it is.\nunsafe { g() };\nunsafe { h() };", &["a.rs:3: say in"]);
    check(unexplained, "a.rs", "// Sure.\nunsafe { g() }", &["a.rs:2: say in"]);
    check(unexplained, "a.rs", "unsafe { g() }", &["a.rs:1: say in"]);
}

#[test]
fn a_permissive_crate_root_is_found() {
    for path in [
        "a/src/lib.rs",
        "a/src/main.rs",
        "a/src/bin/b.rs",
        "a/tests/b.rs",
        "a/tests/b/main.rs",
        "a/benches/b.rs",
    ] {
        check(permissive_root, path, "//! A.\n\n#![forbid(unsafe_code)]\n", &[]);
        check(
            permissive_root,
            path,
            "//! #![forbid(unsafe_code)]\n",
            &[&format!("{path}:1: write `#![forbid")],
        );
    }
    for path in ["a/src/b.rs", "a/src/b/mod.rs", "a/tests/b/mod.rs", "a/src/judge/tests.rs"] {
        check(permissive_root, path, "//! A.\n", &[]);
    }
    check(
        permissive_root,
        ITS_ROOT,
        "#![forbid(unsafe_code)]",
        &["harness/sandbox/src/lib.rs:1: write `#![deny"],
    );
}
