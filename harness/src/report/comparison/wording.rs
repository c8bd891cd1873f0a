//! A ranking in words and numbers, the same in every format.

use crate::comparison::{Change, Comparison, LEAST_DIFFERENCE, Metric, RankedSolution, Relation};
use crate::measure::baseline::NOT_KEPT;
use crate::measure::{Against, Measured};
use crate::report::comparison::doubts::{
    about_floor, below_floor, contention, doubts, mean_disagrees, undecisive,
};
use crate::report::comparison::words::{Kind, Remark, digits};
use crate::stats::Interval;

/// The result in words, and the warnings.
pub fn remarks(measured: &Measured) -> Vec<Remark> {
    let comparison = &measured.comparison;
    let remark = |kind, text| Remark { kind, text };
    let mut remarks = Vec::new();
    remarks.extend(finding(comparison).map(|text| remark(Kind::Finding, text)));
    remarks.push(remark(Kind::Fact, how_measured(measured)));
    if matches!(comparison.metric, Metric::Cpu | Metric::Wall) {
        let floor = |floor: &crate::measure::StartCost| about_floor(comparison, &floor.language, floor.time);
        remarks.extend(measured.start_costs.iter().map(floor));
        remarks.extend(undecisive(comparison).map(|text| remark(Kind::Fact, text)));
        remarks.extend(below_floor(measured).map(|text| remark(Kind::Doubt, text)));
    }
    let doubts = doubts(comparison).into_iter().chain(contention(measured));
    remarks.extend(doubts.map(|text| remark(Kind::Doubt, text)));
    for Against { solution, change } in &measured.against {
        let (kind, text) = told(change, comparison.metric);
        remarks.push(remark(kind, format!("{solution}: {text}")));
    }
    remarks.extend(measured.uncovered.iter().map(|text| remark(Kind::Doubt, text.clone())));
    remarks.extend(measured.advice.iter().map(|text| remark(Kind::Advice, text.clone())));
    remarks.push(remark(Kind::Machine, machine(measured)));
    remarks.extend(measured.origins.iter().map(|text| remark(Kind::Machine, text.clone())));
    remarks
}

/// Why measuring ended, and the precision of the ratios. Counts are exact.
fn how_measured(measured: &Measured) -> String {
    let comparison = &measured.comparison;
    let ended = &measured.ended;
    // One alone is compared with nothing.
    if comparison.rows.len() < 2 || comparison.metric == Metric::Instructions {
        return ended.clone();
    }
    format!("{ended}; intervals are within ±{:.1} %", comparison.widest * 100.0)
}

/// The main result.
fn finding(comparison: &Comparison) -> Option<String> {
    let [first, second, ..] = comparison.rows.as_slice() else { return None };
    if comparison.is_undecided {
        return Some(
            "no rank is decided: no solution takes twice as long on any case as an empty program takes to start"
                .to_owned(),
        );
    }
    if second.rank == first.rank {
        let equal = comparison.rows.iter().filter(|row| row.rank == 1);
        let is_even = equal.clone().all(|row| row.ratio.holds_one());
        let names: Vec<String> = equal.map(|row: &RankedSolution| row.subject.solution.to_string()).collect();
        let what = if is_even {
            "no significant difference".to_owned()
        } else {
            format!("no significant difference above {:.0} %", LEAST_DIFFERENCE * 100.0)
        };
        return Some(format!("{what} between {}", names.join(", ")));
    }
    let Interval { estimate, low, high } = second.ratio;
    let digits = digits(estimate);
    let disagree = mean_disagrees(first, second);
    let (first, second) = (&first.subject.solution, &second.subject.solution);
    Some(match comparison.metric {
        Metric::Cpu | Metric::Wall => {
            let but = if disagree { " at the median, but not on average" } else { "" };
            format!(
                "{first} is {estimate:.digits$} times faster than {second}{but} (95 % interval {low:.digits$}–{high:.digits$})"
            )
        }
        Metric::Memory => format!(
            "{second} needs {estimate:.digits$} times the memory of {first} (95 % interval {low:.digits$}–{high:.digits$})"
        ),
        Metric::Instructions => format!("{second} needs {estimate:.4} times the instructions of {first}"),
    })
}

/// The change since the baseline.
pub fn told(change: &Result<Change, String>, metric: Metric) -> (Kind, String) {
    let change = match change {
        Ok(change) => change,
        Err(why) if why == NOT_KEPT => return (Kind::Unchanged, why.clone()),
        Err(why) => return (Kind::Doubt, format!("not compared with the baseline: {why}")),
    };
    let Change { ratio, relation, .. } = change;
    let percent = |ratio: f64| (ratio - 1.0) * 100.0;
    let estimate = percent(ratio.estimate);
    let bounds = format!("(95 % interval {:+.1} % to {:+.1} %)", percent(ratio.low), percent(ratio.high));
    let (worse, better) = match metric {
        Metric::Cpu | Metric::Wall => ("slower", "faster"),
        Metric::Memory | Metric::Instructions => ("more", "less"),
    };
    let average = percent(change.ratio_of_means);
    let but =
        if average * estimate < 0.0 { format!(", but on average by {average:+.1} %") } else { String::new() };
    match relation {
        Relation::Worse => {
            (Kind::Slower, format!("{worse} than the baseline by {estimate:.1} % {bounds}{but}"))
        }
        Relation::Better => {
            (Kind::Faster, format!("{better} than the baseline by {:.1} % {bounds}{but}", -estimate))
        }
        Relation::Equal | Relation::Open => {
            let above = if ratio.holds_one() { "" } else { " above 1 %" };
            (Kind::Unchanged, format!("no significant difference{above} from the baseline {bounds}"))
        }
    }
}

fn machine(measured: &Measured) -> String {
    let first = if measured.has_priority { ", programs at the highest priority" } else { "" };
    format!("{}, load {:.1}{first}", measured.machine.in_words(), measured.load)
}
