//! How the tables of the automaton are made: from the definition of a legal move, by partition refinement.
//!
//! `cargo run -p codeforces-225d --example tables` prints [`crate::tables`]; a test compares it with the file.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::board::{Cell, DIRECTIONS, Direction, opposite};
use crate::heads::BLOCKED;
use crate::shapes::n_turns;

/// What the head did lately, newest first: all that is known of the body.
type History = Vec<Direction>;

/// A minimal automaton of legal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// For each class and direction the class that follows, or [`BLOCKED`]. The last class is that of no history.
    pub next: Vec<[u16; 4]>,
    /// Steady classes are those of full histories; direction d leads into those from `bounds[d]` to `bounds[d + 1]`.
    pub bounds: [usize; 5],
}

/// Makes the automaton for snakes of this length.
#[must_use]
pub fn of_length(length: usize) -> Automaton {
    let n_turns = n_turns(length);
    let histories = histories(n_turns);
    let index: BTreeMap<&History, usize> = histories.iter().zip(0..).collect();
    let next: Vec<[Option<usize>; 4]> = histories
        .iter()
        .map(|history| {
            DIRECTIONS.map(|direction| follow(history, direction, n_turns).map(|after| index[&after]))
        })
        .collect();

    // At first, histories differ by how they end, since a class must be entered by one direction only. Then by where
    // each step leads, until no class falls apart any more.
    let mut class_of: Vec<usize> =
        histories.iter().map(|history| history.first().map_or(4, |last| *last)).collect();
    let mut n_classes = 5;
    loop {
        let mut classes = BTreeMap::new();
        let refined: Vec<usize> = (0..histories.len())
            .map(|idx| {
                let key = (class_of[idx], next[idx].map(|target| target.map(|target| class_of[target])));
                let fresh = classes.len();
                *classes.entry(key).or_insert(fresh)
            })
            .collect();
        class_of = refined;
        if classes.len() == n_classes {
            break;
        }
        n_classes = classes.len();
    }

    // Steady classes first, by direction; the order within is that of the shortest history, the same on each run.
    let mut is_steady = vec![false; n_classes];
    let mut direction_of = vec![4; n_classes];
    let mut example_of = vec![0; n_classes];
    for (idx, history) in histories.iter().enumerate().rev() {
        is_steady[class_of[idx]] |= history.len() == n_turns;
        direction_of[class_of[idx]] = history.first().map_or(4, |last| *last);
        example_of[class_of[idx]] = idx;
    }
    let mut order: Vec<usize> = (0..n_classes).collect();
    order.sort_by_key(|&class| (!is_steady[class], direction_of[class], example_of[class]));
    let mut number_of = vec![0; n_classes];
    for (number, &class) in (0..).zip(&order) {
        number_of[class] = number;
    }
    let mut bounds = [0; 5];
    for direction in DIRECTIONS {
        let count =
            (0..n_classes).filter(|&class| is_steady[class] && direction_of[class] == direction).count();
        bounds[direction + 1] = bounds[direction] + count;
    }
    let next = order
        .iter()
        .map(|&class| {
            next[example_of[class]].map(|target| target.map_or(BLOCKED, |target| number_of[class_of[target]]))
        })
        .collect();
    Automaton { next, bounds }
}

/// All histories of up to so many steps, short ones first.
fn histories(n_turns: usize) -> Vec<History> {
    let mut histories = vec![History::new()];
    let mut begin = 0;
    for _ in 0..n_turns {
        let end = histories.len();
        for idx in begin..end {
            let longer =
                DIRECTIONS.into_iter().filter_map(|direction| follow(&histories[idx], direction, n_turns));
            histories.extend(longer.collect::<Vec<_>>());
        }
        begin = end;
    }
    histories
}

/// The history after a step, or nothing if the body is in the way.
fn follow(history: &History, direction: Direction, n_turns: usize) -> Option<History> {
    let mut cell = Cell::new(8, 8);
    let target = cell.step(direction);
    for &step in history {
        cell = cell.step(opposite(step));
        if cell == target {
            return None;
        }
    }
    let kept = history.iter().take(n_turns - 1).copied();
    Some(std::iter::once(direction).chain(kept).collect())
}

/// The text of the file `tables.rs`.
#[must_use]
pub fn source() -> String {
    let mut text = String::from(
        "//! The minimal automata of legal play for 3, 5, 7 and 9 segments, written by the example `tables`.\n\
         //!\n\
         //! A test holds this file against [`crate::minimal`], which says what the numbers mean.\n\n\
         use crate::heads::BLOCKED as X;\n\n\
         /// An automaton as in [`crate::minimal::Automaton`].\n\
         #[derive(Clone, Copy, Debug)]\n\
         pub struct Table {\n    \
             /// For each class and direction the class that follows.\n    \
             pub next: &'static [[u16; 4]],\n    \
             /// Where the steady classes of each direction begin and end.\n    \
             pub bounds: [usize; 5],\n\
         }\n\n\
         /// The automaton for snakes of this length.\n\
         #[must_use]\n\
         pub const fn of_length(length: usize) -> Table {\n    \
             match length {\n        \
                 0..=4 => THREE,\n        5 | 6 => FIVE,\n        7 | 8 => SEVEN,\n        _ => NINE,\n    \
             }\n\
         }\n",
    );
    for (name, length) in [("THREE", 3), ("FIVE", 5), ("SEVEN", 7), ("NINE", 9)] {
        let automaton = of_length(length);
        let _ = write!(
            text,
            "\n#[rustfmt::skip]\nconst {name}: Table = Table {{\n    bounds: {:?},\n    next: &[\n",
            automaton.bounds
        );
        for row in automaton.next.chunks(5) {
            let cell = |class: &u16| if *class == BLOCKED { "X".to_owned() } else { class.to_string() };
            let steps = |steps: &[u16; 4]| format!("[{}]", steps.each_ref().map(cell).join(", "));
            let row: Vec<String> = row.iter().map(steps).collect();
            let _ = writeln!(text, "        {},", row.join(", "));
        }
        text.push_str("    ],\n};\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::minimal::{of_length, source};

    #[test]
    fn the_tables_in_the_source_are_those_of_the_definition() {
        assert!(
            source() == include_str!("tables.rs"),
            "src/tables.rs is not what the example `tables` prints"
        );
    }

    #[test]
    fn an_even_length_has_the_automaton_of_the_odd_one_below() {
        for length in [4, 6, 8] {
            assert_eq!(of_length(length), of_length(length - 1));
        }
    }

    #[test]
    fn the_automata_have_the_known_numbers_of_classes() {
        for (length, steady, all) in [(3, 4, 5), (5, 20, 21), (7, 84, 89), (9, 368, 417)] {
            let automaton = of_length(length);
            assert_eq!((automaton.bounds[4], automaton.next.len()), (steady, all), "for {length} segments");
        }
    }
}
