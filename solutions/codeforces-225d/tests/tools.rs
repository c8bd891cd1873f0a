//! The generator and the validator as programs, and the validator on every committed case.
#![forbid(unsafe_code)]

use std::path::Path;

use codeforces_225d::validate;
use common::testing::{accepts_every_case, run, text};

#[test]
fn the_validator_accepts_every_committed_case() {
    accepts_every_case(Path::new(env!("CARGO_MANIFEST_DIR")), validate::input);
}

#[test]
fn the_validator_says_where_an_input_is_broken() {
    let valid = run(env!("CARGO_BIN_EXE_validate-snake"), &[], "1 4\n321@\n");
    assert_eq!((valid.status.code(), text(&valid.stderr)), (Some(0), String::new()));
    let broken = run(env!("CARGO_BIN_EXE_validate-snake"), &[], "2 4\n321.\n...@.\n");
    let reason = "line 3, column 5: row 2 has 5 characters and should have 4\n";
    assert_eq!((broken.status.code(), text(&broken.stderr)), (Some(1), reason.to_owned()));
}

#[test]
fn the_generator_prints_a_board_or_says_what_it_did_not_understand() {
    let made = run(env!("CARGO_BIN_EXE_generate-snake"), &["3", "size=20", "kind=open"], "");
    assert_eq!(made.status.code(), Some(0));
    assert_eq!(validate::input(&made.stdout).map(drop), Ok(()));
    let refused = run(env!("CARGO_BIN_EXE_generate-snake"), &["3", "k=10"], "");
    let reason = "k=10: expected a number from 3 to 9\n";
    assert_eq!((refused.status.code(), text(&refused.stderr)), (Some(2), reason.to_owned()));
    let help = run(env!("CARGO_BIN_EXE_generate-snake"), &["--help"], "");
    assert!(help.status.success() && text(&help.stdout).starts_with("usage: generate-snake SEED"));
}

#[test]
fn a_solution_prints_one_line_and_refuses_what_is_no_board() {
    let solved = run(env!("CARGO_BIN_EXE_automaton"), &[], "4 5\n##...\n..1#@\n432#.\n...#.\n");
    assert_eq!((solved.status.code(), text(&solved.stdout)), (Some(0), "4\n".to_owned()));
    let refused = run(env!("CARGO_BIN_EXE_automaton"), &[], "4 5\n##");
    let reason = "line 2, column 3: row 1 has 2 characters and should have 5\n";
    assert_eq!((refused.status.code(), text(&refused.stderr)), (Some(2), reason.to_owned()));
}
