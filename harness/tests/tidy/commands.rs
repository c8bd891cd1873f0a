//! A command is arguments → a module → a report → an exit code: small files, a verb each, and no verb knows
//! another.

use std::collections::BTreeSet;

use crate::source::{Complaint, Source};
use crate::workspace::{assert_none, sources};

const FOLDER: &str = "harness/src/commands/";

/// The most lines of a file.
const LONGEST: usize = 200;

/// The most files, and the most lines of all of them.
const FILES: usize = 25;
const LINES: usize = 2800;

fn complaints(sources: &[Source]) -> Vec<Complaint> {
    let files: Vec<&Source> = sources.iter().filter(|source| source.path.starts_with(FOLDER)).collect();
    let front = files.iter().find(|source| source.path.ends_with("/mod.rs"));
    // `Command::Add(args) => add::run(…)`
    let verbs: BTreeSet<&str> = front
        .map(|front| front.code.as_str())
        .unwrap_or_default()
        .split("=> ")
        .skip(1)
        .filter_map(|text| Some(text.split_once("::")?.0))
        .collect();
    let mut complaints = Vec::new();
    for file in &files {
        if file.text.lines().count() > LONGEST {
            let advice = format!("more than {LONGEST} lines: what is no translation belongs in a module");
            complaints.push(Complaint::new(&file.path, LONGEST + 1, &advice));
        }
        let own = file.path.trim_start_matches(FOLDER).trim_end_matches(".rs");
        let looks = |verb: &&&str| **verb != own && own != "mod" && names(&file.code, verb);
        complaints.extend(verbs.iter().filter(looks).map(|verb| {
            Complaint::new(&file.path, 1, &format!("a verb may not know the verb `{verb}`: share a module"))
        }));
    }
    let lines: usize = files.iter().map(|file| file.text.lines().count()).sum();
    for (found, most, what) in [(files.len(), FILES, "files"), (lines, LINES, "lines")] {
        if found > most {
            complaints.push(Complaint::new(FOLDER, 1, &format!("{found} {what}, and {most} are the most")));
        }
    }
    complaints
}

/// Whether code takes a module from `crate::commands`.
fn names(code: &str, module: &str) -> bool {
    code.split("crate::commands::").skip(1).any(|text| {
        let end = text.find(';').unwrap_or(text.len());
        text[..end].split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == module)
    })
}

#[test]
fn commands_are_small_and_know_no_other_verb() {
    let sources = sources();
    assert!(sources.iter().any(|source| source.path.starts_with(FOLDER)), "the commands were not found");
    assert_none(&complaints(sources));
}

#[test]
fn a_verb_that_takes_another_and_a_long_file_are_found() {
    let source = |path: &str, text: &str| Source::new(&format!("{FOLDER}{path}"), text);
    let sources = [
        source("mod.rs", "mod add; mod hunt;\nfn f() { match x { A => add::run(), B => hunt::run() } }"),
        source("add.rs", &"\n".repeat(LONGEST + 1)),
        source("hunt.rs", "use crate::commands::{add, shared};"),
        source("shared.rs", "use crate::newcase::add;"),
    ];
    let found: Vec<String> = complaints(&sources).iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("add.rs:201") && found[1].contains("hunt.rs:1"), "{found:?}");
    let many: Vec<Source> =
        (0..=FILES).map(|number| source(&format!("v{number}.rs"), &"\n".repeat(LONGEST))).collect();
    let found: Vec<String> = complaints(&many).iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("26 files") && found[1].contains("5200 lines"), "{found:?}");
}
