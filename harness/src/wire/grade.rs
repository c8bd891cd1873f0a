//! What `grade --format json` and `jsonl` print.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::event::{EmptyProgram, LeftOut, Outcome, RunEnd, SolutionSummary, Subject};
use crate::exit_code::ExitCode;
use crate::judge::PassUsage;
use crate::model::{GroupScore, Place, Share, Verdict};
use crate::wire::ExplanationLine;
use harness_sandbox::{Ending, Execution, Guarantees, Tail};

/// A verdict, as `AC`.
type Code = Cow<'static, str>;

/// The whole document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GradeDocument {
    /// The version of the format.
    pub schema: u32,
    /// The version of the program.
    pub harness: String,
    /// How limits are kept; null where nothing was run.
    pub sandbox: Option<SandboxLine>,
    /// The runs, in the order of the plan.
    pub results: Vec<ResultLine>,
    /// The solutions, in the order of the plan.
    pub solutions: Vec<SolutionLine>,
    /// What lies among the solutions and is not judged.
    pub not_judged: Vec<NotJudgedLine>,
    /// What languages take for themselves.
    pub empty_programs: Vec<EmptyProgramLine>,
    /// Why solutions failed, where that was asked for.
    pub explanations: Vec<ExplanationLine>,
    /// How it ended.
    #[serde(flatten)]
    pub end: EndLine,
}

/// The first line of `jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartLine {
    /// The version of the program.
    pub harness: Cow<'static, str>,
    /// How many runs there will be.
    pub jobs: usize,
    /// How many at once.
    pub workers: usize,
    /// How limits are kept.
    pub sandbox: SandboxLine,
}

/// The last line of `jsonl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndLine {
    /// How long it took, in nanoseconds; null where nothing was run, and to students where cases are hidden.
    pub wall_ns: Option<u64>,
    /// The signal that interrupted it, if one did.
    pub interrupted: Option<i32>,
    /// Thousandths of the time of all cores that went to other guests of the host; null where nothing was run.
    pub steal_per_mille: Option<u64>,
    /// How the command ended.
    pub exit_code: i32,
}

impl EndLine {
    /// Of a run that ended so, if there was one, and of its command.
    #[must_use]
    pub fn new(end: Option<&RunEnd>, exit_code: ExitCode) -> Self {
        Self {
            wall_ns: end.and_then(|end| end.wall).map(nanoseconds),
            interrupted: end.and_then(|end| end.interrupted),
            steal_per_mille: end.map(|end| end.steal_per_mille),
            exit_code: exit_code.number(),
        }
    }
}

/// How limits are kept and usage is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxLine {
    cpu: String,
    memory: String,
    kill: String,
    files: String,
    network: String,
    calls: String,
}

/// One solution on one case. Durations are nanoseconds, sizes bytes, absent is null.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultLine {
    problem: String,
    solution: String,
    language: String,
    /// Null where a solution could not be run at all.
    case: Option<String>,
    verdict: Code,
    expected: Vec<Code>,
    as_expected: bool,
    cpu_ns: Option<u64>,
    wall_ns: Option<u64>,
    memory_bytes: Option<u64>,
    /// CPU time of the interactor; null where there is none.
    interactor_cpu_ns: Option<u64>,
    /// Its wall time.
    interactor_wall_ns: Option<u64>,
    /// Each pass of a problem that has several; empty where it has not.
    #[serde(default)]
    passes: Vec<PassLine>,
    exit_code: Option<i32>,
    signal: Option<i32>,
    reason: String,
    /// Where the output is wrong; null where that is not known.
    place: Option<PlaceLine>,
    notes: Vec<String>,
    /// The part of the points of the case, from 0 to 1; null where that is not known.
    share: Option<f64>,
    /// What was kept of standard error; null where it is empty or the verdict AC.
    stderr: Option<String>,
    rechecks: Vec<RecheckLine>,
    /// The fingerprint of the machine where it ran, in a run put together from several; null otherwise.
    machine: Option<String>,
}

/// What a pass used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassLine {
    cpu_ns: u64,
    wall_ns: u64,
    memory_bytes: u64,
}

/// A place in the output. All numbers count from 1 but the byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PlaceLine {
    line: u64,
    column: u64,
    byte: u64,
    /// Which token, where that means something.
    token: Option<u64>,
    /// How many tokens the answer has.
    tokens: Option<u64>,
}

impl From<Place> for PlaceLine {
    fn from(place: Place) -> Self {
        let Place { line, column, byte, token, tokens } = place;
        Self { line, column, byte, token, tokens }
    }
}

/// A file or folder among the solutions that is not judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotJudgedLine {
    problem: Option<String>,
    path: String,
    reason: String,
}

/// A program that does nothing, in a language of which another program runs the solutions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmptyProgramLine {
    language: String,
    memory_bytes: u64,
}

impl From<&EmptyProgram> for EmptyProgramLine {
    fn from(empty: &EmptyProgram) -> Self {
        Self { language: empty.language.clone(), memory_bytes: empty.memory.0 }
    }
}

impl From<&LeftOut> for NotJudgedLine {
    fn from(left_out: &LeftOut) -> Self {
        let LeftOut { problem, path, why } = left_out;
        Self {
            problem: problem.as_ref().map(ToString::to_string),
            path: path.to_string(),
            reason: why.trim_start_matches("not judged: ").to_owned(),
        }
    }
}

/// One repetition of a borderline run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RecheckLine {
    cpu_ns: u64,
}

/// One solution over all its cases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolutionLine {
    problem: String,
    solution: String,
    language: String,
    verdict: Code,
    expected: Vec<Code>,
    /// Of these at least one case must have one.
    required: Vec<Code>,
    as_expected: bool,
    /// An expectation that no case met.
    unmet: Option<String>,
    /// Its points; null where the problem has none, or where they are not known.
    points: Option<f64>,
    /// The points that there are.
    max_points: Option<f64>,
    /// The points that it is meant to get, in words.
    expected_points: Option<String>,
    /// Its points for each group of cases.
    groups: Vec<GroupLine>,
    cases: usize,
    /// The case of its first failure, where `first_failure` left later ones unrun; else null.
    stopped_at: Option<String>,
    max_cpu_ns: Option<u64>,
    max_memory_bytes: Option<u64>,
    /// What its compiler has warned of; null where that is nothing.
    warnings: Option<String>,
}

/// The points of a solution for a group of cases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct GroupLine {
    group: String,
    points: f64,
    max_points: f64,
    cases: usize,
    accepted: usize,
}

impl From<&GroupScore> for GroupLine {
    fn from(score: &GroupScore) -> Self {
        let GroupScore { name, points, full, cases, accepted } = score;
        let (group, max_points) = (name.to_string(), *full);
        Self { group, points: *points, max_points, cases: *cases, accepted: *accepted }
    }
}

impl From<&Guarantees> for SandboxLine {
    fn from(guarantees: &Guarantees) -> Self {
        Self {
            cpu: guarantees.cpu.to_string(),
            memory: guarantees.memory.to_string(),
            kill: guarantees.kill.to_string(),
            files: guarantees.files.to_string(),
            network: guarantees.network.to_string(),
            calls: guarantees.calls.to_string(),
        }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn passes(passes: &[PassUsage]) -> Vec<PassLine> {
    let line = |pass: &PassUsage| PassLine {
        cpu_ns: nanoseconds(pass.cpu),
        wall_ns: nanoseconds(pass.wall),
        memory_bytes: pass.memory.0,
    };
    passes.iter().map(line).collect()
}

impl From<&Outcome> for ResultLine {
    fn from(outcome: &Outcome) -> Self {
        let judgement = &outcome.judgement;
        let facts = judgement.execution.as_ref();
        Self {
            case: Some(outcome.case.to_string()),
            verdict: judgement.verdict.code().into(),
            expected: codes(&outcome.expected),
            as_expected: outcome.as_expected(),
            cpu_ns: facts.map(|facts| nanoseconds(facts.usage.cpu)),
            wall_ns: facts.map(|facts| nanoseconds(facts.usage.wall)),
            memory_bytes: facts.map(|facts| facts.usage.memory.0),
            interactor_cpu_ns: judgement.interactor.map(|times| nanoseconds(times.cpu)),
            interactor_wall_ns: judgement.interactor.map(|times| nanoseconds(times.wall)),
            passes: passes(&judgement.passes),
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
            place: judgement.mismatch.as_ref().and_then(|mismatch| mismatch.place).map(PlaceLine::from),
            notes: judgement.notes.clone(),
            share: judgement.share().map(Share::value),
            stderr: facts.filter(|_| judgement.verdict != Verdict::Accepted).and_then(stderr),
            rechecks: outcome
                .rechecks
                .iter()
                .map(|recheck| RecheckLine { cpu_ns: nanoseconds(recheck.cpu) })
                .collect(),
            machine: outcome.machine.clone(),
            ..Self::of(&outcome.subject)
        }
    }
}

impl ResultLine {
    /// The one result of a solution that could not be run at all.
    #[must_use]
    pub fn of_summary(summary: &SolutionSummary) -> Self {
        Self {
            verdict: summary.verdict.code().into(),
            expected: codes(&summary.expected),
            as_expected: summary.as_expected,
            reason: summary.trouble.clone().unwrap_or_default(),
            share: Share::of(summary.verdict).map(Share::value),
            ..Self::of(&summary.subject)
        }
    }

    fn of(subject: &Subject) -> Self {
        Self {
            problem: subject.problem.to_string(),
            solution: subject.solution.to_string(),
            language: subject.language.clone(),
            case: None,
            verdict: Verdict::Skipped.code().into(),
            expected: Vec::new(),
            as_expected: false,
            cpu_ns: None,
            wall_ns: None,
            memory_bytes: None,
            interactor_cpu_ns: None,
            interactor_wall_ns: None,
            passes: Vec::new(),
            exit_code: None,
            signal: None,
            reason: String::new(),
            place: None,
            notes: Vec::new(),
            share: None,
            stderr: None,
            rechecks: Vec::new(),
            machine: None,
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
            verdict: summary.verdict.code().into(),
            expected: codes(&summary.expected),
            required: codes(&summary.required),
            as_expected: summary.as_expected,
            unmet: summary.unmet.clone(),
            points: summary.score.as_ref().map(|score| score.points),
            max_points: summary.score.as_ref().map(|score| score.full),
            expected_points: summary.points_expected.as_ref().map(ToString::to_string),
            groups: summary.score.iter().flat_map(|score| score.groups.iter().map(GroupLine::from)).collect(),
            cases: summary.ran,
            stopped_at: summary.stopped_at.as_ref().map(ToString::to_string),
            max_cpu_ns: slowest.map(|slowest| u64::try_from(slowest.cpu.as_nanos()).unwrap_or(u64::MAX)),
            max_memory_bytes: slowest.map(|_| summary.max_memory.0),
            warnings: summary.warnings.clone(),
        }
    }
}

/// What was kept of standard error, with `\xff` for bytes that are no UTF-8.
fn stderr(facts: &Execution) -> Option<String> {
    let Tail { head, tail, dropped } = &facts.stderr;
    let mut text = String::new();
    let mut push = |bytes: &[u8]| {
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            chunk.invalid().iter().for_each(|byte| _ = write!(text, "\\x{byte:02x}"));
        }
    };
    if *dropped > 0 {
        push(head);
        push(format!("\n… {dropped} bytes left out …\n").as_bytes());
        push(tail);
    } else {
        // A character may stand across the border of the two.
        push(&[&head[..], tail].concat());
    }
    (!text.is_empty()).then_some(text)
}

fn codes(verdicts: &[Verdict]) -> Vec<Code> {
    verdicts.iter().map(|verdict| verdict.code().into()).collect()
}
