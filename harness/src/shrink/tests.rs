//! Shrinking, on predicates that say what an input must keep.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest};

use crate::shrink::{Budget, PASSES, Shrunk, Trial, is_smaller, shrink};

const BUDGET: Budget = Budget { tries: 20_000, at_once: 8 };

fn shrunk(input: &str, budget: Budget, fails: impl Fn(&str) -> bool) -> Shrunk {
    shrink(input.as_bytes(), budget, |candidates| {
        let fails = |candidate: &Vec<u8>| std::str::from_utf8(candidate).is_ok_and(&fails);
        candidates.iter().position(fails).map_or(Trial::Passes, Trial::Fails)
    })
}

#[track_caller]
fn check(input: &str, fails: impl Fn(&str) -> bool, expect: &str) {
    assert!(fails(input), "the input must fail");
    let shrunk = shrunk(input, BUDGET, fails);
    assert_eq!(String::from_utf8(shrunk.input).unwrap(), expect);
    assert!(shrunk.is_smallest);
}

/// Whether a text is a picture with its sizes in the first line.
fn is_picture(text: &str) -> bool {
    let Some((header, picture)) = text.split_once('\n') else { return false };
    let sizes: Vec<usize> = header.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [rows, columns] = sizes[..] else { return false };
    let lines: Vec<&str> = picture.lines().collect();
    rows > 0 && columns > 0 && lines.len() == rows && lines.iter().all(|line| line.len() == columns)
}

/// The matrix of a literal like `[[1,2],[3,4]]`.
fn matrix(text: &str) -> Option<Vec<Vec<i64>>> {
    serde_json::from_str(text).ok()
}

#[test]
fn a_picture_with_one_interesting_cell_shrinks_to_that_cell() {
    let picture = "4 6\n.#..#.\n#..@..\n......\n.####.\n";
    check(picture, |text| is_picture(text) && text.contains('@'), "1 1\n@\n");
}

#[test]
fn a_square_picture_with_one_size_shrinks_in_both_directions_at_once() {
    let pair = |text: &str| is_square(text) && has_corner(text);
    check("4\n#..#\n.x..\n..y.\n...#\n", pair, "2\nx.\n.y\n");
}

/// Whether a text is a picture with its side in the first line.
fn is_square(text: &str) -> bool {
    text.split_once('\n').is_some_and(|(size, _)| is_picture(&format!("{size} {text}")))
}

/// An `x` with a `y` one row and one column further.
fn has_corner(text: &str) -> bool {
    let lines: Vec<&[u8]> = text.lines().skip(1).map(str::as_bytes).collect();
    lines.windows(2).any(|pair| {
        let at = pair[0].iter().position(|cell| *cell == b'x');
        at.is_some_and(|at| pair[1].get(at + 1) == Some(&b'y'))
    })
}

#[test]
fn a_list_is_shortened_with_its_count() {
    let is_list_with_a_large_one = |text: &str| {
        let words: Vec<usize> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        text.lines().count() == 2 && words.len() == words[0] + 1 && words[1..].iter().any(|word| *word >= 70)
    };
    check("5\n3 99 1 100 7\n", is_list_with_a_large_one, "1\n70\n");
}

#[test]
fn lists_of_lists_in_brackets_shrink_with_the_cells_that_they_name() {
    let is_board = |text: &str| {
        let Some(rows) = matrix(text.trim_end()) else { return false };
        let (side, last) = (rows.len(), i64::try_from(rows.len() * rows.len()).unwrap());
        let cells = || rows.iter().flatten();
        side > 1
            && rows.iter().all(|row| row.len() == side)
            && cells().all(|cell| *cell == -1 || (1..=last).contains(cell))
            && cells().any(|cell| *cell == last)
    };
    check("[[-1,-1,-1,-1],[-1,16,-1,3],[-1,-1,-1,-1],[-1,7,-1,-1]]\n", is_board, "[[-1,-1],[-1,4]]\n");
}

#[test]
fn lines_and_words_that_are_not_counted_go_too() {
    check("a b\nc needle d\ne\n", |text| text.contains("needle"), "needle\n");
}

#[test]
fn letters_become_plain_and_numbers_small() {
    check("3\nzbq\n", |text| text.lines().count() == 2 && text.contains('b'), "0\nb\n");
    check("-17\n", |text| text.trim().parse::<i64>().is_ok_and(|n| n.abs() > 4), "5\n");
}

#[test]
fn what_cannot_be_made_smaller_stays() {
    check("2 2\nab\ncd\n", |text| text == "2 2\nab\ncd\n", "2 2\nab\ncd\n");
    check("", |_| true, "");
}

#[test]
fn a_budget_that_is_spent_leaves_what_was_reached() {
    let input = "x\n".repeat(100) + "needle\n";
    let keeps = |text: &str| text.contains("needle");
    let few = shrunk(&input, Budget { tries: 3, at_once: 8 }, keeps);
    assert_eq!((few.tries, few.is_smallest), (3, false));
    assert!(few.input.len() < input.len());
    let none = shrunk(&input, Budget { tries: 0, at_once: 8 }, keeps);
    assert_eq!((none.input, none.is_smallest), (input.into_bytes(), false));
}

#[test]
fn a_stop_keeps_the_best_so_far() {
    let input = "x\n".repeat(100) + "needle\n";
    let mut calls = 0;
    let shrunk = shrink(input.as_bytes(), BUDGET, |candidates| {
        calls += 1;
        let has_needle = |candidate: &Vec<u8>| candidate.windows(6).any(|word| word == b"needle");
        match candidates.iter().position(has_needle) {
            _ if calls > 2 => Trial::Stop,
            found => found.map_or(Trial::Passes, Trial::Fails),
        }
    });
    assert!(!shrunk.is_smallest);
    assert!(shrunk.input.len() < input.len() && shrunk.input.ends_with(b"needle\n"));
}

#[test]
fn a_large_input_gets_smaller_by_large_pieces() {
    let rows: Vec<String> =
        (0..400).map(|row| format!("{}{}", ".".repeat(row), "#".repeat(400 - row))).collect();
    let input = format!("400 400\n{}\n", rows.join("\n"));
    let shrunk = shrunk(&input, BUDGET, |text| is_picture(text) && text.contains('#'));
    assert_eq!(String::from_utf8(shrunk.input).unwrap(), "1 1\n#\n");
    assert!(shrunk.tries < 200, "{}", shrunk.tries);
}

#[test]
fn of_two_inputs_the_shorter_is_smaller_and_then_the_plainer() {
    let check = |one: &str, other: &str| assert!(is_smaller(one.as_bytes(), other.as_bytes()));
    check("9", "10");
    check("10", "11");
    check("..#", ".#.");
    check(".", "#");
    assert!(!is_smaller(b"a", b"a"));
}

/// Pictures with their header, lists with their counts, and just text.
fn inputs() -> impl Strategy<Value = String> {
    let cell = prop_oneof![3 => Just('.'), 2 => Just('#'), 1 => Just('@'), 1 => Just('7')];
    let picture = (1_usize..5, 1_usize..5).prop_flat_map(move |(rows, columns)| {
        vec(vec(cell.clone(), columns), rows).prop_map(move |lines| {
            let lines: Vec<String> = lines.into_iter().map(|line| line.into_iter().collect()).collect();
            format!("{rows} {columns}\n{}\n", lines.join("\n"))
        })
    });
    let list = vec(-20_i64..200, 1..9).prop_map(|list| {
        let words: Vec<String> = list.iter().map(ToString::to_string).collect();
        format!("{}\n{}\n", list.len(), words.join(" "))
    });
    prop_oneof![picture, list, "[a-c\\[\\], 0-9\n]{0,30}"]
}

proptest! {
    #[test]
    fn a_shrunk_input_fails_is_never_larger_and_cannot_be_shrunk_again(input in inputs(), mark in 0_usize..4) {
        let mark = ["@", "7", "1", ".#"][mark];
        let rows = input.lines().count().min(2);
        let fails = |text: &str| text.contains(mark) && text.lines().count() >= rows;
        if fails(&input) {
            let once = shrunk(&input, BUDGET, fails);
            let text = String::from_utf8(once.input.clone()).unwrap();
            prop_assert!(fails(&text) && !is_smaller(input.as_bytes(), &once.input));
            prop_assert!(once.is_smallest);
            let again = shrunk(&text, BUDGET, fails);
            prop_assert_eq!(&again.input, &once.input);
        }
    }

    #[test]
    fn how_many_are_tried_at_once_changes_nothing(input in inputs(), at_once in 1_usize..40, tries in 0_usize..60) {
        let fails = |text: &str| text.contains('1');
        if fails(&input) {
            let one = shrunk(&input, Budget { tries, at_once: 1 }, fails);
            prop_assert_eq!(shrunk(&input, Budget { tries, at_once }, fails), one);
        }
    }

    #[test]
    fn nothing_panics_whatever_the_bytes(input in vec(proptest::num::u8::ANY, 0..60)) {
        let shrunk = shrink(&input, Budget { tries: 300, at_once: 3 }, |_| Trial::Fails(0));
        prop_assert!(shrunk.input.len() <= input.len());
    }
}

/// Inputs of 30 KB that are all structure, or all the same, or deep, or broken.
fn large_inputs() -> Vec<String> {
    let n = 30_000;
    let repeated = |piece: &str| piece.repeat(n / piece.len());
    let mut all: Vec<String> = [
        "[", "]", "(", "\"", ",", "-", "\n", " ", "a ", "[1,", "[],", "[2,2],", "1\n", "2 2\n", "][", "a[\n",
    ]
    .map(repeated)
    .into();
    all.push(format!("{}{}", repeated("[").split_at(n / 2).0, repeated("]").split_at(n / 2).0));
    all.push(format!("{}{}", "[1,".repeat(n / 4), "]".repeat(n / 4)));
    all.push("9".repeat(n));
    all
}

#[test]
fn large_inputs_without_anything_to_find_are_given_up_at_once() {
    for input in large_inputs() {
        let budget = Budget { tries: 64, at_once: 16 };
        let shrunk = shrink(input.as_bytes(), budget, |_| Trial::Passes);
        assert!(shrunk.tries <= 64 && shrunk.input == input.as_bytes());
        let steps: usize = PASSES.iter().map(|pass| pass(input.as_bytes()).len()).sum();
        assert!(steps < 300_000, "{steps} steps of {}…", &input[..4]);
    }
}

proptest! {
    #[test]
    fn a_step_knows_whether_it_makes_an_input_smaller(input in "[a.\\[\\],0-9 \n-]{0,40}") {
        for pass in PASSES {
            for step in pass(input.as_bytes()) {
                let candidate = step.apply(input.as_bytes());
                prop_assert_eq!(step.makes_smaller(input.as_bytes()), is_smaller(&candidate, input.as_bytes()));
            }
        }
    }
}
