//! The generator, the validator and the view as programs, and the last two on every committed case.
#![forbid(unsafe_code)]

use std::path::Path;

use common::testing::{accepts_every_case, draws_every_case, run, text};
use leetcode_909::{validate, view};

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
fn the_view_draws_every_committed_case_and_agrees_with_its_answer() {
    draws_every_case(Path::new(env!("CARGO_MANIFEST_DIR")), view::picture);
}

#[test]
fn the_view_reads_the_files_that_it_is_given() {
    let view = |args: &[&str]| run(env!("CARGO_BIN_EXE_view-ladders"), args, "");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [input, output, broken] = ["board.in", "board.ans", "broken.in"].map(|name| folder.join(name));
    std::fs::write(&input, "[[-1,-1],[-1,3]]\n").expect("the file can be written");
    std::fs::write(&output, "5\n").expect("the file can be written");
    std::fs::write(&broken, "[[-1,-1]\n").expect("the file can be written");
    let [input, output, broken] = [&input, &output, &broken].map(|path| path.to_str().expect("a plain path"));
    let alone = view(&[input]);
    assert_eq!(alone.status.code(), Some(0));
    let with_output = view(&[input, output]);
    assert!(text(&with_output.stdout).starts_with(text(&alone.stdout).lines().next().expect("a line")));
    assert!(text(&with_output.stdout).contains("; the output says 5 rolls\n"));
    let refused = view(&[broken]);
    let reason = "line 2, column 1: expected `,` or `]`, found the end\n";
    assert_eq!((refused.status.code(), text(&refused.stderr)), (Some(2), reason.to_owned()));
    let nothing = view(&[]);
    let reason = "expected the files INPUT [OUTPUT]\n";
    assert_eq!((nothing.status.code(), text(&nothing.stderr)), (Some(2), reason.to_owned()));
    let missing = view(&["no/board.in"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).starts_with("failed to read `no/board.in`: "));
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
