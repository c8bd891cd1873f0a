//! The ranking for machines.

use std::io::{self, Write};

use crate::comparison::{Change, Comparison, Metric, Relation};
use crate::machine::Machine;
use crate::measure::{Against, Measured, StartCost};
use crate::report::comparison::wording::remarks;
use crate::report::comparison::words::Kind;
use crate::report::hyperfine::{HyperfineResult, write_hyperfine};
use crate::wire::SCHEMA;
use crate::wire::comparison::{
    AgainstLine, CaseLine, CaseValue, ComparisonDocument, MachineLine, RankLine, StartCostLine,
};

pub fn write(out: &mut dyn Write, measured: &Measured) -> io::Result<()> {
    let document = document(measured);
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn document(measured: &Measured) -> ComparisonDocument {
    let comparison = &measured.comparison;
    ComparisonDocument {
        schema: SCHEMA,
        problem: comparison.problem.to_string(),
        metric: comparison.metric.name().to_owned(),
        solutions: solutions(comparison),
        cases: cases(comparison),
        machine: machine_line(&measured.machine),
        origins: measured.origins.clone(),
        against: measured.against.iter().map(against).collect(),
        uncovered: measured.uncovered.clone(),
        start_costs: measured.start_costs.iter().map(start_cost).collect(),
        load: measured.load,
        priority: measured.has_priority,
        ended: measured.ended.clone(),
        widest: comparison.widest,
        doubts: doubts(measured),
        advice: measured.advice.clone(),
    }
}

fn doubts(measured: &Measured) -> Vec<String> {
    let remarks = remarks(measured).into_iter();
    remarks.filter(|remark| remark.kind == Kind::Doubt).map(|remark| remark.text).collect()
}

/// The machine, as documents tell it.
#[must_use]
pub fn machine_line(machine: &Machine) -> MachineLine {
    let Machine { cpu, cores, kernel, is_virtual, governor } = machine.clone();
    MachineLine { cpu, cores, kernel, is_virtual, governor }
}

fn against(Against { solution, change }: &Against) -> AgainstLine {
    let ratio = change.as_ref().ok().map(|change| change.ratio);
    let word = |change: &Change| match change.relation {
        Relation::Better => "faster",
        Relation::Worse => "slower",
        Relation::Equal | Relation::Open => "none",
    };
    AgainstLine {
        solution: solution.to_string(),
        change: change.as_ref().ok().map(|change| word(change).to_owned()),
        reason: change.as_ref().err().cloned(),
        ratio: ratio.as_ref().map(|ratio| ratio.estimate),
        ratio_low: ratio.as_ref().map(|ratio| ratio.low),
        ratio_high: ratio.as_ref().map(|ratio| ratio.high),
    }
}

fn start_cost(cost: &StartCost) -> StartCostLine {
    let time_ns = u64::try_from(cost.time.as_nanos()).unwrap_or(u64::MAX);
    StartCostLine { language: cost.language.clone(), time_ns }
}

/// The value as time, as memory, or as a count.
fn split(value: f64, metric: Metric) -> [Option<u64>; 3] {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole nanoseconds or bytes")]
    let whole = Some(value.round() as u64);
    match metric {
        Metric::Cpu | Metric::Wall => [whole, None, None],
        Metric::Memory => [None, whole, None],
        Metric::Instructions => [None, None, whole],
    }
}

fn solutions(comparison: &Comparison) -> Vec<RankLine> {
    let ranked = comparison.rows.iter().map(|row| {
        let [median_ns, median_bytes, median_instructions] = split(row.median, comparison.metric);
        let [min_ns, min_bytes, min_instructions] = split(row.minimum, comparison.metric);
        RankLine {
            solution: row.subject.solution.to_string(),
            median_ns,
            min_ns,
            median_bytes,
            min_bytes,
            median_instructions,
            min_instructions,
            runs: row.runs,
            ratio: Some(row.ratio.estimate),
            ratio_low: Some(row.ratio.low),
            ratio_high: Some(row.ratio.high),
            rank: Some(row.rank),
            disqualified: None,
            outliers: row.outliers,
            drift: row.has_drift,
        }
    });
    let others = comparison.disqualified.iter().map(|(subject, why)| RankLine {
        solution: subject.solution.to_string(),
        median_ns: None,
        min_ns: None,
        median_bytes: None,
        min_bytes: None,
        median_instructions: None,
        min_instructions: None,
        runs: 0,
        ratio: None,
        ratio_low: None,
        ratio_high: None,
        rank: None,
        disqualified: Some(why.clone()),
        outliers: 0,
        drift: false,
    });
    ranked.chain(others).collect()
}

fn cases(comparison: &Comparison) -> Vec<CaseLine> {
    let values = |index: usize| {
        let of_row = |row: &crate::comparison::RankedSolution| {
            let [median_ns, median_bytes, median_instructions] = split(row.medians[index], comparison.metric);
            let solution = row.subject.solution.to_string();
            CaseValue { solution, median_ns, median_bytes, median_instructions }
        };
        comparison.rows.iter().map(of_row).collect()
    };
    let line = |(index, case): (usize, &crate::model::Name)| CaseLine {
        case: case.to_string(),
        decides: !comparison.is_undecided && comparison.decisive.contains(&index),
        solutions: values(index),
    };
    comparison.cases.iter().enumerate().map(line).collect()
}

/// Writes the samples as hyperfine's `--export-json` does: a solution is a command, and a run of it
/// is the sum of one run of each case, in wall time; of cases that were run more often, the first ones.
///
/// # Errors
/// The output could not be written.
pub fn export_hyperfine(out: &mut dyn Write, measured: &Measured) -> io::Result<()> {
    let measured = measured
        .contenders
        .iter()
        .filter(|contender| contender.disqualified.is_none() && contender.rounds() > 0);
    let results: Vec<HyperfineResult> = measured
        .map(|contender| {
            let rounds = contender.samples.iter().map(Vec::len).min().unwrap_or(0);
            let sum = |pick: fn(&crate::comparison::RunSample) -> f64, round: usize| -> f64 {
                contender.samples.iter().map(|samples| pick(&samples[round])).sum()
            };
            let times: Vec<f64> =
                (0..rounds).map(|round| sum(|sample| sample.wall.as_secs_f64(), round)).collect();
            let count = f64::from(u32::try_from(rounds.max(1)).unwrap_or(u32::MAX));
            let mean_of = |pick| (0..rounds).map(|round| sum(pick, round)).sum::<f64>() / count;
            let mean = times.iter().sum::<f64>() / count;
            let squares: f64 = times.iter().map(|time| (time - mean).powi(2)).sum();
            HyperfineResult {
                command: format!("{}/{}", contender.subject.problem, contender.subject.solution),
                mean,
                stddev: (rounds > 1).then(|| (squares / (count - 1.0)).sqrt()),
                median: crate::stats::median(&mut times.clone()),
                user: mean_of(|sample| sample.user.as_secs_f64()),
                system: mean_of(|sample| sample.system.as_secs_f64()),
                min: times.iter().copied().fold(f64::INFINITY, f64::min),
                max: times.iter().copied().fold(0.0, f64::max),
                memory_usage_byte: (0..rounds)
                    .map(|round| {
                        contender
                            .samples
                            .iter()
                            .map(|samples| samples[round].known_memory().0)
                            .max()
                            .unwrap_or(0)
                    })
                    .collect(),
                exit_codes: vec![0; rounds],
                times,
            }
        })
        .collect();
    write_hyperfine(out, &results)
}
