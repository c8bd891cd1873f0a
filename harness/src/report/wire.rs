//! The shapes of the machine formats, version 1. What others read is defined here and nowhere else.

use serde::Serialize;

use crate::event::{Outcome, SolutionSummary, Subject};
use crate::model::Verdict;
use harness_sandbox::{Ending, Guarantees};

/// The version of these shapes.
pub const SCHEMA: u32 = 1;

/// How limits are kept and usage is measured.
#[derive(Serialize)]
pub struct Sandbox {
    cpu: String,
    memory: String,
    kill: String,
    files: String,
    network: String,
}

/// One solution on one case. Durations are nanoseconds, sizes bytes, absent is null.
#[derive(Serialize)]
pub struct ResultLine {
    problem: String,
    solution: String,
    language: String,
    /// Null where a solution could not be run at all.
    case: Option<String>,
    verdict: &'static str,
    expected: Vec<&'static str>,
    as_expected: bool,
    cpu_ns: Option<u64>,
    wall_ns: Option<u64>,
    memory_bytes: Option<u64>,
    exit_code: Option<i32>,
    signal: Option<i32>,
    reason: String,
    notes: Vec<String>,
    rechecks: Vec<RecheckLine>,
}

/// One repetition of a borderline run.
#[derive(Serialize)]
struct RecheckLine {
    cpu_ns: u64,
}

/// One solution over all its cases.
#[derive(Serialize)]
pub struct SolutionLine {
    problem: String,
    solution: String,
    language: String,
    verdict: &'static str,
    expected: Vec<&'static str>,
    as_expected: bool,
    cases: usize,
    max_cpu_ns: Option<u64>,
    max_memory_bytes: Option<u64>,
}

impl From<&Guarantees> for Sandbox {
    fn from(guarantees: &Guarantees) -> Self {
        Self {
            cpu: guarantees.cpu.to_string(),
            memory: guarantees.memory.to_string(),
            kill: guarantees.kill.to_string(),
            files: guarantees.files.to_string(),
            network: guarantees.network.to_string(),
        }
    }
}

impl From<&Outcome> for ResultLine {
    fn from(outcome: &Outcome) -> Self {
        let judgement = &outcome.judgement;
        let facts = judgement.execution.as_ref();
        let nanoseconds = |time: std::time::Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Self {
            case: Some(outcome.case.to_string()),
            verdict: judgement.verdict.code(),
            expected: codes(&outcome.expected),
            as_expected: outcome.as_expected(),
            cpu_ns: facts.map(|facts| nanoseconds(facts.usage.cpu)),
            wall_ns: facts.map(|facts| nanoseconds(facts.usage.wall)),
            memory_bytes: facts.map(|facts| facts.usage.memory.0),
            exit_code: facts.and_then(|facts| match facts.ending {
                Ending::Exited(status) => Some(status),
                Ending::Signaled(_) | Ending::Stopped(_) | Ending::NotStarted(_) | Ending::Interrupted => {
                    None
                }
            }),
            signal: facts.and_then(|facts| match facts.ending {
                Ending::Signaled(signal) => Some(signal),
                Ending::Exited(_) | Ending::Stopped(_) | Ending::NotStarted(_) | Ending::Interrupted => None,
            }),
            reason: judgement.reason.clone(),
            notes: judgement.notes.clone(),
            rechecks: outcome
                .rechecks
                .iter()
                .map(|recheck| RecheckLine { cpu_ns: nanoseconds(recheck.cpu) })
                .collect(),
            ..Self::of(&outcome.subject)
        }
    }
}

impl ResultLine {
    /// The one result of a solution that could not be run at all.
    pub fn of_summary(summary: &SolutionSummary) -> Self {
        Self {
            verdict: summary.verdict.code(),
            expected: codes(&summary.expected),
            as_expected: summary.as_expected,
            reason: summary.trouble.clone().unwrap_or_default(),
            ..Self::of(&summary.subject)
        }
    }

    fn of(subject: &Subject) -> Self {
        Self {
            problem: subject.problem.to_string(),
            solution: subject.solution.to_string(),
            language: subject.language.clone(),
            case: None,
            verdict: Verdict::Skipped.code(),
            expected: Vec::new(),
            as_expected: false,
            cpu_ns: None,
            wall_ns: None,
            memory_bytes: None,
            exit_code: None,
            signal: None,
            reason: String::new(),
            notes: Vec::new(),
            rechecks: Vec::new(),
        }
    }
}

impl From<&SolutionSummary> for SolutionLine {
    fn from(summary: &SolutionSummary) -> Self {
        let slowest = summary.slowest.as_ref();
        Self {
            problem: summary.subject.problem.to_string(),
            solution: summary.subject.solution.to_string(),
            language: summary.subject.language.clone(),
            verdict: summary.verdict.code(),
            expected: codes(&summary.expected),
            as_expected: summary.as_expected,
            cases: summary.cases,
            max_cpu_ns: slowest.map(|slowest| u64::try_from(slowest.cpu.as_nanos()).unwrap_or(u64::MAX)),
            max_memory_bytes: slowest.map(|_| summary.max_memory.0),
        }
    }
}

fn codes(verdicts: &[Verdict]) -> Vec<&'static str> {
    verdicts.iter().map(|verdict| verdict.code()).collect()
}
