//! A minimal set of cases with the same kills, pure.

use std::cmp::Reverse;
use std::collections::BTreeSet;

/// For each case the wrong solutions that it kills.
pub type KillSets = Vec<BTreeSet<usize>>;

/// A set of cases with the same kills as all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimal {
    /// The cases, in order.
    pub cases: Vec<usize>,
    /// No smaller set does; false where the search was cut short.
    pub is_smallest: bool,
}

/// Redundant cases: those without which the others have the same kills.
#[must_use]
pub fn redundant(kills: &KillSets) -> Vec<usize> {
    let is_redundant = |case: &usize| {
        let killed_elsewhere = |victim| {
            kills.iter().enumerate().any(|(other, killed)| other != *case && killed.contains(victim))
        };
        kills[*case].iter().all(killed_elsewhere)
    };
    (0..kills.len()).filter(is_redundant).collect()
}

/// A smallest set of cases with the same kills as all.
#[must_use]
pub fn minimal(kills: &KillSets) -> Minimal {
    let victims: BTreeSet<usize> = kills.iter().flatten().copied().collect();
    let mut search = Search { kills, best: greedy(kills, &victims), steps: 0 };
    search.descend(&victims, &mut Vec::new());
    let is_smallest = search.steps < MOST_STEPS;
    let mut cases = search.best;
    cases.sort_unstable();
    Minimal { cases, is_smallest }
}

/// Steps after which the search stops with the best set so far.
const MOST_STEPS: usize = 1_000_000;

/// The case that kills most of those that are left, again and again.
fn greedy(kills: &KillSets, victims: &BTreeSet<usize>) -> Vec<usize> {
    let mut left = victims.clone();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let new = |case: &usize| kills[*case].intersection(&left).count();
        // Of equals the first; `max_by_key` would take the last.
        let Some(case) = (0..kills.len()).rev().max_by_key(new) else { break };
        left.retain(|victim| !kills[case].contains(victim));
        chosen.push(case);
    }
    chosen
}

/// Tries, for the victim with the fewest killers, each of them.
struct Search<'a> {
    kills: &'a KillSets,
    best: Vec<usize>,
    steps: usize,
}

impl Search<'_> {
    fn descend(&mut self, left: &BTreeSet<usize>, chosen: &mut Vec<usize>) {
        self.steps += 1;
        let kills = self.kills;
        let killers = |victim: usize| (0..kills.len()).filter(move |case| kills[*case].contains(&victim));
        let Some(victim) = left.iter().copied().min_by_key(|victim| killers(*victim).count()) else {
            if chosen.len() < self.best.len() {
                self.best.clone_from(chosen);
            }
            return;
        };
        let mut killers: Vec<usize> = killers(victim).collect();
        let kills_of_left = |case: &usize| kills[*case].intersection(left).count();
        killers.sort_by_key(|case| Reverse(kills_of_left(case)));
        // Each further case kills at most as many as the strongest does.
        let strongest = (0..kills.len()).map(|case| kills_of_left(&case)).max();
        let needed = left.len().div_ceil(strongest.unwrap_or(1).max(1));
        if chosen.len() + needed >= self.best.len() || self.steps >= MOST_STEPS {
            return;
        }
        for case in killers {
            let left = left.difference(&kills[case]).copied().collect();
            chosen.push(case);
            self.descend(&left, chosen);
            chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KillSets, Minimal, minimal, redundant};
    use proptest::collection::{btree_set, vec};
    use proptest::prelude::{prop_assert_eq, proptest};
    use std::collections::BTreeSet;

    #[track_caller]
    fn check(kills: &[&[usize]], smallest: &[usize], needless: &[usize]) {
        let kills: KillSets = kills.iter().map(|killed| killed.iter().copied().collect()).collect();
        assert_eq!(minimal(&kills), Minimal { cases: smallest.to_vec(), is_smallest: true });
        assert_eq!(redundant(&kills), needless);
    }

    #[test]
    fn the_smallest_set_is_found_where_greed_does_not_find_it() {
        check(&[], &[], &[]);
        check(&[&[], &[]], &[], &[0, 1]);
        check(&[&[0], &[0, 1], &[2]], &[1, 2], &[0]);
        check(&[&[0, 1, 2, 3], &[0, 1, 4], &[2, 3, 5]], &[1, 2], &[0]);
        check(&[&[0], &[0]], &[0], &[0, 1]);
    }

    /// The same kills as all, and no smaller set has them, by trying all sets.
    fn smallest_size(kills: &KillSets) -> u32 {
        let all: BTreeSet<usize> = kills.iter().flatten().copied().collect();
        let kills_all = |set: &u32| {
            let of_set = (0..kills.len()).filter(|case| set >> case & 1 == 1);
            of_set.flat_map(|case| kills[case].iter().copied()).collect::<BTreeSet<usize>>() == all
        };
        (0..1_u32 << kills.len()).filter(kills_all).map(u32::count_ones).min().unwrap()
    }

    proptest! {
        #[test]
        fn no_smaller_set_kills_as_much(kills in vec(btree_set(0_usize..8, 0..5), 0..9)) {
            let found = minimal(&kills);
            prop_assert_eq!(found.cases.len(), smallest_size(&kills) as usize);
            let killed = |cases: &[usize]| -> BTreeSet<usize> {
                cases.iter().flat_map(|case| kills[*case].iter().copied()).collect()
            };
            let all: Vec<usize> = (0..kills.len()).collect();
            prop_assert_eq!(killed(&found.cases), killed(&all));
        }
    }
}
