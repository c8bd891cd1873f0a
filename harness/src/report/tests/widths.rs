//! The report for people on terminals of all widths: no line is wider, and nothing that one must know is lost.

use std::sync::Arc;
use std::time::Duration;

use harness_sandbox::{Ending, FAKE_GUARANTEES, Tail};

use super::{judged, right, too_slow, wrong};
use crate::event::fixture::{limits, plan, planned, subject};
use crate::event::{Clock, Event, InputExcerpt, NotBuilt, Outcome, RunEnd, SolutionSummary};
use crate::exit_code::ExitCode;
use crate::judge::Judgement;
use crate::model::{Accept, CheckerChoice, Expectation, Group, Mismatch, Name, OnReject, Opinion, Verdict};
use crate::report::fixture::Page;
use crate::report::{Presentation, StatusLevel, StatusLevels, for_people};
use crate::scoreboard::Scoreboard;
use crate::ui::{Folded, Ui, Verbosity, width_of};

/// Wide characters, an emoji of several, and a letter with an accent of its own.
const NAMES: [&str; 5] = [
    "蛇蛇蛇-solution",
    "👩‍👩‍👧-family",
    "e\u{301}le\u{300}ve-with-a-rather-long-name",
    "plain",
    "another-plain-name",
];

const CASES: [&str; 4] = ["サンプル/1", "secret/02-a-case-with-a-long-name", "secret/👍🏽", "z"];

fn crashed() -> Judgement {
    let mut judgement = judged(Ending::Signaled(11), 700, Opinion::Right { notes: Vec::new() });
    if let Some(facts) = &mut judgement.execution {
        let said = format!("Traceback: 蛇 {}\n\tat line 1\n", "a long line that goes on ".repeat(8));
        facts.stderr = Tail { head: said.into_bytes(), ..Tail::default() };
    }
    judgement.notes.push(
        "a note about 蛇蛇蛇蛇蛇蛇蛇蛇蛇蛇蛇蛇蛇蛇蛇蛇 that is longer than a narrow terminal is wide"
            .to_owned(),
    );
    judgement
}

fn differs() -> Judgement {
    let mut judgement = wrong();
    if let Some(mismatch) = &mut judgement.mismatch {
        let Mismatch { excerpt, .. } = &mut **mismatch;
        if let Some(excerpt) = excerpt {
            excerpt.expected.bytes =
                "蛇 7 👩‍👩‍👧 e\u{301} a b c d e f g h i j k l m n o p q r s t\n".repeat(3).into_bytes();
            excerpt.got.bytes =
                "蛇 8 👩‍👩‍👧 e\u{301} a b c d e f g h i j k l m n o p q r s t\n".repeat(3).into_bytes();
        }
    }
    judgement
}

/// What is written of a run in which much went wrong, on a terminal of this width.
fn written(width: usize, verbosity: Verbosity) -> String {
    colored::control::set_override(false);
    let subjects = NAMES.map(|name| subject("問題-with-points", name, "c"));
    let group = |name: &str| Group {
        name: Name::from(name),
        score: 30.0,
        accept: Accept::Min,
        on_reject: OnReject::Continue,
    };
    let mut solutions: Vec<_> =
        subjects.iter().map(|subject| planned(subject, Expectation::accepted(), &CASES)).collect();
    for solution in &mut solutions[..2] {
        solution.groups = [group("サンプル"), group("secret")].into();
    }
    let broken = subject("問題-with-points", "broken", "c");
    solutions.push(planned(&broken, Expectation::accepted(), &CASES));
    let mut events = vec![Event::RunStarted(Arc::new(plan(solutions)))];
    let why = format!("蛇.c:1:2: error: {}\n  1 | 蛇蛇蛇蛇蛇蛇\n", "expected `;` before 蛇 ".repeat(10));
    let verdict = Verdict::CompileError;
    events.push(Event::NotBuilt(Box::new(NotBuilt {
        is_absent: false,
        subject: broken,
        verdict,
        why,
        is_missing: false,
    })));
    let judgements = [
        [right(1), right(600), right(930), right(2)],
        [right(1), differs(), right(3), right(2)],
        [right(1), too_slow(), right(3), crashed()],
        [right(1), right(1), crashed(), right(2)],
        [right(1), right(1), right(3), right(2)],
    ];
    for (subject, judgements) in subjects.iter().zip(judgements) {
        for (case, judgement) in CASES.iter().zip(judgements) {
            let input =
                InputExcerpt { bytes: "蛇 👍🏽 ".repeat(40).into_bytes(), size: 4000, pass: None };
            events.push(Event::Judged(Box::new(Outcome {
                subject: Arc::clone(subject),
                case: Name::from(*case),
                input: judgement.mismatch.is_some().then_some(input),
                limits: limits(),
                checker: CheckerChoice::Lines,
                judgement,
                expected: vec![Verdict::Accepted],
                rechecks: Vec::new(),
                decided_by: None,
                machine: None,
                is_after_failure: false,
            })));
        }
    }
    let wall = Duration::from_secs(3);
    events.push(Event::RunFinished(RunEnd { wall: Some(wall), interrupted: None, steal_per_mille: 57 }));
    let page = Page::default();
    let levels = StatusLevels { during: StatusLevel::Fail, at_end: StatusLevel::All };
    let out = Box::new(Folded::new(page.clone(), Some(width)));
    let manner = Presentation { levels, ..Presentation::default() };
    let mut reporter = for_people(out, Ui::plain(width, verbosity), manner);
    let (mut scoreboard, clock) = (Scoreboard::default(), Clock::start());
    for event in events {
        scoreboard.tell(&clock.stamp(event), reporter.as_mut()).unwrap();
    }
    reporter.finish(ExitCode::Unexpected).unwrap();
    drop(reporter);
    page.text()
}

/// The text without what folds and columns put between its words, and in them.
fn packed(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    assert_eq!(FAKE_GUARANTEES.gaps().len(), 1);
    for width in [40, 60, 80, 120, 200, 300] {
        for verbosity in [Verbosity::Quiet, Verbosity::Normal, Verbosity::Verbose] {
            for line in written(width, verbosity).lines() {
                assert!(width_of(line) <= width, "{} of {width}: {line}", width_of(line));
            }
        }
    }
}

#[test]
fn what_one_must_know_is_there_at_every_width() {
    for width in [40, 60, 80, 120, 200, 300] {
        let text = written(width, Verbosity::Normal);
        let said = packed(&text);
        for name in NAMES {
            let name = Name::from(name).to_string();
            assert!(said.contains(&name), "{width}: {name} in {text}");
        }
        for what in [
            "4/4",
            "3/4",
            "2/4",
            "> 1.00 s",
            "0.930 of 1.00 s",
            "30 of 30",
            "expected AC",
            "TLE",
            "WA",
            "RE",
            "CE",
            "問題-with-points/e\u{301}le\u{300}ve-with-a-rather-long-name/secret/02-a-case-with-a-long-name",
            "expected `7`, got `8`",
            "line 2, column 3",
            "expected `;` before 蛇",
            "SIGSEGV",
            "4 not as expected",
            "6 solutions, 20 runs",
        ] {
            assert!(said.contains(&packed(what)), "{width}: {what} in {text}");
        }
    }
}

#[test]
fn a_wide_terminal_shows_names_whole() {
    let of = |width| -> Vec<String> {
        let text = written(width, Verbosity::Normal);
        let lines = text.lines().filter(|line| line.contains(" MiB") && line.contains("3/4"));
        lines.map(str::to_owned).collect()
    };
    insta::assert_snapshot!(of(300).join("\n"), @r"
    ✗ 👩\u{200d}👩\u{200d}👧-family WA   3/4       0.012 of 1.00 s        secret/02-a-case-with-a-long-name    3.0 MiB  expected AC
    ✗ plain                         RE   3/4       0.700 of 1.00 s  ███▌  secret/👍🏽                            3.0 MiB  expected AC
    ");
    insta::assert_snapshot!(of(80).join("\n"), @r"
    ✗ 👩\u{200d}…  WA   3/4     0.012 of 1.00 s     secret…   3.0 MiB  expected AC
    ✗ plain        RE   3/4     0.700 of 1.00 s ██  secret…   3.0 MiB  expected AC
    ");
}

/// With work that grows with the square of their number this would take minutes.
#[test]
fn three_thousand_students_have_a_report() {
    let written = |students: usize| {
        let names: Vec<String> = (0..students).map(|index| format!("student-{index}")).collect();
        let cases: Vec<String> = (0..20).map(|index| index.to_string()).collect();
        let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
        let list = planned(&subject("p", "s", "c"), Expectation::accepted(), &cases);
        let subjects: Vec<_> = names.iter().map(|name| subject("p", name, "c")).collect();
        let of = |subject: &Arc<crate::event::Subject>| crate::event::PlannedSolution {
            subject: Arc::clone(subject),
            ..list.clone()
        };
        let plan = Arc::new(plan(subjects.iter().map(of).collect()));
        let page = Page::default();
        let mut reporter =
            for_people(Box::new(page.clone()), Ui::plain(100, Verbosity::Normal), Presentation::default());
        let mut scoreboard = Scoreboard::default();
        let clock = Clock::start();
        let mut tell = |event| -> Option<SolutionSummary> {
            scoreboard.tell(&clock.stamp(event), reporter.as_mut()).unwrap()
        };
        tell(Event::RunStarted(plan));
        for subject in &subjects {
            for case in &cases {
                let outcome = crate::event::fixture::outcome(subject, Name::from(*case), Verdict::Accepted);
                tell(Event::Judged(Box::new(outcome)));
            }
        }
        reporter.finish(ExitCode::Fine).unwrap();
        drop(reporter);
        page.text()
    };
    let text = written(3_000);
    assert_eq!(text.lines().filter(|line| line.starts_with("  ✓ student-")).count(), 3_000);
    assert_eq!(text.lines().filter(|line| line.ends_with(&"·".repeat(20))).count(), 3_000);
}
