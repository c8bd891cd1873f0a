//! The doors to the world: only the sandbox starts processes, only few modules print, and what others name is
//! read by one module.

use crate::source::{Complaint, Source, check, lines_with};
use crate::workspace::everywhere;

/// Rooms that hold a stream; a command holds standard output for the module that writes there.
const PRINTING: [&str; 3] = ["harness/src/ui/", "harness/src/report/", "harness/src/commands/"];

/// Programs under test that live in our executable; they may do what programs do.
const SPECIMENS: &str = "harness/sandbox/src/specimen/";

fn process_started(source: &Source) -> Vec<Complaint> {
    let is_ours = source.path.starts_with("harness/src/");
    let lines = ["process::Command", "Command::new"].map(|phrase| lines_with(&source.product, phrase));
    let mut lines: Vec<usize> = lines.into_iter().flatten().filter(|_| is_ours).collect();
    lines.dedup();
    source
        .complain(lines, "only the sandbox starts processes: use `harness_sandbox::run_tool` or a `Sandbox`")
}

fn printed(source: &Source) -> Vec<Complaint> {
    if !source.path.starts_with("harness/src/") && !source.path.starts_with("harness/sandbox/src/") {
        return Vec::new();
    }
    if source.path.starts_with(SPECIMENS) {
        return Vec::new();
    }
    let find = |phrase: &&str| lines_with(&source.product, phrase);
    let macros = ["println!", "eprintln!", "print!", "eprint!"].iter().flat_map(find);
    let mut found = source.complain(macros, "use `writeln!`, which does not panic when a pipe is closed");
    if !PRINTING.iter().any(|module| source.path.starts_with(module)) {
        let streams = ["stdout()", "stderr()"].iter().flat_map(find);
        found.extend(source.complain(streams, "only ui, report and commands print: hand them what to say"));
    }
    found
}

/// Where paths come from students, packages and compilers.
const OF_OTHERS: [&str; 7] = [
    "harness/src/build/",
    "harness/src/config/",
    "harness/src/discover/",
    "harness/src/grading/",
    "harness/src/measure/baseline/kept.rs",
    "harness/src/pack/stock.rs",
    "harness/src/record/contents.rs",
];

/// The list of names is an argument of the user, who may pass a pipe.
const ROSTER: &str = "harness/src/discover/submissions/mod.rs";

fn read_at_once(source: &Source) -> Vec<Complaint> {
    if !OF_OTHERS.iter().any(|place| source.path.starts_with(place)) || source.path == ROSTER {
        return Vec::new();
    }
    let phrases = ["fs::read(", "fs::read_to_string(", "File::open(", "fs::copy(", "OpenOptions"];
    let lines = phrases.iter().flat_map(|phrase| lines_with(&source.product, phrase));
    source.complain(lines, "what others name may never end: read it with `files`")
}

#[test]
fn what_others_name_is_read_by_one_module() {
    everywhere(read_at_once);
}

#[test]
fn what_is_read_without_a_look_is_found() {
    check(
        read_at_once,
        "harness/src/build/a.rs",
        "\nlet text = fs::read(path)?;\nstd::fs::File::open(path)",
        &["harness/src/build/a.rs:2: what others name", "harness/src/build/a.rs:3: what others name"],
    );
    check(read_at_once, "harness/src/build/a.rs", "files::read(path, 1); Regular::open(path)", &[]);
    check(read_at_once, "harness/src/build/a.rs", "#[cfg(test)]\nmod tests { fn f() { fs::read(x) } }", &[]);
    check(read_at_once, "harness/src/report/a.rs", "fs::read(path)", &[]);
}

#[test]
fn only_the_sandbox_starts_processes() {
    everywhere(process_started);
}

#[test]
fn only_few_rooms_print() {
    everywhere(printed);
}

#[test]
fn a_process_started_elsewhere_is_found() {
    check(process_started, "harness/src/cli.rs", "use crate::cli::Command;", &[]);
    check(
        process_started,
        "harness/src/a.rs",
        "use std::process::Command;",
        &["harness/src/a.rs:1: only the sandbox"],
    );
    check(
        process_started,
        "harness/src/a.rs",
        "\nCommand::new(x)",
        &["harness/src/a.rs:2: only the sandbox"],
    );
    check(process_started, "harness/sandbox/src/tool.rs", "Command::new(x)", &[]);
}

#[test]
fn printing_elsewhere_is_found() {
    check(printed, "harness/src/ui/a.rs", "writeln!(io::stdout())", &[]);
    check(printed, "harness/src/ui/a.rs", "println!()", &["harness/src/ui/a.rs:1: use `writeln!`"]);
    check(printed, "harness/src/run/a.rs", "\neprintln!()", &["harness/src/run/a.rs:2: use `writeln!`"]);
    check(
        printed,
        "harness/src/run/a.rs",
        "io::stderr().lock()",
        &["harness/src/run/a.rs:1: only ui, report"],
    );
    check(printed, "harness/src/run/a.rs", "#[cfg(test)]\nmod tests { fn f() { println!() } }", &[]);
    check(printed, "solutions/p/src/bin/a.rs", "println!()", &[]);
}
