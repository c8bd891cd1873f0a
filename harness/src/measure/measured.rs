//! A ranking and all that belongs to it.

use crate::comparison::{Comparison, Contender};
use crate::machine::Machine;
use crate::measure::start_cost::StartCost;
use crate::model::Name;
use crate::stats::Interval;

/// A ranking and all that belongs to it.
#[derive(Clone, Debug)]
pub struct Measured {
    /// How the programs are built: a sentence for each language, with command and version.
    pub origins: Vec<String>,
    /// The ranking.
    pub comparison: Comparison,
    /// The samples behind it.
    pub contenders: Vec<Contender>,
    /// The bytes of the input of each case.
    pub input_sizes: Vec<f64>,
    /// What starting an empty program costs.
    pub start_costs: Vec<StartCost>,
    /// The machine.
    pub machine: Machine,
    /// The load average when it began.
    pub load: f64,
    /// Programs ran at the highest priority.
    pub has_priority: bool,
    /// Why measuring ended.
    pub ended: String,
    /// The ratio of each solution to a baseline, where there is one.
    pub against: Vec<(Name, Option<Interval>)>,
    /// Lines about time limits.
    pub advice: Vec<String>,
}
