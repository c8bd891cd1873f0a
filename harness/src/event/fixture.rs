//! Outcomes for the tests of those who listen.

use std::sync::Arc;
use std::time::Duration;

use harness_sandbox::{Bytes, Ending, Execution, FAKE_GUARANTEES, Tail, Usage};

use crate::event::{CaseFiles, Outcome, PlannedCase, PlannedSolution, RunPlan, Subject};
use crate::judge::Judgement;
use crate::model::{CheckerChoice, Expectation, Language, Limits, Name, Verdict, WallLimit};

/// A solution.
#[must_use]
pub fn subject(problem: &str, solution: &str, language: &str) -> Arc<Subject> {
    Arc::new(Subject {
        problem: Name::from(problem),
        solution: Name::from(solution),
        language: language.to_owned(),
    })
}

/// A solution that is to be judged on these cases.
#[must_use]
pub fn planned(subject: &Arc<Subject>, expectation: Expectation, cases: &[&str]) -> PlannedSolution {
    let path = |folder: &str, name: &Name, ending: &str| {
        Name::from(format!("{folder}/{}/{name}{ending}", subject.problem).as_str())
    };
    let case = |name: &&str| {
        let name = Name::from(*name);
        let files = CaseFiles {
            input: path("cases", &name, ".in"),
            answer: Some(path("cases", &name, ".ans")),
            input_size: None,
        };
        (name, limits(), files)
    };
    PlannedSolution {
        subject: Arc::clone(subject),
        source: path("solutions", &subject.solution, ".cpp"),
        expectation,
        cases: PlannedCase::list(cases.iter().map(case)),
        groups: [].into(),
        is_part: false,
    }
}

/// The plan of a run over these, with two workers.
#[must_use]
pub fn plan(solutions: Vec<PlannedSolution>) -> RunPlan {
    let jobs = solutions.iter().map(|solution| solution.cases.len()).sum();
    RunPlan::new(solutions, false, (jobs, 2), FAKE_GUARANTEES)
}

/// The outcome of a solution that should be right, on the case of this name. It used a tenth of its
/// second of CPU time and 3 MiB, unless the verdict says that it did not run.
#[must_use]
pub fn outcome(subject: &Arc<Subject>, case: Name, verdict: Verdict) -> Outcome {
    let has_run = !matches!(verdict, Verdict::CompileError | Verdict::JudgeError | Verdict::Skipped);
    Outcome {
        subject: Arc::clone(subject),
        case,
        input: None,
        limits: limits(),
        checker: CheckerChoice::Lines,
        judgement: Judgement {
            verdict,
            reason: String::new(),
            notes: Vec::new(),
            share: None,
            mismatch: None,
            execution: has_run.then(execution),
            interactor: None,
            passes: Vec::new(),
        },
        expected: vec![Verdict::Accepted],
        rechecks: Vec::new(),
        decided_by: None,
        machine: None,
        is_after_failure: false,
    }
}

/// A language that changes no limit.
#[must_use]
pub fn language() -> Language {
    Language::named("rust")
}

/// A second of CPU time and 64 MiB.
#[must_use]
pub fn limits() -> Limits {
    Limits {
        time: Duration::from_secs(1),
        wall: WallLimit::Auto,
        memory: Bytes::mebibytes(64),
        stack: None,
        output: None,
        processes: 64,
    }
}

/// A run within these limits that printed three bytes.
#[must_use]
pub fn execution() -> Execution {
    Execution {
        ending: Ending::Exited(0),
        usage: Usage {
            cpu: Duration::from_millis(100),
            wall: Duration::from_millis(120),
            memory: Bytes::mebibytes(3),
            ..Usage::default()
        },
        stdout_bytes: 3,
        stderr: Tail::default(),
        leftovers: 0,
        oom_killed: false,
        refused_forks: 0,
        written: Vec::new(),
        enforced: FAKE_GUARANTEES,
    }
}
