//! The sound solutions agree on every case and on random boards; the others fail where they are known to, and only there.
#![forbid(unsafe_code)]

mod solvers;

use std::fs;
use std::path::Path;

use codeforces_225d::board::Board;
use codeforces_225d::{generate, read};

use crate::solvers::{SOLVERS, Solver};

struct Case {
    name: String,
    board: Board,
    answer: Option<u32>,
}

impl Case {
    /// Whether the search has to look at most of what there is on a full board.
    fn is_heavy(&self) -> bool {
        self.name.contains("-full-")
    }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/codeforces-225d");
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
    assert!(cases.len() >= 64, "only {} cases in {}", cases.len(), folder.display());
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    cases
}

fn random_board(args: &str) -> Board {
    let words: Vec<String> = args.split(' ').map(str::to_owned).collect();
    let request = generate::request::parse(&words).expect("the request is well formed");
    generate::board(&request).expect("there is room")
}

fn sound() -> impl Iterator<Item = &'static Solver> {
    SOLVERS.iter().filter(|solver| solver.is_sound)
}

#[test]
fn every_sound_solution_is_right_on_every_case() {
    for case in cases() {
        for solver in sound().filter(|solver| solver.is_fast || !case.is_heavy()) {
            assert_eq!((solver.solve)(&case.board), case.answer, "{} on {}", solver.name, case.name);
        }
    }
}

#[test]
fn all_sound_solutions_agree_on_small_random_boards() {
    for seed in 0..400 {
        let board = random_board(&format!("{seed} size={}", seed % 50));
        let expected = (SOLVERS[0].solve)(&board);
        for solver in sound().skip(1) {
            assert_eq!(
                (solver.solve)(&board),
                expected,
                "{} on seed {seed}:\n{}",
                solver.name,
                board.to_input()
            );
        }
    }
}

#[test]
fn the_fast_solutions_agree_on_large_random_boards_of_every_length() {
    for seed in 0..60 {
        let board = random_board(&format!("{seed} rows=15 cols=14 k={} apple=last", 3 + seed % 7));
        let expected = (SOLVERS[0].solve)(&board);
        for solver in sound().skip(1).filter(|solver| solver.is_fast) {
            assert_eq!(
                (solver.solve)(&board),
                expected,
                "{} on seed {seed}:\n{}",
                solver.name,
                board.to_input()
            );
        }
    }
}

#[test]
fn the_unsound_solutions_are_wrong_where_they_are_known_to_be_and_nowhere_else() {
    let known: [(&str, &str, Option<u32>); 14] = [
        ("grid-hash-overflow", "32-random-k7", Some(38)),
        ("grid-hash-overflow", "35-annealed-k3", None),
        ("grid-hash-overflow", "36-annealed-k4", None),
        ("grid-hash-overflow", "37-annealed-k5", None),
        ("grid-hash-overflow", "57-collide-grid-2x3", None),
        ("modular-hash", "54-collide-mod-4x7", Some(17)),
        ("modular-hash", "55-collide-mod-7x7", None),
        ("modular-hash", "56-collide-mod-15x15", Some(25)),
        ("moment-hash", "28-random-k3", None),
        ("moment-hash", "43-wide-6x15", None),
        ("moment-hash", "50-collide-ind-2x5", None),
        ("moment-hash", "51-collide-ind-2x7", Some(9)),
        ("moment-hash", "52-collide-moment-4x4", None),
        ("moment-hash", "53-collide-moment-5x5", None),
    ];
    let solvers = SOLVERS.iter().filter(|solver| !solver.is_sound && solver.name != "no-dedup");
    for case in cases().iter().filter(|case| !case.is_heavy()) {
        for solver in solvers.clone() {
            let wrong = known.iter().find(|(name, place, _)| *name == solver.name && *place == case.name);
            let expected = wrong.map_or(case.answer, |(_, _, answer)| *answer);
            assert_eq!((solver.solve)(&case.board), expected, "{} on {}", solver.name, case.name);
        }
    }
}

#[test]
fn without_dedup_the_answer_is_right_where_the_search_ends() {
    let solver: &Solver = SOLVERS.iter().find(|solver| solver.name == "no-dedup").expect("it is listed");
    for case in cases().iter().filter(|case| case.answer.is_some_and(|answer| answer <= 8)) {
        assert_eq!((solver.solve)(&case.board), case.answer, "on {}", case.name);
    }
}
