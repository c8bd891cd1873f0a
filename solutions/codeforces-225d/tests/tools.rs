//! The generator, the validator and the view as programs, and the last two on every committed case.
#![forbid(unsafe_code)]

use std::path::Path;

use codeforces_225d::{validate, view};
use common::testing::{accepts_every_case, draws_every_case, run, text};

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
fn the_view_draws_every_committed_case_and_agrees_with_its_answer() {
    draws_every_case(Path::new(env!("CARGO_MANIFEST_DIR")), view::picture);
}

#[test]
fn the_view_reads_the_files_that_it_is_given() {
    let view = |args: &[&str]| run(env!("CARGO_BIN_EXE_view-snake"), args, "");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [input, output, broken] = ["board.in", "board.ans", "broken.in"].map(|name| folder.join(name));
    std::fs::write(&input, "1 5\n321.@\n").expect("the file can be written");
    std::fs::write(&output, "5\n").expect("the file can be written");
    std::fs::write(&broken, "1 5\n321.?\n").expect("the file can be written");
    let [input, output, broken] = [&input, &output, &broken].map(|path| path.to_str().expect("a plain path"));
    let alone = view(&[input]);
    assert_eq!(alone.status.code(), Some(0));
    let with_output = view(&[input, output]);
    assert!(text(&with_output.stdout).starts_with(text(&alone.stdout).lines().next().expect("a line")));
    assert!(text(&with_output.stdout).contains("; the output says 5 moves\n"));
    let refused = view(&[broken]);
    let reason = "line 2, column 5: `?` is none of `#`, `.`, `@`, `1` to `9`\n";
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
