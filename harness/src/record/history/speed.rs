//! Whether a solution became faster with its last change.
//!
//! Runs of different days cannot be compared as they are: the machine is another each day (`comparison::change`).
//! Here the other solutions of the problem say how much: those that are the same before and after. What the solution
//! took after its change is divided by what they took more, and then the test is that of `compare --against`. It needs
//! several runs before and after; `compare --against`, which runs both at once, finds smaller changes in less time.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::comparison::{Contender, Metric, Pairing, Relation, RunSample};
use crate::event::Subject;
use crate::model::Bytes;
use crate::record::history::point::Measured;
use crate::stats::{Interval, geometric_mean, median};

/// Runs before and after a change without which nothing can be said.
const FEWEST: usize = 3;

/// What the runs before and after the last change of a solution say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// So many runs after the change.
    pub after: usize,
    /// So many before.
    pub before: usize,
    /// What they say.
    pub outcome: SpeedOutcome,
}

/// What runs say of a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpeedOutcome {
    /// Too few runs.
    TooFew,
    /// No other solution is the same before and after: nothing says how much the machine changed.
    NoControl,
    /// The CPU time after over that before, and what that says.
    Known {
        /// The ratio.
        ratio: Interval,
        /// `Better` is faster.
        relation: Relation,
    },
}

/// What the history of the solution at this place says.
pub fn of(place: usize, all: &[(Arc<Subject>, Vec<Measured>)]) -> Option<Speed> {
    let (subject, points) = &all[place];
    let same = |one: &Measured, other: &Measured| {
        let (one, other) = (&one.version, &other.version);
        (&one.source, &one.compiler, &one.machine) == (&other.source, &other.compiler, &other.machine)
    };
    let last = points.last()?;
    let machine = &last.version.machine;
    let has_times = |point: &&Measured| !point.cpu.is_empty() && point.version.machine == *machine;
    let after: Vec<&Measured> =
        points.iter().rev().take_while(|point| same(point, last)).filter(has_times).collect();
    let rest = || points.iter().rev().skip_while(|point| same(point, last));
    let before_last = rest().find(has_times)?;
    let before: Vec<&Measured> =
        rest().take_while(|point| same(point, before_last)).filter(has_times).collect();
    let speed = |outcome| Some(Speed { after: after.len(), before: before.len(), outcome });
    if after.len() < FEWEST || before.len() < FEWEST {
        return speed(SpeedOutcome::TooFew);
    }
    let cases = common_cases(after.iter().chain(&before).copied());
    if cases.is_empty() {
        return speed(SpeedOutcome::TooFew);
    }
    let rounds = after.len().min(before.len());
    let mut factors = Vec::new();
    for round in 0..rounds {
        let Some(factor) = machine_factor(subject, (before[round], after[round]), all) else {
            return speed(SpeedOutcome::NoControl);
        };
        factors.push(factor);
    }
    let contender = |points: &[&Measured], factors: &[f64]| Contender {
        subject: Arc::clone(subject),
        samples: cases.iter().map(|case| samples(points, factors, case)).collect(),
        disqualified: None,
    };
    let contenders =
        [contender(&after[..rounds], &factors), contender(&before[..rounds], &vec![1.0; rounds])];
    let pairing = Pairing { ranked: 1, pairs: vec![(0, 1)], cases: (0..cases.len()).collect() };
    match pairing.changes(&contenders, Metric::Cpu).first() {
        Some(Some(change)) => speed(SpeedOutcome::Known { ratio: change.ratio, relation: change.relation }),
        _ => speed(SpeedOutcome::TooFew),
    }
}

/// The cases on which all of these ran to the end.
fn common_cases<'p>(mut points: impl Iterator<Item = &'p Measured>) -> BTreeSet<Vec<u8>> {
    let names = |point: &Measured| point.cpu.keys().cloned().collect::<BTreeSet<_>>();
    let first = points.next().map(names).unwrap_or_default();
    points.fold(first, |common, point| common.intersection(&names(point)).cloned().collect())
}

/// By which factor the machine was slower in the later of two runs: the median over the other solutions of the problem
/// that are the same in both.
fn machine_factor(
    subject: &Subject,
    (before, after): (&Measured, &Measured),
    all: &[(Arc<Subject>, Vec<Measured>)],
) -> Option<f64> {
    let of_run = |points: &'_ [Measured], run: &Measured| {
        points.iter().position(|point| point.point.run == run.point.run)
    };
    let mut factors: Vec<f64> = Vec::new();
    let others = all.iter().filter(|(other, _)| other.problem == subject.problem && **other != *subject);
    for (_, points) in others {
        let places = of_run(points, before).zip(of_run(points, after));
        let Some((one, two)) = places.map(|(one, two)| (&points[one], &points[two])) else { continue };
        if one.version.source != two.version.source || one.version.compiler != two.version.compiler {
            continue;
        }
        let ratios = one.cpu.iter().filter_map(|(case, cpu)| {
            let now = two.cpu.get(case)?;
            (!cpu.is_zero() && !now.is_zero()).then(|| now.as_secs_f64() / cpu.as_secs_f64())
        });
        let ratios: Vec<f64> = ratios.collect();
        if !ratios.is_empty() {
            factors.push(geometric_mean(ratios.into_iter()));
        }
    }
    (!factors.is_empty()).then(|| median(&mut factors))
}

fn samples(points: &[&Measured], factors: &[f64], case: &[u8]) -> Vec<RunSample> {
    let sample = |(round, (point, factor)): (usize, (&&Measured, &f64))| {
        let cpu = point.cpu.get(case).copied().unwrap_or_default();
        let cpu = Duration::try_from_secs_f64(cpu.as_secs_f64() / factor)
            .unwrap_or(cpu)
            .max(Duration::from_nanos(1));
        RunSample {
            round,
            cpu,
            user: cpu,
            system: Duration::ZERO,
            wall: cpu,
            memory: Bytes(0),
            memory_grain: Bytes(0),
            page_faults: 0,
            switches: 0,
            instructions: None,
        }
    };
    points.iter().zip(factors).enumerate().map(sample).collect()
}
