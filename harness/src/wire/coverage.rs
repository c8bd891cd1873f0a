//! What `cases --format json` prints.

use serde::{Deserialize, Serialize};

/// The whole document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageDocument {
    /// The version of the format.
    pub schema: u32,
    /// The version of the program.
    pub harness: String,
    /// The problem.
    pub problem: String,
    /// The names of the cases.
    pub cases: Vec<String>,
    /// What is wrong with the cases themselves.
    pub lint: Vec<ComplaintLine>,
    /// Solutions that should be right on every case and are not, each with the first such case.
    pub unexpected_failures: Vec<UnexpectedFailureLine>,
    /// Solutions that could not be judged, each with the first such case.
    pub judge_failures: Vec<JudgeFailureLine>,
    /// What the checker program did; nothing where none checks.
    pub checker: Option<CheckerLine>,
    /// Wrong solutions, each with the cases that it does not survive.
    pub kills: Vec<KillsLine>,
    /// Wrong solutions that no case kills.
    pub survivors: Vec<String>,
    /// Cases without which the others would kill as much.
    pub redundant: Vec<String>,
    /// A set of cases that kills as much as all.
    pub minimal: MinimalLine,
    /// The bounds that the validator tells.
    pub bounds: Vec<BoundLine>,
    /// What validators of testlib tell of variables.
    pub ranges: Vec<RangeLine>,
    /// The features that validators of testlib know.
    pub features: Vec<FeatureLine>,
    /// How the command ended.
    pub exit_code: i32,
}

/// Something that is wrong; with all cases where none is named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComplaintLine {
    /// The case.
    pub case: Option<String>,
    /// What is wrong.
    pub what: String,
}

/// A solution that should be right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnexpectedFailureLine {
    /// The solution.
    pub solution: String,
    /// The first case on which it is not.
    pub case: String,
    /// Its verdict there.
    pub verdict: String,
}

/// A solution that could not be judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeFailureLine {
    /// The solution.
    pub solution: String,
    /// The first case.
    pub case: String,
    /// Why.
    pub reason: String,
}

/// A checker program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckerLine {
    /// Its name.
    pub name: String,
    /// The convention that it follows.
    pub protocol: String,
    /// Outputs that it was given.
    pub tried: usize,
    /// Outputs that it was not given.
    pub left_out: usize,
    /// Outputs of which it said the wrong thing.
    pub faults: Vec<CheckerFaultLine>,
    /// What is wrong with the examples of the problem.
    pub complaints: Vec<String>,
}

/// An output of which a checker said the wrong thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckerFaultLine {
    /// Its name.
    pub test: String,
    /// What the checker must say.
    pub expected: String,
    /// What it said.
    pub got: String,
    /// Its reason, where it gave one.
    pub reason: Option<String>,
    /// Other outputs with the same fault.
    pub also: Vec<String>,
}

/// A wrong solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KillsLine {
    /// The solution.
    pub solution: String,
    /// The cases that kill it.
    pub killed_by: Vec<KillLine>,
}

/// What a case does to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KillLine {
    /// The case.
    pub case: String,
    /// The verdict there.
    pub verdict: String,
}

/// A set of cases that kills as much as all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinimalLine {
    /// Its cases.
    pub cases: Vec<String>,
    /// False where the search for a smaller one was cut short.
    pub is_smallest: bool,
}

/// What is allowed, and how far the cases go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundLine {
    /// What is bounded.
    pub name: String,
    /// The least value that is allowed.
    pub low: i64,
    /// The greatest value that is allowed.
    pub high: i64,
    /// The least value in the cases.
    pub least: i64,
    /// The greatest value in the cases.
    pub greatest: i64,
    /// A case reaches the least.
    pub reaches_low: bool,
    /// A case reaches the greatest.
    pub reaches_high: bool,
}

/// A variable of a validator of testlib, and how far the cases go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RangeLine {
    /// The variable.
    pub name: String,
    /// The least value that is allowed, where it does not depend on the input.
    pub low: Option<String>,
    /// The greatest value that is allowed, likewise.
    pub high: Option<String>,
    /// A case reaches the least.
    pub reaches_low: bool,
    /// A case reaches the greatest.
    pub reaches_high: bool,
}

/// A feature of a validator of testlib.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeatureLine {
    /// The feature.
    pub name: String,
    /// A case has it.
    pub is_there: bool,
}
