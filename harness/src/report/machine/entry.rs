//! What a report for other programs says of one solution on one case, or of a solution as a whole.

use std::sync::Arc;
use std::time::Duration;

use crate::event::{Outcome, PlannedCase, PlannedSolution, Recheck, SolutionSummary, Subject};
use crate::exit_code::ExitCode;
use crate::model::{Bytes, Limits, Name, Scope, Share, Verdict, alternatives, plain};
use crate::report::machine::details;
use crate::report::machine::location::Location;

/// What became of an entry, in the words that all formats have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// As expected, also where what is expected is WA.
    Passed,
    /// Not as expected.
    Failed,
    /// It could not be judged, or not be built.
    Error,
    /// Not run.
    Skipped,
}

/// One solution on one case, or one solution as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The solution.
    pub subject: Arc<Subject>,
    /// The case; none for the solution as a whole.
    pub case: Option<Name>,
    /// What became of it.
    pub status: Status,
    /// The verdict.
    pub verdict: Verdict,
    /// The verdicts that were expected.
    pub expected: Vec<Verdict>,
    /// Why, in one line of plain text; empty where there is nothing to say.
    pub reason: String,
    /// What helps to understand a failure: several lines of plain text, a few kilobytes at most.
    pub details: String,
    /// Where an editor should look.
    pub location: Location,
    /// The CPU time; of the slowest case for a solution as a whole.
    pub cpu: Option<Duration>,
    /// The parts of it in user mode and in the kernel; none for a solution as a whole.
    pub user_and_system: Option<[Duration; 2]>,
    /// The wall time.
    pub wall: Option<Duration>,
    /// The peak of the memory; the largest for a solution as a whole.
    pub memory: Option<Bytes>,
    /// The limits in force; none for a solution as a whole.
    pub limits: Option<Arc<Limits>>,
    /// The part of the points of the case, where it is known.
    pub share: Option<Share>,
    /// The file that the program read; for a solution as a whole its source.
    pub file: Name,
    /// The file with the main function of the solution.
    pub source: Name,
    /// The runs alone that followed a borderline one.
    pub rechecks: Vec<Recheck>,
    /// Remarks, in plain text.
    pub notes: Vec<String>,
    /// Students may see what is in the case.
    pub is_visible: bool,
}

impl Entry {
    /// A solution on a case that was judged.
    pub fn of_outcome(outcome: &Outcome, planned: &PlannedSolution, case: &PlannedCase) -> Self {
        let judgement = &outcome.judgement;
        let usage = judgement.execution.as_ref().map(|facts| facts.usage);
        let status = status_of(outcome);
        let is_bad = matches!(status, Status::Failed | Status::Error);
        let reason = match &outcome.decided_by {
            // Students are not told the reason itself.
            Some(failed) if outcome.is_after_failure && judgement.reason.is_empty() => {
                format!("stopped at the first failure, on `{failed}`")
            }
            Some(decider) if !outcome.is_after_failure => format!("the group is decided by {decider}"),
            Some(_) | None => plain(&judgement.reason),
        };
        Self {
            status,
            verdict: judgement.verdict,
            expected: outcome.expected.clone(),
            reason,
            details: if is_bad { details::of_outcome(outcome) } else { String::new() },
            location: Location::of_outcome(outcome, &case.files),
            cpu: usage.map(|usage| usage.cpu),
            user_and_system: usage.map(|usage| [usage.user, usage.system]),
            wall: usage.map(|usage| usage.wall),
            memory: usage.map(|usage| usage.memory),
            share: judgement.share(),
            rechecks: outcome.rechecks.clone(),
            notes: judgement.notes.iter().map(|note| plain(note)).collect(),
            ..Self::not_run(planned, case, "")
        }
    }

    /// A solution of which nothing is known but its source: as a whole, and not run.
    pub fn of_source(subject: &Arc<Subject>, source: &Name) -> Self {
        Self {
            subject: Arc::clone(subject),
            case: None,
            status: Status::Skipped,
            verdict: Verdict::Skipped,
            expected: Vec::new(),
            reason: String::new(),
            details: String::new(),
            location: Location::start_of(source),
            cpu: None,
            user_and_system: None,
            wall: None,
            memory: None,
            limits: None,
            share: None,
            file: source.clone(),
            source: source.clone(),
            rechecks: Vec::new(),
            notes: Vec::new(),
            is_visible: false,
        }
    }

    /// A solution on a case that was not run.
    pub fn not_run(planned: &PlannedSolution, case: &PlannedCase, why: &str) -> Self {
        Self {
            case: Some(case.name.clone()),
            expected: planned.expectation.permitted(&case.name).to_vec(),
            reason: why.to_owned(),
            location: Location::start_of(&case.files.input),
            limits: Some(Arc::clone(&case.limits)),
            file: case.files.input.clone(),
            is_visible: case.files.is_visible,
            ..Self::of_source(&planned.subject, &planned.source)
        }
    }

    /// A solution as a whole; without a summary it was not judged to the end.
    pub fn of_solution(planned: &PlannedSolution, summary: Option<&SolutionSummary>) -> Self {
        let entry = Self {
            expected: planned.expectation.named(),
            reason: "not judged to the end".to_owned(),
            ..Self::of_source(&planned.subject, &planned.source)
        };
        let Some(summary) = summary else { return entry };
        let (status, reason) = status_of_solution(planned, summary);
        let trouble = summary.trouble.as_deref().filter(|_| !summary.is_built).unwrap_or_default();
        Self {
            status,
            verdict: summary.verdict,
            reason: plain(&reason),
            details: if status == Status::Passed { String::new() } else { details::of_text(trouble) },
            location: Location::of_compiler(trouble, &planned.source),
            cpu: summary.slowest.as_ref().map(|slowest| slowest.cpu),
            memory: Some(summary.max_memory).filter(|memory| *memory > Bytes(0)),
            ..entry
        }
    }

    /// `PROBLEM/SOLUTION/CASE`, or `PROBLEM/SOLUTION`.
    #[must_use]
    pub fn name(&self) -> String {
        let Subject { problem, solution, .. } = self.subject.as_ref();
        match &self.case {
            Some(case) => format!("{problem}/{solution}/{case}"),
            None => format!("{problem}/{solution}"),
        }
    }

    /// The time of a test: the CPU time, or where only that was measured the wall time. None for a solution as a whole,
    /// because its slowest case is one of the tests.
    #[must_use]
    pub fn time_of_test(&self) -> Duration {
        self.cpu.or(self.wall).filter(|_| self.case.is_some()).unwrap_or_default()
    }

    /// Verdict, what was expected where that is something else, and why: `WA, expected AC: no output`.
    #[must_use]
    pub fn message(&self) -> String {
        let mut text = self.verdict.code().to_owned();
        if self.is_bad() && !self.expected.contains(&self.verdict) && !self.says_what_is_expected() {
            text += ", expected ";
            text += &alternatives(&self.expected);
        }
        if !self.reason.is_empty() {
            text += ": ";
            text += &self.reason;
        }
        text
    }

    /// Whether the reason names what is expected already; JE is never expected.
    #[must_use]
    pub fn says_what_is_expected(&self) -> bool {
        self.verdict == Verdict::JudgeError || self.case.is_none() && self.reason.starts_with("expected ")
    }

    /// Whether it is a failure or an error.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        matches!(self.status, Status::Failed | Status::Error)
    }
}

fn status_of(outcome: &Outcome) -> Status {
    match outcome.judgement.verdict {
        _ if outcome.decided_by.is_some() => Status::Skipped,
        Verdict::Skipped => Status::Skipped,
        Verdict::JudgeError => Status::Error,
        _ if outcome.as_expected() => Status::Passed,
        Verdict::CompileError => Status::Error,
        _ => Status::Failed,
    }
}

fn status_of_solution(planned: &PlannedSolution, summary: &SolutionSummary) -> (Status, String) {
    let trouble = || summary.trouble.as_deref().unwrap_or_default();
    if !summary.is_built {
        let status = match summary.verdict {
            Verdict::Skipped => Status::Skipped,
            _ if summary.as_expected => Status::Passed,
            _ => Status::Error,
        };
        return (status, details::headline(trouble()).to_owned());
    }
    if let Some(unmet) = &summary.unmet {
        return (Status::Failed, format!("expected {unmet}, but no case shows it"));
    }
    if let Some(unmet) = &summary.points_unmet {
        return (Status::Failed, unmet.clone());
    }
    let (expectation, incomplete) = (&planned.expectation, summary.incomplete());
    let is_other = summary.verdict != Verdict::Skipped && !expectation.permits_finally(summary.verdict);
    match (summary.verdict, expectation.scope) {
        (_, _) if summary.as_expected => (Status::Passed, String::new()),
        (Verdict::JudgeError, _) => (Status::Error, trouble().to_owned()),
        (_, Scope::Final) if is_other => {
            (Status::Failed, "this is not the final verdict that is expected".to_owned())
        }
        _ if incomplete.is_some() => (Status::Skipped, incomplete.unwrap_or_default()),
        (Verdict::Skipped, _) => (Status::Skipped, "not run".to_owned()),
        (_, Scope::Final) => (Status::Failed, "this is not the final verdict that is expected".to_owned()),
        // Its cases say what is wrong.
        (_, Scope::Cases) => (Status::Passed, String::new()),
    }
}

/// How many entries became what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// As expected.
    pub passed: usize,
    /// Not as expected.
    pub failed: usize,
    /// Not judged or not built.
    pub errors: usize,
    /// Not run.
    pub skipped: usize,
}

impl Counts {
    /// One more.
    pub fn add(&mut self, status: Status) {
        *match status {
            Status::Passed => &mut self.passed,
            Status::Failed => &mut self.failed,
            Status::Error => &mut self.errors,
            Status::Skipped => &mut self.skipped,
        } += 1;
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> usize {
        self.passed + self.failed + self.errors + self.skipped
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// How many entries became what, in all.
    pub counts: Counts,
    /// How long it took; none where nothing was run, and where students are not told.
    pub wall: Option<Duration>,
    /// How the command ends.
    pub exit_code: ExitCode,
    /// Why the command does not end well, where no entry says so.
    pub trouble: Option<String>,
    /// What lies among the solutions and is not judged, each with why, in plain text.
    pub not_judged: Vec<String>,
}
