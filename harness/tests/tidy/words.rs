//! The words of pages, comments, literals and names: plain, and in the terms of the field. What `--help`
//! prints are comments and literals.

use crate::source::{Complaint, Source, check};
use crate::workspace::{assert_none, everywhere, pages};

/// Pronouns without a referent, and metaphors for which the field has a term of its own.
const WORDS: [&str; 23] = [
    "nobody",
    "whoever",
    "somebody",
    "everybody",
    "anybody",
    "jury",
    "court",
    "suspect",
    "suspects",
    "guilty",
    "ruling",
    "rulings",
    "exhibit",
    "exhibits",
    "crew",
    "betray",
    "betrayed",
    "betrays",
    "agenda",
    "standings",
    "workshop",
    "workbench",
    "measurably",
];

/// The file that lists the words.
const LIST: &str = "harness/tests/tidy/words.rs";

/// The words of a line, in lower case; a name in snake or camel case is several.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for c in line.chars() {
        if !c.is_alphabetic() || (c.is_uppercase() && was_small) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphabetic()) {
            word.extend(c.to_lowercase());
        }
        was_small = c.is_lowercase();
    }
    words
}

fn is_vague(line: &str) -> bool {
    words(line).iter().any(|word| WORDS.contains(&word.as_str()))
}

fn vague(source: &Source) -> Vec<Complaint> {
    let text = if source.path == LIST { "" } else { source.text.as_str() };
    let vague = (1..).zip(text.lines()).filter(|(_, line)| is_vague(line)).map(|(number, _)| number);
    source.complain(vague, "say which program, person or thing it is, in the field's term: see `WORDS`")
}

#[test]
fn every_word_is_plain() {
    everywhere(vague);
}

#[test]
fn every_page_is_plain() {
    let pages = pages();
    assert!(pages.len() > 10, "the pages were not found");
    assert_none(&pages.iter().flat_map(vague).collect::<Vec<_>>());
}

#[test]
fn vague_words_are_found_in_comments_literals_and_names() {
    let text = "// Nobody.\nlet s = \"whoever\";\nfn leaves_nobody() {}\nstruct Workplace;\nstruct TheJury;";
    check(vague, "a.rs", text, &["a.rs:1: ", "a.rs:2: ", "a.rs:3: ", "a.rs:5: "]);
    check(vague, "a.rs", "// Courtesy, juryless, a body.", &[]);
    check(vague, LIST, text, &[]);
}
