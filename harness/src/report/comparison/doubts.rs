//! Why a number of a ranking may say less than it seems to.

use std::time::Duration;

use crate::comparison::{ABOVE_START, Comparison, Metric, RankedSolution};
use crate::measure::Measured;
use crate::model::{counted, listed, mebibytes};
use crate::report::comparison::words::{Kind, Remark, amount, duration, is_below_grain};

/// Signs that the machine was not quiet.
pub fn doubts(comparison: &Comparison) -> Vec<String> {
    let mut doubts = Vec::new();
    if comparison.metric == Metric::Instructions {
        let varying = comparison.rows.iter().filter(|row| row.spread > 0.0);
        doubts.extend(varying.map(|row| {
            let percent = row.spread * 100.0;
            format!("{}: the count varies from run to run, by up to {percent:.4} %", row.subject.solution)
        }));
        return doubts;
    }
    doubts.extend(below_grain(comparison));
    doubts.extend(outliers(&comparison.rows));
    doubts.extend(comparison.rows.iter().skip(1).filter_map(|row| {
        let first = &comparison.rows[0];
        let mean = |row: &RankedSolution| amount(row.mean, comparison.metric);
        let (name, leader) = (&row.subject.solution, &first.subject.solution);
        (row.rank > 1 && mean_disagrees(first, row)).then(|| {
            format!(
                "median and mean disagree: {leader} is faster than {name} at the median, slower on average ({} and {}); its time varies from run to run",
                mean(first), mean(row)
            )
        })
    }));
    let drifting = comparison.rows.iter().filter(|row| row.has_drift);
    let drifting: Vec<String> = drifting.map(|row| row.subject.solution.to_string()).collect();
    if !drifting.is_empty() {
        let names = drifting.join(", ");
        doubts.push(format!(
            "first and second half differ for {names}: the machine changed; ratios are taken per round, which cancels it"
        ));
    }
    doubts
}

/// The start-up time, and how many medians are close to it.
pub fn about_floor(comparison: &Comparison, language: &str, floor: Duration) -> Remark {
    let limit = floor.as_secs_f64() * 1e9 * ABOVE_START;
    let of_language = comparison.rows.iter().filter(|row| row.subject.language == language);
    let near: usize =
        of_language.clone().flat_map(|row| &row.medians).filter(|median| **median < limit).count();
    let all: usize = of_language.flat_map(|row| &row.medians).count();
    let start = format!("starting an empty program takes {} ({language})", duration(floor));
    if near == 0 {
        return Remark { kind: Kind::Fact, text: start };
    }
    let text = format!(
        "{start}: {near} of {all} medians are close to it and say little about the solutions; select longer cases with --cases"
    );
    Remark { kind: Kind::Doubt, text }
}

/// Significant differences smaller than the start-up time.
pub fn below_floor(measured: &Measured) -> Option<String> {
    let (first, others) = measured.comparison.rows.split_first()?;
    let small = others.iter().filter(|row| row.rank > 1).filter_map(|row| {
        let floor = measured.start_costs.iter().find(|floor| floor.language == row.subject.language)?;
        let difference = Duration::from_secs_f64((row.median - first.median).abs() / 1e9);
        let name = &row.subject.solution;
        (difference < floor.time).then(|| format!("{name} ({} a case)", duration(difference)))
    });
    let small: Vec<String> = small.collect();
    (!small.is_empty()).then(|| {
        let first = &first.subject.solution;
        format!("{first} and {} differ by less than process start-up time", small.join(", "))
    })
}

/// Other programs that shared the cores during the measurement.
pub fn contention(measured: &Measured) -> Option<String> {
    let is_of_time = matches!(measured.comparison.metric, Metric::Cpu | Metric::Wall);
    let is_crowded =
        measured.load > f64::from(u32::try_from(measured.machine.cores).unwrap_or(u32::MAX)) + 0.5;
    (is_of_time && is_crowded && !measured.has_priority).then(|| {
        format!(
            "other programs shared the cores (load {:.1}) and cooled the caches; run as root to measure at the highest priority",
            measured.load
        )
    })
}

/// Whether the first, which is better at the median, is not so on average.
pub fn mean_disagrees(first: &RankedSolution, other: &RankedSolution) -> bool {
    other.ratio.estimate > 1.0 && other.mean < first.mean
}

/// One of so many samples is an outlier where they are told.
const MANY: usize = 20;

/// Fewer outliers may be chance.
const FEWEST: usize = 3;

/// A solution has outliers of its own if it has so many times the share of the others.
const TIMES_OF_OTHERS: usize = 4;

/// What is disturbed from outside disturbs all that ran in the same rounds; so outliers are those of the
/// machine where others have as many, and else of the solution itself.
fn outliers(rows: &[RankedSolution]) -> Vec<String> {
    let sum = |rows: &[&RankedSolution]| {
        let outliers: usize = rows.iter().map(|row| row.outliers).sum();
        (outliers, rows.iter().map(|row| row.samples).sum::<usize>())
    };
    let told = |(outliers, samples): (usize, usize)| format!("{outliers} of {samples}");
    let is_many = |(outliers, samples): (usize, usize)| outliers >= FEWEST && outliers * MANY > samples;
    if let [only] = rows {
        let own = sum(&[only]);
        let text = format!(
            "{}: {} samples are outliers: its time varies from run to run, or the machine is not quiet",
            only.subject.solution,
            told(own)
        );
        return if is_many(own) { vec![text] } else { Vec::new() };
    }
    let is_own = |row: &RankedSolution| {
        let others: Vec<&RankedSolution> = rows.iter().filter(|other| !std::ptr::eq(*other, row)).collect();
        let (own, others) = (sum(&[row]), sum(&others));
        is_many(own) && own.0 * others.1 > TIMES_OF_OTHERS * others.0 * own.1
    };
    let (own, others): (Vec<&RankedSolution>, Vec<&RankedSolution>) =
        rows.iter().partition(|row| is_own(row));
    let rest = sum(&others);
    let of_machine =
        is_many(rest).then(|| format!("{} samples are outliers: the machine is not quiet", told(rest)));
    let own = own.iter().map(|row| {
        format!(
            "{}: {} samples are outliers, of the others {}: its time varies from run to run",
            row.subject.solution,
            told(sum(&[*row])),
            told(rest)
        )
    });
    of_machine.into_iter().chain(own).collect()
}

/// Memory that the counter cannot tell from less.
fn below_grain(comparison: &Comparison) -> Option<String> {
    let is_below = |row: &&RankedSolution| is_below_grain(row.minimum, comparison);
    (comparison.rows.iter().any(|row| is_below(&row))).then(|| {
        format!(
            "differences of memory below {} are not measured: the kernel counts it in steps of 256 KiB",
            mebibytes(comparison.memory_grain)
        )
    })
}

/// The cases that decide nothing.
pub fn undecisive(comparison: &Comparison) -> Option<String> {
    if comparison.rows.is_empty() || comparison.decisive.len() == comparison.cases.len() {
        return None;
    }
    let others = comparison.cases.iter().enumerate().filter(|(at, _)| !comparison.decisive.contains(at));
    let others: Vec<String> = others.map(|(_, case)| case.to_string()).collect();
    Some(format!(
        "{} not ranked, as no solution takes twice as long there as an empty program takes to start: {}",
        match others.len() {
            1 => "1 case is".to_owned(),
            count => format!("{} are", counted(count, "case")),
        },
        listed(&others)
    ))
}
