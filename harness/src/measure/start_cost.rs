//! What it costs to start an empty program, for each language: below that, times say nothing about a
//! solution.

use std::time::Duration;

use harness_sandbox::Usage;

use crate::comparison::Metric;
use crate::measure::bench::Bench;
use crate::programs::EmptyPrograms;

/// What starting an empty program costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartCost {
    /// In which language.
    pub language: String,
    /// The median of its runs.
    pub time: Duration,
}

/// Runs of each.
const RUNS: usize = 15;

/// Measures each alone, as solutions are measured; none where it is not time that is compared.
#[must_use]
pub fn start_costs(empty: &EmptyPrograms, bench: &Bench<'_>, metric: Metric) -> Vec<StartCost> {
    let time_of = match metric {
        Metric::Cpu => |usage: &Usage| usage.cpu,
        Metric::Wall => |usage: &Usage| usage.wall,
        Metric::Memory | Metric::Instructions => return Vec::new(),
    };
    let engine = bench.engine();
    let mut costs = Vec::new();
    for (language, executable) in empty.executables() {
        let replies = engine.ask(&vec![EmptyPrograms::question(executable); RUNS]);
        let ran = replies.iter().filter_map(|reply| reply.judgement.execution.as_ref());
        let mut times: Vec<Duration> = ran.map(|facts| time_of(&facts.usage)).collect();
        times.sort_unstable();
        let language = language.to_owned();
        costs.extend(times.get(times.len() / 2).map(|time| StartCost { language, time: *time }));
    }
    costs
}
