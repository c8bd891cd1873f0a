//! What `history --format json` prints.

use serde::{Deserialize, Serialize};

/// The whole document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HistoryDocument {
    /// The version of the format.
    pub schema: u32,
    /// The version of the program.
    pub harness: String,
    /// The runs of which records are kept, the oldest first.
    pub runs: Vec<RunNoteLine>,
    /// The solutions that were asked for.
    pub solutions: Vec<SolutionHistoryLine>,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunNoteLine {
    /// Its name.
    pub run: String,
    /// When it began, in UTC.
    pub started: String,
    /// The words of its command line.
    pub arguments: Vec<String>,
    /// Solutions that were judged to the end.
    pub solutions: usize,
    /// Those of them that were not as expected.
    pub unexpected: usize,
    /// Solutions on cases that were judged.
    pub judged: usize,
    /// How it ended; null where the record breaks off.
    pub exit_code: Option<i32>,
    /// How long it took; null where the record breaks off.
    pub wall_ns: Option<u64>,
}

/// A solution from run to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolutionHistoryLine {
    /// The problem.
    pub problem: String,
    /// The solution.
    pub solution: String,
    /// Its language.
    pub language: String,
    /// The runs in which it was judged, the oldest first.
    pub runs: Vec<PointLine>,
    /// Whether it became faster with its last change; null where it never changed.
    pub speed: Option<SpeedLine>,
}

/// A solution in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointLine {
    /// The name of the run.
    pub run: String,
    /// The verdict.
    pub verdict: String,
    /// Whether that was as expected.
    pub as_expected: bool,
    /// Cases that are AC.
    pub accepted: usize,
    /// Cases.
    pub cases: usize,
    /// CPU time of the slowest case.
    pub max_cpu_ns: Option<u64>,
    /// It was judged on some of its cases.
    pub is_partial: bool,
    /// What was not as in the run before, or of a run of all cases, as in the last one of all: `source`, `compiler`, `cases`, `limits`, `machine`.
    pub changed: Vec<String>,
}

/// What the runs before and after the last change say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpeedLine {
    /// `faster`, `slower`, `equal`, `open`, `too_few` or `no_control`.
    pub relation: String,
    /// CPU time after over that before, less what the machine changed.
    pub ratio: Option<f64>,
    /// The lower end of its 95 % interval.
    pub ratio_low: Option<f64>,
    /// The upper end.
    pub ratio_high: Option<f64>,
    /// Runs before.
    pub runs_before: usize,
    /// Runs after.
    pub runs_after: usize,
}
