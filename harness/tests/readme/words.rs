//! The words of the documents and of the help: a sentence names its subject, and a thing has one name.

use clap::CommandFactory;
use harness::cli::Cli;

use crate::{pages, read};

/// Words for people in general: say what happens, or which program or person does it. And words for
/// which there is a better one: significantly, references, targets.
const VAGUE: [&str; 8] =
    ["nobody", "whoever", "somebody", "everybody", "measurably", "jury", "suspect", "suspects"];

/// Where this file holds a table that is generated from the sources of the sandbox.
const GENERATED: (&str, &str) =
    ("<!-- begin of the table of system calls -->", "<!-- end of the table of system calls -->");

/// The lines of a text that use such a word, each with its number.
fn vague(text: &str) -> Vec<(usize, &str)> {
    let mut is_generated = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        is_generated = (is_generated || line == GENERATED.0) && line != GENERATED.1;
        let words = line.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase);
        if !is_generated && words.into_iter().any(|word| VAGUE.contains(&word.as_str())) {
            found.push((number, line));
        }
    }
    found
}

#[track_caller]
fn assert_precise(place: &str, text: &str) {
    let found = vague(text);
    assert!(found.is_empty(), "{place}: find a better word than these, see `VAGUE`: {found:#?}");
}

#[test]
fn no_page_speaks_of_people_in_general() {
    for page in pages().into_iter().chain(["solutions/README.md".to_owned()]) {
        assert_precise(&page, &read(&page));
    }
}

#[test]
fn no_help_speaks_of_people_in_general() {
    let mut cli = Cli::command();
    cli.build();
    assert_precise("harness --help", &cli.render_long_help().to_string());
    for command in cli.get_subcommands_mut() {
        let help = command.render_long_help().to_string();
        assert_precise(&format!("harness {} --help", command.get_name()), &help);
    }
}

#[test]
fn a_vague_word_is_found() {
    assert_eq!(vague("a\nNobody, b"), [(2, "Nobody, b")]);
    assert_eq!(vague("body, every body"), []);
    let generated = format!("{}\nnobody\n{}\n", GENERATED.0, GENERATED.1);
    assert_eq!(vague(&generated), []);
}
