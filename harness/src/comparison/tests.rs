//! Ranks on synthetic samples.

use super::{Comparison, Contender, Floors, Metric, RankedSolution, Ranking, RunSample, rank};
use crate::event::Subject;
use crate::model::{Bytes, Name};
use std::sync::Arc;
use std::time::Duration;

/// A solution whose times on two cases are these multiples of a millisecond, with a small wave.
fn contender(index: usize, name: &str, times: [u64; 2]) -> Contender {
    let sample = |(round, microseconds): (usize, u64)| {
        let time = Duration::from_micros(microseconds);
        RunSample {
            round,
            cpu: time,
            user: time,
            system: Duration::ZERO,
            wall: time * 2,
            memory: Bytes(microseconds * 1000),
            memory_grain: Bytes(0),
            page_faults: 0,
            switches: 0,
            instructions: Some(microseconds),
        }
    };
    let wave = |round: u64, base: u64| base * 1000 + (round * 7 + index as u64 * 3) % 5;
    Contender {
        subject: Arc::new(Subject {
            problem: Name::from("p"),
            solution: Name::from(name),
            language: "rust".to_owned(),
        }),
        samples: times
            .iter()
            .map(|base| (0..12).map(|round| wave(round, *base)).enumerate().map(sample).collect())
            .collect(),
        disqualified: None,
    }
}

/// The ranking on two cases.
fn ranked(contenders: &[Contender], metric: Metric) -> Comparison {
    rank((&Name::from("p"), &["1", "2"].map(Name::from)), contenders, metric, &Floors::default())
}

/// Names, places, and ratios with two digits.
#[track_caller]
fn check(contenders: &[Contender], metric: Metric, expect: &[(&str, usize, f64)]) {
    let rows = ranked(contenders, metric).rows;
    let names: Vec<String> = rows.iter().map(|row| row.subject.solution.to_string()).collect();
    let rows = names
        .iter()
        .zip(&rows)
        .map(|(name, row)| (name.as_str(), row.rank, (row.ratio.estimate * 100.0).round() / 100.0));
    assert_eq!(rows.collect::<Vec<_>>(), expect);
}

/// The ranks, the first first.
fn ranks(contenders: &[Contender], metric: Metric) -> Vec<usize> {
    ranked(contenders, metric).rows.iter().map(|row| row.rank).collect()
}

/// The ranks in order: `a b|c` are two that share a rank and one after them.
fn places(contenders: &[Contender], metric: Metric) -> String {
    let rows = ranked(contenders, metric).rows;
    let groups = rows.chunk_by(|one, next| one.rank == next.rank);
    let names = |group: &[RankedSolution]| {
        group.iter().map(|row| row.subject.solution.to_string()).collect::<Vec<_>>().join(" ")
    };
    groups.map(names).collect::<Vec<_>>().join("|")
}

#[test]
fn the_ratio_is_the_geometric_mean_over_the_cases() {
    let contenders = [contender(0, "slow", [8, 2]), contender(1, "fast", [2, 2])];
    check(&contenders, Metric::Cpu, &[("fast", 1, 1.0), ("slow", 2, 2.0)]);
    check(&contenders, Metric::Memory, &[("fast", 1, 1.0), ("slow", 2, 2.0)]);
}

#[test]
fn those_between_whom_no_difference_is_measured_share_a_rank() {
    let contenders = [
        contender(0, "b", [5, 5]),
        contender(1, "a", [5, 5]),
        contender(2, "c", [9, 9]),
        contender(3, "d", [9, 9]),
    ];
    assert_eq!(ranks(&contenders, Metric::Wall), [1, 1, 3, 3]);
}

#[test]
fn a_rank_is_one_more_than_are_significantly_better() {
    // Neighbours are less than a hundredth apart, the first and the last are more.
    let chain = [
        contender(0, "a", [1000, 1000]),
        contender(1, "b", [1006, 1006]),
        contender(2, "c", [1014, 1014]),
        contender(3, "d", [2000, 2000]),
    ];
    assert_eq!(places(&chain, Metric::Cpu), "a b|c|d");
    assert_eq!(ranks(&chain, Metric::Cpu), [1, 1, 2, 4]);
    // A contender between two others changes neither rank.
    let without = [0, 2, 3].map(|at| chain[at].clone());
    assert_eq!(ranks(&without, Metric::Cpu), [1, 2, 3]);
    // Counts repeat, so that any difference is one.
    let steady = |name: &str, count: u64| {
        let mut steady = contender(0, name, [1, 1]);
        steady.samples.iter_mut().flatten().for_each(|sample| sample.instructions = Some(count));
        steady
    };
    let counts = [steady("a", 1_000_000), steady("b", 1_000_001), steady("c", 1_000_000)];
    assert_eq!(places(&counts, Metric::Instructions), "a c|b");
}

#[test]
fn a_pair_is_compared_on_the_rounds_that_both_went_through() {
    let quick = contender(0, "quick", [10, 10]);
    let mut early = contender(1, "early", [11, 11]);
    early.samples.iter_mut().for_each(|rounds| rounds.truncate(6));
    // The machine became twice as slow when the other ran no more.
    let mut late = quick.clone();
    late.samples.iter_mut().flat_map(|rounds| rounds.iter_mut().skip(6)).for_each(|sample| {
        sample.cpu *= 2;
    });
    check(&[late, early], Metric::Cpu, &[("quick", 1, 1.0), ("early", 2, 1.1)]);
}

#[test]
fn a_short_run_is_known_from_all_that_was_measured_while_a_long_one_ran() {
    // The long one ran in two of the rounds, in which the short one happened to be late.
    let mut short = contender(0, "short", [10, 10]);
    let mut long = contender(1, "long", [90, 90]);
    for rounds in &mut long.samples {
        rounds.retain(|sample| [0, 11].contains(&sample.round));
    }
    for rounds in &mut short.samples {
        (rounds[0].cpu, rounds[11].cpu) = (rounds[0].cpu * 2, rounds[11].cpu * 2);
    }
    check(&[short.clone(), long.clone()], Metric::Cpu, &[("short", 1, 1.0), ("long", 2, 9.0)]);
    // It need not have run in the very same rounds.
    short.samples.iter_mut().for_each(|rounds| rounds.truncate(11));
    check(&[short, long], Metric::Cpu, &[("short", 1, 1.0), ("long", 2, 9.0)]);
}

#[test]
fn a_contender_that_may_be_the_best_has_rank_1() {
    // "Shaky" is the best at the median, and none differs significantly from it.
    let mut shaky = contender(2, "shaky", [10, 10]);
    for sample in shaky.samples.iter_mut().flatten() {
        sample.cpu = sample.cpu * [90, 130, 98, 140][sample.round % 4] / 115;
    }
    let all = [contender(0, "a", [10, 10]), contender(1, "b", [11, 11]), shaky];
    assert_eq!(places(&all[..2], Metric::Cpu), "a|b");
    let rows = ranked(&all, Metric::Cpu).rows;
    assert!(rows.iter().all(|row| row.ratio.holds_one() == (row.rank == 1)), "{rows:?}");
    assert!(rows.iter().any(|row| row.subject.solution == Name::from("b") && row.rank == 1), "{rows:?}");
}

#[test]
fn of_one_round_nothing_is_known() {
    let mut pair = [contender(0, "a", [10, 10]), contender(1, "b", [12, 12])];
    pair.iter_mut().flat_map(|one| &mut one.samples).for_each(|rounds| rounds.truncate(1));
    assert_eq!(places(&pair, Metric::Cpu), "a b");
}

#[test]
fn a_contender_that_is_not_better_at_best_is_not_better() {
    let mut lucky = contender(0, "lucky", [10, 10]);
    assert_eq!(places(&[lucky.clone(), contender(1, "usual", [9, 9])], Metric::Cpu), "usual|lucky");
    lucky.samples.iter_mut().for_each(|rounds| rounds[3].cpu = Duration::from_millis(8));
    let pair = [lucky, contender(1, "usual", [9, 9])];
    assert_eq!(places(&pair, Metric::Cpu), "usual lucky");
    assert_eq!(Ranking::of(&pair, Metric::Cpu, &Floors::default()).unsettled(&[0, 1].into()).len(), 2);
}

#[test]
fn a_contender_that_differs_or_is_known_to_be_equal_is_settled() {
    let all = [contender(0, "a", [10, 10]), contender(1, "b", [10, 10]), contender(2, "c", [20, 20])];
    assert!(Ranking::of(&all, Metric::Cpu, &Floors::default()).unsettled(&[0, 1, 2].into()).is_empty());
    let mut close = contender(3, "close", [10, 10]);
    let shake = |(round, sample): (usize, &mut RunSample)| sample.cpu *= [98, 100, 103, 105][round % 4];
    close.samples.iter_mut().for_each(|rounds| rounds.iter_mut().enumerate().for_each(shake));
    close.samples.iter_mut().flatten().for_each(|sample| sample.cpu /= 100);
    let [a, b, c] = all;
    let all = [a, b, c, close];
    let unsettled = Ranking::of(&all, Metric::Cpu, &Floors::default());
    assert_eq!(unsettled.unsettled(&[0, 1, 2, 3].into()), [0, 1, 3].into());
    // A contender that has stopped keeps no other running.
    assert_eq!(unsettled.unsettled(&[0, 2, 3].into()), [0, 3].into());
    assert!(unsettled.unsettled(&[2, 3].into()).is_empty());
}

#[test]
fn a_disqualified_contender_is_listed_and_not_ranked() {
    let wrong = Contender {
        disqualified: Some("WA on 2".to_owned()),
        samples: Vec::new(),
        ..contender(1, "w", [1, 1])
    };
    let comparison = ranked(&[contender(0, "r", [2, 2]), wrong], Metric::Cpu);
    assert_eq!((comparison.rows.len(), comparison.disqualified.len()), (1, 1));
    assert_eq!(comparison.disqualified[0].1, "WA on 2");
}
