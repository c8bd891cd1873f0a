//! Samples to a ranking: pure. Who is faster, by how much, and how sure is that?

pub mod growth;
mod standings;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::event::{Outcome, Subject};
use crate::model::{Bytes, Name};
use crate::stats::{Interval, Series, geometric_mean, has_drift, median, outliers};

pub use standings::Standings;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Metric {
    /// CPU time of the whole tree.
    Cpu,
    /// Wall-clock time.
    Wall,
    /// Peak memory.
    Memory,
    /// Instructions of the program, the kernel's left out.
    Instructions,
}

impl Metric {
    /// Its name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Wall => "wall",
            Self::Memory => "memory",
            Self::Instructions => "instructions",
        }
    }
}

/// The facts of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The round in which it was measured; a case that is long is not measured in every one.
    pub round: usize,
    /// CPU time of the whole tree.
    pub cpu: Duration,
    /// The part of it in user mode.
    pub user: Duration,
    /// The part of it in the kernel.
    pub system: Duration,
    /// Wall-clock time.
    pub wall: Duration,
    /// Peak memory.
    pub memory: Bytes,
    /// Page faults.
    pub page_faults: u64,
    /// Context switches.
    pub switches: u64,
    /// Instructions, where they were counted.
    pub instructions: Option<u64>,
}

impl Sample {
    /// The facts of a run that took place.
    #[must_use]
    pub fn of(outcome: &Outcome, round: usize) -> Option<Self> {
        let usage = &outcome.judgement.execution.as_ref()?.usage;
        Some(Self {
            round,
            cpu: usage.cpu,
            user: usage.user,
            system: usage.system,
            wall: usage.wall,
            memory: usage.memory,
            page_faults: usage.page_faults,
            switches: usage.switches,
            instructions: usage.instructions,
        })
    }

    /// Nanoseconds, bytes, or a count.
    #[must_use]
    pub fn value(&self, metric: Metric) -> f64 {
        match metric {
            Metric::Cpu => self.cpu.as_secs_f64() * 1e9,
            Metric::Wall => self.wall.as_secs_f64() * 1e9,
            // Never quite nothing, so that ratios exist.
            #[expect(clippy::cast_precision_loss, reason = "no program holds 2⁵² bytes")]
            Metric::Memory => self.memory.0.max(4096) as f64,
            #[expect(clippy::cast_precision_loss, reason = "exact up to 2⁵³, for weeks")]
            Metric::Instructions => self.instructions.unwrap_or(0).max(1) as f64,
        }
    }
}

/// A solution and all that was measured of it.
#[derive(Clone, Debug)]
pub struct Contender {
    /// Who.
    pub subject: Arc<Subject>,
    /// For each case its samples, one a round.
    pub samples: Vec<Vec<Sample>>,
    /// Its verdict and the case, where it was not right on all of them; then it is not measured.
    pub disqualified: Option<String>,
}

impl Contender {
    /// Its values by case and round.
    #[must_use]
    pub fn series(&self, metric: Metric) -> Series {
        let of_case = |samples: &Vec<Sample>| samples.iter().map(|sample| sample.value(metric)).collect();
        self.samples.iter().map(of_case).collect()
    }

    /// The rounds that it went through: of the case with the most.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.samples.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// One solution in the ranking.
#[derive(Clone, Debug)]
pub struct Row {
    /// Who.
    pub subject: Arc<Subject>,
    /// Its place: after all that are measurably better.
    pub rank: usize,
    /// Its value over that of the fastest, as the geometric mean over the cases.
    pub ratio: Interval,
    /// Per case the median of the rounds, in nanoseconds or bytes.
    pub medians: Vec<f64>,
    /// Per case the smallest of the rounds.
    pub minima: Vec<f64>,
    /// Rounds of the case with the most.
    pub runs: usize,
    /// Samples of all cases.
    pub samples: usize,
    /// Samples that stand far from the others.
    pub outliers: usize,
    /// The first half of the rounds differs from the second.
    pub has_drift: bool,
    /// By how much the values of one case differ at most, relative to their median.
    pub spread: f64,
}

/// A ranking.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The problem.
    pub problem: Name,
    /// What was compared.
    pub metric: Metric,
    /// The cases.
    pub cases: Vec<Name>,
    /// The solutions that are right, fastest first.
    pub rows: Vec<Row>,
    /// The others, with the reason.
    pub disqualified: Vec<(Arc<Subject>, String)>,
}

/// Ranks the contenders. All that are not disqualified must have the same cases; one may have been
/// measured more often than another, and on one case more often than on another.
#[must_use]
pub fn rank(problem: &Name, cases: &[Name], contenders: &[Contender], metric: Metric) -> Comparison {
    let standings = Standings::of(contenders, metric);
    let of_measured = |(index, contender)| (index, row(contender, metric, &standings, index));
    let mut rows: Vec<(usize, Row)> = standings.measured().map(of_measured).collect();
    // By name where the place is the same: an order by what cannot be told apart would be chance. Only
    // the one to which the others are held is the first.
    rows.sort_by(|(one, a), (other, b)| {
        let by_leader = standings.is_leader(*other).cmp(&standings.is_leader(*one));
        a.rank.cmp(&b.rank).then(by_leader).then_with(|| a.subject.solution.cmp(&b.subject.solution))
    });
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    let disqualified = contenders
        .iter()
        .filter_map(|contender| Some((Arc::clone(&contender.subject), contender.disqualified.clone()?)))
        .collect();
    Comparison { problem: problem.clone(), metric, cases: cases.to_vec(), rows, disqualified }
}

fn row(contender: &Contender, metric: Metric, standings: &Standings<'_>, index: usize) -> Row {
    let series = contender.series(metric);
    let medians: Vec<f64> = series.iter().map(|samples| median(&mut samples.clone())).collect();
    let least = |samples: &Vec<f64>| samples.iter().copied().fold(f64::INFINITY, f64::min);
    let spreads = series.iter().zip(&medians).map(|(samples, middle)| spread(samples) / middle);
    Row {
        subject: Arc::clone(&contender.subject),
        rank: standings.rank(index),
        ratio: standings.ratio_to_leader(index),
        minima: series.iter().map(least).collect(),
        runs: contender.rounds(),
        samples: series.iter().map(Vec::len).sum(),
        outliers: series.iter().map(|samples| outliers(samples).len()).sum(),
        has_drift: has_drift(&relative(contender, metric)),
        spread: spreads.fold(0.0, f64::max),
        medians,
    }
}

/// The largest value less the smallest.
fn spread(samples: &[f64]) -> f64 {
    let extreme = |pick: fn(f64, f64) -> f64, start| samples.iter().copied().fold(start, pick);
    extreme(f64::max, 0.0) - extreme(f64::min, f64::INFINITY)
}

/// One value a round: how it went in all cases together that were run in it, relative to what is usual.
#[must_use]
pub fn relative(contender: &Contender, metric: Metric) -> Vec<f64> {
    let mut rounds: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for samples in contender.samples.iter().filter(|samples| !samples.is_empty()) {
        let middle = median(&mut samples.iter().map(|sample| sample.value(metric)).collect::<Vec<_>>());
        for sample in samples {
            rounds.entry(sample.round).or_default().push(sample.value(metric) / middle);
        }
    }
    rounds.into_values().map(|went| geometric_mean(went.into_iter())).collect()
}

#[cfg(test)]
mod tests {
    use super::{Contender, Metric, Sample, Standings, rank};
    use crate::event::Subject;
    use crate::model::{Bytes, Name};
    use std::collections::BTreeMap;
    use std::sync::Arc;
    use std::time::Duration;

    /// A solution whose times on two cases are these multiples of a millisecond, with a small wave.
    fn contender(index: usize, name: &str, times: [u64; 2]) -> Contender {
        let sample = |(round, microseconds): (usize, u64)| {
            let time = Duration::from_micros(microseconds);
            Sample {
                round,
                cpu: time,
                user: time,
                system: Duration::ZERO,
                wall: time * 2,
                memory: Bytes(microseconds * 1000),
                page_faults: 0,
                switches: 0,
                instructions: Some(microseconds),
            }
        };
        let wave = |round: u64, base: u64| base * 1000 + (round * 7 + index as u64 * 3) % 5;
        Contender {
            subject: Arc::new(Subject {
                index,
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

    #[track_caller]
    fn check(contenders: &[Contender], metric: Metric, expect: &[(&str, usize, f64)]) {
        let cases = ["1", "2"].map(Name::from);
        let comparison = rank(&Name::from("p"), &cases, contenders, metric);
        let rows: Vec<(String, usize, f64)> = comparison
            .rows
            .iter()
            .map(|row| {
                (row.subject.solution.to_string(), row.rank, (row.ratio.estimate * 100.0).round() / 100.0)
            })
            .collect();
        let expect: Vec<_> =
            expect.iter().map(|(name, rank, ratio)| ((*name).to_owned(), *rank, *ratio)).collect();
        assert_eq!(rows, expect);
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
        let cases = ["1", "2"].map(Name::from);
        let comparison = rank(&Name::from("p"), &cases, &contenders, Metric::Wall);
        let ranks: Vec<usize> = comparison.rows.iter().map(|row| row.rank).collect();
        assert_eq!(ranks, [1, 1, 3, 3]);
    }

    /// The places by name.
    fn places(contenders: &[Contender], metric: Metric) -> Vec<(String, usize)> {
        let cases = ["1", "2"].map(Name::from);
        let rows = rank(&Name::from("p"), &cases, contenders, metric).rows;
        rows.iter().map(|row| (row.subject.solution.to_string(), row.rank)).collect()
    }

    #[track_caller]
    fn check_places(contenders: &[Contender], metric: Metric, expect: &[(&str, usize)]) {
        let expect: Vec<_> = expect.iter().map(|(name, place)| ((*name).to_owned(), *place)).collect();
        assert_eq!(places(contenders, metric), expect);
    }

    #[test]
    fn a_place_is_one_more_than_are_measurably_better() {
        // Neighbours are less than a hundredth apart, the first and the last are more.
        let chain = [
            contender(0, "a", [1000, 1000]),
            contender(1, "b", [1006, 1006]),
            contender(2, "c", [1014, 1014]),
            contender(3, "d", [2000, 2000]),
        ];
        check_places(&chain, Metric::Cpu, &[("a", 1), ("b", 1), ("c", 2), ("d", 4)]);
        // Who stands between two others moves neither.
        check_places(&[0, 2, 3].map(|at| chain[at].clone()), Metric::Cpu, &[("a", 1), ("c", 2), ("d", 3)]);
        // Counts repeat, so that any difference is one.
        let steady = |name: &str, count: u64| {
            let mut steady = contender(0, name, [1, 1]);
            steady.samples.iter_mut().flatten().for_each(|sample| sample.instructions = Some(count));
            steady
        };
        let counts = [steady("a", 1_000_000), steady("b", 1_000_001), steady("c", 1_000_000)];
        check_places(&counts, Metric::Instructions, &[("a", 1), ("c", 1), ("b", 3)]);
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
    fn who_may_be_the_best_shares_its_place() {
        // "Shaky" is the best at the median, and nobody is told apart from it.
        let mut shaky = contender(2, "shaky", [10, 10]);
        for sample in shaky.samples.iter_mut().flatten() {
            sample.cpu = sample.cpu * [90, 130, 98, 140][sample.round % 4] / 115;
        }
        let all = [contender(0, "a", [10, 10]), contender(1, "b", [11, 11]), shaky];
        let ranks: BTreeMap<String, usize> = places(&all, Metric::Cpu).into_iter().collect();
        let without: Vec<(String, usize)> = places(&all[..2], Metric::Cpu);
        assert_eq!(without.iter().map(|(_, place)| *place).collect::<Vec<_>>(), [1, 2]);
        let cases = ["1", "2"].map(Name::from);
        for row in rank(&Name::from("p"), &cases, &all, Metric::Cpu).rows {
            assert_eq!(row.ratio.holds_one(), row.rank == 1, "{ranks:?}");
        }
    }

    #[test]
    fn of_one_round_nothing_is_known() {
        let mut pair = [contender(0, "a", [10, 10]), contender(1, "b", [12, 12])];
        pair.iter_mut().flat_map(|one| &mut one.samples).for_each(|rounds| rounds.truncate(1));
        check_places(&pair, Metric::Cpu, &[("a", 1), ("b", 1)]);
    }

    #[test]
    fn who_is_not_better_at_best_is_not_better() {
        let mut lucky = contender(0, "lucky", [10, 10]);
        check_places(
            &[lucky.clone(), contender(1, "usual", [9, 9])],
            Metric::Cpu,
            &[("usual", 1), ("lucky", 2)],
        );
        lucky.samples.iter_mut().for_each(|rounds| rounds[3].cpu = Duration::from_millis(8));
        let pair = [lucky, contender(1, "usual", [9, 9])];
        check_places(&pair, Metric::Cpu, &[("usual", 1), ("lucky", 1)]);
        assert_eq!(Standings::of(&pair, Metric::Cpu).unsettled(&[0, 1].into()).len(), 2);
    }

    #[test]
    fn who_is_told_apart_or_known_to_be_equal_is_settled() {
        let all = [contender(0, "a", [10, 10]), contender(1, "b", [10, 10]), contender(2, "c", [20, 20])];
        assert!(Standings::of(&all, Metric::Cpu).unsettled(&[0, 1, 2].into()).is_empty());
        let mut close = contender(3, "close", [10, 10]);
        let shake = |(round, sample): (usize, &mut Sample)| sample.cpu *= [98, 100, 103, 105][round % 4];
        close.samples.iter_mut().for_each(|rounds| rounds.iter_mut().enumerate().for_each(shake));
        close.samples.iter_mut().flatten().for_each(|sample| sample.cpu /= 100);
        let [a, b, c] = all;
        let all = [a, b, c, close];
        let unsettled = Standings::of(&all, Metric::Cpu);
        assert_eq!(unsettled.unsettled(&[0, 1, 2, 3].into()), [0, 1, 3].into());
        // Who runs no more keeps nobody else running.
        assert_eq!(unsettled.unsettled(&[0, 2, 3].into()), [0, 3].into());
        assert!(unsettled.unsettled(&[2, 3].into()).is_empty());
    }

    #[test]
    fn who_is_disqualified_is_listed_and_not_ranked() {
        let wrong = Contender {
            disqualified: Some("WA on 2".to_owned()),
            samples: Vec::new(),
            ..contender(1, "w", [1, 1])
        };
        let cases = ["1", "2"].map(Name::from);
        let comparison = rank(&Name::from("p"), &cases, &[contender(0, "r", [2, 2]), wrong], Metric::Cpu);
        assert_eq!((comparison.rows.len(), comparison.disqualified.len()), (1, 1));
        assert_eq!(comparison.disqualified[0].1, "WA on 2");
    }
}
