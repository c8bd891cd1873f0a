//! What `compare --format json` prints.

use serde::{Deserialize, Serialize};

/// The whole document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparisonDocument {
    /// The version of the format.
    pub schema: u32,
    /// The problem.
    pub problem: String,
    /// What was compared.
    pub metric: String,
    /// The solutions in the order of the ranking, then those that were not compared.
    pub solutions: Vec<RankLine>,
    /// The cases.
    pub cases: Vec<CaseLine>,
    /// Where it was measured.
    pub machine: MachineLine,
    /// How programs were built, a sentence for each language.
    pub origins: Vec<String>,
    /// The solutions held against the baseline of `--against`; empty without one.
    pub against: Vec<AgainstLine>,
    /// Sentences about what of the baseline is not compared, or only with care.
    pub uncovered: Vec<String>,
    /// What starting an empty program costs, by language.
    pub start_costs: Vec<StartCostLine>,
    /// The load average of the last minute when it began.
    pub load: f64,
    /// Programs ran at the highest priority.
    pub priority: bool,
    /// Why measuring ended.
    pub ended: String,
    /// Half the width of the widest interval, over its estimate.
    pub widest: f64,
    /// Sentences about what was not as on a quiet machine, or too short to be told apart.
    pub doubts: Vec<String>,
    /// Sentences about time limits, where they were asked for.
    pub advice: Vec<String>,
}

/// A solution. Times are nanoseconds; where memory or instructions are compared they are absent, and
/// bytes or counts stand beside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RankLine {
    /// The solution.
    pub solution: String,
    /// The geometric mean, over the cases that decide, of the medians: what the ratio is of.
    pub median_ns: Option<u64>,
    /// The same of the best runs.
    pub min_ns: Option<u64>,
    /// The same of memory.
    pub median_bytes: Option<u64>,
    /// The same of memory.
    pub min_bytes: Option<u64>,
    /// The same of instructions.
    pub median_instructions: Option<u64>,
    /// The same of instructions.
    pub min_instructions: Option<u64>,
    /// The rounds of the case with the most.
    pub runs: usize,
    /// Over the fastest: the geometric mean over the cases.
    pub ratio: Option<f64>,
    /// The lower end of its interval.
    pub ratio_low: Option<f64>,
    /// The upper end of its interval.
    pub ratio_high: Option<f64>,
    /// One more than the number of significantly better solutions.
    pub rank: Option<usize>,
    /// Why it was not compared.
    pub disqualified: Option<String>,
    /// Samples that stand far from the others.
    pub outliers: usize,
    /// The first half of the rounds differs from the second.
    pub drift: bool,
}

/// A case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseLine {
    /// The case.
    pub case: String,
    /// The values and ratios of solutions are of it: some solution takes longer on it than programs take to
    /// start.
    pub decides: bool,
    /// The solutions on it.
    pub solutions: Vec<CaseValue>,
}

/// A solution on a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseValue {
    /// The solution.
    pub solution: String,
    /// Its median.
    pub median_ns: Option<u64>,
    /// The same of memory.
    pub median_bytes: Option<u64>,
    /// The same of instructions.
    pub median_instructions: Option<u64>,
}

/// A solution now over the same one in a baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgainstLine {
    /// The solution.
    pub solution: String,
    /// `slower`, `faster`, or `none` where no difference is significant; null where it is not known.
    pub change: Option<String>,
    /// Why it is not known.
    pub reason: Option<String>,
    /// The ratio.
    pub ratio: Option<f64>,
    /// The lower end of its interval.
    pub ratio_low: Option<f64>,
    /// The upper end of its interval.
    pub ratio_high: Option<f64>,
}

/// What starting an empty program costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartCostLine {
    /// In which language.
    pub language: String,
    /// The median of its runs.
    pub time_ns: u64,
}

/// A machine, as far as times depend on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineLine {
    /// The processor.
    pub cpu: String,
    /// Physical cores that the judge may use.
    pub cores: usize,
    /// The release of the kernel.
    pub kernel: String,
    /// It is a guest of another machine.
    pub is_virtual: bool,
    /// How the frequency of the cores is governed, if known.
    pub governor: Option<String>,
}
