//! The sound solutions agree on every case and on random boards; the others fail where they are known to, and only there.
#![forbid(unsafe_code)]

mod solvers;

use std::fs;
use std::path::Path;

use leetcode_909::board::Board;
use leetcode_909::{generate, read, request};

use crate::solvers::{SOLVERS, Solver};

/// The cases on which `chaining` goes round in a circle.
const ENDLESS: [&str; 14] = [
    "18-chain-loop",
    "19-self-loop",
    "23-greedy-trap",
    "26-jump-to-last-but-one",
    "33-all-self",
    "36-treadmill-4",
    "37-treadmill-20",
    "42-random-20-snakes",
    "44-random-20-local",
    "46-long-snakes-15",
    "47-long-local-20",
    "49-trap-row-division",
    "53-trap-skip-snakes",
    "55-trap-mark-landing",
];

struct Case {
    name: String,
    board: Board,
    answer: Option<u32>,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/leetcode-909");
    let mut cases = Vec::new();
    for entry in fs::read_dir(&folder).expect("the cases are there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "in") {
            let board =
                read::board(&fs::read(&path).expect("the input can be read")).expect("the input is a board");
            let answer = fs::read_to_string(path.with_extension("ans")).expect("the answer can be read");
            let answer = answer.trim().parse::<i32>().expect("the answer is a number");
            let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            cases.push(Case { name, board, answer: u32::try_from(answer).ok() });
        }
    }
    assert!(cases.len() >= 60, "only {} cases in {}", cases.len(), folder.display());
    cases
}

fn sound() -> impl Iterator<Item = &'static Solver> {
    SOLVERS.iter().filter(|solver| solver.is_sound)
}

fn named(name: &str) -> &'static Solver {
    SOLVERS.iter().find(|solver| solver.name == name).expect("it is listed")
}

#[test]
fn every_sound_solution_is_right_on_every_case() {
    for case in cases() {
        for solver in sound() {
            assert_eq!((solver.solve)(&case.board), case.answer, "{} on {}", solver.name, case.name);
        }
    }
}

#[test]
fn all_sound_solutions_agree_on_random_boards() {
    for seed in 0..1500 {
        let words = [seed.to_string(), format!("size={}", seed % 101)];
        let literal = generate::literal(&request::parse(&words).expect("the request is well formed"));
        let board = read::board(literal.as_bytes()).expect("the generator prints boards");
        let expected = (SOLVERS[0].solve)(&board);
        for solver in sound().skip(1) {
            assert_eq!((solver.solve)(&board), expected, "{} on seed {seed}: {literal}", solver.name);
        }
        let printed = (named("move-array").solve)(&board);
        assert_eq!(printed == expected, expected.is_some(), "move-array on seed {seed}: {literal}");
    }
}

#[test]
fn all_sound_solutions_solve_boards_that_are_no_square() {
    let numbered_from_zero = [(2, 21), (4, 7), (10, 25), (19, 28), (26, 0), (20, 8), (16, 3), (18, 6)];
    let thirty = Board::new(30, &numbered_from_zero.map(|(from, to)| (from + 1, to + 1)));
    let hundred = Board::new(100, &[(6, 46), (19, 43), (52, 71), (57, 98), (47, 9), (62, 40), (96, 75)]);
    for solver in sound().chain([named("move-array")]) {
        assert_eq!((solver.solve)(&thirty), Some(3), "{} on 30 squares", solver.name);
        assert_eq!((solver.solve)(&hundred), Some(4), "{} on 100 squares", solver.name);
    }
}

#[test]
fn a_flat_array_of_moves_is_wrong_exactly_where_there_is_no_way() {
    for case in cases() {
        let is_right = (named("move-array").solve)(&case.board) == case.answer;
        assert_eq!(is_right, case.answer.is_some(), "on {}", case.name);
    }
}

#[test]
fn chaining_is_wrong_where_a_jump_ends_on_a_jump() {
    let known = [
        ("16-no-chain-longer", Some(1)),
        ("17-no-chain-snake", None),
        ("20-stand-on-a-start", None),
        ("41-random-20-dense", None),
        ("50-trap-column-modulo", None),
        ("51-trap-double-jump", Some(3)),
        ("56-trap-greedy", None),
        ("57-trap-forward-dp", None),
    ];
    for case in cases().iter().filter(|case| !ENDLESS.contains(&case.name.as_str())) {
        let wrong = known.iter().find(|(name, _)| *name == case.name);
        let expected = wrong.map_or(case.answer, |(_, answer)| *answer);
        assert_eq!((named("chaining").solve)(&case.board), expected, "on {}", case.name);
    }
}
