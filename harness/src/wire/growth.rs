//! What `compare --growth --format json` prints. Values are whole numbers of the unit.

use serde::{Deserialize, Serialize};

use crate::wire::comparison::MachineLine;

/// The whole document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GrowthDocument {
    /// The version of the format.
    pub schema: u32,
    /// The problem.
    pub problem: String,
    /// What was measured.
    pub metric: String,
    /// `ns`, `bytes` or `instructions`.
    pub unit: String,
    /// What grew.
    pub parameter: String,
    /// Its values.
    pub sizes: Vec<u64>,
    /// Inputs at each size.
    pub seeds: u64,
    /// Runs of each input.
    pub rounds: usize,
    /// The solutions.
    pub solutions: Vec<CurveLine>,
    /// What starting an empty program costs, by language.
    pub floors: Vec<FloorLine>,
    /// The load average of the last minute when it began.
    pub load: f64,
    /// Why measuring ended.
    pub ended: String,
    /// Where it was measured.
    pub machine: MachineLine,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurveLine {
    /// The solution.
    pub solution: String,
    /// Its language.
    pub language: String,
    /// What was measured, by size.
    pub points: Vec<PointLine>,
    /// The best first; more than one fit equally well.
    pub laws: Vec<LawLine>,
    /// Its limit of what is measured.
    pub limit: Option<u64>,
    /// Where it passes the limit.
    pub crossing: Option<CrossingLine>,
    /// Why there is no law.
    pub refused: Option<String>,
    /// Why larger sizes were not measured.
    pub ended: Option<String>,
    /// Why it was not measured.
    pub disqualified: Option<String>,
}

/// What was measured at a size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointLine {
    /// The size.
    pub size: u64,
    /// The mean over the inputs of the medians.
    pub value: u64,
    /// The least of these medians.
    pub low: u64,
    /// The greatest of them.
    pub high: u64,
    /// `fitted`, `near_start` or `at_least`.
    #[serde(rename = "use")]
    pub used: String,
}

/// `factor` times the model, plus `constant`, in the unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LawLine {
    /// The model, as in `n log n`.
    pub model: String,
    /// What it is multiplied by.
    pub factor: f64,
    /// What is added.
    pub constant: f64,
    /// The root mean square of the relative errors.
    pub residual: f64,
}

/// Where a limit is passed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrossingLine {
    /// The size; null where no size is so large.
    pub size: Option<f64>,
    /// A run was over the limit at this size.
    pub measured: bool,
    /// The size over the largest that was measured.
    pub beyond: Option<f64>,
}

/// What starting an empty program costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloorLine {
    /// In which language.
    pub language: String,
    /// The median of its runs.
    pub value: u64,
}
