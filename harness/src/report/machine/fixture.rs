//! For tests: a run with all that can happen, and odd names.

use std::sync::Arc;
use std::time::Duration;

use crate::event::fixture::{outcome, plan, planned, subject};
use crate::event::{
    Event, Explanation, InputExcerpt, NotBuilt, Outcome, PlannedSolution, Recheck, Reporter, RunEnd, Stamped,
    Subject,
};
use crate::exit_code::ExitCode;
use crate::model::Verdict::{Accepted, CompileError, JudgeError, Skipped, WrongAnswer};
use crate::model::{Excerpt, Expectation, Mismatch, Name, Piece, Place, Verdict};
use crate::report::fixture::Page;
use crate::report::machine::{MachineFormat, open};
use crate::scoreboard::Scoreboard;

/// A name that means something in every format.
pub const ODD: &[u8] = b"<script>|a,\"b\"]]>#%:\n\x00\x1b[31m\xff @x";

/// A solution of that name.
pub fn odd() -> Arc<Subject> {
    let solution = Name::from_os(std::os::unix::ffi::OsStrExt::from_bytes(ODD));
    Arc::new(Subject { problem: Name::from("sums"), solution, language: "cpp".to_owned() })
}

/// WA on a case, with all that is known of one.
pub fn wrong(subject: &Arc<Subject>, case: &str) -> Outcome {
    let mut outcome = outcome(subject, Name::from(case), WrongAnswer);
    let piece = |bytes: &[u8]| Piece { bytes: bytes.to_vec(), first_line: 2, ..Piece::default() };
    outcome.judgement.reason = "expected `7`, got `<8>`".to_owned();
    outcome.judgement.mismatch = Some(Box::new(Mismatch {
        reason: outcome.judgement.reason.clone(),
        place: Some(Place { line: 2, column: 3, byte: 6, token: Some(4), tokens: Some(9) }),
        excerpt: Some(Excerpt { expected: piece(b"6 7\n"), got: piece(b"6 <8>\n") }),
        hints: vec!["off by one".to_owned()],
    }));
    outcome.input = Some(InputExcerpt { bytes: b"3\n\xff".to_vec(), size: 40, pass: None });
    outcome
}

/// A run: its plan and what is said of it, the last solution first.
#[derive(Default)]
pub struct Script {
    solutions: Vec<PlannedSolution>,
    events: Vec<Event>,
}

impl Script {
    /// A solution that is run.
    pub fn solution(mut self, planned: PlannedSolution, outcomes: Vec<Outcome>) -> Self {
        self.solutions.push(planned);
        let outcomes = outcomes.into_iter().rev().map(|outcome| Event::Judged(Box::new(outcome)));
        self.events.splice(0..0, outcomes.collect::<Vec<_>>());
        self
    }

    /// A solution that is not.
    pub fn unbuilt(mut self, planned: PlannedSolution, verdict: Verdict, why: &str) -> Self {
        let (subject, why) = (Arc::clone(&planned.subject), why.to_owned());
        self.solutions.push(planned);
        let is_missing = verdict == Skipped;
        self.events.push(Event::NotBuilt(Box::new(NotBuilt {
            subject,
            verdict,
            why,
            is_missing,
            is_absent: false,
        })));
        self
    }

    /// What is found out of a failure when all has run.
    pub fn explained(mut self, explanation: Explanation) -> Self {
        self.events.push(Event::Explained(Box::new(explanation)));
        self
    }

    /// Tells a reporter all of it.
    pub fn tell(self, reporter: &mut dyn Reporter, code: ExitCode) {
        let wall = Duration::from_millis(2500);
        let end = Event::RunFinished(RunEnd { wall: Some(wall), interrupted: None, steal_per_mille: 0 });
        let start = Event::RunStarted(Arc::new(plan(self.solutions)));
        let mut scoreboard = Scoreboard::default();
        for event in [start].into_iter().chain(self.events).chain([end]) {
            scoreboard.tell(&Stamped { elapsed: Duration::ZERO, event }, reporter).unwrap();
        }
        reporter.finish(code).unwrap();
    }

    /// The report in a format.
    pub fn play(self, format: MachineFormat, code: ExitCode) -> String {
        let page = Page::default();
        let mut reporter = open(format, Box::new(page.clone()));
        self.tell(reporter.as_mut(), code);
        drop(reporter);
        page.text()
    }
}

/// What can happen: right, wrong as expected, wrong against expectation, repeated alone, not killed, not built,
/// without its compiler, and a failure of the judge.
pub fn everything() -> Script {
    let accepted = Expectation::accepted;
    let quick = subject("sums", "quick", "cpp");
    let mut slow = outcome(&quick, Name::from("2"), Accepted);
    slow.rechecks = vec![Recheck { cpu: Duration::from_millis(990), alone: true }];
    slow.judgement.notes = vec!["1.400 s with other runs, 0.990 s alone".to_owned()];
    let greedy = subject("sums", "greedy", "cpp");
    let survivor = subject("sums", "survivor", "cpp");
    let odd = odd();
    let mut failed = outcome(&odd, Name::from("2"), JudgeError);
    failed.judgement.reason = "the checker failed: \x1b[31m".to_owned();
    let of = |subject: &Arc<Subject>, expectation: Expectation| planned(subject, expectation, &["1", "2"]);
    let one = |subject: &Arc<Subject>, case: &str| outcome(subject, Name::from(case), Accepted);
    let expected = |mut outcome: Outcome| {
        outcome.expected = vec![Accepted, WrongAnswer];
        outcome
    };
    let may_fail = || Expectation::everywhere(vec![Accepted, WrongAnswer]);
    Script::default()
        .solution(of(&quick, accepted()), vec![one(&quick, "1"), slow])
        .solution(of(&greedy, may_fail()), vec![expected(one(&greedy, "1")), expected(wrong(&greedy, "2"))])
        .solution(
            of(&survivor, may_fail()),
            vec![expected(one(&survivor, "1")), expected(one(&survivor, "2"))],
        )
        .solution(of(&odd, accepted()), vec![wrong(&odd, "1"), failed])
        .unbuilt(of(&subject("trees", "broken", "cpp"), accepted()), CompileError, BROKEN)
        .unbuilt(of(&subject("trees", "zig", "zig"), accepted()), Skipped, "`zig` is not installed")
}

/// What a compiler says.
pub const BROKEN: &str = "solutions/trees/broken.cpp: In function 'int main()':\nsolutions/trees/broken.cpp:3:7: error: expected ';'\n\x1b[0m\n";
