//! Samples to a ranking, pure: which solution is faster, by how much, and with which confidence.

mod change;
mod floors;
pub mod growth;
mod ranking;
mod sample;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::event::Subject;
use crate::model::{Bytes, Name};
use crate::stats::{Interval, Series, count, geometric_mean, has_drift, median, outliers};

pub use change::{Change, Pairing};
pub use floors::{ABOVE_START, Floors};
pub use ranking::{LEAST_DIFFERENCE, Ranking, Relation};
pub use sample::{CHARGE, Metric, RunSample};

/// A solution and all that was measured of it.
#[derive(Clone, Debug)]
pub struct Contender {
    /// The solution.
    pub subject: Arc<Subject>,
    /// For each case its samples, one a round.
    pub samples: Vec<Vec<RunSample>>,
    /// Its verdict and the case, where it was not right on all of them; then it is not measured.
    pub disqualified: Option<String>,
}

impl Contender {
    /// Its values by case and round.
    #[must_use]
    pub fn series(&self, metric: Metric) -> Series {
        let of_case = |samples: &Vec<RunSample>| samples.iter().map(|sample| sample.value(metric)).collect();
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
pub struct RankedSolution {
    /// The solution.
    pub subject: Arc<Subject>,
    /// Its rank: 1 + the number of significantly better solutions.
    pub rank: usize,
    /// Its value over that of the fastest, as the geometric mean over the cases.
    pub ratio: Interval,
    /// Per case the median of the rounds, in nanoseconds or bytes.
    pub medians: Vec<f64>,
    /// The geometric mean of the medians over the cases that decide: what the ratio is of.
    pub median: f64,
    /// The same of the smallest of the rounds.
    pub minimum: f64,
    /// The same of the means of the rounds.
    pub mean: f64,
    /// Rounds of the case with the most.
    pub runs: usize,
    /// Samples of all cases.
    pub samples: usize,
    /// Outliers among the samples.
    pub outliers: usize,
    /// The first half of the rounds differs from the second.
    pub has_drift: bool,
    /// The largest range of the values of one case, relative to their median.
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
    /// The places of those that the values and ratios are of: on the others no solution takes longer than
    /// programs take to start.
    pub decisive: Vec<usize>,
    /// No case is above that: then the values are of all, and all share rank 1.
    pub is_undecided: bool,
    /// Below this the counter of memory says nothing.
    pub memory_grain: Bytes,
    /// The solutions that are right, fastest first.
    pub rows: Vec<RankedSolution>,
    /// The others, with the reason.
    pub disqualified: Vec<(Arc<Subject>, String)>,
    /// The widest interval, as half its width relative to the estimate.
    pub widest: f64,
}

/// Ranks the contenders. All that are not disqualified must have the same cases; one may have been
/// measured more often than another, and on one case more often than on another.
#[must_use]
pub fn rank(
    (problem, cases): (&Name, &[Name]),
    contenders: &[Contender],
    metric: Metric,
    floors: &Floors,
) -> Comparison {
    let ranking = Ranking::of(contenders, metric, floors);
    let of_measured = |(index, contender)| (index, row(contender, metric, &ranking, index));
    let mut rows: Vec<(usize, RankedSolution)> = ranking.measured().map(of_measured).collect();
    // By name within a tie: an order by differences that are not significant would be chance. Only
    // the base of the ratios is first.
    rows.sort_by(|(one, a), (other, b)| {
        let by_leader = ranking.is_leader(*other).cmp(&ranking.is_leader(*one));
        a.rank.cmp(&b.rank).then(by_leader).then_with(|| a.subject.solution.cmp(&b.subject.solution))
    });
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    let disqualified = contenders
        .iter()
        .filter_map(|contender| Some((Arc::clone(&contender.subject), contender.disqualified.clone()?)))
        .collect();
    let samples = contenders.iter().flat_map(|contender| contender.samples.iter().flatten());
    Comparison {
        problem: problem.clone(),
        metric,
        cases: cases.to_vec(),
        decisive: ranking.cases().to_vec(),
        is_undecided: ranking.is_undecided(),
        memory_grain: samples.map(|sample| sample.memory_grain).max().unwrap_or(Bytes(0)),
        rows,
        disqualified,
        widest: ranking.widest(),
    }
}

fn row(contender: &Contender, metric: Metric, ranking: &Ranking<'_>, index: usize) -> RankedSolution {
    let series = contender.series(metric);
    let medians: Vec<f64> = series.iter().map(|samples| median(&mut samples.clone())).collect();
    let least = |samples: &Vec<f64>| samples.iter().copied().fold(f64::INFINITY, f64::min);
    let mean = |samples: &Vec<f64>| samples.iter().sum::<f64>() / count(samples.len());
    let over_cases =
        |of_case: &dyn Fn(usize) -> f64| geometric_mean(ranking.cases().iter().map(|at| of_case(*at)));
    let spreads = series.iter().zip(&medians).map(|(samples, middle)| spread(samples) / middle);
    RankedSolution {
        subject: Arc::clone(&contender.subject),
        rank: ranking.rank(index),
        ratio: ranking.ratio_to_leader(index),
        median: over_cases(&|case| medians[case]),
        minimum: over_cases(&|case| least(&series[case])),
        mean: over_cases(&|case| mean(&series[case])),
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

/// One value a round: the time of all cases run in it, relative to their medians.
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
mod tests;
