//! What holds for any texts: the streaming checkers mean what the rules say, however the output is
//! cut into chunks.

use std::fs;
use std::io::Write as _;

use proptest::prelude::{
    ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest,
};
use tempfile::NamedTempFile;

use crate::check::form::Form;
use crate::check::open;
use crate::check::whole::is_right;
use crate::model::{CheckerChoice, Opinion};

const ALPHABET: &[u8] = b"aA1. \t\r\n\0[,\"\\";

fn text() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(ALPHABET), 0..12)
}

/// A text made of another by a few changes, so that much is the same.
fn changed(text: Vec<u8>) -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let change = (any::<prop::sample::Index>(), prop::option::of(prop::sample::select(ALPHABET)));
    prop::collection::vec(change, 0..4).prop_map(move |changes| {
        let mut other = text.clone();
        for (at, byte) in changes {
            let at = at.index(other.len() + 1);
            match byte {
                Some(byte) => other.insert(at, byte),
                None if at < other.len() => _ = other.remove(at),
                None => {}
            }
        }
        (text.clone(), other)
    })
}

fn pair() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let long = prop::collection::vec(prop::sample::select(ALPHABET), 0..60);
    prop_oneof![(text(), text()), long.prop_flat_map(changed)]
}

fn choices() -> Vec<CheckerChoice> {
    CheckerChoice::NAMES.iter().filter_map(|name| CheckerChoice::from_name(name)).collect()
}

/// Whether the rule can use any answer.
fn takes_any_answer(choice: &CheckerChoice) -> bool {
    match choice {
        CheckerChoice::YesNo => false,
        CheckerChoice::Standard(rule) => Form::of(*rule).is_none(),
        _ => true,
    }
}

fn opinion<'a>(
    choice: &CheckerChoice,
    expected: &NamedTempFile,
    chunks: impl Iterator<Item = &'a [u8]>,
) -> Opinion {
    let mut checker = open(choice, expected.path()).unwrap();
    chunks.for_each(|chunk| checker.feed(chunk));
    checker.finish()
}

fn file(text: &[u8]) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(text).unwrap();
    file
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(700))]

    #[test]
    fn a_streaming_checker_means_what_its_rule_says((expected, got) in pair()) {
        let answer = file(&expected);
        for choice in choices() {
            let opinion = opinion(&choice, &answer, std::iter::once(&got[..]));
            let is_right = is_right(&choice, &expected, &got);
            match opinion {
                Opinion::Broken(_) => prop_assert!(!takes_any_answer(&choice) && !is_right),
                opinion => {
                    prop_assert_eq!(matches!(opinion, Opinion::Right { .. }), is_right, "{}: {:?}", choice, opinion);
                }
            }
        }
    }

    #[test]
    fn chunks_change_nothing((expected, got) in pair(), size in 1_usize..5) {
        let answer = file(&expected);
        for choice in choices() {
            let at_once = opinion(&choice, &answer, std::iter::once(&got[..]));
            let chunks = got.chunks(size).flat_map(|chunk| [chunk, &[]]);
            prop_assert_eq!(opinion(&choice, &answer, chunks), at_once);
        }
    }

    #[test]
    fn a_text_is_right_against_itself_and_wrong_with_a_word_more(
        words in prop::collection::vec("[a-z0-9]{1,4}", 1..20),
        at in any::<prop::sample::Index>(),
    ) {
        let expected = words.join("\n");
        let answer = file(expected.as_bytes());
        let mut more = words.clone();
        more.insert(at.index(words.len() + 1), "extra".to_owned());
        let more = more.join("\n");
        for choice in choices().into_iter().filter(takes_any_answer) {
            let itself = opinion(&choice, &answer, std::iter::once(expected.as_bytes()));
            prop_assert_eq!(itself, Opinion::Right { notes: vec![] });
            let with_more = opinion(&choice, &answer, std::iter::once(more.as_bytes()));
            prop_assert!(matches!(with_more, Opinion::Wrong(_)));
            let with_less = opinion(&choice, &file(more.as_bytes()), std::iter::once(expected.as_bytes()));
            prop_assert!(matches!(with_less, Opinion::Wrong(_)));
        }
    }
}

/// Words round the limits of the buffers, where a word is no longer looked at as a whole.
#[test]
fn very_long_words_are_compared_too() {
    for length in [4094, 4095, 4096, 4097, 8192, 8193, 65_536, 73_729] {
        let expected = [b"x ", "a".repeat(length).as_bytes(), b" y\n"].concat();
        let answer = file(&expected);
        for at in [2, length / 2, length, length + 1] {
            for byte in [b'A', b'b', b' '] {
                let mut got = expected.clone();
                got[at] = byte;
                for choice in choices().into_iter().filter(takes_any_answer) {
                    let said = opinion(&choice, &answer, got.chunks(1000));
                    assert_eq!(said, opinion(&choice, &answer, std::iter::once(&got[..])));
                    let is_right = is_right(&choice, &fs::read(answer.path()).unwrap(), &got);
                    assert_eq!(matches!(said, Opinion::Right { .. }), is_right, "{choice} {length} {at}");
                }
            }
        }
    }
}
