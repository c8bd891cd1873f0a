//! A ranking and all that belongs to it.

use std::collections::BTreeMap;

use crate::build::Executable;
use crate::comparison::{Change, Comparison, Contender};
use crate::machine::Machine;
use crate::measure::start_cost::StartCost;
use crate::model::Name;

/// A ranking and all that belongs to it.
#[derive(Clone, Debug)]
pub struct Measured {
    /// How the programs are built: a sentence for each language, with command and version.
    pub origins: Vec<String>,
    /// The ranking.
    pub comparison: Comparison,
    /// By solution the file with its main function.
    pub sources: BTreeMap<Name, Name>,
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
    /// By contender its program, where it was built.
    pub executables: Vec<Option<Executable>>,
    /// What became of each solution since a baseline, where there is one.
    pub against: Vec<Against>,
    /// What of the baseline is not compared, or only with care.
    pub uncovered: Vec<String>,
    /// Lines about time limits.
    pub advice: Vec<String>,
}

/// A solution and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Against {
    /// The solution.
    pub solution: Name,
    /// What changed, or why that is not known.
    pub change: Result<Change, String>,
}
