//! What grows, what is measured, and what came of it.

use std::time::Duration;

use crate::comparison::Metric;
use crate::comparison::growth::GrowthCurve;
use crate::machine::Machine;
use crate::measure::start_cost::StartCost;
use crate::model::Name;

/// What grows.
#[derive(Clone, Copy, Debug)]
pub struct Axis<'a> {
    /// The parameter, as the generator knows it.
    pub parameter: &'a str,
    /// What stands for the size in a law.
    pub letter: &'a str,
    /// The sizes, ascending.
    pub sizes: &'a [u64],
    /// Other arguments of the generator.
    pub words: &'a str,
}

/// What to measure, and how long.
#[derive(Clone, Copy, Debug)]
pub struct GrowthRequest {
    /// What is measured.
    pub metric: Metric,
    /// Runs of each input.
    pub rounds: usize,
    /// When to stop.
    pub max_time: Duration,
}

/// What was measured at growing sizes.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The problem.
    pub problem: Name,
    /// What was measured.
    pub metric: Metric,
    /// What grew.
    pub parameter: String,
    /// The sizes that were asked for.
    pub sizes: Vec<u64>,
    /// Inputs at each size.
    pub seeds: u64,
    /// Runs of each input.
    pub rounds: usize,
    /// The solutions.
    pub curves: Vec<GrowthCurve>,
    /// What starting an empty program costs.
    pub start_costs: Vec<StartCost>,
    /// The machine.
    pub machine: Machine,
    /// The load average when it began.
    pub load: f64,
    /// Why measuring ended.
    pub ended: String,
}
