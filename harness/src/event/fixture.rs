//! Outcomes for the tests of those who listen.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;
use std::time::Duration;

use harness_sandbox::{Bytes, Execution, FAKE_GUARANTEES, Usage, fake_execution};

use crate::event::{
    AddedCase, AddedCases, CaseFiles, CodePlace, Counterexample, ExplainedFault, Explanation, Flakiness,
    HuntEvent, HuntExtent, HuntPlan, NothingFound, Outcome, PlannedCase, PlannedSolution, ReducedTo,
    Reduction, RunPlan, SlowestInput, StackFrame, Subject,
};
use crate::exit_code::ExitCode;
use crate::judge::Judgement;
use crate::model::{
    AnswerBy, CheckerChoice, Expectation, Language, Limits, Name, RoleKind, Split, Verdict, WallLimit,
    is_sample,
};

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
            is_visible: is_sample(&name),
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
        note: None,
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

/// What was found out about its failure on the case `2`: a read beyond memory, in a function that main calls.
#[must_use]
pub fn explanation(subject: &Arc<Subject>) -> Explanation {
    let place = |line, column, text: Option<&str>| CodePlace {
        path: Name::from_os(OsStr::from_bytes(b"solutions/p/\xffs.cpp")),
        line,
        column,
        text: text.map(str::to_owned),
    };
    let frame = |function: &str, line| StackFrame {
        function: function.to_owned(),
        place: Some(place(line, None, None)),
        times: 1,
    };
    Explanation {
        subject: Arc::clone(subject),
        case: Name::from("2"),
        checks: "AddressSanitizer".to_owned(),
        verdict: Some(Verdict::RuntimeError),
        faults: vec![
            ExplainedFault {
                what: "heap-buffer-overflow: READ of size 4".to_owned(),
                details: vec!["0 bytes after 20-byte region".to_owned()],
                place: Some(place(5, Some(14), Some("\treturn a[i] + \u{1b}b;"))),
                stack: vec![StackFrame { times: 3, ..frame("sum(int)", 5) }, frame("main", 11)],
                library_calls: 2,
            },
            ExplainedFault {
                what: "stack-overflow".to_owned(),
                details: Vec::new(),
                place: None,
                stack: vec![StackFrame { place: None, ..frame("f", 1) }],
                library_calls: 0,
            },
        ],
        left_out: 1,
        remark: None,
        said: None,
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
    let usage = Usage {
        cpu: Duration::from_millis(100),
        wall: Duration::from_millis(120),
        memory: Bytes::mebibytes(3),
        ..Usage::default()
    };
    Execution { stdout_bytes: 3, ..fake_execution(usage) }
}

/// Every kind of event of a hunt, with names and texts that are hard to write.
#[must_use]
pub fn hunt_events() -> Vec<HuntEvent> {
    let odd = Name::from_shown("b\\xff\\x0a").unwrap_or_else(|| Name::from("b"));
    let time = Duration::from_nanos(1_500_000_001);
    let extent = HuntExtent { tries: 3, different: 2, time };
    let plan = |measured: Option<Name>| {
        HuntEvent::Started(Box::new(HuntPlan {
            problem: Name::from("p"),
            seed: u64::MAX,
            generate: "size={size}".to_owned(),
            references: vec![Name::from("a")],
            targets: vec![odd.clone()],
            measured,
            is_dry: false,
        }))
    };
    let counterexample = |solution: Option<Name>| {
        let verdict = solution.is_some().then_some(Verdict::WrongAnswer);
        let groups = vec![(b"2\n".to_vec(), vec![Name::from("a")]), (b"\xff".to_vec(), vec![odd.clone()])];
        let outputs = Split { groups, silent: vec![(Name::from("c"), "it ends with RE".to_owned())] };
        let input = b"1 2\n".to_vec();
        HuntEvent::Counterexample(Box::new(Counterexample { solution, verdict, input, outputs }))
    };
    let reduced = |to| HuntEvent::Reduced(Reduction { from: 9, to });
    let case = |name: &str, answer: Option<&[u8]>, by: AnswerBy| AddedCase {
        case: Name::from(name),
        answer: answer.map(<[u8]>::to_vec),
        by,
    };
    let again = "harness hunt p --seed 1 --count 3".to_owned();
    let nothing = |waited: Option<(String, Duration)>| {
        HuntEvent::NothingFound(Box::new(NothingFound { extent, waited, again: again.clone() }))
    };
    vec![
        plan(None),
        plan(Some(odd.clone())),
        HuntEvent::Note("a note".to_owned()),
        HuntEvent::Found { number: 3, time },
        HuntEvent::Alike { solution: odd.clone(), verdict: Verdict::TimeLimit, case: Name::from("1") },
        reduced(None),
        reduced(Some(ReducedTo { size: 4, tries: 7, is_smallest: true })),
        HuntEvent::KeptAsFound,
        HuntEvent::Slowest(Box::new(SlowestInput {
            solution: odd.clone(),
            number: 2,
            tries: 3,
            cpu: time,
            verdict: Verdict::Accepted,
        })),
        counterexample(None),
        counterexample(Some(odd.clone())),
        HuntEvent::Flaky(Box::new(Flakiness { shown: 4, runs: 10, solutions: vec![odd.clone()] })),
        HuntEvent::JudgingEnded(ExitCode::Unexpected),
        HuntEvent::Added(Box::new(AddedCases {
            cases: vec![
                case("2", Some(b"2\n"), AnswerBy::Reference(Name::from("a"))),
                case("3", Some(b"\xff"), AnswerBy::Consensus(vec![Name::from("a"), odd.clone()])),
                case("4", Some(b""), AnswerBy::Given),
                case("5", None, AnswerBy::Decider(RoleKind::Checker, odd.clone())),
            ],
            unexpected: vec![(odd, Name::from("2"), Verdict::WrongAnswer)],
        })),
        HuntEvent::Unjudged,
        HuntEvent::Again(again.clone()),
        HuntEvent::NothingWritten("the case `1` has this input".to_owned()),
        nothing(None),
        nothing(Some(("the generator `g.py` on seed 3".to_owned(), time))),
        HuntEvent::Interrupted(extent),
        HuntEvent::Failed { told: vec!["it failed".to_owned()], hints: vec!["do better".to_owned()] },
    ]
}
