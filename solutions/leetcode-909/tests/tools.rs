//! The generator and the validator as programs, and the validator on every committed case.
#![forbid(unsafe_code)]

use std::path::Path;

use common::testing::{accepts_every_case, run, text};
use leetcode_909::validate;

#[test]
fn the_validator_accepts_every_committed_case() {
    accepts_every_case(Path::new(env!("CARGO_MANIFEST_DIR")), validate::input);
}

#[test]
fn the_validator_says_where_an_input_is_broken() {
    let valid = run(env!("CARGO_BIN_EXE_validate-ladders"), &[], "[[-1,-1],[-1,3]]\n");
    assert_eq!((valid.status.code(), text(&valid.stderr)), (Some(0), String::new()));
    let broken = run(env!("CARGO_BIN_EXE_validate-ladders"), &[], "[[-1,-1],\n[-1,5]]\n");
    let reason = "line 2, column 5: 5 is neither -1 nor a square from 1 to 4\n";
    assert_eq!((broken.status.code(), text(&broken.stderr)), (Some(1), reason.to_owned()));
}

#[test]
fn the_generator_prints_a_board_or_says_what_it_did_not_understand() {
    let made = run(env!("CARGO_BIN_EXE_generate-ladders"), &["3", "size=20", "kind=hub"], "");
    assert_eq!(made.status.code(), Some(0));
    assert_eq!(validate::input(&made.stdout).map(drop), Ok(()));
    let refused = run(env!("CARGO_BIN_EXE_generate-ladders"), &["3", "n=1"], "");
    let reason = "n=1: expected a number from 2 to 20\n";
    assert_eq!((refused.status.code(), text(&refused.stderr)), (Some(2), reason.to_owned()));
    let help = run(env!("CARGO_BIN_EXE_generate-ladders"), &["--help"], "");
    assert!(help.status.success() && text(&help.stdout).starts_with("usage: generate-ladders SEED"));
}

#[test]
fn a_solution_prints_one_line_and_refuses_what_is_no_board() {
    let solved =
        run(env!("CARGO_BIN_EXE_flat"), &[], "[\n  [-1, -1, -1],\n  [-1, -1, -1],\n  [-1, -1, -1]\n]");
    assert_eq!((solved.status.code(), text(&solved.stdout)), (Some(0), "2\n".to_owned()));
    let refused = run(env!("CARGO_BIN_EXE_flat"), &[], "[[-1,-1]");
    let reason = "line 1, column 9: expected `,` or `]`, found the end\n";
    assert_eq!((refused.status.code(), text(&refused.stderr)), (Some(2), reason.to_owned()));
}
